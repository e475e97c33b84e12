"""Set-up: the characters' starts, the passage, and the locks that begin turn 1 (SCORPION-4.8, 6, 30.6)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import discover
from referee.scorpion.guards.alert_phase import open_alert_phase
from referee.scorpion.guards.steps import ENTRANCES
from referee.scorpion.secrecy import publish, uphold, whisper
from referee.scorpion.setup.begin import (
    are_figures_complete,
    common_part_open,
    is_character_open,
    is_locked,
    is_side_locked,
    is_zone,
    own_part_open,
    sentries,
    takes_hand,
)
from referee.scorpion.state import (
    Passage,
    State,
    character,
    confidants,
    guards_at,
    in_play,
    is_disputed,
    role_of,
    seats_of,
    side_of,
    stock,
    two_guard_players,
    two_intruder_players,
    watchful_at,
    with_character,
)
from referee.scorpion.turns import intruder_player, own_character


def legal_starts(state: State, who: str) -> tuple[str, ...]:
    """Return the zones where a character may start, with the guards as they stand now.

    If guards stand in all of its possible zones, it may start among them (OP-43).
    """
    board = state.board
    if who == "ninja" and state.options.ninja_start_guarded != "forbid":
        return board.in_order(board.edge_zones)
    zones = board.edge_zones if who == "ninja" else board.traitor_starts
    return board.in_order(zones - {f.zone for f in state.figures} or zones)


def check_start(state: State, who: str, zone: str, context: RulingContext, clause: str | None = None) -> None:
    """Refuse an illegal start zone, citing the clause of the set-up or of the return (SCORPION-6.1 to 6.6, 23.3)."""
    is_zone(state, zone)
    at = state.board.zone(zone)

    def require(condition: bool, cited: str, reason: str) -> None:
        context.require(condition, clause or cited, reason, private=True, zone=zone)

    if who == "ninja":
        require(at.edge, "SCORPION-6.1", "scorpion.start_not_edge")
    elif not at.starts_traitor:
        require(at.castle is None, "SCORPION-6.3", "scorpion.start_in_castle")
        require(at.kind != "moat", "SCORPION-6.4", "scorpion.start_in_moat")
        require(not at.between_castles, "SCORPION-6.6", "scorpion.start_between")
        require(False, "SCORPION-6.2", "scorpion.start_outside")
    may_start_there = not guards_at(state, zone) or zone in legal_starts(state, who)
    require(may_start_there, "SCORPION-6.1" if who == "ninja" else "SCORPION-6.5", "scorpion.start_guarded")


def seen_at_start(state: State, who: str, told: list[Notice]) -> State:
    """Discover a character who starts in a zone with guards; the Ninja may be exempt by option (OP-4, OP-43)."""
    zone = character(state, who).zone
    assert zone is not None
    ninja = who == "ninja"
    if not watchful_at(state, zone) or (ninja and state.options.ninja_start_guarded == "hidden"):
        return state
    return discover(state, who, told, "SCORPION-6.1" if ninja else "SCORPION-6.5")


def missing(state: State, seat: str) -> tuple[str, ...]:
    """Return message keys of what a seat and its side must still do before it may lock, in the order of play.

    They are secret and for this seat only. Empty once it has locked, and after the set-up.
    """
    if state.phase != "setup" or is_locked(state, seat):
        return ()
    of_side = _guards_miss if side_of(state, seat) == "guards" else _intruders_miss
    return tuple(f"scorpion.missing.{part}" for part in of_side(state, seat))


def is_passage_complete(state: State, passage: Passage) -> bool:
    """Tell whether a passage has both entrances, agreed on by partners or one from each (SCORPION-6.8, 6.10)."""
    wanted = seats_of(state, "intruders") if passage.owner is None else passage.named_by[:1]
    return len(passage.entrances) == ENTRANCES and bool(wanted) and set(wanted) <= set(passage.named_by)


def _guards_miss(state: State, seat: str) -> Iterator[str]:
    mine = stock(state, role_of(state, seat))
    if two_guard_players(state) and state.options.guard_cards == "entered" and mine.listed is None:
        yield "split"
    if not mine.chosen:
        yield "guard_hand"
    if sentries(state) < state.options.sentries:
        yield "sentries"
    if len(state.patrols) < state.options.patrol_count:
        yield "patrols"
    if state.options.sleepers and not state.marks.sleepers_recorded:
        yield "sleepers"
    if not state.marks.recorded:
        yield "marks"


def _intruders_miss(state: State, seat: str) -> Iterator[str]:
    mine = [c for c in state.characters if c.seat == seat]
    playing = [c for c in mine if c.status != "absent"]
    if is_character_open(state):
        yield "character"
    if any(c.mission is None for c in playing):
        yield "mission"
    for one in mine:
        if takes_hand(state, one.who) and not one.hand_chosen:
            yield f"hand_{one.who}"
    for one in playing:
        if one.start is None:
            yield f"start_{one.who}"
    passage = _passage_of(state, seat)
    if seat not in passage.named_by:
        yield "passage"
    elif not is_passage_complete(state, passage):
        yield "passage_partner"


# Starts (SCORPION-6.1 to 6.7)


def set_start(state: State, seat: str, move: moves.SetStart, context: RulingContext) -> Ruling:
    """Judge a character's start zone, once all guard figures are placed (SCORPION-4.8, 6.1 to 6.7)."""
    one = own_character(state, seat, move.intruder)
    own_part_open(state, seat, move)
    firm(not is_character_open(state), "SCORPION-29.1", "scorpion.choose_character_first", private=True)
    firm(one.status != "absent", "SCORPION-29.1", "scorpion.not_played", private=True, intruder=one.who)
    context.require(are_figures_complete(state), "SCORPION-4.8", "scorpion.figures_first", private=True)
    check_start(state, one.who, move.zone, context)
    told = [whisper(confidants(state, one.who), "start_noted", "SCORPION-1.5")]
    return uphold(with_character(state, one.who, start=move.zone), told)


