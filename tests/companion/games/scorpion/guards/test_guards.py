"""The guards' phones: whatever random matches declare can be declared by taps, covered and open."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.games.scorpion.answer import LOW, out_of_earshot
from companion.games.scorpion.guards.screen import guards
from companion.ui.theme import Look
from referee import scorpion
from referee.core.values import GAME_MASTER
from referee.scorpion.hearing import hears
from tests.companion.games.scorpion.guards.stage import GUARDS, GuardPhone, guards_turns, played, same
from tests.companion.games.scorpion.intruders.stage import context, snap_of
from tests.companion.screens.stage import EN, JA
from tests.players.scorpion.match import Played
from tests.shots.scenes import Still
from tests.shots.tree import drawn, words

TABLES: list[tuple[int, int, dict[str, Any]]] = [
    (1, 2, {}),
    (5, 4, {}),
    (3, 3, {"guard_cards": "counted"}),
    (
        4,
        4,
        {"awaken_count": "up_to_2", "guard_passage_entry": "card_moves_guard", "sentry_listen_in_patrol": "yes"},
    ),
]


def first(seed: int, players: int, kind: str, **facts: Any) -> Played:
    """Return the first declaration of a type in a random match, with these fields of the moment before it."""
    return next(
        one
        for one in played(seed, players)
        if one.move["type"] == kind and all(getattr(one.before, k) == v for k, v in facts.items())
    )


@pytest.mark.parametrize(("seed", "players", "options"), TABLES)
def test_every_declaration_of_a_match_is_reached_by_taps_on_a_covered_phone(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    reached = set()
    for one in guards_turns(seed, players, 1, **options):
        phone = GuardPhone(one.before, one.seat)
        phone.make(one.move)
        assert phone.declared, one.move
        assert same(one, phone.declared[-1]), (one.move, phone.declared)
        reached.add(one.move["type"])
    assert len(reached) > 9, reached


@pytest.mark.parametrize("table", [0, 1])
def test_every_declaration_of_a_match_is_reached_with_the_cover_open(table: int) -> None:
    seed, players, options = TABLES[table]
    for one in guards_turns(seed, players, 1, **options):
        phone = GuardPhone(one.before, one.seat, "kept")
        phone.make(one.move)
        assert phone.declared, one.move
        assert same(one, phone.declared[-1]), (one.move, phone.declared)


@pytest.mark.parametrize("look", [EN, JA])
def test_everything_is_said_in_words_in_both_languages(look: Look) -> None:
    raw = re.compile(r"\b[a-z]+(?:\.[a-z0-9_]+)+\b|[{}]|\b\w+_\w+\b|\bg\d\d\b")
    seen = set()
    for one in guards_turns(5, 4, 1):
        for held in ("covered", "kept"):
            phone = GuardPhone(one.before, one.seat, held, look)
            assert not [said for said in (*phone.words.splitlines(), *phone.names) if raw.search(said)], one.move
        seen.add(one.move["type"])
    assert len(seen) > 12


def test_the_drawn_kinds_are_entered_under_the_cover_and_come_back_after_it() -> None:
    one = first(1, 2, "draw_cards")
    phone = GuardPhone(one.before, one.seat)
    phone.go()
    assert phone.held == "kept"
    phone.tap(phone.look.t("scorpion.screen.setup.more", name="Awaken"))
    assert phone.entering == ("awaken",)
    phone.tap("Cover")
    assert "Awaken" not in phone.words
    phone.go()
    assert f"1 of {one.move['n']}" in phone.words


def test_covered_a_tile_does_not_say_what_is_held_and_open_it_does() -> None:
    one = first(1, 2, "play_sentry_search")
    covered = GuardPhone(one.before, one.seat)
    opened = GuardPhone(one.before, one.seat, "kept")
    hand = scorpion.view(one.before, one.seat).guards[0].hand
    assert hand is not None
    assert "Awaken" in covered.names
    assert f"Awaken {hand.get('awaken', 0)}" in opened.names
    assert not [name for name in covered.names if name.startswith("Awaken ")]


def test_a_second_tap_on_a_zone_means_the_next_unit_there_and_then_nobody() -> None:
    one = next(
        one
        for one in played(4, 4, tuple(TABLES[3][2].items()))
        if one.move["type"] == "merge_units" and one.before.phase in ("alert", "cards")
    )
    phone = GuardPhone(one.before, one.seat)
    zone = next(f.zone for f in one.before.figures if f.id == one.move["guards"][0])
    units = []
    for _ in range(12):
        phone.tap_zone(zone)
        if not phone.pick.unit:
            break
        units.append(phone.pick.unit)
    assert len(units) == len(set(units)) > 1
    assert phone.pick.zone == ""


@pytest.mark.clause("SCORPION-12.5")
def test_both_answers_to_a_listen_have_the_same_panel_in_the_same_place() -> None:
    heard = next(o for o in played(2, 2) if any(n.message == "scorpion.heard" for n in o.ruling.notices))
    nothing = next(o for o in played(2, 2) if any(n.message == "scorpion.heard_nothing" for n in o.ruling.notices))
    a, b = (GuardPhone(one.ruling.state, "guards") for one in (heard, nothing))
    assert "Something was heard" in a.words
    assert "Nothing" in b.words
    panels = [[c for c in phone.tree if isinstance(c, ft.Semantics) and c.live_region] for phone in (a, b)]
    assert len(panels[0]) == len(panels[1])  # the answer, what was before it, and the ask
    heights = [[c.height for c in phone.tree if isinstance(c, ft.Container) and c.height == LOW] for phone in (a, b)]
    assert heights[0] == heights[1] != []


def test_while_a_listen_waits_nothing_can_be_declared_and_nothing_is_said_of_it() -> None:
    one = next(o for o in played(2, 2) if any(n.message == "scorpion.listen_declared" for n in o.ruling.notices))
    phone = GuardPhone(one.ruling.state, "guards")
    assert "Wait for the answer." in phone.words
    assert not [w for w in phone.words.splitlines() if "heard" in w.lower()]
    assert phone.main == "Waiting"


def test_one_phone_is_handed_to_the_traitor_s_player_after_every_listen() -> None:
    one = next(o for o in played(2, 2) if any(n.message == "scorpion.listen_declared" for n in o.ruling.notices))
    phone = GuardPhone(one.ruling.state, "guards", my_seats=("guards", "intruders"))
    assert phone.main == "Hand to Kage"


@pytest.mark.clause("SCORPION-12.2", "SCORPION-12.4")
def test_what_was_heard_cannot_have_come_from_the_zones_that_are_hatched() -> None:
    legend, seen = EN.t("scorpion.screen.guards.too_far"), 0
    for seed in (1, 2, 5):
        for one in played(seed, 2):
            state = one.ruling.state
            told = [e for e in state.record[len(one.before.record) :] if e.kind in ("heard", "heard_nothing")]
            if not told or state.phase == "ended":
                continue
            phone = GuardPhone(state, "guards")
            far = out_of_earshot(phone.ctx)
            assert bool(far) == (told[-1].kind == "heard") == (legend in phone.words)
            if far:
                seen += 1
                unit = tuple(str(told[-1].data["unit"]).split("+"))
                assert any(hears(state, unit, one) and one.zone not in far for one in state.characters)
                assert told[-1].data["zone"] not in far
    assert seen > 5


@pytest.mark.clause("SCORPION-15.5")
def test_at_a_fork_the_way_is_chosen_before_a_patrol_walks() -> None:
    for one in played(1, 2):
        if one.before.phase != "patrol" or one.move["type"] != "guard_step" or one.before.pending:
            continue
        phone = GuardPhone(one.before, "guards")
        asked = next(p for p in scorpion.prompts(one.before, "guards") if p.ask == "scorpion.ask.patrols")
        unit = next(u for u in asked.choices("guard_step", "unit") if u is not None)
        found = [to for offer in asked.offers if unit in offer.choices("unit") for to in offer.choices("to")]
        ways = [to for to in found if isinstance(to, str)]
        if len(ways) > 1:
            assert phone.main == "Move"
            with pytest.raises(AssertionError):
                phone.go()
            phone.tap_zone(ways[1])
            phone.go()
            assert phone.declared == [{"type": "guard_step", "to": ways[1], "unit": unit}]
            return
    raise AssertionError("no patrol came to a fork")


def test_a_game_master_answers_for_a_guard_with_the_same_choices() -> None:
    one = first(1, 2, "play_sentry_listen", phase="cards")
    snap = snap_of(one.before, "guards", "kept", role="gm", viewer=GAME_MASTER,
                   view=scorpion.view(one.before, GAME_MASTER), prompts=scorpion.prompts(one.before, GAME_MASTER),
                   my_seats=())  # fmt: skip
    ctx = replace(context(snap, Still()), acting="guards")

    def draw() -> ft.Control:
        content, dock = guards(ctx)
        return ft.Column([*content, dock])

    tree = drawn(draw)
    assert "For Gin" in words(tree)
    buttons = [each for each in tree if isinstance(each, ft.OutlinedButton)]
    buttons[-1].on_click(None)  # type: ignore[misc,call-arg,arg-type]
    assert ctx.actions.told[-1] == ("declare", ({"type": "end_card_phase"}, "guards"), {})  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", [2, 4])
def test_whoever_waits_is_told_for_whom(players: int) -> None:
    one = first(5, players, "lock_path")
    seat = next(p.seat for p in one.before.players if p.seat in GUARDS)
    phone = GuardPhone(one.before, seat)
    assert "The intruders act" in phone.words
    assert phone.main != ""
    assert not phone.declared


@pytest.mark.clause("SCORPION-10.7")
def test_who_has_nothing_to_draw_may_still_share_the_draw() -> None:
    for one in [*played(5, 4), *played(2, 4), *played(4, 4, tuple(TABLES[3][2].items()))]:
        asked: dict[str, set[str]] = {}
        for prompt in scorpion.prompts(one.before, "public"):
            asked.setdefault(prompt.seat, set()).add(prompt.ask.removeprefix("scorpion.ask."))
        idle = next((seat for seat, asks in asked.items() if asks - {"anytime"} == {"agree_split"}), None)
        if idle is not None:
            phone = GuardPhone(one.before, idle)
            phone.tap("Agree" if "Agree" in phone.names else "Propose")
            assert phone.declared[-1]["type"] == "agree_split"
            return
    raise AssertionError("both always had something to draw")
