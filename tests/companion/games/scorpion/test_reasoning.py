"""The guards' map that says where intruders can be, the intruders' own exposure, the game master's word on a zone."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import flet as ft
import pytest

from companion.contract.snapshot import Snapshot
from companion.games.scorpion.facts import Pick, moment_of
from companion.games.scorpion.gm import all_open, figures_sheet, relearnt, ruling_sheet
from companion.games.scorpion.intruders.map import ZoneCounts, foresight
from companion.games.scorpion.intruders.screen import intruders
from companion.games.scorpion.screen import own_rows
from companion.games.table.frame import page
from companion.ui.theme import Look, make_look
from companion.ui.usable import Usable
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.parts import Event
from referee.scorpion.state import State
from referee.scorpion.views.view import Relearnt
from referee.scorpion.views.view_model import OutView, ReasoningView, WhereView
from tests.companion.games.scorpion.guards.stage import GuardPhone
from tests.companion.games.scorpion.intruders.stage import context, snap_of
from tests.companion.screens.stage import EN, shown
from tests.referee.scorpion.opening import opening
from tests.shots.scenes import Still
from tests.shots.scenes_shell import lobby
from tests.shots.tree import drawn, names, press, words

SWITCH, PLAIN = "Where can they be?", "Show the plain map"
JA = make_look("ja")


@cache
def night() -> State:
    """Return a table in its first intruders' phase at which the app helps the guards."""
    return opening(2, reasoning="guards").state


@cache
def known() -> ReasoningView:
    """Return something to be known of a night on Nijō: W1 is out for both, each for a reason of its own."""
    ids = night().board.ids
    heard = {"unit": "g01", "zone": "W2"}
    ninja = WhereView(
        who="ninja", zones=("W3", "W4"), certain=1,
        out=tuple(OutView(zone=z, turn=1, kind="heard_nothing", data=heard, clause="SCORPION-12.8")
                  for z in ids if z not in ("W3", "W4")),
    )  # fmt: skip
    moved = {"unit": "g01", "origin": "W3", "zone": "W1"}
    traitor = WhereView(
        who="traitor", zones=("W4",),
        out=tuple(OutView(zone=z, turn=1, kind="guards_moved", data=moved, clause="SCORPION-21.1")
                  for z in ids if z != "W4"),
    )  # fmt: skip
    return ReasoningView(intruders=(ninja, traitor))


class Reasoner(GuardPhone):
    """A guards' phone that is told what is `known` while its cover is open."""

    @property
    def snap(self) -> Snapshot:
        snap = super().snap
        if self.held == "covered":
            return snap
        return replace(snap, view=snap.view.model_copy(update={"reasoning": known()}))

    @property
    def values(self) -> list[str]:
        """What a screen reader says after the names of the map's zones."""
        return [str(each.value) for each in self.tree if isinstance(each, Usable) and each.value]


def helped(look: Look = EN) -> Reasoner:
    phone = Reasoner(night(), "guards", "kept", look)
    phone.tap(look.t("scorpion.screen.reason.on"))
    return phone


def test_the_switch_is_on_the_open_phone_of_a_table_that_wants_it_alone() -> None:
    assert SWITCH in GuardPhone(night(), "guards", "kept").names
    assert SWITCH not in GuardPhone(night(), "guards", "covered").names
    other = replace(night(), options=night().options.model_copy(update={"reasoning": "end"}))
    assert SWITCH not in GuardPhone(other, "guards", "kept").names


def test_the_map_says_how_many_zones_and_how_old_that_is() -> None:
    phone = helped()
    for each in ("Both 2", "Ninja 2", "Traitor 1"):
        assert each in phone.words
    assert "Ninja: last certain in this turn. Possible zones: 2." in phone.words
    assert "Traitor: never certain yet. Possible zones: 1." in phone.words
    phone.tap(PLAIN)
    assert "Both 2" not in phone.words


def test_a_zone_that_is_tapped_says_why_it_is_out_with_its_clauses() -> None:
    phone = helped()
    phone.tap_zone("W1")
    assert "Ninja: out. Turn 1: Guard 1 heard nothing in W2." in phone.words
    assert "Traitor: out. Turn 1: Guard 1 met nobody in W1." in phone.words
    assert {"Clause 12.8", "Clause 21.1"} <= set(phone.names)
    phone.tap_zone("W4")
    assert "Ninja: possible." in phone.words
    assert "Clause 12.8" not in phone.names


