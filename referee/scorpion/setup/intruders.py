"""Set-up: the intruders' secret marks, and the locks that begin turn 1 (SCORPION-4.8, 6, 30.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.guards.alert_phase import open_alert_phase
from referee.scorpion.record import publish, uphold, whisper
from referee.scorpion.setup.missing import ENTRANCES, missing
from referee.scorpion.setup.rules import (
    character_open,
    common_part_open,
    figures_complete,
    is_zone,
    own_part_open,
    side_locked,
)
from referee.scorpion.setup.starts import check_start, seen_at_start
from referee.scorpion.state import (
    Passage,
    State,
    confidants,
    disputed,
    in_play,
    seats_of,
    side_of,
    two_intruder_players,
    with_character,
)
from referee.scorpion.turns import during, intruder_player, own_character

# Starts (SCORPION-6.1 to 6.7)


def set_start(state: State, seat: str, move: moves.SetStart, context: RulingContext) -> Ruling:
    """A character's start zone, once all guards stand on the board (SCORPION-4.8, 6.1 to 6.7)."""
    one = own_character(state, seat, move.intruder)
    own_part_open(state, seat, move)
    firm(not character_open(state), "SCORPION-29.1", "scorpion.choose_character_first", private=True)
    firm(one.status != "absent", "SCORPION-29.1", "scorpion.not_played", private=True, intruder=one.who)
    context.require(figures_complete(state), "SCORPION-4.8", "scorpion.figures_first", private=True)
    check_start(state, one.who, move.zone, context)
    told: list[Notice] = []
    whisper(told, confidants(state, one.who), "start_noted", "SCORPION-1.5")
    return uphold(with_character(state, one.who, start=move.zone), told)


# The secret passage (SCORPION-6.8 to 6.10, 30.6, OP-20)


def set_passage(state: State, seat: str, move: moves.SetPassage, context: RulingContext) -> Ruling:
    """Both entrances; a partner confirms by declaring the same, rivals have one each (6.8, 6.9, 30.6).

    Of two partners the last word counts: other entrances, or one's own alone, are a new proposal.
    """
    _passage_open(state, seat, move.intruder, move)
    two = len(move.entrances) == ENTRANCES
    firm(two, "SCORPION-6.8", "scorpion.two_entrances", private=True, entered=len(move.entrances))
    for zone in move.entrances:
        _entrance(state, zone, context)
    before = _passage_of(state, seat)
    same = sorted(before.entrances) == sorted(move.entrances) and bool(before.named_by)
    named_by = tuple(dict.fromkeys((*before.named_by, seat))) if same else (seat,)
    return _passage_set(state, replace(before, entrances=move.entrances, named_by=named_by))


def set_entrance(state: State, seat: str, move: moves.SetEntrance, context: RulingContext) -> Ruling:
    """Partners who do not agree place one entrance each (SCORPION-6.10, OP-20).

    Nobody places a second one; whoever wants another proposes both with `set_passage` and begins anew.
    """
    _passage_open(state, seat, None, move)
    shared = two_intruder_players(state) and not disputed(state)
    firm(shared, "SCORPION-6.10", "scorpion.one_passage_owner")
    allowed = len(state.players) == 4 or state.options.passage_split_3p == "yes"
    firm(allowed, "SCORPION-6.10", "scorpion.agree_on_passage")
    _entrance(state, move.zone, context)
    before = _passage_of(state, seat)
    if len(before.entrances) != len(before.named_by):
        before = Passage(None)
    firm(seat not in before.named_by, "SCORPION-6.10", "scorpion.entrance_given", private=True)
    entrances, named_by = (*before.entrances, move.zone), (*before.named_by, seat)
    return _passage_set(state, Passage(None, entrances, named_by=named_by))


def _passage_open(state: State, seat: str, who: str | None, move: Move) -> None:
    """Refuse whoever may not name this passage, or not any more. A rival's lock closes nothing of the other's."""
    intruder_player(state, seat)
    if who is not None:
        own_character(state, seat, who)
    during(state, move)
    if disputed(state):
        own_part_open(state, seat, move)
    else:
        common_part_open(state, "intruders", move)


def _entrance(state: State, zone: str, context: RulingContext) -> None:
    """Refuse what can be no entrance: anything but a zone outside the moats may be one (SCORPION-6.8)."""
    is_zone(state, zone)
    dry = zone in state.board.entrance_zones
    context.require(dry, "SCORPION-6.8", "scorpion.entrance_in_moat", private=True, zone=zone)


def _passage_of(state: State, seat: str) -> Passage:
    if not disputed(state):
        return state.passages[0]
    mine = {c.who for c in state.characters if c.seat == seat}
    return next(p for p in state.passages if p.owner in mine)


def _passage_set(state: State, passage: Passage) -> Ruling:
    rest = tuple(passage if p.owner == passage.owner else p for p in state.passages)
    told: list[Notice] = []
    to = seats_of(state, "intruders") if passage.owner is None else confidants(state, passage.owner)
    whisper(told, to, "passage_noted", "SCORPION-6.8")
    return uphold(replace(state, passages=rest), told)


# Locks (SCORPION-4.8, section 19)


def lock_setup(state: State, seat: str, move: moves.LockSetup, context: RulingContext) -> Ruling:
    """A seat's part is complete and stays; first all guards, then all intruders, and turn 1 begins (4.8).

    Everybody hears when a side is ready, not which of its seats was first.
    """
    during(state, move)
    side = side_of(state, seat)
    own_part_open(state, seat, move)
    lacking = missing(state, seat)
    firm(not lacking, "SCORPION-4.8", "scorpion.still_missing", private=True, missing=list(lacking))
    waits = side == "intruders" and not side_locked(state, "guards")
    context.require(not waits, "SCORPION-4.8", "scorpion.guards_lock_first")
    for one in state.characters:
        if one.seat == seat and one.status != "absent":
            assert one.start is not None
            check_start(state, one.who, one.start, context)
    state = replace(state, players=tuple(replace(p, locked=True) if p.seat == seat else p for p in state.players))
    told: list[Notice] = []
    whisper(told, (seat,), "part_is_locked", "SCORPION-4.8")
    if side_locked(state, side):
        state = publish(state, told, "side_ready", "SCORPION-4.8", side=side)
    if all(side_locked(state, s) for s in ("guards", "intruders")):
        state = first_turn(state, told)
    return uphold(state, told)


def first_turn(state: State, told: list[Notice]) -> State:
    """The intruders stand on their secret maps and turn 1 begins (SCORPION-2.2, 6, OP-4)."""
    for one in state.characters:
        if one.status != "absent":
            state = with_character(state, one.who, status="in_play", zone=one.start)
    for one in in_play(state):
        state = seen_at_start(state, one.who, told)
    return open_alert_phase(state, told)


RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.SetStart: set_start,
    moves.SetPassage: set_passage,
    moves.SetEntrance: set_entrance,
    moves.LockSetup: lock_setup,
}
