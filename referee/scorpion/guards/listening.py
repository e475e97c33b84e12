"""Listens of guard units, and the Traitor's Cat (SCORPION-12, 14.4 to 14.6, 26.1, L1 to L3)."""

from __future__ import annotations

from referee.core.base import replace
from referee.core.game import TimedAnswer
from referee.core.judging import firm
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import leave_patrol, raise_alert
from referee.scorpion.guards.cards import fresh, is_untouched, mark, may_play, pay, time_for_cards
from referee.scorpion.guards.steps import has_anyone_moved, open_move
from referee.scorpion.guards.units import Unit, able_guard, figures_of, is_entitled, named_unit, own_unit, where
from referee.scorpion.hearing import hears, hears_any
from referee.scorpion.intruder_hands import may_hold, play
from referee.scorpion.secrecy import publish, uphold, whisper
from referee.scorpion.state import (
    Listening,
    State,
    character,
    confidants,
    is_in_passage,
    patrol_of,
    seats_of,
    two_guard_players,
    unit_text,
    units,
)
from referee.scorpion.turns import asked, between_actions, closed, guard_role, intruder_player

# The question


def play_sentry_listen(state: State, seat: str, move: moves.PlaySentryListen, context: RulingContext) -> Ruling:
    """Judge a sentry's listen; by option a patrol's member may leave it to listen (SCORPION-12.1, OP-9)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    able_guard(state, move.guard, "SCORPION-12.1")
    may_listen_so = patrol_of(state, move.guard) is None or state.options.sentry_listen_in_patrol == "yes"
    context.require(may_listen_so, "SCORPION-12.1", "scorpion.not_a_sentry", guard=move.guard)
    return _by_card(state, seat, role, "sentry_listen", (move.guard,), context)


def play_patrol_listen(state: State, seat: str, move: moves.PlayPatrolListen, context: RulingContext) -> Ruling:
    """Judge a listen of a whole patrol (SCORPION-12.1)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    unit = named_unit(state, move.unit)
    firm(len(unit) > 1, "SCORPION-12.1", "scorpion.not_a_patrol", unit=move.unit)
    return _by_card(state, seat, role, "patrol_listen", unit, context)


def _by_card(state: State, seat: str, role: str, card: str, unit: Unit, context: RulingContext) -> Ruling:
    told: list[Notice] = []
    _can_listen(state, role, unit, context)
    state = pay(state, seat, role, card, told, "SCORPION-12.1", context, **_named(state, unit))
    if card == "sentry_listen":
        state = leave_patrol(state, unit[0])
    return _asked(state, seat, role, card, unit, told)


def _can_listen(state: State, role: str, unit: Unit, context: RulingContext) -> None:
    own_unit(state, role, unit, context)
    firm(not is_in_passage(where(state, unit)), "SCORPION-25.17", "scorpion.no_listening_inside", unit=unit_text(unit))
    fresh(state, unit, context)


def focus_listen(state: State, seat: str, move: moves.FocusListen, context: RulingContext) -> Ruling:
    """Judge a listen without a card, for guards who use no card this turn (SCORPION-14.4 to 14.6, OP-7)."""
    role = guard_role(state, seat)
    between_actions(state, move)
    unit = named_unit(state, move.unit)
    context.require(not state.focused or _each_may_focus(state), "SCORPION-14.4", "scorpion.focused_already")
    firm(role not in state.focused, "SCORPION-14.4", "scorpion.focused_already")
    context.require(not cards_against_focus(state), "SCORPION-14.4", "scorpion.focus_after_card")
    _can_listen(state, role, unit, context)
    state = replace(state, focused=(*state.focused, role))
    return _asked(state, seat, role, "focus", unit, [])


def _each_may_focus(state: State) -> bool:
    return two_guard_players(state) and state.options.focus_4p == "each"


def cards_against_focus(state: State) -> int:
    """Return the number of cards used this turn that exclude a focus listen (SCORPION-14.4, OP-7)."""
    allowed = state.kenjutsu_used if state.options.focus_after_kenjutsu == "allow" else 0
    return state.cards_used - allowed


def _asked(state: State, seat: str, role: str, kind: str, unit: Unit, told: list[Notice]) -> Ruling:
    """Fix a listen's true answer, and ask the Traitor unless it is public that there is no Cat (Q3, L1).

    Each intruder player is told which of their own are in range, which they could count themselves (L2).
    """
    state = mark(state, unit)
    about = _named(state, unit)
    state = publish(state, told, "listen_declared", "SCORPION-12.1", seat=seat, by=kind, **about)
    for listener in seats_of(state, "intruders"):
        own = [c for c in state.characters if listener in confidants(state, c.who)]
        in_range = [c.who for c in own if hears(state, unit, c)]
        told.append(whisper((listener,), "in_range", "SCORPION-12.2", intruders=in_range, **about))
    question = Listening(unit, kind, role, hears_any(state, unit))
    if is_cat_possible(state):
        return uphold(replace(state, pending=(*state.pending, question)), told)
    return uphold(_answered(state, question, told), told)


