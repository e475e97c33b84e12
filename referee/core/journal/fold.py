"""How a match begins, and how its journal makes it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from referee.core.acts import Entry
from referee.core.game import Game
from referee.core.journal.match import Match
from referee.core.reading import field_of, seats_of, unreadable
from referee.core.values import Seat


def begin(game: Game, options: Mapping[str, Any], seats: Sequence[Seat]) -> Match:
    """Begin a match. Raises `Refused` when options or seats do not fit the game."""
    try:
        parsed = game.OPTIONS.model_validate(dict(options))
    except ValidationError as error:
        raise unreadable(f"options.{field_of(error, options)}") from None
    seated = seats_of(game, seats)
    return Match(game, parsed, seated, game.begin(parsed, seated))


def fold(game: Game, options: Mapping[str, Any], seats: Sequence[Seat], entries: Iterable[Entry]) -> Match:
    """Return the match that the entries tell of.

    Raises `ValueError` when an entry is out of order or not upheld: the journal is then not one that
    was played.
    """
    match = begin(game, options, seats)
    for entry in entries:
        if entry.number != match.number + 1:
            raise ValueError(f"entry {entry.number} follows entry {match.number}")
        after, ruling = match.act(entry.actor, entry.act)
        if after is match:
            raise ValueError(f"entry {entry.number} is refused: {ruling.clause} {ruling.reason}")
        match = after
    return match
