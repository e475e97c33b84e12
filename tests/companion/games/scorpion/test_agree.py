"""What both sides may agree on from the menu: unknown facts and rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.screen import agree_rows, agree_sheet, proposal, value_words
from companion.tables.match_draft import options_of
from referee import scorpion
from referee.core.values import Refused, Ruling
from referee.scorpion.setup.table import RULED, UNKNOWN
from referee.scorpion.state import State
from tests.companion.games.scorpion.guards.stage import played
from tests.companion.games.scorpion.intruders.stage import context, snap_of
from tests.companion.screens.stage import shown as on_phone
from tests.players.scorpion.match import judged
from tests.referee.scorpion.setup.test_table import GUARD_DECK
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, press


def state() -> State:
    """Return a moment of a random match in its first turn."""
    return next(o for o in played(1, 2) if o.before.phase == "cards").before


def ctx_of(now: State, seat: str = "guards", **chosen: Any) -> Ctx:
    """Return what the sheets are drawn from."""
    snap = snap_of(now, seat, "covered")
    return context(snap, Still(), pick=Pick(moment=moment_of(snap.view), **chosen))


def shown(ctx: Ctx) -> list[ft.BaseControl]:
    """Return the tree of the sheet that is open."""
    return drawn(lambda: agree_sheet(ctx))


def declared(ctx: Ctx) -> list[Any]:
    """Return what was declared."""
    told: list[Any] = ctx.actions.told  # type: ignore[attr-defined]
    return [args[0] for name, args, _ in told if name == "declare"]


def test_the_menu_offers_it_only_while_the_match_is_played_by_its_seats() -> None:
    assert [row[1] for row in agree_rows(ctx_of(state()))] == ["Fill in what is unknown"]
    setting_up = next(o for o in played(1, 2) if o.before.phase == "setup").before
    assert agree_rows(ctx_of(setting_up)) == []
    display = ctx_of(state())
    assert agree_rows(replace(display, snap=replace(display.snap, role="display"))) == []


def test_every_option_that_may_change_during_play_is_there_with_its_value_in_words() -> None:
    said = [
        name
        for group in ("cards", "rulings")
        for name in names(shown(ctx_of(state(), sheet="unknown", option=("", group))))
    ]
    for option in options_of("scorpion"):
        there = option.key in UNKNOWN | RULED
        value = value_words(ctx_of(state()), option, getattr(ctx_of(state()).view.options, option.key)) if there else ""
        title = ctx_of(state()).look.t(f"scorpion.option.{option.key}")
        assert (f"{title}, {value}" in said) == there, option.key
    assert not [each for each in said if each.startswith("scorpion.")]


def test_a_new_value_is_proposed_and_the_other_side_agrees_with_one_tap() -> None:
    now = state()
    ctx = ctx_of(now, sheet="unknown", option=("awaken_moves", "1"))
    press(shown(ctx), "Propose it")
    (move,) = declared(ctx)
    assert move == {"type": "set_unknown", "options": {"awaken_moves": "1"}}
    ruling = scorpion.judge(now, "guards", scorpion.MOVE.validate_python(move))
    assert proposal(ctx_of(ruling.state)) == {}
    other = ctx_of(ruling.state, "intruders", sheet="unknown")
    assert proposal(other) == move["options"]
    assert "Proposed: A woken guard moves at once: 1 zone" in agree_rows(other)[0][2]
    press(shown(other), "Agree")
    ruling = scorpion.judge(ruling.state, "intruders", scorpion.MOVE.validate_python(declared(other)[0]))
    assert ruling.upheld
    assert ruling.state.options.awaken_moves == "1"
    assert proposal(ctx_of(ruling.state, "intruders")) == {}


@pytest.mark.parametrize("key", ["awaken_moves", "sake_duration", "guard_deck"])
def test_an_option_as_it_is_cannot_be_proposed(key: str) -> None:
    ctx = ctx_of(state(), sheet="unknown", option=(key, getattr(ctx_of(state()).view.options, key)))
    assert "It is so already" in names(shown(ctx))
    assert "Propose it" not in names(shown(ctx))


def test_a_refusal_that_rests_on_a_deck_list_leads_to_the_list_and_without_it_the_match_goes_on() -> None:
    acts = judged("a wrong list", 2, {"guard_deck": GUARD_DECK, "guard_cards": "entered"})
    drew = next(act for act in acts if act.parsed.type == "draw_cards")
    now, n = drew.before, drew.parsed.n
    moves = [{"type": "draw_cards", "n": n, "cards": {kind: n}} for kind in GUARD_DECK]
    rulings = [(move, scorpion.judge(now, "guards", scorpion.MOVE.validate_python(move))) for move in moves]
    move, ruling = next(each for each in rulings if each[1].reason == "scorpion.not_in_the_deck")
    asked = replace(snap_of(now, "guards"), refusal=ruling, refused_move=move)
    screen, actions = on_phone(asked)
    screen.tap("The box holds other cards. Both sides mend the list, or take it back")
    assert actions.told[-1][0] == "dismiss"
    screen.show(replace(asked, refusal=None, refused_move=None))
    assert "Guard cards in the box" in screen.words
    told = {"type": "set_unknown", "options": {"guard_deck": None}}
    for seat in ("guards", "intruders"):
        now = scorpion.judge(now, seat, scorpion.MOVE.validate_python(told)).state
    assert scorpion.judge(now, "guards", scorpion.MOVE.validate_python(move)).upheld


def test_a_refusal_without_a_deck_list_does_not_lead_to_one() -> None:
    now = state()
    refused = Ruling.refusal(Refused("SCORPION-1.3", "scorpion.not_in_the_deck", firm=True))
    screen, _ = on_phone(replace(snap_of(now, "guards"), refusal=refused, refused_move={"type": "draw_cards"}))
    assert "The box holds other cards" not in screen.words
