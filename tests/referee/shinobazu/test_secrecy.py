"""Nothing that a viewer is told, shown or asked depends on what that viewer may not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from referee import shinobazu
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Ruling
from tests.players.people import Said, seated
from tests.players.shinobazu import CARELESS, CROOKED, DECK, HONEST, OPEN, Habits, any_options, judged, playing, twin
from tests.referee.shinobazu.table import Table
from tests.referee.telling import answers, shown_to
from tests.shares import count, parts

HABITS = (HONEST, OPEN, CROOKED, CARELESS, Habits(enters=0.3, records=1.0, passes=0.8, accepts=0.2))


def probes(viewer: str, state: Any) -> Iterator[Said]:
    """Everything that a viewer could try to declare for their own seat, or for the table."""
    seats = [p.seat for p in state.players]
    yield TABLE, {"type": "turn_over"}
    yield TABLE, {"type": "end_round"}
    for seat in seats:
        yield TABLE, {"type": "reveal", "owner": seat}
        for card in DECK:
            yield TABLE, {"type": "reveal", "owner": seat, "card": card}
    if viewer == PUBLIC:
        return
    for to in seats:
        for card in (None, *DECK):
            with_card = {} if card is None else {"card": card}
            yield viewer, {"type": "lay", "to": to, **with_card}
            yield viewer, {"type": "lead", "to": to, "colour": "red", **with_card}
        yield viewer, {"type": "duel_challenge", "target": to}
    for size in (1, 2, 3):
        for n in range(0, len(DECK) - size, 2):
            yield viewer, {"type": "enter_hand", "cards": list(DECK[n : n + size])}
    for kind in ("withdraw_hand", "duel_decline", "reveal"):
        yield viewer, {"type": kind}
    yield viewer, {"type": "declare", "choice": "fight"}
    yield viewer, {"type": "duel_answer", "answer": "refuse"}


def pairs(seed: int, prefixes: int) -> Iterator[tuple[str, list[Said], list[Said], dict[str, Any], Any]]:
    """Return twins after some prefixes of a random match, for every viewer that may not know."""
    random = Random(seed)
    options = any_options(random) if seed % 2 else {}
    seats = seated(3 + seed % 3)
    made, _, _ = playing(seed, len(seats), options, HABITS[seed % len(HABITS)])
    moves = [(step.actor, step.move) for step in made]
    for _ in range(prefixes):
        part = moves[: random.randint(1, len(moves))]
        for viewer in (PUBLIC, *(s.seat for s in seats)):
            other = twin(part, viewer, random, options=options, seats=seats)
            if other is not None:
                yield viewer, part, other, options, seats


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("SECRETS", 5), ids=str)
def test_twins_look_the_same_to_whoever_may_not_know(seeds: range) -> None:
    found = 0
    for seed in seeds:
        for viewer, one, other, options, seats in pairs(seed, 6):
            found += 1
            states, others = judged(one, options, seats)[0], judged(other, options, seats)[0]
            assert shown_to(shinobazu, viewer, one, states) == shown_to(shinobazu, viewer, other, others)
            assert one != other
    assert found >= 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("SECRETS") // 3))
def test_no_answer_to_anything_a_viewer_could_try_tells_twins_apart(seed: int) -> None:
    for viewer, one, other, options, seats in pairs(seed, 2):
        state, twin_state = judged(one, options, seats)[0][-1], judged(other, options, seats)[0][-1]
        assert answers(shinobazu, viewer, state, probes(viewer, state)) == answers(
            shinobazu, viewer, twin_state, probes(viewer, twin_state)
        )


def reached(viewer: str, ruling: Ruling) -> list[Any]:
    """Return what a viewer hears of another's ruling, sees then and is asked then."""
    if not ruling.upheld:
        return [False]
    told = [n.model_dump(mode="json") for n in ruling.notices if n.reaches(viewer)]
    asked = [p.model_dump(mode="json") for p in shinobazu.prompts(ruling.state, viewer)]
    return [True, told, asked, shinobazu.view(ruling.state, viewer).model_dump_json()]


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("SECRETS", 5), ids=str)
def test_what_tells_twins_apart_is_never_taken_back(seeds: range) -> None:
    random, differ = Random(seeds.start), 0
    for seed in seeds:
        for viewer, one, other, options, seats in pairs(seed, 6):
            states = [judged(moves, options, seats)[0][-1] for moves in (one, other)]
            prompts = shinobazu.prompts(states[0], PUBLIC)
            for seat, offer in [(p.seat, offer) for p in prompts for offer in p.offers if p.seat != viewer]:
                if offer.move == "enter_hand":
                    continue
                move = shinobazu.MOVE.validate_python(offer.any_of(random))
                rulings = [shinobazu.judge(state, seat, move) for state in states]
                assert rulings[0].told == rulings[1].told
                if reached(viewer, rulings[0]) != reached(viewer, rulings[1]):
                    differ += 1
                    assert rulings[0].told, (move, viewer)
    assert differ > 2 * len(seeds)


