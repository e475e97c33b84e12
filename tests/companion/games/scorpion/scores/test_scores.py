"""Scorpion's board trackers: what a tap declares, what is refused and why, and that nothing there is secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import flet as ft
import pytest

from companion.games.scorpion.facts import Pick, moment_of
from companion.games.scorpion.scores.facts import S, current_phase, doubtful, events_of, legal, subjects
from companion.games.scorpion.scores.screen import figures
from companion.games.scorpion.screen import SCREEN
from companion.games.table.context import PickStore
from companion.games.table.table import drawn as table_drawn
from companion.ui.theme import Look
from referee import scorpion
from referee.core.values import GAME_MASTER, PUBLIC, TABLE
from referee.scorpion.state import State
from tests.companion.games.scorpion.intruders.stage import Held, context, snap_of
from tests.companion.screens.stage import EN, JA, type_into
from tests.referee.scorpion.scores.matches import Step, obedient
from tests.referee.scorpion.scores.scored import Board
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, press, spoken, words


class Phone:
    """A phone of a table that tracks the board: it keeps what is chosen, and notes what it declares."""

    def __init__(self, state: State, seat: str = "", look: Look = EN, held: Held = "covered", **more: Any) -> None:
        self.seat, self.look, self.held, self.more = seat or state.players[0].seat, look, held, more
        self.pick = Pick()
        self.show(state)

    def show(self, state: State) -> None:
        """Show another state, as after a declaration."""
        self.state = state
        snap = snap_of(state, self.seat, self.held, **self.more)
        assert snap.match is not None
        self.snap = replace(snap, match=replace(snap.match, depth="scores"))
        self.declared: list[Mapping[str, Any]] = []
        self.again()

    def again(self) -> None:
        """Draw the screen again."""
        self.actions = Still()
        self.ctx = context(self.snap, self.actions, self.look, self.pick, self._put)
        picks = PickStore(self._put)
        self.tree = drawn(lambda: table_drawn(SCREEN, self.look, self.snap, self.actions, self.pick, picks))  # type: ignore[arg-type]

    def _put(self, change: Any) -> None:
        self.pick = change(self.pick)

    def tap(self, name: str) -> None:
        """Use what has this spoken name, and let happen what it asks for."""
        press(self.tree, name)
        self._happen()

    def turn_to(self, who: str) -> None:
        """Tap whom it is about."""
        label = self.t(f"who.{who}")
        ends = (".", "。")
        self.tap(next(name for name in self.names if name.startswith(tuple(label + end for end in ends))))

    @property
    def main(self) -> ft.OutlinedButton:
        """The main button."""
        return [each for each in self.tree if isinstance(each, ft.OutlinedButton)][-1]

    def go(self) -> None:
        """Use the main button. Raises `AssertionError` while it is grey."""
        assert self.main.on_click is not None, spoken(self.main)
        self.main.on_click(None)  # type: ignore[call-arg,arg-type]
        self._happen()

    def _happen(self) -> None:
        self.declared += [args[0] for told, args, _ in self.actions.told if told == "declare"]
        self.again()

    def t(self, key: str, **params: Any) -> str:
        """Return words of this depth."""
        return self.ctx.t(f"{S}{key}", **params)

    @property
    def names(self) -> list[str]:
        """All that a screen reader speaks."""
        return names(self.tree)

    def type(self, label: str) -> None:
        """Type into the only field."""
        type_into(self.tree, label)
        self._happen()


def judged(state: State, move: Mapping[str, Any]) -> Any:
    """Return the referee's ruling on what the table declares."""
    return scorpion.judge(state, TABLE, scorpion.MOVE.validate_python(dict(move)))


def states(seed: int, every: int = 23) -> list[State]:
    """Return some states of a random match."""
    return [before for before, _, _ in match(seed)][1::every]


@lru_cache(maxsize=16)
def match(seed: int) -> tuple[Step, ...]:
    """Return a whole random match of this depth, with random options, for 2, 3 or 4."""
    return tuple(obedient(seed))


def test_what_was_heard_is_one_tap() -> None:
    phone = Phone(Board().table.state)
    phone.tap("Heard")
    assert phone.declared == [{"type": "alert", "by": 1, "reason": "heard"}]
    phone.tap("Discovered")
    assert phone.declared[1:] == [{"type": "alert", "by": "high", "reason": "discovered"}]


def test_it_is_declared_for_the_table() -> None:
    phone = Phone(Board().table.state)
    press(phone.tree, "Heard")
    (said,) = [args for told, args, _ in phone.actions.told if told == "declare"]
    assert said[1] == TABLE


def test_the_next_turn_waits_in_the_dock_with_its_draw() -> None:
    board = Board()
    board.says("alert", by="high", reason="discovered")
    phone = Phone(board.table.state)
    assert "For the whole table. Begin turn 2; guards draw 3." in phone.names
    phone.go()
    assert phone.declared == [{"type": "next_turn"}]


