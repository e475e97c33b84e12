"""Reading what somebody declared: a move or adjustment that cannot be read is refused by its field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from referee.core.game import Game
from referee.core.reading.seating import readable
from referee.core.values import Refused

MAX_FIELD = 60
"""Characters of a field's path that are told."""
MAX_TEXT = 1000
"""Characters of the longest text in a declaration."""


def parse_move(game: Game, move: Mapping[str, Any]) -> Any:
    """Return the game's move. Raises `Refused` that names the field which cannot be read (METSUKE-1.4).

    Where the move may hold a secret only its own phone may see that: the name of a field can be the secret itself.
    """
    try:
        parsed = game.MOVE.validate_python(dict(move))
    except ValidationError as error:
        kind = move.get("type")
        secret = not isinstance(kind, str) or game.may_be_secret(kind)
        raise unreadable(field_of(error, move, kind), private=secret) from None
    legible(move, (), private=game.may_be_secret(parsed.type))
    return parsed


def parse_adjustment(game: Game, adjust: Mapping[str, Any]) -> Any:
    """Return what a house ruling sets by hand. Raises `Refused` that names the field (METSUKE-1.4)."""
    try:
        parsed = game.ADJUSTMENT.model_validate(dict(adjust))
    except ValidationError as error:
        raise unreadable(field_of(error, adjust)) from None
    legible(adjust, ())
    return parsed


def legible(value: Any, path: tuple[int | str, ...], private: bool = False) -> None:
    """Refuse text that nobody could read or send on. What a model has parsed is shallow: going down ends."""
    if isinstance(value, str):
        if len(value) > MAX_TEXT or not (value.isprintable() or readable(value)):
            raise unreadable(shown(path), private)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            legible(key, path, private)
            legible(inner, (*path, key), private)
    elif isinstance(value, list | tuple | set | frozenset):
        for i, inner in enumerate(value):
            legible(inner, (*path, i), private)


def unreadable(field: str, private: bool = False) -> Refused:
    """Make the refusal of something that cannot be read."""
    return Refused("METSUKE-1.4", "table.unreadable", private=private, firm=True, field=field)


def field_of(error: ValidationError, read: Any, tag: Any = None) -> str:
    """Return the path of the first field of what was `read` that cannot be, never its value.

    `tag` is the value of `type`: the path of a move's field begins with it, which tells its reader nothing. Nor do
    other tags on the way, or the kinds of values that a field may hold, which end the path where it may hold one of
    several.
    """
    first = error.errors(include_input=False, include_url=False)[0]
    path, missing = list(first["loc"]), list[int | str]()
    if path and tag is not None and path[0] == tag:
        del path[0]
    if first["type"].startswith("union_tag"):
        missing = [first["ctx"]["discriminator"].strip("'")]
    elif first["type"] == "missing":
        missing = [path.pop()]
    return shown((*_fields(path, read), *missing)) or "move"


def _fields(path: Sequence[int | str], read: Any) -> Iterator[int | str]:
    """Yield a path as far as it leads through mappings and lists; what is no field of a mapping is a tag."""
    for part in path:
        if isinstance(read, Mapping):
            if part in read:
                yield part
                read = read[part]
        elif isinstance(read, list | tuple) and isinstance(part, int):
            yield part
            read = read[part] if part < len(read) else None
        else:
            return


def shown(path: Iterable[int | str]) -> str:
    """Write a path as `cards[1]`. A made-up field is named by whoever made it up: keep it short and readable."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
    return "".join(sign if readable(sign) else "\ufffd" for sign in text[:MAX_FIELD])