def test_the_game_master_sees_the_difference() -> None:
    differ = 0
    for seed in range(6):
        for _, one, other, options, seats in pairs(seed, 4):
            views = [
                shinobazu.view(judged(m, options, seats)[0][-1], GAME_MASTER).model_dump_json() for m in (one, other)
            ]
            differ += views[0] != views[1]
    assert differ > 20


@pytest.mark.parametrize("viewer", ["Z", "", "table", "private", "p9"])
def test_a_viewer_that_nobody_knows_sees_what_everybody_sees(viewer: str) -> None:
    table = Table()
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "blue 4"])
    assert table.view(viewer) == table.view("public")
    assert not table.prompts(viewer)["lead"].choices("lead", "card")


def test_secret_moves_are_masked_for_others() -> None:
    def mask(viewer: str, **move: Any) -> dict[str, Any]:
        return dict(shinobazu.masked(shinobazu.MOVE.validate_python(move), "A", viewer))

    hand: dict[str, Any] = {"type": "enter_hand", "cards": ["red 5", "blue 1", "blue 4"]}
    assert mask("B", **hand) == {"type": "enter_hand", "count": 3}
    assert mask("A", **hand) == mask("gm", **hand) == hand
    assert mask("public", type="lead", to="B", colour="red", card="red 5") == {
        "type": "lead",
        "to": "B",
        "colour": "red",
        "declare": None,
    }
    assert mask("B", type="lay", to="B", card="red 5") == {"type": "lay", "to": "B", "declare": None}
    assert mask("B", type="reveal", card="red 5") == {"type": "reveal", "owner": None, "card": "red 5"}


def test_which_moves_are_secret() -> None:
    def is_secret(**move: Any) -> bool:
        return shinobazu.secret(shinobazu.MOVE.validate_python(move))

    assert is_secret(type="enter_hand", cards=["red 5"])
    assert is_secret(type="lead", to="A", colour="red", card="red 5")
    assert is_secret(type="lay", to="A", card="red 5")
    assert not is_secret(type="lead", to="A", colour="red")
    assert not is_secret(type="lay", to="A")
    assert not is_secret(type="reveal", card="red 5")
    assert not is_secret(type="show_hand", cards=["red 5"])


def test_after_the_end_everybody_sees_what_was_recorded() -> None:
    table = Table("ABC", points="040")
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "blue 4"])
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "fight")
    table.reveal()
    assert table.view().private == ()
    table.says("table", "end_round")
    assert [p.seat for p in table.view().private] == ["A", "B", "C"]
    assert table.view("B").private[0].hand == ("blue 1", "blue 4")


