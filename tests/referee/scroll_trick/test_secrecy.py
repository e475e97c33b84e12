"""Nothing that a viewer is told, shown or asked depends on what that viewer may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.core import journal
from referee.core.transcripts import dump
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Ruling
from referee.scroll_trick.state import State
from tests.players.people import Said, seated
from tests.players.scroll_trick import CARELESS, HONEST, OPEN, any_options, judged, playing, twin
from tests.referee.scroll_trick.table import Table, at, hand, standing, turning
from tests.referee.telling import answers, as_text, shown_to
from tests.shares import parts

HABITS = (HONEST, OPEN, CARELESS)


def probes(viewer: str, state: State) -> Iterator[Said]:
    """Everything that a viewer could try to declare for their own seat, or for the table."""
    cards = [f"{kind} {n}" for kind in state.options.kinds for n in state.options.numbers]
    seats = [p.seat for p in state.players]
    for kind in ("take_start_scrolls", "confirm_deal", "place_scrolls", "draw_scrolls", "shadow_play"):
        yield TABLE, {"type": kind}
    for seat in (*seats, "shadow"):
        yield TABLE, {"type": "give_marker", "player": seat}
    for card in cards[::3]:
        yield TABLE, {"type": "refill_shadow", "card": card, "value": 3}
        yield TABLE, {"type": "lay_shadow", "cards": cards[:3], "value": 1}
    if viewer == PUBLIC:
        return
    for card in cards:
        for kind in ("play_card", "open_card", "check_card"):
            yield viewer, {"type": kind, "card": card}
        yield viewer, {"type": "turn_scroll", "card": card, "value": 1}
        yield viewer, {"type": "turn_scroll", "card": card}
    for accused in seats:
        yield viewer, {"type": "claim_revoke", "accused": accused, "trick": 1}
    for n in range(0, 28, 4):
        yield viewer, {"type": "register_hand", "cards": cards[n : n + 7]}
    for what in ("hand", "scrolls"):
        yield viewer, {"type": "withdraw_entry", "what": what}


def pairs(seed: int, prefixes: int) -> Iterator[tuple[str, list[Said], list[Said], dict[str, Any], Any]]:
    """Return twins after some prefixes of a random match, for every viewer that may not know."""
    random = Random(seed)
    seats = seated(2 + seed % 4)
    options = any_options(random, len(seats)) if seed % 2 else {}
    made, _, _ = playing(seed, len(seats), options, HABITS[seed % len(HABITS)], most=120)
    moves = [(step.actor, step.move) for step in made]
    for _ in range(prefixes):
        part = moves[: random.randint(8, len(moves))]
        for viewer in (PUBLIC, *(s.seat for s in seats)):
            other = twin(part, viewer, random, options=options, seats=seats, tries=12)
            if other is not None:
                yield viewer, part, other, options, seats


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("SECRETS", 5), ids=str)
@pytest.mark.clause("SCROLL-2.8", "SCROLL-5.2", "SCROLL-7.2")
def test_twins_look_the_same_to_whoever_may_not_know(seeds: range) -> None:
    found = 0
    for seed in seeds:
        for viewer, one, other, options, seats in pairs(seed, 3):
            found += 1
            states, others = judged(one, options, seats)[0], judged(other, options, seats)[0]
            assert shown_to(scroll_trick, viewer, one, states) == shown_to(scroll_trick, viewer, other, others)
            assert one != other
    assert found >= 10


@pytest.mark.parametrize("seed", range(6))
def test_no_answer_to_anything_a_viewer_could_try_tells_twins_apart(seed: int) -> None:
    for viewer, one, other, options, seats in pairs(seed, 1):
        state, twin_state = judged(one, options, seats)[0][-1], judged(other, options, seats)[0][-1]
        assert answers(scroll_trick, viewer, state, probes(viewer, state), opening=False) == answers(
            scroll_trick, viewer, twin_state, probes(viewer, twin_state), opening=False
        )


def test_the_game_master_sees_the_difference() -> None:
    differ = 0
    for seed in range(8):
        for _, one, other, options, seats in pairs(seed, 2):
            views = [
                scroll_trick.view(judged(m, options, seats)[0][-1], GAME_MASTER).model_dump_json() for m in (one, other)
            ]
            differ += views[0] != views[1]
    assert differ > 10


@pytest.mark.parametrize("viewer", ["Z", "", "table", "shadow", "private", "p9"])
def test_a_viewer_that_nobody_knows_sees_what_everybody_sees(viewer: str) -> None:
    table = Table(2).dealt()
    table.says("ann", "register_hand", cards=hand("A1 A2 A3 A4 A5 A6 A7"))
    assert table.view(viewer) == table.view("public")
    assert table.prompts(viewer) == table.prompts("public")


def test_secret_moves_are_masked_for_others() -> None:
    def mask(viewer: str, **move: Any) -> dict[str, Any]:
        return dict(scroll_trick.masked(scroll_trick.MOVE.validate_python(move), "p1", viewer))

    entry: dict[str, Any] = {"type": "register_hand", "cards": hand("A1 A2 A3 A4 A5 A6 A7")}
    assert mask("p2", **entry) == mask("public", **entry) == {"type": "register_hand", "noted": True}
    assert mask("p1", **entry) == mask("gm", **entry) == entry
    scrolls: dict[str, Any] = {"type": "place_scrolls", "scrolls": {"A 1": 3, "B 1": 1, "C 1": -1}}
    assert mask("p2", **scrolls) == {"type": "place_scrolls", "noted": True}
    assert mask("p2", type="place_scrolls") == {"type": "place_scrolls", "scrolls": None}
    assert mask("p2", type="draw_scrolls", values=[3, 1, 1]) == {"type": "draw_scrolls", "noted": True}
    assert mask("p2", type="check_card", card="A 1") == {"type": "check_card"}
    assert mask("p2", type="open_card", card="A 1") == {"type": "open_card", "card": "A 1"}


def test_which_moves_are_secret() -> None:
    def is_secret(**move: Any) -> bool:
        return scroll_trick.secret(scroll_trick.MOVE.validate_python(move))

    assert is_secret(type="register_hand", cards=["A 1"])
    assert is_secret(type="place_scrolls", scrolls={"A 1": 3})
    assert is_secret(type="draw_scrolls", values=[3])
    assert is_secret(type="check_card", card="A 1")
    assert not is_secret(type="place_scrolls")
    assert not is_secret(type="draw_scrolls")
    assert not is_secret(type="open_card", card="A 1")
    assert not is_secret(type="take_trick", player="p1", values={"p1": 3})


def test_after_the_end_everybody_sees_everything() -> None:
    table = at("ended", 3)
    assert [p.seat for p in table.view().private] == ["p1", "p2", "p3"]
    assert len(table.view().tricks) == 7
    assert at("resolve", 3).view().private == ()


def registered() -> Table:
    """Return a table of two at which Ann has registered a hand; trump is chosen, and the row lies."""
    table = Table(2).dealt()
    table.says("ann", "register_hand", cards=hand("A1 B1 C1 D4 D5 D6 D7"))
    return table.trump()


def trick_of_noted() -> Table:
    table = registered().opened(ann="A1 B1 C1").placed({"ben": "3 1 -1"})
    table.plays("A1 A2 -")
    return table


def turn(count: int = 1, noted: bool = False) -> Table:
    table = turning(count + 1, points="3/1/1")
    return table.placed({"p1": "5 7 -3"} if noted else {})


@pytest.mark.clause("SCROLL-3.3", "SCROLL-5.2", "SCROLL-5.9")
@pytest.mark.parametrize(
    ("table", "seat", "kind", "fields", "told"),
    [
        (lambda: Table(), "table", "take_start_scrolls", {}, False),
        (lambda: at("deal"), "table", "confirm_deal", {}, True),
        (lambda: Table().dealt(), "ann", "register_hand", {"cards": hand("A1 A2 A3 A4 A5 A6 A7")}, False),
        (lambda: Table().dealt(), "ann", "choose_trump", {"kind": "E"}, False),
        (lambda: at("shadow", 1, 2), "table", "lay_shadow", {"cards": hand("D1 D2 D3"), "value": 3}, True),
        (registered, "ann", "open_card", {"card": "A 1"}, True),
        (registered, "ann", "withdraw_entry", {"what": "hand"}, False),
        (lambda: Table().dealt().trump(), "ann", "open_card", {"card": "A 1"}, False),
        (lambda: Table().dealt().trump().opened(), "ann", "place_scrolls", {}, False),
        (lambda: registered().opened(ann="A1 B1 C1").placed(), "ann", "play_card", {"card": "A 1"}, False),
        (lambda: registered().opened(ann="A1 B1 C1").placed(), "ann", "play_card", {"card": "D 4"}, True),
        (lambda: registered().opened(ann="A1 B1 C1").placed(), "ann", "check_card", {"card": "D 4"}, False),
        (lambda: Table().contest(), "ann", "play_card", {"card": "D 4"}, False),
        (turn, "p1", "turn_scroll", {"card": "A 1", "value": 3}, True),
        (lambda: turn(noted=True), "p1", "turn_scroll", {"card": "A 1"}, True),
        (lambda: turn(2), "p1", "turn_scroll", {"card": ["A 1", "B 1"], "value": [3, 5]}, True),
        (trick_of_noted, "ann", "take_trick", {"player": "ben", "values": {"ann": 3, "shadow": 3}}, True),
        (lambda: at("refill", 1, 2), "table", "refill_shadow", None, True),
        (lambda: at("between", 1), "p1", "draw_scrolls", {}, True),
        (lambda: at("between", 1), "table", "draw_scrolls", {}, True),
        (lambda: Table(depth="scores"), "table", "score_trick", {"player": "ann", "values": [3]}, False),
    ],
)
def test_rulings_say_what_told_a_secret_or_brought_cards(
    table: Callable[[], Table], seat: str, kind: str, fields: dict[str, Any] | None, told: bool
) -> None:
    stands = table()
    if fields is None:
        fields = stands.prompts()[kind].offers[0].any_of(Random(1))
        del fields["type"]
    if kind == "take_trick":
        fields["player"] = stands.prompts()[kind].params["seat"]
        fields["values"].pop("shadow")
        fields["values"]["shadow"] = stands.prompts()[kind].offers[0].fields["values"].of["shadow"].of[-1]
    assert stands.says(seat, kind, **fields).told == told


@pytest.mark.clause("SCROLL-5.2")
def test_a_trick_of_scrolls_that_nobody_noted_can_be_taken_back() -> None:
    plain = Table().contest()
    plain.plays("A1 A2 A3")
    assert not plain.takes().told


@pytest.mark.clause("METSUKE-2.3", "SCROLL-7.2")
@pytest.mark.parametrize("noted", [False, True])
def test_a_captured_scroll_of_those_that_were_noted_when_drawn_is_told(noted: bool) -> None:
    table = at("between", 1).scored(p1="1", p2="3", p3="1 1")
    table.says("p1", "draw_scrolls", values=[5, 7, -3] if noted else None)
    table.says("table", "draw_scrolls")
    table.says("table", "give_marker", player="p1")
    table.dealt().trump().opened().placed()
    table.says("p2", "turn_scroll", card="A 2", value=3)
    table.plays("A1 A2 A3")
    assert table.takes(p1=5).told == noted


@pytest.mark.clause("METSUKE-2.3", "SCROLL-5.9")
@pytest.mark.parametrize("noted", [False, True])
def test_a_turned_scroll_is_not_taken_back_by_its_own_seat(noted: bool) -> None:
    table = turn(noted=noted)
    match = standing(table.state)
    match, ruling = match.declare("p1", {"type": "turn_scroll", "card": "A 1"} | ({} if noted else {"value": 5}))
    assert ruling.upheld
    refused = match.may_undo("p1")
    assert refused is not None
    assert refused.clause == "METSUKE-2.3"
    assert match.may_undo(GAME_MASTER) is None


@pytest.mark.clause("METSUKE-2.3")
@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("SECRETS", 5), ids=str)
def test_a_ruling_that_differs_between_twins_tells_that_it_told(seeds: range) -> None:
    tried = differ = 0
    for seed in seeds[::2]:
        for viewer, one, other, options, seats in pairs(seed, 3):
            state, twin_state = judged(one, options, seats)[0][-1], judged(other, options, seats)[0][-1]
            for actor, move in next_moves(state, Random(seed)):
                parsed = scroll_trick.MOVE.validate_python(move)
                a, b = (scroll_trick.judge(each, actor, parsed) for each in (state, twin_state))
                if not (a.upheld and b.upheld):
                    continue
                tried += 1
                if what_follows(viewer, a) != what_follows(viewer, b):
                    differ += 1
                    assert a.told, (actor, move)
                    assert b.told, (actor, move)
    assert tried > 50


@pytest.mark.clause("METSUKE-2.3", "SCROLL-5.9")
def test_a_scroll_turned_as_noted_differs_between_twins_and_was_told() -> None:
    one, other = (turning(2, points="3/1/1").placed({"p1": values}) for values in ("5 7 -3", "7 5 -3"))
    assert one.view("p2") == other.view("p2")
    a, b = (table.judge("p1", "turn_scroll", card="A 1") for table in (one, other))
    assert what_follows("p2", a) != what_follows("p2", b)
    assert a.told
    assert b.told


def what_follows(viewer: str, ruling: Ruling) -> list[str]:
    """Return what a viewer hears of a ruling and sees after it."""
    heard = [n.model_dump(mode="json") for n in ruling.notices if n.reaches(viewer)]
    return [as_text(heard), scroll_trick.view(ruling.state, viewer).model_dump_json()]


def next_moves(state: State, random: Random) -> Iterator[Said]:
    """Yield moves that are offered now, as their owners know them."""
    for prompt in scroll_trick.prompts(state, GAME_MASTER):
        for offer in prompt.offers:
            if offer.move not in ("configure", "claim_revoke", "register_hand"):
                for _ in range(2):
                    yield prompt.seat, offer.any_of(random)


# The journal (open point O19)


def of_tricks(option: str, count: int = 3, rounds: int = 1) -> journal.Match:
    """Return a match with a first trick taken, a second one taken, and a third begun."""
    match = journal.begin(scroll_trick, {"start": "p1", "history_visible": option}, seated(3))
    said: list[Said] = [("table", {"type": "take_start_scrolls"}), ("table", {"type": "confirm_deal"})]
    said.append(("p1", {"type": "choose_trump", "kind": "E"}))
    said += [(f"p{n}", {"type": "open_card", "card": f"{kind} {n}"}) for kind in "ABC" for n in (1, 2, 3)]
    said.append(("table", {"type": "place_scrolls"}))
    said += [(f"p{n}", {"type": "play_card", "card": f"A {n}"}) for n in (1, 2, 3)]
    said.append(("p3", {"type": "take_trick", "player": "p3", "values": {"p1": 3, "p2": 3, "p3": 3}}))
    said += [(f"p{n}", {"type": "play_card", "card": f"D {n}"}) for n in (3, 1, 2)]
    said.append(("p3", {"type": "take_trick", "player": "p3"}))
    said.append(("p3", {"type": "play_card", "card": "B 3"}))
    for seat, move in said:
        match, ruling = match.declare(seat, move)
        assert ruling.upheld, (seat, move, ruling)
    return match


OPENINGS, FIRST, SECOND, THIRD = range(3, 13), range(13, 17), range(17, 21), range(21, 22)


@pytest.mark.clause("SCROLL-6.16")
@pytest.mark.parametrize(
    ("option", "blank"), [("all", []), ("last_trick", [OPENINGS, FIRST]), ("none", [OPENINGS, FIRST, SECOND])]
)
def test_the_journal_names_no_card_of_a_trick_that_the_view_hides(option: str, blank: list[range]) -> None:
    match = of_tricks(option)
    hidden = {n for part in blank for n in part}
    for viewer in (PUBLIC, "p1", "p3"):
        lines = match.log(viewer)
        assert len(lines) == 22
        for n, line in enumerate(lines):
            assert ((line.move, line.notices, line.clause) == (None, (), None)) == (n in hidden), (n, line)
            assert line.actor
        exported = dump(match, viewer)["moves"]
        assert {n for n, item in enumerate(exported) if item["move"] is None} == hidden
    assert all(line.move for line in match.log(GAME_MASTER))
    assert all(item["move"] for item in dump(match)["moves"])


@pytest.mark.clause("SCROLL-6.16")
def test_after_the_end_the_whole_journal_can_be_read() -> None:
    made, _, _ = playing(3, 3, {"history_visible": "none"})
    match = journal.begin(scroll_trick, {"history_visible": "none"}, seated(3))
    blank = 0
    for step in made:
        match, _ = match.declare(step.actor, step.move)
        if match.result is None:
            blank = max(blank, sum(line.move is None for line in match.log("p1")))
    assert blank > 100
    assert match.result is not None
    assert all(line.move for line in match.log(PUBLIC))


@pytest.mark.clause("SCROLL-6.16")
@pytest.mark.parametrize("option", ["last_trick", "none"])
def test_no_line_names_a_card_that_the_view_does_not_show(option: str) -> None:
    made, _, _ = playing(5, 2, {"history_visible": option}, HONEST, most=200)
    match = journal.begin(scroll_trick, {"history_visible": option}, seated(2))
    deck, refilled = {f"{kind} {n}" for kind in match.options.kinds for n in match.options.numbers}, 0
    for step in made:
        match, _ = match.declare(step.actor, step.move)
        if match.state.phase == "ended":
            break
        restores = step.move["type"] == "refill_shadow"
        refilled += restores
        assert match.log(PUBLIC)[-1].move or not restores, "the row is of the trick to come"
        view = match.view(PUBLIC)
        seen = {laid.card for s in view.seats for laid in s.cards}
        seen |= {p.card for t in (*view.tricks, *((view.now,) if view.now else ())) for p in t.plays}
        for line in match.log(PUBLIC):
            if line.move and line.move["type"] != "claim_revoke":
                named = texts([line.move, *(notice.params for notice in line.notices)])
                assert named & deck <= seen, (line, seen)
    assert refilled


def texts(value: Any) -> set[str]:
    """Return all texts in a value."""
    if isinstance(value, str):
        return {value}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return {text for each in inner for text in texts(each)}


@pytest.mark.clause("SCROLL-6.4")
def test_a_trick_that_was_taken_back_can_be_read_to_lay_it_anew() -> None:
    match = of_tricks("none")
    later = replace(match.state, tricks=match.state.tricks[:1])
    assert scroll_trick.remembered(later, match.state, "p1")
    assert not scroll_trick.remembered(match.state, replace(match.state, tricks=match.state.tricks[:1]), "p1")
