"""Depth `scores`: the start, the turn and alert markers, the end, and the table of all rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion.contact import raise_alert
from referee.scorpion.options import Level, Options
from referee.scorpion.parts import ScoredCharacter, Scores
from referee.scorpion.scores import RUNNING, UNNAMED, moves, must_be_named, named, taking_part, with_scores
from referee.scorpion.scores.figures import (
    death,
    drunk,
    escape,
    guard_added,
    guard_removed,
    mission,
    passage,
    returned,
    sleeper_woken,
    sobered,
    wound,
)
from referee.scorpion.scores.moves import Alert, Finish, NextTurn, Start
from referee.scorpion.scores.searches import card_played, focus, search
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.state import OF_A_WEAPON, TURNS, Character, State, two_guard_players
from referee.scorpion.turns import ended, nobody_left

# The start


def start(state: State, move: Start, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the start of the match, at turn 1 without alert (SCORPION-1.2, 2.2, 4.1 to 4.5, 29.1, 29.3)."""
    firm(state.phase == "setup", "SCORPION-9.2", "scorpion.scores_started_already")
    characters = _characters(state, move.intruder)
    figures = figures_placed(state)
    sword, spear = _weapons(figures, move)
    context.require(sword + spear == figures, "SCORPION-4.1", "scorpion.scores_figures", figures=figures)
    firm(min(sword, spear) >= 0, "SCORPION-4.1", "scorpion.scores_figures", figures=figures)
    firm(max(sword, spear) <= OF_A_WEAPON, "SCORPION-1.2", "scorpion.scores_weapon_out", most=OF_A_WEAPON)
    cards_are_even = not two_guard_players(state) or abs(sword - spear) <= figures % 2
    context.require(cards_are_even, "SCORPION-4.5", "scorpion.scores_even_weapons")
    kept = tuple(ScoredCharacter.model_validate({"who": c.who}) for c in characters if c.status != "absent")
    state = replace(
        state,
        phase=RUNNING,
        characters=characters,
        players=tuple(replace(p, locked=True) for p in state.players),
        scores=Scores(sword=sword, spear=spear, sleepers=state.options.sleepers, characters=kept),
    )
    return uphold(publish(state, told, "scores_started", "SCORPION-2.2", turn=1, guards=sword + spear), told)


def figures_placed(state: State) -> int:
    """Return the number of guard figures in the set-up (SCORPION-4.1, 4.3, 29.2)."""
    return state.options.sentries + 2 * state.options.patrol_count


def _weapons(figures: int, move: Start) -> tuple[int, int]:
    if move.sword is None and move.spear is None:
        return (figures + 1) // 2, figures // 2
    sword = figures - (move.spear or 0) if move.sword is None else move.sword
    return sword, figures - sword if move.spear is None else move.spear


def _characters(state: State, chosen: str | None) -> tuple[Character, ...]:
    """Return both characters, or a lone wolf's only one, nameless if hidden (SCORPION-29.1, 29.3)."""
    wolf = state.options.lone_wolf
    firm((chosen is not None) == (wolf == "on"), "SCORPION-29.1", f"scorpion.scores_lone_wolf_{wolf}")
    if wolf == "hidden":
        return (Character(UNNAMED, state.characters[0].seat, "in_play"),)
    return tuple(
        replace(c, status="in_play", hand_size=state.options.hand_size(c.who))
        if chosen in (None, c.who)
        else replace(c, status="absent")
        for c in state.characters
    )


# Turns and the alert


