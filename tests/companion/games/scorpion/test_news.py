"""What happened in public is one card on every phone until its reader goes on, and a hatched map says what it means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.games.scorpion.events import news
from companion.games.scorpion.facts import Pick, moment_of
from companion.games.scorpion.guards.frame import panel
from companion.ui.theme import Look
from referee.scorpion.adjusting import Adjustment, adjust
from referee.scorpion.parts import Event
from referee.scorpion.state import State
from tests.companion.games.scorpion.intruders.stage import Held, context, snap_of
from tests.companion.games.scorpion.test_reasoning import known, night
from tests.companion.screens.stage import EN, JA
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, press, words

READ = "scorpion.screen.news.read"


def told(state: State, *events: tuple[str, dict[str, Any]], turn: int = 0) -> State:
    made = tuple(Event(turn=turn or state.turn, phase="intruders", kind=kind, data=data) for kind, data in events)
    return replace(state, record=(*state.record, *made))


def card(state: State, seat: str, held: Held, pick: Pick, look: Look = EN, put: Any = None) -> list[Any]:
    ctx = context(snap_of(state, seat, held), Still(), look, pick, put)
    return drawn(lambda: ft.Column(news(ctx)))


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
@pytest.mark.parametrize("held", ["covered", "kept"])
@pytest.mark.parametrize("seat", ["guards", "intruders"])
def test_a_public_event_is_on_every_phone_until_its_reader_goes_on(seat: str, held: Held, look: Look) -> None:
    state = told(night(), ("mission_accomplished", {"intruder": "ninja", "letter": "F"}))
    before = Pick(seen=len(night().record))
    picks = [before]
    tree = card(state, seat, held, before, look, lambda change: picks.append(change(picks[-1])))
    assert any("F" in name for name in names(tree))
    press(tree, look.t(READ))
    assert not names(card(state, seat, held, picks[-1], look))
    again = told(state, ("escaped", {"intruder": "ninja", "zone": "W1"}))
    assert look.t(READ) in names(card(again, seat, held, picks[-1], look))


def test_an_answer_that_was_replaced_is_news_again() -> None:
    about = {"unit": "g01", "zone": "W1"}
    heard = replace(told(night(), ("heard_nothing", about)), pending=())
    state = adjust(heard, Adjustment(answer="heard"))
    said = EN.t("scorpion.screen.guards.heard").lower()
    for seat in ("guards", "intruders"):
        shown = names(card(state, seat, "covered", Pick(seen=len(heard.record))))
        assert any(said in name for name in shown), seat
    unruled = adjust(heard, Adjustment(alert=2))
    assert not names(card(unruled, "guards", "covered", Pick(seen=len(heard.record))))


def test_what_everybody_does_by_hand_and_what_is_long_past_is_no_news() -> None:
    before = Pick(seen=len(night().record))
    assert not names(card(told(night(), ("card_phase", {})), "guards", "kept", before))
    late = replace(night(), turn=9)
    old = told(late, ("escaped", {"intruder": "ninja", "zone": "W1"}), turn=2)
    assert not names(card(old, "guards", "kept", Pick()))


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_a_hatched_map_says_what_hatching_means_until_a_zone_is_asked_about(look: Look) -> None:
    legend = look.t("scorpion.screen.reason.legend")
    for asked in ("", "W1"):
        snap = snap_of(night(), "guards")
        ctx = context(snap, Still(), look, Pick(moment_of(snap.view), reason="all", asked=asked))
        shown = "\n".join(words(drawn(lambda ctx=ctx: ft.Column(panel(ctx, known())))))  # type: ignore[misc]
        assert (legend in shown) == (not asked)
