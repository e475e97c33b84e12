"""Decisions of the table: options, board and seats before the set-up; unknown facts, concession and the reveal later.

Options are fixed by the first declaration that relies on them (ledger sections 12 and 19).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.reading import field_of, unreadable
from referee.core.values import GAME_MASTER, Notice, Ruling, RulingContext, Seat
from referee.scorpion import moves
from referee.scorpion.cards import cards, holds
from referee.scorpion.guards.alert_phase import lying, placed
from referee.scorpion.options import Options
from referee.scorpion.secrecy import announced, publish, uphold
from referee.scorpion.setup.begin import are_hands_complete, begin, is_character_open, is_side_locked
from referee.scorpion.state import State, is_disputed, seats_of, side_of, two_guard_players
from referee.scorpion.turns import during, ended

UNKNOWN: Final = frozenset(
    {
        *("awaken_count", "awaken_moves", "shuriken_range", "shuriken_alert", "shadow_walk_scope", "shadow_walk_stop"),
        *("sake_targets", "sake_duration", "sake_alert", "sake_range", "drunk_notices"),
        *("guard_deck", "ninja_deck", "traitor_deck"),
    }
)
"""The options for facts that no source gives: both sides may set them during play (ledger section 12)."""
RULED: Final = frozenset(
    {
        *("alert_on_mission", "alert_on_mission_when", "alert_on_passage", "ropes_discoverable"),
        *("passage_discoverable", "patrol_uturn", "kenjutsu_card_phase", "focus_after_kenjutsu", "focus_4p"),
        *("alert_phase_hand_kenjutsu", "sentry_listen_in_patrol", "rope_same_turn", "search_timing", "search_limit"),
        *("search_limit_disputed", "hidden_kill_reach", "hidden_discovers", "hidden_killed_alert"),
        *("rehide_when_alone", "guard_passage_entry", "split_fallback", "passage_reuse", "passage_shared_4p"),
        *("passage_bluff", "bonus_on_second_death", "sleeper_slot", "end_with_pending", "placement_discovers"),
        *("passage_found_by_staying", "search_after_escape", "kenjutsu_4p", "passage_after_return"),
        *("patrol_may_hold", "awaken_weapon_4p"),
    }
)
"""Rulings and balance options that may also be changed then, since the set-up does not depend on them (5.5)."""


# Before the set-up


def set_options(state: State, seat: str, move: moves.SetOptions, context: RulingContext) -> Ruling:
    """Judge a change of options before the set-up; the depth cannot change (SCORPION-31, section 12)."""
    _untouched(state, move)
    firm("depth" not in move.options, "SCORPION-4.8", "scorpion.depth_stays")
    options = changed(state.options, move.options)
    named = {name: value for name, value in move.options.items() if name != "board"}
    return _anew(state, options, "options_set", "SCORPION-2.2", {"options": named})


def load_board(state: State, seat: str, move: moves.LoadBoard, context: RulingContext) -> Ruling:
    """Judge the choice of a board: a bundled one, or data that is checked (SCORPION-1.6, section 13.3)."""
    _untouched(state, move)
    return _anew(state, changed(state.options, {"board": move.board}), "board_loaded", "SCORPION-1.6", {})


def seat_players(state: State, seat: str, move: moves.SeatPlayers, context: RulingContext) -> Ruling:
    """Judge the choice of the seats' roles (SCORPION-2.3)."""
    _untouched(state, move)
    options = changed(state.options, {"roles": dict(move.roles)})
    return _anew(state, options, "seated", "SCORPION-2.3", {"roles": dict(move.roles)})


def _untouched(state: State, move: Move) -> None:
    """Refuse changes once it is public that the set-up has begun, since they would change what is legal (section 19).

    Secret declarations made before are discarded instead: a refusal would reveal them.
    """
    during(state, move)
    firm(is_untouched(state), "SCORPION-4.8", "scorpion.options_frozen")


def is_untouched(state: State) -> bool:
    """Tell whether it cannot be known yet that the set-up has begun."""
    named = state.options.lone_wolf == "on" and not is_character_open(state)
    has_begun = are_hands_complete(state) or any(is_side_locked(state, side) for side in ("guards", "intruders"))
    return not (named or has_begun or state.figures)