TOLD: tuple[tuple[str, bool], ...] = (
    ("the table turns over what was recorded", True),
    ("somebody names what nobody recorded", True),
    ("a record proves impossible", True),
    ("a hand is shown", True),
    ("a match ends", True),
    ("a new set is dealt", True),
    ("a new round begins", False),
    ("a hand is given up", False),
    ("a duel is fought with cards that lie open", False),
    ("a refuser is to show", False),
    ("a match of results ends", False),
)


def last(of: str) -> Ruling:
    """Return the ruling that the words tell of."""
    if of == "a match of results ends":
        table = Table("ABC", points="040", depth="scores")
        table.says("table", "battle_result", winner="A", losers=["B"])
        return table.says("table", "end_round")
    options = {"refused_shown": "yes"} if of == "a refuser is to show" else {}
    table = Table("ABC", points="040" if of in ("a hand is shown", "a match ends") else "", **options)
    if of == "a hand is given up":
        table.says("B", "enter_hand", cards=["red 1", "blue 1", "blue 2"])
        return table.says("B", "withdraw_hand")
    if of == "a record proves impossible":
        table.says("A", "lead", to="A", colour="red")
        table.says("B", "lay", to="B", card="red 5", declare="fight")
        table.says("C", "lay", to="C", declare="fight")
        table.says("A", "reveal", card="red 5")
        return table.says("table", "turn_over")
    if of == "somebody names what nobody recorded":
        table.says("A", "lead", to="A", colour="red")
        for seat in "BC":
            table.says(seat, "lay", to=seat, declare="fight")
        return table.says("A", "reveal", card="red 5")
    for _ in range(3 if of == "a new set is dealt" else 1):
        _, *others = ("ABC" * 2)["ABC".index(table.state.start) :][:3]
        n = table.state.round
        table.lead(("red 5", "black 5", "blue 5")[n - 1])
        table.lay(others[0], ("red 1", "black 1", "blue 1")[n - 1], "fight")
        if of == "a duel is fought with cards that lie open":
            table.lay(others[1], "red 2", "pass")
            table.reveal()
            return duel_with_open_cards(table, others)
        table.lay(others[1], ("red 2", "black 2", "blue 2")[n - 1], "pass" if of == "a refuser is to show" else "fight")
        ruling = table.reveal()
        if of == "the table turns over what was recorded":
            return ruling
        if of == "a refuser is to show":
            table.says(others[0], "duel_challenge", target=others[1])
            return table.says(others[1], "duel_answer", answer="refuse")
        ruling = table.says("table", "end_round")
    return table.says("A", "show_hand", cards=["black 5", "blue 5"]) if of == "a hand is shown" else ruling


def duel_with_open_cards(table: Table, others: Sequence[str]) -> Ruling:
    table.says("table", "reveal", ("5.1",), owner=others[1])
    table.says(others[0], "duel_challenge", target=others[1])
    return table.says(others[1], "duel_answer", answer="accept")


@pytest.mark.clause("SHINOBAZU-9.6", "SHINOBAZU-9.10")
@pytest.mark.parametrize(("of", "told"), TOLD)
def test_told_is_what_brings_something_out(of: str, told: bool) -> None:
    assert last(of).told is told


def test_rulings_say_what_told_a_secret() -> None:
    table = Table("ABC")
    told = {
        "enter_hand": table.says("A", "enter_hand", cards=["red 5", "blue 1", "blue 4"]).told,
        "lead": table.says("A", "lead", to="A", colour="red", card="red 5").told,
        "lay": table.says("B", "lay", to="B", card="red 1").told,
        "declare": table.says("B", "declare", choice="fight").told,
    }
    table.says("C", "lay", to="C", card="red 2", declare="pass")
    told["turn_over"] = table.says("table", "turn_over").told
    told["duel_challenge"] = table.says("B", "duel_challenge", target="C").told
    told["duel_answer"] = table.says("C", "duel_answer", answer="accept").told
    told["reveal"] = table.says("C", "reveal").told
    told["end_round"] = table.says("table", "end_round").told
    assert {kind for kind, was in told.items() if was} == {"turn_over", "reveal"}