# The secret passage (SCORPION-6.8 to 6.10, 30.6, OP-20)


def set_passage(state: State, seat: str, move: moves.SetPassage, context: RulingContext) -> Ruling:
    """Judge both entrances of a passage; a partner confirms by declaring the same (SCORPION-6.8, 6.9, 30.6).

    Among partners a different declaration is a new proposal that replaces the old one.
    """
    _passage_open(state, seat, move.intruder, move)
    two = len(move.entrances) == ENTRANCES
    firm(two, "SCORPION-6.8", "scorpion.two_entrances", private=True, entered=len(move.entrances))
    for zone in move.entrances:
        _entrance(state, zone, context)
    before = _passage_of(state, seat)
    is_named_again = sorted(before.entrances) == sorted(move.entrances) and bool(before.named_by)
    named_by = tuple(dict.fromkeys((*before.named_by, seat))) if is_named_again else (seat,)
    return _passage_set(state, replace(before, entrances=move.entrances, named_by=named_by))


def set_entrance(state: State, seat: str, move: moves.SetEntrance, context: RulingContext) -> Ruling:
    """Judge the entrances of partners who do not agree and set one each (SCORPION-6.10, OP-20).

    Nobody sets a second one; `set_passage` starts over with a proposal of both.
    """
    _passage_open(state, seat, None, move)
    firm(two_intruder_players(state) and not is_disputed(state), "SCORPION-6.10", "scorpion.one_passage_owner")
    may_name_one = len(state.players) == 4 or state.options.passage_split_3p == "yes"
    firm(may_name_one, "SCORPION-6.10", "scorpion.agree_on_passage")
    _entrance(state, move.zone, context)
    before = _passage_of(state, seat)
    if len(before.entrances) != len(before.named_by):
        before = Passage(None)
    firm(seat not in before.named_by, "SCORPION-6.10", "scorpion.entrance_given", private=True)
    entrances, named_by = (*before.entrances, move.zone), (*before.named_by, seat)
    return _passage_set(state, Passage(None, entrances, named_by=named_by))


def _passage_open(state: State, seat: str, who: str | None, move: Move) -> None:
    """Refuse a seat that may not set this passage, or no longer. A rival's lock does not affect the other's."""
    intruder_player(state, seat)
    if who is not None:
        own_character(state, seat, who)
    if is_disputed(state):
        own_part_open(state, seat, move)
    else:
        common_part_open(state, "intruders", move)


def _entrance(state: State, zone: str, context: RulingContext) -> None:
    """Refuse an entrance in a moat or off the board (SCORPION-6.8)."""
    is_zone(state, zone)
    can_hold_entrance = zone in state.board.entrance_zones
    context.require(can_hold_entrance, "SCORPION-6.8", "scorpion.entrance_in_moat", private=True, zone=zone)


def _passage_of(state: State, seat: str) -> Passage:
    if not is_disputed(state):
        return state.passages[0]
    mine = {c.who for c in state.characters if c.seat == seat}
    return next(p for p in state.passages if p.owner in mine)


def _passage_set(state: State, passage: Passage) -> Ruling:
    rest = tuple(passage if p.owner == passage.owner else p for p in state.passages)
    to = seats_of(state, "intruders") if passage.owner is None else confidants(state, passage.owner)
    return uphold(replace(state, passages=rest), [whisper(to, "passage_noted", "SCORPION-6.8")])


# Locks (SCORPION-4.8, section 19)


def lock_setup(state: State, seat: str, move: moves.LockSetup, context: RulingContext) -> Ruling:
    """Judge the lock of a seat's complete part; the guards lock before the intruders begin turn 1 (SCORPION-4.8).

    Everybody is told when a side is ready, but not which of its seats locked first.
    """
    side = side_of(state, seat)
    own_part_open(state, seat, move)
    lacking = missing(state, seat)
    firm(not lacking, "SCORPION-4.8", "scorpion.still_missing", private=True, missing=list(lacking))
    waits = side == "intruders" and not is_side_locked(state, "guards")
    context.require(not waits, "SCORPION-4.8", "scorpion.guards_lock_first")
    for one in state.characters:
        if one.seat == seat and one.status != "absent":
            assert one.start is not None
            check_start(state, one.who, one.start, context)
    state = replace(state, players=tuple(replace(p, locked=True) if p.seat == seat else p for p in state.players))
    told = [whisper((seat,), "part_is_locked", "SCORPION-4.8")]
    if is_side_locked(state, side):
        state = publish(state, told, "side_ready", "SCORPION-4.8", side=side)
    if all(is_side_locked(state, s) for s in ("guards", "intruders")):
        state = first_turn(state, told)
    return uphold(state, told)


def first_turn(state: State, told: list[Notice]) -> State:
    """Put the intruders on their secret maps and begin turn 1 (SCORPION-2.2, 6, OP-4)."""
    for one in state.characters:
        if one.status != "absent":
            state = with_character(state, one.who, status="in_play", zone=one.start)
    for one in in_play(state):
        state = seen_at_start(state, one.who, told)
    return open_alert_phase(state, told)