def changed(options: Options, changes: Mapping[str, Any]) -> Options:
    """Return options with changes. Raises `Refused` with the invalid field (METSUKE-1.4)."""
    try:
        return Options.model_validate({**options.model_dump(), **changes})
    except ValidationError as error:
        raise unreadable(f"options.{field_of(error, changes)}") from None


def _anew(state: State, options: Options, kind: str, clause: str, data: dict[str, Any]) -> Ruling:
    fresh = begin(options, [Seat(seat=p.seat, name=p.name) for p in state.players])
    data |= {"board": fresh.board.id, "hash": fresh.board.hash}
    return announced(replace(fresh, record=state.record), kind, clause, **data)


# During play


def set_unknown(state: State, seat: str, move: moves.SetUnknown, context: RulingContext) -> Ruling:
    """Judge a value for an unknown fact, declared by both sides or an active game master (ledger 5.5).

    Refusals use public facts only: a deck list is not compared with a secret hand.
    """
    firm(move.options, "SCORPION-1.3", "scorpion.nothing_to_fill_in")
    strange = sorted(set(move.options) - UNKNOWN - RULED)
    firm(not strange, "SCORPION-4.8", "scorpion.options_frozen_one", option=next(iter(strange), ""))
    options = changed(state.options, move.options)
    for name in move.options:
        if name in ("guard_deck", "ninja_deck", "traitor_deck"):
            _fits_what_all_saw(state, options, name)
    wanted = dict(move.options)
    if seat == GAME_MASTER:
        firm(state.options.gm == "active", "SCORPION-2.4", "scorpion.gm_looks_on")
    else:
        side = side_of(state, seat)
        if state.proposed_unknown is None or state.proposed_unknown[1] != wanted or state.proposed_unknown[0] == side:
            state = replace(state, proposed_unknown=(side, wanted))
            return announced(state, "unknown_proposed", "SCORPION-2.4", side=side, options=wanted)
    state = _with_lists(replace(state, options=options, proposed_unknown=None), wanted)
    return announced(state, "unknown_set", "SCORPION-2.4", options=wanted)


def _fits_what_all_saw(state: State, options: Options, name: str) -> None:
    """Refuse a deck list that visible cards contradict (SCORPION-1.3)."""
    listed: Mapping[str, int] | None = getattr(options, name)
    if listed is None:
        return
    if name == "guard_deck":
        piles = [tuple(card for s in state.stocks for card in lying(state, s))]
    else:
        piles = [c.played for c in state.characters if name == f"{c.who}_deck"]
    fits = all(holds(cards(listed), pile) for pile in piles)
    firm(fits, "SCORPION-1.3", "scorpion.list_contradicted")


def _with_lists(state: State, wanted: Mapping[str, Any]) -> State:
    """Return the state with all kinds of the guards' cards known from a counted deck, if their cards agree with it."""
    if "guard_deck" not in wanted or two_guard_players(state):
        return state
    listed = state.options.guard_deck
    (mine,) = state.stocks
    if listed is None:
        return replace(state, stocks=(replace(mine, listed=None),))
    all_cards = cards(listed)
    agrees = holds(all_cards, placed(state, mine))
    return replace(state, stocks=(replace(mine, listed=all_cards if agrees else None),))


def concede(state: State, seat: str, move: moves.Concede, context: RulingContext) -> Ruling:
    """Judge a concession of a side, which acts as one (ledger 5.5, SCORPION-2.4).

    Rivals concede separately, and the guards have won when both have (SCORPION-30.1).
    """
    side = side_of(state, seat)
    told: list[Notice] = []
    if side == "intruders" and is_disputed(state):
        firm(seat not in state.conceding, "SCORPION-30.1", "scorpion.conceded_already")
        state = replace(state, conceding=(*state.conceding, seat))
        state = publish(state, told, "rival_concedes", "SCORPION-30.1", seat=seat)
        if set(state.conceding) != set(seats_of(state, side)):
            return uphold(state, told)
    state = publish(replace(state, conceded=side), told, "conceded", "SCORPION-28.1", side=side, seat=seat)
    return uphold(ended(state, told), told)


def reveal_all(state: State, seat: str, move: moves.RevealAll, context: RulingContext) -> Ruling:
    """Judge the reveal of both secret maps, missions and marks after the end (ledger sections 15 and 19)."""
    during(state, move)
    firm(not state.revealed, "SCORPION-28.1", "scorpion.revealed_already")
    return announced(replace(state, revealed=True), "revealed", "SCORPION-28.1")