def test_one_of_them_alone_may_be_asked_about() -> None:
    phone = helped()
    phone.tap("Traitor 1")
    phone.tap_zone("W3")
    assert "Traitor: out." in phone.words
    assert "Ninja: " not in phone.words


def test_zones_that_are_out_are_hatched_and_spoken_of() -> None:
    plain, phone = Reasoner(night(), "guards", "kept"), helped()
    assert len(pictures(phone.tree)) > len(pictures(plain.tree))
    assert any("Guard 1 heard nothing in W2" in value for value in phone.values)
    assert sum("Ninja: possible." in value for value in phone.values) == 2
    assert not any("possible" in value for value in plain.values)


def pictures(tree: list[ft.BaseControl]) -> list[str]:
    return [str(each.src) for each in tree if isinstance(each, ft.Image)]


def test_the_list_of_zones_says_the_same() -> None:
    phone = helped()
    phone.tap("Zones as a list")
    assert sum("Ninja: possible." in name for name in phone.names) == 2
    assert any(n.startswith("W1, ") and "Traitor: out. Turn 1: Guard 1 met nobody in W1." in n for n in phone.names)


def test_covering_takes_all_of_it_away_and_opening_brings_it_back() -> None:
    phone = helped()
    phone.tap_zone("W1")
    phone.held = "covered"
    phone.again()
    assert not any(word in phone.words for word in ("Both 2", "heard nothing in W2.", "possible"))
    assert not any("out. Turn" in value for value in phone.values)
    phone.held = "kept"
    phone.again()
    assert "Both 2" in phone.words


def test_where_something_may_be_done_a_tap_does_it_too() -> None:
    state = opening(2, reasoning="guards").state
    phone = Reasoner(replace(state, phase="cards"), "guards", "kept")
    phone._tile("Listen")
    phone.tap(SWITCH)
    phone.tap_zone("W4")
    assert phone.pick.zone == "W4"
    assert phone.pick.asked == "W4"


def test_it_is_said_in_japanese() -> None:
    phone = helped(JA)
    phone.tap(next(name for name in phone.names if name.startswith("W1、")))
    assert "忍者：除外。1ターン目" in phone.words


@pytest.mark.parametrize(("why", "said"), [("broken", "the rules do not explain"), ("laid", "taken over from a table")])
def test_a_record_that_does_not_tell_all_is_owned_up_to(why: str, said: str) -> None:
    phone = helped()
    broken = known().model_copy(update={why: True})
    snap = replace(phone.snap, view=phone.snap.view.model_copy(update={"reasoning": broken}))
    ctx = context(snap, Still(), EN, replace(phone.pick, reason="all"))
    from companion.games.scorpion.guards.screen import guards

    tree = drawn(lambda: page(ctx, *guards(ctx)))
    assert any(said in word for word in words(tree))


# An intruder's own exposure


def exposed(*people: ZoneCounts, held: Any = "kept", seat: str = "intruders", entering: tuple[str, ...] = ()) -> Any:
    told = people or None
    snap = snap_of(night(), seat, held, foreseen=told if held != "covered" else None, entering=entering)
    ctx = context(snap, Still())
    return drawn(lambda: page(ctx, *intruders(ctx)))


def test_the_open_screen_says_what_the_table_can_know_now_and_after_the_plan() -> None:
    why = ("search_declared", {"zone": "W4", "intruder": "ninja"})
    tree = exposed(ZoneCounts("ninja", 34, 12, 34, why), ZoneCounts("traitor", 5, 5))
    panel = next(name for name in names(tree) if "What they can know of the Ninja" in name)
    for part in ("by the open record", "34 zones now", "12 after this path", "Searching W4", "Staying would leave 34."):
        assert part in panel


def test_while_it_is_worked_out_the_numbers_are_missing_and_nothing_else() -> None:
    waits, told = exposed(), exposed(ZoneCounts("ninja", 34, 12, 34))
    assert "34" not in words(waits)
    assert len(names(waits)) == len(names(told))


def test_a_covered_screen_has_no_such_panel() -> None:
    tree = exposed(ZoneCounts("ninja", 34, 12), held="covered")
    assert not any("can know" in said for said in (*names(tree), *words(tree)))


