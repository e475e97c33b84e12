"""The end of a turn and the start of the next: flags, timers, and lost characters (SCORPION-23)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import TOTALS
from referee.scorpion.contact import guards_enter, weapon_left
from referee.scorpion.record import publish, uphold
from referee.scorpion.returns import bonus
from referee.scorpion.returns.bonus import bonus_due, go_on, second_deaths
from referee.scorpion.returns.bonus import free_beds as free_beds
from referee.scorpion.setup.hands import intruder_hand, tiles_differ
from referee.scorpion.setup.starts import check_start, seen_at_start
from referee.scorpion.state import (
    FOR_THE_GAME,
    LAST_RETURN,
    Character,
    State,
    figure,
    with_character,
    with_figures,
)
from referee.scorpion.turns import during, own_character

# The end of a turn (Q15) and the start of the next (Q1)


def next_turn(state: State, told: list[Notice]) -> State:
    """End a turn before the 20th and begin the next: with its returns, or at once with its alert phase (23.1, 23.13).

    Noise is set already. Guards who were drunk for a time may become sober.
    """
    state = _sobered(_rested(state), told)
    ended, state = state.turn, replace(state, turn=state.turn + 1)
    returning = [c.who for c in state.characters if c.status == "due"]
    bonuses = len(returning) + second_deaths(state, ended)
    state = bonus_due(state, bonuses)
    if returning or state.bonus_cards_due or state.bonus_sleepers_due:
        state = replace(state, phase="start")
        state = publish(
            state,
            told,
            "returns_due",
            "SCORPION-23.1",
            intruders=returning,
            cards=sum(n for _, n in state.bonus_cards_due),
            sleepers=state.bonus_sleepers_due,
        )
    return go_on(state, told)


def _rested(state: State) -> State:
    """Clear what counts within one turn (SCORPION-11.1, 13.4, 14.1, 18.2, 18.4, 22.8)."""
    characters = tuple(
        replace(c, returned=False, locked=False, touched=(), searched=False, shadow=False) for c in state.characters
    )
    stocks = tuple(replace(s, drew=False, hand_used=0) for s in state.stocks)
    return replace(
        state,
        figures=tuple(replace(f, carded=False, moved=False, attacked=False) for f in state.figures),
        characters=characters,
        stocks=stocks,
        opened=True,
        splits=tuple(split for split in state.splits if split[0] == "wounds"),
        cards_used=0,
        kenjutsu_used=0,
        hand_used=0,
        focused=(),
        searches=(),
    )


def _sobered(state: State, told: list[Notice]) -> State:
    """Count down how long guards stay drunk; a sober one is a sentry on the spot (OP-14, Q15).

    An intruder there is discovered. The turn in which a guard was made drunk counts as the first.
    """
    for id in [f.id for f in state.figures if f.drunk is not None and f.drunk < FOR_THE_GAME]:
        f = figure(state, id)
        assert f is not None
        assert f.drunk is not None
        if f.drunk > 1:
            state = with_figures(state, [id], drunk=f.drunk - 1)
            continue
        state = with_figures(state, [id], drunk=None, weapon=weapon_left(state, f.weapon))
        state = publish(state, told, "sobered", "SCORPION-21.9", figure=id, zone=f.zone)
        state, _ = guards_enter(state, f.zone, told)
    return state


# Returns (SCORPION-23.1 to 23.8)


def respawn(state: State, seat: str, move: moves.Respawn, context: RulingContext) -> Ruling:
    """A lost character returns with a new start zone, a new hand and no wounds (SCORPION-23.1 to 23.6, 23.14)."""
    one = own_character(state, seat, move.intruder)
    firm(one.life == 1, "SCORPION-23.2", "scorpion.returned_before", intruder=one.who)
    late = one.status == "dead" and one.died is not None and one.died > LAST_RETURN
    firm(not late, "SCORPION-23.13", "scorpion.lost_too_late", intruder=one.who, turn=one.died, last=LAST_RETURN)
    during(state, move)
    firm(one.status == "due", "SCORPION-23.1", "scorpion.no_return_due", intruder=one.who)
    check_start(state, one.who, move.zone, context, "SCORPION-23.3")
    keeps = keeps_permission(state, one)
    kept = ("secret_passage",) if keeps else ()
    size = rehand_size(state, one)
    hand = intruder_hand(state, one.who, move.cards, size, "SCORPION-23.6", context, kept)
    state = with_character(
        state,
        one.who,
        status="in_play",
        zone=move.zone,
        start=move.zone,
        noise=0,
        visible=False,
        wounds=(),
        accomplished=False,
        life=one.life + 1,
        hand=hand,
        hand_size=size if hand is None else len(hand),
        hand_chosen=True,
        played=(),
        permitted=keeps,
        passage_uses=one.passage_uses if keeps else 0,
        decoy=0,
        returned=True,
        redrawn=False,
    )
    told: list[Notice] = []
    state = publish(state, told, "returned", "SCORPION-23.1", intruder=one.who)
    state = seen_at_start(state, one.who, told)
    return uphold(state, told)


def keeps_permission(state: State, one: Character) -> bool:
    """Tell whether the Secret Passage card of the old life still lies in front of the new one (OP-46)."""
    return state.options.passage_after_return == "keeps" and one.permitted


def rehand_size(state: State, one: Character) -> int:
    """Return how many cards a character returns with: as the table wants, or all that there are (23.6, 31.1)."""
    if one.who == "ninja":
        return min(state.options.ninja_rehand, TOTALS["ninja"] - keeps_permission(state, one))
    return min(state.options.traitor_rehand, TOTALS["traitor"] - keeps_permission(state, one))


def redraw_mission(state: State, seat: str, move: moves.RedrawMission, context: RulingContext) -> Ruling:
    """The old tile is mixed with the unused ones and one is drawn: a new mission, unaccomplished (23.7, 23.8, 29.6).

    What rivals draw is not held against each other, as in the set-up.
    """
    one = own_character(state, seat, move.intruder)
    during(state, move)
    firm(one.status != "due", "SCORPION-23.7", "scorpion.return_first", intruder=one.who)
    again = one.status == "in_play" and not one.redrawn
    firm(again, "SCORPION-23.7", "scorpion.mission_stays", intruder=one.who)
    state = with_character(state, one.who, mission=move.letter, accomplished=False, redrawn=True)
    told: list[Notice] = []
    state = publish(state, told, "mission_redrawn", "SCORPION-23.7", intruder=one.who)
    tiles_differ(state, told, "SCORPION-23.7")
    return uphold(go_on(state, told), told)


RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.Respawn: respawn,
    moves.RedrawMission: redraw_mission,
    **bonus.BONUS_RULES,
}
