"""Judging a transcript from its first line to its last, and checking its commitments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.core.journal import Match
from referee.core.journal.commitments import opens
from referee.core.transcripts.document import Item
from referee.core.transcripts.loading import Transcript
from referee.core.values import TABLE, Ruling


class Judged(NamedTuple):
    """One line of a transcript with its ruling, and the match after it."""

    n: int
    item: Item
    ruling: Ruling
    match: Match


def replay(transcript: Transcript) -> Iterator[Judged]:
    """Judge a transcript from its first line to its last. What is refused changes nothing."""
    match = transcript.begun
    for n, item in enumerate(transcript.items, 1):
        match, ruling = match.act(item.seat, item.declared())
        yield Judged(n, item, ruling, match)


def audit(transcript: Transcript) -> tuple[int, tuple[int, ...]]:
    """Check every commitment of a transcript. Returns how many there are, and the entries that differ.

    An entry's number is its place in the file: whoever leaves a line out moves all later ones.
    """
    state, first = transcript.state, transcript.begun.number
    held = [_holds(n, item.commitment, item.seat, *item.locked()) for n, item in enumerate(transcript.items, first + 1)]
    if state is not None:
        held.insert(0, _holds(first, state.commitment, TABLE, state.salt, state.position()))
    locked = [(n, holds) for n, holds in enumerate(held, 1) if holds is not None]
    return len(locked), tuple(n for n, holds in locked if not holds)


def _holds(number: int, digest: str | None, actor: str, salt: str | None, move: dict[str, Any] | None) -> bool | None:
    """Tell whether a commitment is that to a move; None where there is none."""
    if digest is None:
        return None
    if salt is None or move is None:
        return False
    try:
        return opens(digest, salt, number, actor, move)
    except ValueError:
        return False
