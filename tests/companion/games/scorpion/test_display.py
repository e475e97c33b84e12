"""The Scorpion table's display: nothing on it depends on a secret, and what happened last comes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.games.scorpion.answer import last_answer
from companion.games.scorpion.display import concerned, large_answer
from companion.games.scorpion.events import UNANNOUNCED, event_rows
from companion.games.scorpion.facts import Ctx
from companion.games.scorpion.screen import SCREEN
from companion.games.table.table import display
from companion.ui.theme import Look, make_look
from referee.core.values import PUBLIC
from referee.scorpion.state import State
from tests.companion.games.scorpion.guards.stage import played
from tests.companion.games.scorpion.guards.test_secrets import EVERY, MOST, pairs, picture
from tests.companion.games.scorpion.intruders.stage import context, snap_of
from tests.companion.screens.stage import EN, JA
from tests.players.scorpion.match import Played
from tests.referee.scorpion.secrecy.twins import Pair
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, spoken

TABLET = make_look("en", shape="tablet")


def board(state: State, look: Look = EN) -> Ctx:
    """Return what a display is drawn from."""
    return context(snap_of(state, PUBLIC, "covered", role="display", my_seats=()), Still(), look)


def shown(state: State, look: Look = EN) -> list[ft.BaseControl]:
    """Return a display's tree."""
    return drawn(lambda: display(board(state, look), SCREEN))


@pytest.mark.soak
@pytest.mark.parametrize("seed", pairs(frozenset({PUBLIC})))
def test_the_display_is_the_same_whatever_is_secret(seed: int) -> None:
    pair, differed = Pair(seed), 0
    for n in range(MOST):
        if not pair.declare():
            break
        if n % EVERY == 0:
            for look in (EN, TABLET):
                assert picture(shown(pair.a.state, look)) == picture(shown(pair.b.state, look)), f"{pair} after {n}"
            differed += pair.a.state != pair.b.state
    assert differed > 0


def telling(kind: str) -> Iterator[Played]:
    """Yield the declarations of some matches that tell this to everybody."""
    for seed in range(1, 5):
        yield from (one for one in played(seed, 2) if any(n.message == f"scorpion.{kind}" for n in one.ruling.notices))


def answer_panel(state: State, look: Look) -> ft.Semantics:
    """Return the panel of the last answer."""
    found = last_answer(board(state, look))
    assert found is not None
    return next(c for c in drawn(lambda: large_answer(look, found)) if isinstance(c, ft.Semantics))


def shape(tree: ft.Semantics) -> list[Any]:
    """Return the kinds and sizes of all that stands in a panel."""
    inside = drawn(lambda: tree)
    return [
        (type(c).__name__, getattr(c, "width", None), getattr(c, "height", None), getattr(c, "padding", None))
        for c in inside
    ]


@pytest.mark.clause("SCORPION-12.6")
@pytest.mark.parametrize("look", [EN, JA, TABLET])
def test_heard_and_nothing_have_panels_of_the_same_size_and_make(look: Look) -> None:
    heard, nothing = (answer_panel(next(telling(kind)).ruling.state, look) for kind in ("heard", "heard_nothing"))
    assert shape(heard) == shape(nothing)
    assert heard.label != nothing.label
    assert heard.live_region


def test_the_newest_event_is_told_first() -> None:
    compared = 0
    for one in played(1, 2)[40::25]:
        ctx = board(one.ruling.state)
        record = [e for e in ctx.view.record if e.kind not in UNANNOUNCED]
        wanted = [ctx.say(f"scorpion.{e.kind}", e.data) for e in record[::-1][:4]]
        said = names(drawn(lambda: ft.Column(event_rows(ctx, 4, skip=False))))  # noqa: B023
        assert [all_.endswith(words) for all_, words in zip(said, wanted, strict=True)] == [True] * len(wanted)
        compared += len(wanted)
    assert compared > 20


