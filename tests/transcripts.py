"""Transcripts taken for whole matches."""

from __future__ import annotations

from referee.core.journal import Match
from referee.core.reading import Unreadable
from referee.core.transcripts import Transcript, replay


def imported(transcript: Transcript) -> Match:
    """Return the match of a transcript in which everything is upheld, as an export is; its entries can be stored.

    Raises `Unreadable` at the first line that is refused.
    """
    match = transcript.begun
    for judged in replay(transcript):
        if not judged.ruling.upheld:
            why = f"is refused: {judged.ruling.clause} {judged.ruling.reason}"
            raise Unreadable(transcript.name, f"moves[{judged.n - 1}]", why)
        match = judged.match
    return match