def test_it_is_worked_out_from_the_record_and_the_plan() -> None:
    state = night()
    stay, go = (foresight(state, "intruders", plan) for plan in ((), ("1 n", "n walk M1")))
    assert stay is not None
    assert go is not None
    people = {one.who: one for one in stay()}
    assert set(people) == {"ninja", "traitor"}
    assert all(one.now > 0 and one.after is not None for one in people.values())
    ninja = next(one for one in go() if one.who == "ninja")
    assert ninja.now == people["ninja"].now
    assert ninja.still == people["ninja"].after


@pytest.mark.parametrize("viewer", ["guards", PUBLIC])
def test_for_nobody_else_is_anything_worked_out(viewer: str) -> None:
    assert foresight(night(), viewer, ()) is None


def test_a_plan_that_cannot_be_walked_has_no_number() -> None:
    work = foresight(night(), "intruders", ("1 n", "n walk K10"))
    assert work is not None
    assert next(one for one in work() if one.who == "ninja").after is None


# The game master


def test_a_tapped_zone_says_whether_anybody_can_be_there_by_the_open_record() -> None:
    work = foresight(night(), GAME_MASTER, ())
    assert work is not None
    snap = snap_of(night(), GAME_MASTER, "kept", foreseen=work())
    ctx = context(snap, Still(), EN, Pick(moment_of(snap.view), zone="P6"))
    said = "\n".join(words(drawn(lambda: ft.Column(all_open(ctx)))))
    assert "By the open record" in said
    assert "Ninja: " in said
    nothing = context(snap, Still())
    assert "By the open record" not in "\n".join(words(drawn(lambda: ft.Column(all_open(nothing)))))


def test_a_correction_says_which_knowledge_changes() -> None:
    change = Relearnt("ninja", ("W1", "W2"), ("W2", "W3", "passage"))
    ctx = context(snap_of(night(), GAME_MASTER, "kept", relearnt=(change,)), Still())
    said = "\n".join(words(drawn(lambda: ft.Column(relearnt(ctx)))))
    assert "Ninja: 2 possible zones become 3" in said
    assert "No longer possible: W1" in said
    assert "Possible then: W3, the secret passage" in said


# What everybody is told


def test_the_lobby_and_the_menu_tell_everybody_whom_the_app_helps() -> None:
    words_ = "Who is shown where intruders can be: The guards"
    open_ = lobby("en", "here", "here", "free", "free")
    assert open_.match is not None
    match = replace(open_.match, game="scorpion", options={"depth": "plays", "reasoning": "guards"})
    assert words_ in shown(replace(open_, match=match))[0].words
    usual = replace(match, options={"depth": "plays"})
    assert "helps to reason" not in shown(replace(open_, match=usual))[0].words
    for seat in ("guards", "intruders"):
        ctx = context(snap_of(night(), seat, "covered"), Still())
        assert words_ in [title for _, title, _, _ in own_rows(ctx)]


def test_the_figures_of_a_house_ruling_stand_in_the_order_of_their_numbers() -> None:
    state = night()
    turned = replace(state, figures=state.figures[::-1])
    tree = drawn(lambda: figures_sheet(context(snap_of(turned, GAME_MASTER, "kept"), Still())))
    numbers = [int(said.removeprefix("Guard ")) for said in words(tree) if re.fullmatch(r"Guard \d+", said)]
    assert len(numbers) == len(state.figures)
    assert numbers == sorted(numbers)


def test_the_answer_of_the_last_listen_is_replaced_with_a_tap() -> None:
    state = replace(night(), record=())
    told = {"unit": "g01", "zone": "W1"}
    answer = Event(turn=state.turn, phase=state.phase, kind="heard_nothing", data=told)
    still = Still()
    snap = snap_of(replace(state, record=(answer,)), GAME_MASTER, "kept")
    tree = drawn(lambda: ruling_sheet(context(snap, still)))
    press(tree, EN.t("scorpion.screen.gm.heard"))
    assert ("house_ruling", (), {"adjust": {"answer": "heard"}}) in still.told
    unheard = drawn(lambda: ruling_sheet(context(snap_of(state, GAME_MASTER, "kept"), Still())))
    assert EN.t("scorpion.screen.gm.heard") not in words(unheard)