def test_what_the_answer_says_is_not_told_again_below_it() -> None:
    one = next(telling("heard_nothing"))
    ctx = board(one.ruling.state)
    without = names(drawn(lambda: ft.Column(event_rows(ctx, 4, skip=True))))
    with_it = names(drawn(lambda: ft.Column(event_rows(ctx, 5, skip=False))))
    assert len(with_it) == len(without) + 1
    assert set(without) <= set(with_it)


def test_the_zone_of_the_open_question_or_of_the_last_event_is_marked() -> None:
    seen = {"open": 0, "last": 0}
    for one in played(1, 2):
        state = one.ruling.state
        if state.phase in ("setup", "ended"):
            continue
        ctx = board(state)
        pending, marked = ctx.view.pending, concerned(ctx)
        if pending is not None and pending.unit:
            figure = next(f for f in ctx.view.figures if f.id == pending.unit.split("+")[0])
            assert marked in ((figure.zone,), ())
            seen["open"] += marked == (figure.zone,)
        elif marked:
            assert marked[0] == next(e.data["zone"] for e in ctx.view.record[::-1] if "zone" in e.data)
            seen["last"] += 1
    assert min(seen.values()) > 0


def test_nothing_can_be_opened_or_declared_on_a_display() -> None:
    for one in played(1, 2)[::40]:
        tree = shown(one.ruling.state, TABLET)
        tapped = [c for c in tree if isinstance(c, ft.OutlinedButton) and c.on_click is not None]
        assert [spoken(each) for each in tapped] == [EN.t("scorpion.screen.sound_on")]
        assert not [name for name in names(tree) if "old to look" in name]


def test_a_sleeping_phone_is_named() -> None:
    one = played(1, 2)[80]
    snap = snap_of(one.ruling.state, PUBLIC, "covered", role="display", my_seats=())
    assert snap.match is not None
    seats = tuple(replace(seat, presence="asleep") for seat in snap.match.seats[:1]) + snap.match.seats[1:]
    ctx = context(replace(snap, match=replace(snap.match, seats=seats)), Still(), TABLET)
    assert any(
        "'s phone sleeps" in name or "phone is asleep" in name for name in _said(drawn(lambda: display(ctx, SCREEN)))
    )


def _said(tree: list[ft.BaseControl]) -> list[str]:
    return [*names(tree), *(str(c.value) for c in tree if isinstance(c, ft.Text))]


# What is done by hand before turn 1


def by_hand(state: State, look: Look = EN) -> list[str]:
    """Return what the display says is to be done on the table."""
    said = names(shown(state, look))
    head = look.t("scorpion.screen.by_hand.head")
    return said[said.index(head) :] if head in said else []


@pytest.mark.clause("SCORPION-2.2", "SCORPION-4.1", "SCORPION-4.3")
@pytest.mark.parametrize("look", [EN, JA, TABLET])
def test_the_display_says_what_is_to_be_placed_until_all_guards_stand(look: Look) -> None:
    t, left = look.t, []
    for one in played(2, 3):
        state = one.before
        if state.phase != "setup":
            assert not by_hand(state, look)
            break
        said = by_hand(state, look)
        patrols = len(state.patrols)
        sentries = len(state.figures) - 2 * patrols
        assert t("scorpion.screen.by_hand.markers") in said
        for kind, n in (("sentries", 8 - sentries), ("patrols", 3 - patrols)):
            assert (t(f"scorpion.screen.by_hand.{kind}", n=n) in said) is (n > 0)
        assert (t("scorpion.screen.by_hand.stand") in said) is (sentries == 8 and patrols == 3)
        left.append(len(state.figures))
    assert {0, 14} <= set(left)


@pytest.mark.clause("SCORPION-4.5")
def test_two_guard_players_are_told_how_many_of_each_weapon_stand() -> None:
    state = next(one.before for one in played(2, 4) if one.before.phase == "setup" and len(one.before.figures) > 2)
    count = {weapon: sum(f.weapon == weapon for f in state.figures) for weapon in ("sword", "spear")}
    assert EN.t("scorpion.screen.by_hand.weapons", **count) in by_hand(state)
    alone = next(one.before for one in played(2, 3) if one.before.phase == "setup" and one.before.figures)
    assert not any("swords" in line for line in by_hand(alone))