def next_turn(state: State, move: NextTurn, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the next turn: the turn advances, the draw is told, the alert falls (SCORPION-10.1 to 10.8, 23.1, 28.1)."""
    firm(state.turn < TURNS, "SCORPION-28.1", "scorpion.scores_last_turn", turns=TURNS)
    context.require(not nobody_left(state), "SCORPION-28.1", "scorpion.scores_nobody_left")
    due_before = next(
        (c.who for c in state.characters if c.status == "due" and c.died is not None and c.died < state.turn), ""
    )
    context.require(not due_before, "SCORPION-23.1", "scorpion.scores_return_first", intruder=due_before)
    state = replace(
        state,
        turn=state.turn + 1,
        drawn_at=state.alert,
        cards_used=0,
        kenjutsu_used=0,
        hand_used=0,
        focused=(),
        searches=(),
        stocks=tuple(replace(s, discard=()) for s in state.stocks),
    )
    state = with_scores(state, drawn_used=0, guards_went_in=0)
    about = {"turn": state.turn, "level": state.alert, "draw": state.drawn_at}
    state = publish(state, told, "alert_phase", "SCORPION-10.1", **about)
    before = state.alert
    if before:
        state = replace(state, alert=before - 1)
        state = publish(state, told, "alert_fell", "SCORPION-10.8", before=before, after=before - 1)
    return uphold(state, told)


_ALERTS: Final[Mapping[str, tuple[str, tuple[int | str, ...] | Callable[[Options], Level]]]] = {
    "heard": ("SCORPION-12.6", (1,)),
    "trap": ("SCORPION-19.1", (1,)),
    "kenjutsu": ("SCORPION-22.4", (1, 2)),
    "hidden_sentry": ("SCORPION-19.4", ("high",)),
    "discovered": ("SCORPION-21.2", ("high",)),
    "attack": ("SCORPION-22.9", ("high",)),
    "passage_found": ("SCORPION-31.3", attrgetter("alert_on_passage")),
    "mission": ("SCORPION-31.2", attrgetter("alert_on_mission")),
    "shuriken": ("SCORPION-8.5", attrgetter("shuriken_alert")),
    "sake": ("SCORPION-8.5", attrgetter("sake_alert")),
}
"""For each reason the clause, and by how much it may raise the alert, or the option that says it."""
_LEVELS: Final[Mapping[Level, tuple[int | str, ...]]] = {"0": (), "1": (1,), "2": (2,), "high": ("high",)}


def raises(state: State) -> dict[str, tuple[int | str, ...]]:
    """Return by how much each reason may raise the alert (SCORPION-8.5, 31.2, 31.3, OP-13, OP-14, OP-30)."""
    return {why: by if isinstance(by, tuple) else _LEVELS[by(state.options)] for why, (_, by) in _ALERTS.items()}


def alert(state: State, move: Alert, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge a rise of the alert by its reason, at most to high (SCORPION-8.2, 8.3, 8.5)."""
    context.require(move.by in raises(state)[move.reason], "SCORPION-8.5", "scorpion.scores_not_so_far")
    return uphold(raise_alert(state, told, move.by, _ALERTS[move.reason][0], move.reason), told)


# The end


def is_over(state: State) -> bool:
    """Tell whether no intruder is left, or it is the last turn (SCORPION-28.1, OP-27)."""
    return nobody_left(state) or state.turn == TURNS


def finish(state: State, move: Finish, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the end of the match, with the result (SCORPION-28.1 to 28.4, 29.4, 30.7)."""
    context.require(is_over(state), "SCORPION-28.1", "scorpion.scores_not_over", turn=state.turn)
    hides = any(c.who == UNNAMED for c in state.characters)
    firm(not hides or move.intruder is not None, "SCORPION-29.3", "scorpion.scores_name_wolf")
    must_be_named(move.intruder or "")
    if move.intruder is not None:
        state = named(state, move.intruder, told)
        taking_part(state, move.intruder)
    return uphold(ended(state, told), told, clause="SCORPION-28.1")


RULES: Final[Mapping[type[Any], Callable[[State, Any, list[Notice], RulingContext], Ruling]]] = {
    moves.Start: start,
    moves.NextTurn: next_turn,
    moves.Alert: alert,
    moves.CardPlayed: card_played,
    moves.Focus: focus,
    moves.GuardAdded: guard_added,
    moves.GuardRemoved: guard_removed,
    moves.Drunk: drunk,
    moves.Sobered: sobered,
    moves.SleeperWoken: sleeper_woken,
    moves.Wound: wound,
    moves.Death: death,
    moves.Returned: returned,
    moves.SearchResult: search,
    moves.Mission: mission,
    moves.Escape: escape,
    moves.PassageMove: passage,
    moves.Finish: finish,
}


def judge(state: State, move: Move, context: RulingContext) -> Ruling:
    """Judge a declaration, which the table may make for all; only `start` comes before the start (SCORPION-9.2)."""
    if not isinstance(move, Start):
        firm(state.phase == RUNNING, "SCORPION-9.2", f"scorpion.scores_{state.phase}")
    return RULES[type(move)](state, move, [], context)
