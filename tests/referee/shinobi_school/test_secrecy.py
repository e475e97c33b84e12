"""Nothing that a viewer is told, shown or asked depends on what that viewer may not know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee import shinobi_school
from referee.core.values import GAME_MASTER, PUBLIC, TABLE
from tests.players.people import Said, seated
from tests.players.shinobi_school import CARELESS, HONEST, OPEN, any_options, judged, playing, twin
from tests.referee.shinobi_school.table import Table
from tests.referee.telling import answers, shown_to
from tests.shares import parts

HABITS = (HONEST, OPEN, OPEN, CARELESS)
HAND = [1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]


def probes(viewer: str, state: Any) -> Iterator[Said]:
    """Everything that a viewer could try to declare for their own seat, or for the table."""
    seats = [p.seat for p in state.players]
    yield TABLE, {"type": "agree_flush"}
    yield TABLE, {"type": "first_field", "cards": [1, 2]}
    yield TABLE, {"type": "score_round"}
    yield TABLE, {"type": "reveal_earths"}
    for seat in seats:
        yield TABLE, {"type": "count_heaven", "player": seat, "size": 3}
        yield TABLE, {"type": "reveal_earths", "earths": {seat: [3, 3, 3]}}
        for cards in ([], [4], [8, 8, 8, 8, 8]):
            yield TABLE, {"type": "show_heaven", "player": seat, "cards": cards}
    if viewer == PUBLIC:
        return
    for side in ("heaven", "earth"):
        for number in range(1, state.deal.highest + 1):
            for size in (1, 2, 4):
                move = {"type": "place", "side": side, "number": number, "size": size}
                yield viewer, move
                yield viewer, {"type": "check_move", "move": move}
        for end in ("top", "bottom"):
            yield viewer, {"type": "collect", "side": side, "end": end}
        yield viewer, {"type": "pass_action", "side": side}
    hand = sorted([*range(1, state.deal.highest + 1)] * 5)[:: 5 * state.deal.highest // state.deal.cards]
    for cards in (hand[: state.deal.cards], [number for number in range(1, 4) for _ in range(5)]):
        yield viewer, {"type": "register_hand", "cards": cards}
        yield viewer, {"type": "register_heaven", "cards": cards}
        yield viewer, {"type": "lay_earth", "cards": cards}
    for kind in ("withdraw_entry", "lay_earth", "end_turn", "agree_flush"):
        yield viewer, {"type": kind}


def pairs(seed: int, prefixes: int) -> Iterator[tuple[str, list[Said], list[Said], dict[str, Any], Any]]:
    """Return twins after some prefixes of a random match, for every viewer that may not know."""
    random = Random(seed)
    options = (any_options(random) if seed % 2 else {}) | {"rounds": 1 + seed % 2}
    seats = seated(3 + seed % 3)
    made, _, _ = playing(seed, len(seats), options, HABITS[seed % len(HABITS)])
    moves = [(step.actor, step.move) for step in made]
    early = next(n for n, step in enumerate(made) if step.before.phase == "field")
    for n in range(prefixes):
        won = [m + 1 for m, (_, move) in enumerate(moves) if move["type"] == "place" and made[m].ruling.state.winner]
        part = moves[: random.choice(won) if n == 2 else random.randint(1, early if n % 2 else min(len(moves), 80))]
        for viewer in (PUBLIC, *(s.seat for s in seats)):
            other = twin(part, viewer, random, options=options, seats=seats, tries=15)
            if other is not None:
                yield viewer, part, other, options, seats


@pytest.mark.clause("SCHOOL-9.2", "SCHOOL-9.3")
@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("SECRETS", 5), ids=str)
def test_twins_look_the_same_to_whoever_may_not_know(seeds: range) -> None:
    found = 0
    for seed in seeds:
        for viewer, one, other, options, seats in pairs(seed, 4):
            found += 1
            states, others = judged(one, options, seats)[0], judged(other, options, seats)[0]
            assert shown_to(shinobi_school, viewer, one, states) == shown_to(shinobi_school, viewer, other, others)
            assert one != other
    assert found >= 8


@pytest.mark.parametrize("chunk", range(4))
def test_no_answer_to_anything_a_viewer_could_try_tells_twins_apart(chunk: int) -> None:
    found = 0
    for seed in range(chunk * 2, chunk * 2 + 2):
        for viewer, one, other, options, seats in pairs(seed, 3):
            found += 1
            state, twin_state = judged(one, options, seats)[0][-1], judged(other, options, seats)[0][-1]
            assert answers(shinobi_school, viewer, state, probes(viewer, state)) == answers(
                shinobi_school, viewer, twin_state, probes(viewer, twin_state)
            )
    assert found


def test_the_game_master_sees_the_difference() -> None:
    differ = 0
    for seed in range(4):
        for _, one, other, options, seats in pairs(seed, 3):
            views = [
                shinobi_school.view(judged(m, options, seats)[0][-1], GAME_MASTER).model_dump_json()
                for m in (one, other)
            ]
            differ += views[0] != views[1]
    assert differ > 8


@pytest.mark.parametrize("viewer", ["Z", "", "table", "private", "p9"])
def test_a_viewer_that_nobody_knows_sees_what_everybody_sees(viewer: str) -> None:
    table = Table("ABC").dealt()
    table.says("A", "register_hand", cards=HAND)
    table.says("A", "lay_earth", cards=[3])
    assert table.view(viewer) == table.view("public")
    assert table.view(viewer).private == ()


def test_secret_moves_are_masked_for_others() -> None:
    def mask(viewer: str, **move: Any) -> dict[str, Any]:
        return dict(shinobi_school.masked(shinobi_school.MOVE.validate_python(move), "A", viewer))

    for kind in ("register_hand", "register_heaven", "lay_earth"):
        assert mask("B", type=kind, cards=[3, 4]) == {"type": kind, "noted": True}
        assert mask("A", type=kind, cards=[3, 4]) == mask("gm", type=kind, cards=[3, 4])
        assert mask("A", type=kind, cards=[3, 4])["cards"] == [3, 4]
    split = {"heaven": [3], "earth": [4]}
    assert mask("B", type="lay_earth", split=split) == {"type": "lay_earth", "noted": True}
    assert mask("A", type="lay_earth", split=split)["split"] == split
    assert mask("B", type="lay_earth") == {"type": "lay_earth", "cards": None, "split": None}
    check = {"type": "collect", "side": "earth", "end": "top"}
    assert mask("public", type="check_move", move=check) == {"type": "check_move"}
    assert mask("A", type="check_move", move=check)["move"] == {**check, "size": None}
    assert mask("B", type="show_heaven", cards=[3])["cards"] == [3]


def test_which_moves_are_secret() -> None:
    def is_secret(**move: Any) -> bool:
        return shinobi_school.secret(shinobi_school.MOVE.validate_python(move))

    assert is_secret(type="register_hand", cards=[3])
    assert is_secret(type="register_heaven", cards=[3])
    assert is_secret(type="lay_earth", cards=[])
    assert is_secret(type="lay_earth", split={})
    assert is_secret(type="check_move", move={"type": "collect", "side": "earth", "end": "top"})
    assert not is_secret(type="lay_earth")
    assert not is_secret(type="place", side="heaven", number=3, size=1)
    assert not is_secret(type="show_heaven", cards=[3])


def test_earths_and_entries_are_their_owners_alone() -> None:
    table = Table("ABC").dealt()
    table.says("A", "register_hand", cards=HAND)
    table.says("A", "lay_earth", cards=[3, 3])
    mine = table.view("A").private
    assert [(p.seat, p.hand, p.laid) for p in mine] == [("A", tuple(HAND), (3, 3))]
    assert table.view("B").private[0].laid is None
    assert [p.seat for p in table.view("gm").private] == ["A", "B", "C"]
    assert table.view("B").seats[0].earth_noted
    assert table.view("B").seats[0].heaven is None


@pytest.mark.clause("SCHOOL-8.5")
def test_how_much_of_the_past_the_app_shows() -> None:
    for option, turns, swept in (("last_turn", 1, None), ("all", 5, (5, 6, 7)), ("none", 0, None)):
        table = Table("ABC", history_visible=option).playing("6", "7")
        table.place("A", "heaven", "5")
        table.passes("A", "B", "C", "A", "B")
        view = table.view()
        assert (len(view.turns), view.swept_cards, view.swept) == (turns, swept, 3)
        gm = table.view("gm")
        assert (len(gm.turns), gm.swept_cards) == (5, (5, 6, 7))
        assert gm.turns[3].swept


def test_rulings_say_what_told_a_secret() -> None:
    table = Table("ABC", rounds=1)
    told = {"confirm_deal": table.says("table", "confirm_deal").told}
    told["register_hand"] = table.says("A", "register_hand", cards=HAND).told
    for seat in "ABC":
        told["lay_earth"] = table.says(seat, "lay_earth", cards=[3]).told
    told["reveal_earths"] = table.says("table", "reveal_earths").told
    told["first_field"] = table.says("table", "first_field", cards=[5, 6]).told
    told["collect"] = table.says("A", "collect", side="earth", end="top").told
    told["place"] = table.says("A", "place", side="heaven", number=7, size=1).told
    table.mansion("B", 0, (9,)).mansion("C", 1)
    told["last place"] = table.says("B", "place", side="earth", number=9, size=1).told
    told["score_round"] = table.says("table", "score_round").told
    told["show_heaven"] = table.says("C", "show_heaven", cards=[1]).told
    revealing = {"reveal_earths", "first_field", "score_round", "show_heaven"}  # A's registered heaven is shown
    assert {kind for kind, was in told.items() if was} == revealing


@pytest.mark.clause("METSUKE-2.3")
def test_what_a_ruling_brings_out_settles_whether_it_can_be_taken_back() -> None:
    """Not who declares it: the same declaration is told where it shows something hidden, and not where it does not."""
    table = Table("ABC", rounds=2).playing("6", "7").mansion("A", 0, (9,)).mansion("B", 0, (1,)).mansion("C", 0, (2,))
    assert not table.place("A", "earth", "9").told
    assert not table.says("table", "score_round").told  # all that is counted lies open, and the match goes on

    table = Table("ABC", rounds=2).dealt()
    table.says("C", "register_hand", cards=HAND)
    table.playing("6", "7", C=HAND[:14]).mansion("A", 0, (9,)).mansion("B", 0, (1,))
    table.place("A", "earth", "9")
    assert table.says("table", "score_round").told  # C's heaven is shown

    table = Table("ABC", rounds=2, final_heaven="cost_only").dealt()
    table.says("C", "register_hand", cards=HAND)
    table.playing("6", "7", C=HAND[:14]).mansion("A", 0, (9,)).mansion("B", 0, (1,))
    table.place("A", "earth", "9")
    assert table.says("table", "score_round").told  # what C's heaven costs is told

    table = Table("ABC", rounds=1, final_tie="table").playing("6", "7")
    table.mansion("A", 0, (9,)).mansion("B", 0, (1,)).mansion("C", 0, (2,)).place("A", "earth", "9")
    assert table.says("table", "score_round").told  # the end opens the journal

    table = Table("ABC").dealt()
    for seat in "ABC":
        assert not table.says(seat, "lay_earth", cards=[3, 3]).told
    assert table.says("table", "reveal_earths").told  # six 3s: at least one was noted wrongly

    table = Table("ABC", rounds=2).dealt()
    table.says("A", "register_hand", cards=HAND)
    table.playing("1", "2", A=HAND[:14]).says("A", "place", ("3.3",), side="heaven", number=10, size=1)
    table.mansion("A", 0, (11,)).mansion("B", 0, (1,)).mansion("C", 0, (2,)).place("A", "earth", "11")
    ruling = table.says("table", "score_round")
    assert "shinobi_school.finding.entry" in [n.message for n in ruling.notices]
    assert ruling.told  # what A had registered was not right

    table = Table("ABC", depth="scores", rounds=1)
    assert not table.says("A", "round_cards", winner="A", left={"B": {"heaven": [1]}, "C": {"heaven": [2]}}).told
    assert not table.says("A", "close_game").told  # nothing was ever hidden