@pytest.mark.clause("SCORPION-23.1")
def test_a_return_comes_before_the_next_turn() -> None:
    board = Board()
    board.says("death", intruder="traitor")
    board.says("next_turn")
    phone = Phone(board.table.state)
    assert spoken(phone.main) == "Traitor is back"
    phone.go()
    assert phone.declared == [{"type": "returned", "intruder": "traitor"}]


@pytest.mark.clause("SCORPION-28.1")
def test_the_end_is_declared_in_the_last_turn() -> None:
    board = Board()
    board.turns(20)
    phone = Phone(board.table.state)
    phone.go()
    assert phone.declared == [{"type": "finish"}]


@pytest.mark.clause("SCORPION-29.3")
def test_a_lone_wolf_whom_nothing_named_is_named_before_the_end() -> None:
    board = Board(lone_wolf="hidden")
    board.turns(20)
    phone = Phone(board.table.state)
    assert phone.main.on_click is None
    phone.tap("Traitor")
    phone.go()
    assert phone.declared == [{"type": "finish", "intruder": "traitor"}]


@pytest.mark.clause("SCORPION-4.1")
def test_the_weapons_placed_are_counted_at_the_start() -> None:
    phone = Phone(Board(begun=False).table.state)
    phone.tap("One Spears less")
    phone.go()
    assert phone.declared == [{"type": "start", "sword": 8, "spear": 6}]


@pytest.mark.clause("SCORPION-4.5")
def test_two_guard_players_place_even_numbers() -> None:
    phone = Phone(Board(4, begun=False).table.state)
    phone.tap("One Spears less")
    phone.go()
    assert phone.declared == [{"type": "start", "sword": 7, "spear": 7}]


@pytest.mark.clause("SCORPION-29.1")
def test_a_lone_wolf_is_chosen_before_the_start() -> None:
    phone = Phone(Board(begun=False, lone_wolf="on").table.state)
    assert phone.main.on_click is None
    phone.tap("Ninja")
    phone.go()
    assert [move["intruder"] for move in phone.declared] == ["ninja"]


def test_a_card_is_said_to_be_drawn_or_from_the_hand() -> None:
    board = Board()
    board.says("alert", by="high", reason="discovered")
    board.says("next_turn")
    phone = Phone(board.table.state)
    phone.tap("Card")
    phone.tap("Awaken")
    phone.tap("Card")
    phone.tap("Hand card")
    phone.tap("Sentry Search")
    assert [(move["card"], move["phase"]) for move in phone.declared] == [
        ("awaken", "alert"),
        ("sentry_search", "cards"),
    ]


def test_a_search_may_name_its_zone() -> None:
    phone = Phone(Board().table.state)
    phone.turn_to("ninja")
    phone.tap("Search")
    phone.type(" N7 ")
    phone.tap("C")
    assert phone.declared == [{"type": "search", "intruder": "ninja", "zone": "N7", "found": "C"}]
    phone.tap("Search")
    phone.tap("Nothing")
    assert phone.declared[1:] == [{"type": "search", "intruder": "ninja", "found": "nothing"}]


def test_the_mission_that_can_be_shown_is_named_on_its_tile() -> None:
    board = Board()
    board.says("search", intruder="ninja", found="D")
    phone = Phone(board.table.state)
    phone.turn_to("ninja")
    phone.tap("Mission D")
    assert phone.declared == [{"type": "mission", "intruder": "ninja", "letter": "D"}]


def test_what_is_open_closes_with_the_way_back_and_with_another_person() -> None:
    phone = Phone(Board().table.state)
    phone.tap("Card")
    phone.tap("Back to the board")
    assert "Heard" in phone.names
    phone.tap("Card")
    phone.turn_to("ninja")
    assert "Search" in phone.names
    assert phone.declared == []


def test_what_is_open_stays_about_the_same_person_while_others_declare() -> None:
    board = Board()
    phone = Phone(board.table.state)
    phone.turn_to("traitor")
    phone.tap("Card")
    board.says("next_turn")
    phone.show(board.table.state)
    phone.tap("Rope")
    assert phone.declared == [{"type": "card_played", "by": "traitor", "card": "rope"}]


@pytest.mark.parametrize("seed", range(9))
def test_what_is_faint_is_refused_with_a_rule_and_what_is_not_is_upheld(seed: int) -> None:
    faint = 0
    for state in states(seed):
        if state.phase == "setup":
            continue
        ctx = Phone(state).ctx
        for who in subjects(ctx.view):
            for event in events_of(ctx, who):
                found = legal(ctx, event, who)
                for fields in found:
                    assert judged(state, {"type": event.kind, **fields}).upheld
                if not found:
                    ruling = judged(state, doubtful(ctx, event, who))
                    assert not ruling.upheld, (event, who)
                    assert ruling.clause.startswith("SCORPION-")
                    faint += 1
    assert faint


