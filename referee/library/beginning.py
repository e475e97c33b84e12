"""Beginning a match from Python: a game by its key, seats by their names, errors that say what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from referee.core.game import Game
from referee.core.games import game as game_of
from referee.core.journal import Match
from referee.core.journal import begin as begin_match
from referee.core.values import Refused, Seat
from referee.library.sentences import say

_OPTIONS = "options: expected a mapping of option names to values, or the game's OPTIONS; got {got}"
_SEATS = "seats: expected a list of names or of Seat(seat=…, name=…); got {got}"


def begin(
    game: Game | str, options: Mapping[str, Any] | BaseModel | None = None, seats: Iterable[Seat | str] = ()
) -> Match:
    """Begin a match of a game or of the game with this key. A name stands for a seat whose id is that name.

    Options that are not given are as the game has them. Raises `UnknownGame`, `TypeError` for what is neither options
    nor seats, and `Refused` where they do not fit the game: its text names the field and says what was expected.
    """
    played = game_of(game) if isinstance(game, str) else game
    given = _options(options)
    seated = _seats(seats)
    try:
        return begin_match(played, given, seated)
    except Refused as refused:
        refused.args = (f"{refused.clause}: {_why(played, given, len(seated), refused)}",)
        raise


def _options(options: object) -> Mapping[str, Any]:
    if options is None:
        return {}
    if isinstance(options, BaseModel):
        return options.model_dump(mode="json")
    if not isinstance(options, Mapping):
        raise TypeError(_OPTIONS.format(got=_told(options)))
    return options


def _seats(seats: object) -> tuple[Seat, ...]:
    if isinstance(seats, str | bytes | Mapping) or not isinstance(seats, Iterable):
        raise TypeError(_SEATS.format(got=_told(seats)))
    found = []
    for n, seat in enumerate(seats):
        if not isinstance(seat, Seat | str):
            raise TypeError(f"seats[{n}]: expected a name or a Seat; got {_told(seat)}")
        found.append(seat if isinstance(seat, Seat) else Seat(seat=seat, name=seat))
    return tuple(found)


def _told(value: object) -> str:
    return f"{value!r:.60}, a {type(value).__name__}"


def _why(game: Game, options: Mapping[str, Any], seats: int, refused: Refused) -> str:
    """Return in words what was refused, and what was expected."""
    counts = f"{min(game.PLAYERS)} to {max(game.PLAYERS)}" if len(game.PLAYERS) > 1 else str(min(game.PLAYERS))
    if seats not in game.PLAYERS:
        return f"seats: {game.KEY} is played by {counts}, not by {seats}"
    try:
        game.OPTIONS.model_validate(dict(options))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            return f"options.{field}: no such option; there are {', '.join(game.OPTIONS.model_fields)}"
        return f"options.{field}: {first['msg'][:1].lower()}{first['msg'][1:]}"
    return say(refused, game)