# The Traitor's answer


def is_cat_possible(state: State) -> bool:
    """Tell whether, by public knowledge, the Traitor might play the Cat (L1, OP-56)."""
    if not state.identity_public:
        return True
    traitor = next((c for c in state.characters if c.who == "traitor"), None)
    if traitor is None or traitor.status != "in_play" or traitor.hand_size <= 0:
        return False
    listed = state.options.traitor_deck
    return listed is None or traitor.played.count("cat") < listed.get("cat", 0)


def answer_cat(state: State, seat: str, move: moves.AnswerCat, context: RulingContext) -> Ruling:
    """Judge the Traitor's answer to a listen: the true one, or the Cat instead (SCORPION-12.9, 26.1)."""
    intruder_player(state, seat)
    question = asked(state, move, Listening)
    firm(seat == cat_seat(state), "SCORPION-26.1", "scorpion.traitor_answers")
    told: list[Notice] = []
    if not move.use:
        return uphold(_answered(closed(state, question), question, told), told)
    firm(may_use_cat(state), "SCORPION-26.1", "scorpion.card_not_held", private=True, card="cat", intruder="traitor")
    state = play(state, "traitor", "cat", told, "SCORPION-26.1")
    state = closed(state, question)
    state = publish(state, told, "cat_played", "SCORPION-12.9", **_named(state, question.unit))
    return uphold(state, told)


def cat_seat(state: State) -> str:
    """Return the seat that answers every listen: the Traitor's, or the lone wolf's (L1, 29.5)."""
    return character(state, "traitor").seat


def may_use_cat(state: State) -> bool:
    """Tell whether the Traitor can play the Cat, which only its player knows (SCORPION-26.1, OP-56)."""
    return character(state, "traitor").status == "in_play" and may_hold(state, "traitor", "cat")


def _named(state: State, unit: Unit) -> dict[str, str]:
    return {"unit": unit_text(unit), "zone": where(state, unit)}


def _answered(state: State, question: Listening, told: list[Notice]) -> State:
    """Publish the answer to a listen, in the same form whatever its reason (SCORPION-12.5 to 12.8)."""
    about = _named(state, question.unit)
    if not question.heard:
        return publish(state, told, "heard_nothing", "SCORPION-12.8", **about)
    state = publish(state, told, "heard", "SCORPION-12.5", **about)
    state = raise_alert(state, told, 1, "SCORPION-12.6", "heard")
    if has_anyone_moved(state, question.unit):
        return state
    return open_move(state, question.unit, question.role, "listen")


# Who may listen now


def may_listen(state: State, role: str) -> tuple[str, ...]:
    if not may_play(state, role, "sentry_listen"):
        return ()
    members = state.options.sentry_listen_in_patrol == "yes"
    return tuple(
        f.id
        for f in state.figures
        if f.drunk is None and (members or patrol_of(state, f.id) is None) and _is_ready(state, role, (f.id,))
    )


def may_patrol_listen(state: State, role: str) -> tuple[str, ...]:
    if not may_play(state, role, "patrol_listen"):
        return ()
    return tuple(unit_text(u) for u in units(state) if len(u) > 1 and _is_ready(state, role, u))


def may_focus(state: State, role: str) -> tuple[str, ...]:
    again = bool(state.focused) and not _each_may_focus(state)
    if state.phase != "cards" or again or role in state.focused or cards_against_focus(state):
        return ()
    return tuple(unit_text(u) for u in units(state) if _is_ready(state, role, u))


def _is_ready(state: State, role: str, unit: Unit) -> bool:
    may_act = is_untouched(figures_of(state, unit)) and not is_in_passage(where(state, unit))
    return may_act and is_entitled(state, role, unit)


def waits(state: State) -> bool:
    """Tell whether a listen waits for the Traitor's answer (SCORPION-12.9)."""
    return bool(state.pending) and isinstance(state.pending[-1], Listening)


def seconds(state: State) -> int:
    """Return the waiting time of this table in seconds (option `cat_wait_s`, ledger L1)."""
    return state.options.cat_wait_s


TIMED_ANSWER = TimedAnswer("answer_cat", "SCORPION-12.9", open=waits, seconds=seconds, option="cat_wait_s")
"""Every listen is answered after the same time, whatever the answer."""
