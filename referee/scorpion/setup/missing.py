"""What is still to be done before turn 1, as each seat may know it (SCORPION-4.8, section 19)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.scorpion.setup.rules import character_open, locked, sentries, takes_hand
from referee.scorpion.state import Passage, State, disputed, role_of, seats_of, side_of, stock, two_guard_players

ENTRANCES = 2


def missing(state: State, seat: str) -> tuple[str, ...]:
    """Return message keys of what a seat and its side still have to do before it may lock, in the order of play.

    Its own secrets: for this seat alone. Empty once it has locked, and after the set-up.
    """
    if state.phase != "setup" or locked(state, seat):
        return ()
    of_side = _guards_miss if side_of(state, seat) == "guards" else _intruders_miss
    return tuple(f"scorpion.missing.{part}" for part in of_side(state, seat))


def passage_complete(state: State, passage: Passage) -> bool:
    """Tell whether a passage has both entrances, and partners agree or gave one each (SCORPION-6.8, 6.10)."""
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
    if character_open(state):
        yield "character"
    if any(c.mission is None for c in playing):
        yield "mission"
    for one in mine:
        if takes_hand(state, one.who) and not one.hand_chosen:
            yield f"hand_{one.who}"
    for one in playing:
        if one.start is None:
            yield f"start_{one.who}"
    owners = {c.who for c in mine} if disputed(state) else {None}
    passage = next(p for p in state.passages if p.owner in owners)
    if seat not in passage.named_by:
        yield "passage"
    elif not passage_complete(state, passage):
        yield "passage_partner"