@pytest.mark.parametrize("seed", range(6))
def test_numbers_declare_one_more_and_one_less(seed: int) -> None:
    """Each − and + is upheld as shown, or refused where it is faint."""
    for state in states(seed, 29):
        if state.phase == "setup":
            continue
        phone = Phone(state)
        tree = drawn(lambda: figures(phone.ctx))  # noqa: B023
        for name in names(tree):
            phone.actions.told.clear()
            try:
                press(tree, name)
            except LookupError:
                continue
            for told, args, _ in phone.actions.told:
                if told == "declare":
                    assert judged(state, args[0]).upheld == ("not available" not in name), (name, args)


@pytest.mark.clause("SCORPION-21.9")
def test_a_drunk_guard_gets_sober_by_one_tap_where_it_wears_off() -> None:
    for players, taps in ((2, ()), (4, ("1 guard, spear",))):
        board = Board(players, sake_duration=2)
        board.says("drunk", cause="other", **({"weapon": "spear"} if players == 4 else {}))
        phone = Phone(board.table.state)
        for name in ("A drunk guard is sober", *taps):
            phone.tap(name)
        (move,) = phone.declared
        after = judged(board.table.state, move).state.scores
        assert (after.drunk, after.sword, after.spear) == (0, 7, 7)


@pytest.mark.clause("SCORPION-24.4")
def test_guards_in_the_passage_or_drunk_leave_by_a_tile_of_their_own() -> None:
    board = Board()
    assert "Guard leaves" not in Phone(board.table.state).names
    board.says("drunk", cause="other")
    phone = Phone(board.table.state)
    phone.tap("Guard leaves")
    phone.tap("Drunk, On the map")
    assert judged(board.table.state, phone.declared[0]).state.scores.drunk == 0


def test_the_phase_is_the_latest_in_which_something_was_declared() -> None:
    board = Board()

    def phase() -> str:
        return current_phase(scorpion.view(board.table.state, PUBLIC))

    board.says("alert", by="high", reason="discovered")
    board.says("next_turn")
    assert phase() == "alert"
    board.says("card_played", by="traitor", card="cat")
    assert phase() == "alert"
    board.says("card_played", by="guards", card="sentry_listen")
    assert phase() == "cards"
    board.says("wound", intruder="ninja", phase="patrol")
    assert phase() == "patrol"
    board.says("search", intruder="ninja", found="nothing")
    assert phase() == "intruders"
    board.says("next_turn")
    assert phase() == "alert"


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_secret(seed: int) -> None:
    """Every seat's phone shows the same, open or covered, and its view holds nothing of its own."""
    for state in states(seed, 31):
        view = scorpion.view(state, PUBLIC)
        for player in state.players:
            own = scorpion.view(state, player.seat)
            assert own == view.model_copy(update={"viewer": player.seat})
            assert (own.guards, own.intruders) == ((), None)
        first, *others = (Phone(state, p.seat).names for p in state.players)
        assert all(each == first for each in others)


def test_a_phone_of_this_depth_has_no_covered_part() -> None:
    phone = Phone(Board().table.state)
    assert "Safe to show 2 of 2 here" in phone.names
    assert not [name for name in phone.names if "old to look" in name]


@pytest.mark.parametrize("look", [EN, JA])
def test_all_of_it_has_words(look: Look) -> None:
    for seed in (1, 2):
        for state in states(seed, 37):
            ctx = Phone(state, look=look).ctx
            for who in subjects(ctx.view) if state.phase != "setup" else ():
                for tab in ("", *(f"{who}.{event.name}" for event in events_of(ctx, who))):
                    phone = Phone(state, look=look)
                    phone.pick = Pick(moment=moment_of(phone.snap.view), who=who, tab=tab)
                    phone.again()
                    unknown = [w for w in (*phone.names, *words(phone.tree)) if "scorpion." in w or "scores." in w]
                    assert not unknown, (who, tab)


def test_a_game_master_declares_for_the_table_and_an_observer_only_looks() -> None:
    state = Board().table.state
    master = Phone(state, GAME_MASTER, held="kept")
    master.tap("Heard")
    assert master.declared == [{"type": "alert", "by": 1, "reason": "heard"}]
    info = master.snap.match
    assert info is not None
    observer = Phone(state, GAME_MASTER, held="kept", match=replace(info, game_master="observer"))
    assert "Heard" not in observer.names
    assert "Guards 14" in observer.names


def test_a_game_master_who_answers_for_the_table_has_the_way_back() -> None:
    phone = Phone(Board().table.state, GAME_MASTER, held="kept")
    phone.pick = Pick(moment=moment_of(phone.snap.view), naming=TABLE)
    phone.again()
    assert "Back" in phone.names
    phone.go()
    assert phone.declared == [{"type": "next_turn"}]


def test_an_event_that_is_not_known_opens_nothing() -> None:
    """An event may be gone by the time the state comes in which it is not offered."""
    phone = Phone(Board().table.state)
    phone.pick = Pick(moment=moment_of(phone.snap.view), tab="guards.unheard_of")
    phone.again()
    assert "Heard" in phone.names
