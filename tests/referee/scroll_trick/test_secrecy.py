"""Nothing that a viewer is told, shown or asked depends on what he may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Ruling
from referee.scroll_trick.state import State
from tests.players.scroll_trick import CARELESS, HONEST, OPEN, Said, any_options, judged, playing, seated, twin
from tests.referee.scroll_trick.table import Table, at, hand

HABITS = (HONEST, OPEN, CARELESS)


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def shown_to(viewer: str, moves: Sequence[Said], states: Sequence[Any]) -> dict[str, str]:
    """Return, as JSON, all that reaches a viewer of a match: view, prompts, notices and masked declarations."""
    last = states[-1]
    log = []
    for (actor, move), state in zip(moves, states, strict=False):
        parsed = scroll_trick.MOVE.validate_python(move)
        ruling = scroll_trick.judge(state, actor, parsed)
        log.append([actor, dict(scroll_trick.masked(parsed, actor, viewer)), told_to(viewer, ruling)])
    return {
        "view": scroll_trick.view(last, viewer).model_dump_json(),
        "prompts": as_json([p.model_dump(mode="json") for p in scroll_trick.prompts(last, viewer)]),
        "log": as_json(log),
    }


def told_to(viewer: str, ruling: Ruling) -> Any:
    """Return what a viewer is told of another's ruling."""
    notices = [n.model_dump(mode="json") for n in ruling.notices if n.reaches(viewer)]
    return [ruling.upheld, ruling.clause, ruling.reason, dict(ruling.params), ruling.told, notices]


def probes(viewer: str, state: State) -> Iterator[Said]:
    """Everything that a viewer could try to declare for himself, or for the table."""
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


def answers(viewer: str, state: State) -> list[Any]:
    """Return the answers to all probes."""
    out = []
    for actor, move in probes(viewer, state):
        ruling = scroll_trick.judge(state, actor, scroll_trick.MOVE.validate_python(move))
        after = scroll_trick.view(ruling.state, viewer).model_dump_json() if ruling.upheld else ""
        out.append([told_to(viewer, ruling), ruling.private, ruling.firm, after])
    return out


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


@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.clause("SCROLL-2.8", "SCROLL-5.2", "SCROLL-7.2")
def test_twins_look_the_same_to_whoever_may_not_know(chunk: int) -> None:
    found = 0
    for seed in range(chunk * 4, chunk * 4 + 4):
        for viewer, one, other, options, seats in pairs(seed, 3):
            found += 1
            states, others = judged(one, options, seats)[0], judged(other, options, seats)[0]
            assert shown_to(viewer, one, states) == shown_to(viewer, other, others)
            assert one != other
    assert found >= 10


@pytest.mark.parametrize("seed", range(6))
def test_no_answer_to_anything_a_viewer_could_try_tells_twins_apart(seed: int) -> None:
    for viewer, one, other, options, seats in pairs(seed, 1):
        state, twin_state = judged(one, options, seats)[0][-1], judged(other, options, seats)[0][-1]
        assert answers(viewer, state) == answers(viewer, twin_state)


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


@pytest.mark.clause("SCROLL-3.3", "SCROLL-5.2")
def test_rulings_say_what_told_a_secret_or_brought_cards() -> None:
    table = Table(2)
    table.says("table", "take_start_scrolls")
    told = {
        "confirm_deal": table.says("table", "confirm_deal").told,
        "register_hand": table.says("ann", "register_hand", cards=hand("A1 B1 C1 D4 D5 D6 D7")).told,
        "choose_trump": table.says("ann", "choose_trump", kind="E").told,
        "lay_shadow": table.says("table", "lay_shadow", cards=hand("D1 D2 D3"), value=3).told,
        "open_card": table.says("ann", "open_card", card="A 1").told,
    }
    table.opened(ann="B1 C1").placed({"ben": "3 1 -1"})
    told["play_card"] = table.says("ann", "play_card", card="A 1").told
    told["check_card"] = table.judge("ann", "check_card", card="D 4").told
    table.plays("A2 -")
    told["take_trick"] = table.takes(ben=3).told
    told["refill_shadow"] = table.says("table", "refill_shadow", card="E 1", value=1).told
    told["draw_scrolls"] = at("between", 1).says("p1", "draw_scrolls").told
    assert {kind for kind, was in told.items() if was} == {
        "confirm_deal",
        "lay_shadow",
        "take_trick",
        "refill_shadow",
        "draw_scrolls",
    }
    plain = Table().contest()
    plain.plays("A1 A2 A3")
    assert not plain.takes().told
