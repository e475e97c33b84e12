"""The door for boards: a file's text or data in, a checked board out, or everything that is wrong with it at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from referee.board.board import Board
from referee.board.checks import (
    BadBoard,
    Needs,
    Problem,
    border_errors,
    castle_errors,
    edge_errors,
    error,
    problems,
    route_errors,
    route_needs,
    zone_errors,
    zone_needs,
    zone_warnings,
)
from referee.board.route import Id
from referee.core.reading import Bounds, Unreadable, parse, shown
from referee.core.rulebook import read_catalogue, text_of

MAX_BYTES: Final = 2 * 1024 * 1024
"""The largest board file that is read: 300 zones with 200 corners each take less."""
MAX_PROBLEMS: Final = 1_000
"""How many places that cannot be read are told."""
MAX_LISTED: Final = 20_000
"""Of more places than these none is told by itself: listing them takes memory, a kilobyte for each."""
BOUNDS: Final = Bounds(size=MAX_BYTES, parts=250_000, depth=20, text=MAX_BYTES)
"""300 zones with 200 corners each, 1,500 borders and the whole route have some 220,000 parts."""

_ID: TypeAdapter[str] = TypeAdapter(Id)
_LISTS: Final = {("zones",), ("borders",), ("route", "edges"), ("route", "one_way"), ("route", "transitions")}


def read_board(data: str | bytes | Mapping[str, Any], needs: Needs = Needs()) -> Board:  # noqa: B008
    """Return the board of a file. Raises `BadBoard` with all problems, and nothing else whatever the data.

    What cannot be read in one zone hides nothing about the others. A board that is returned may have
    warnings: ask `problems`.
    """
    raw = _raw(data)
    try:
        board = Board.model_validate(raw)
    except ValidationError as unread:
        raise BadBoard(_as_far_as_readable(raw, unread, needs)) from None
    found = problems(board, needs)
    if any(problem.severity == "error" for problem in found):
        raise BadBoard(found)
    return board


def _raw(data: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
    try:
        text = data if isinstance(data, str | bytes) else json.dumps(data, ensure_ascii=False, default=_plain)
        if len(text) > MAX_BYTES:
            raise BadBoard([error("board.too_large", most=MAX_BYTES // 1024 // 1024)])
        raw = parse(text, "", BOUNDS)
    except Unreadable as unread:
        raise BadBoard([error("board.unreadable", where=unread.where, why=unread.why)]) from None
    except BadBoard:
        raise
    except (TypeError, ValueError, RecursionError, RuntimeError):
        raise BadBoard([error("board.unreadable", where="", why="is not JSON")]) from None
    if not isinstance(raw, dict):
        raise BadBoard([error("board.unreadable", where="", why="is not an object")])
    return raw


def _plain(value: object) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


# --- A board that cannot be read whole ------------------------------------------------------------------------------
def _as_far_as_readable(raw: dict[str, Any], unread: ValidationError, needs: Needs) -> list[Problem]:
    """Return what cannot be read, and what is wrong with the rest as far as that does not depend on it."""
    if unread.error_count() > MAX_LISTED:
        why = f"holds {unread.error_count()} places that cannot be read"
        return [error("board.unreadable", where="", why=why)]
    mistakes = unread.errors(include_url=False, include_context=True)
    found = [_problem(raw, mistake) for mistake in mistakes[:MAX_PROBLEMS]]
    if len(mistakes) > MAX_PROBLEMS:  # Nobody reads on, and taking so much out one by one takes long.
        return [*found, error("board.more", count=len(mistakes) - MAX_PROBLEMS)]
    rest = _Rest(raw, mistakes)
    if rest.board is None:
        return found
    board, known = rest.board, rest.known
    found += [*zone_errors(board.zones), *border_errors(board.borders, known)]
    if "castles" not in rest.lost:
        found += castle_errors(board.castles)
    borders = board.borders if known is not None and "borders" not in rest.lost else None
    if "route" in rest.lost:
        found += edge_errors(board.route, borders, known)
    else:
        found += [*route_errors(board.route, borders, known), *route_needs(board.route, needs)]
    if "zones" not in rest.lost:
        found += [*zone_needs(board.zones, needs), *zone_warnings(board.zones, needs)]
    return found


class _Rest:
    """What is left of a board when all that cannot be read is taken out."""

    def __init__(self, raw: dict[str, Any], mistakes: list[Any]) -> None:
        self.lost: set[str] = set()
        """The top-level fields of which something is missing."""
        self.board: Board | None = None
        self.known: frozenset[str] | None = None
        """The ids that zones have, zones that cannot be read otherwise among them; None if in doubt."""
        rest, gone = dict(raw), dict[tuple[str, ...], set[int]]()
        for mistake in mistakes:
            path = mistake["loc"]
            if mistake["type"] == "extra_forbidden":
                _without(rest, path)
                continue
            self.lost.add(path[0])
            depth = next((n for n in (1, 2) if path[:n] in _LISTS and len(path) > n), None)
            if depth is not None:
                gone.setdefault(path[:depth], set()).add(path[depth])
            elif path[0] in ("zones", "borders"):
                return  # The whole list is missing, no list, or too long.
            else:
                rest.pop(path[0], None)
        dropped = [_readable_id(raw["zones"][i]) for i in gone.get(("zones",), ())]
        for path, places in gone.items():
            _thin(rest, path, places)
        try:
            self.board = Board.model_validate({"id": "unread"} | rest)
        except ValidationError:
            return
        if None not in dropped:
            self.known = frozenset(zone.id for zone in self.board.zones) | frozenset(id for id in dropped if id)


def _thin(rest: dict[str, Any], path: tuple[str, ...], places: set[int]) -> None:
    """Take some items out of a list, unless what holds it is out already."""
    *above, name = path
    holder = rest
    for part in above:
        if part not in holder:
            return
        holder[part] = holder[part].copy()
        holder = holder[part]
    holder[name] = [item for i, item in enumerate(holder[name]) if i not in places]


def _without(rest: dict[str, Any], path: tuple[int | str, ...]) -> None:
    """Take one field out, copying only what lies above it, unless that is out already."""
    holder: Any = rest
    for part in path[:-1]:
        if part not in holder and isinstance(holder, dict):
            return
        holder[part] = holder[part].copy()
        holder = holder[part]
    holder.pop(path[-1], None)


def _problem(raw: dict[str, Any], mistake: Any) -> Problem:
    loc = mistake["loc"]
    zones, border = _about(raw, loc)
    field = shown(loc)
    match mistake["type"]:
        case "extra_forbidden":
            return error("board.field_unknown", zones, border, field=field)
        case "missing":
            return error("board.field_missing", zones, border, field=field)
        case "too_long":
            return error("board.too_many", zones, border, field=field, most=mistake["ctx"]["max_length"])
    return error("board.field_wrong", zones, border, field=field)


def _about(raw: dict[str, Any], loc: tuple[int | str, ...]) -> tuple[list[str], tuple[str, str] | None]:
    """Return the zone or the border that a place in the file belongs to, by its ids if these can be read."""
    match loc:
        case ("zones", int(i), *_):
            id = _readable_id(raw["zones"][i])
            return ([] if id is None else [id]), None
        case ("borders", int(i), *_):
            item = raw["borders"][i]
            ends = (item.get("a"), item.get("b")) if isinstance(item, dict) else ()
        case ("route", ("edges" | "one_way") as name, int(i), *_):
            item = raw["route"][name][i]
            ends = tuple(item[:2]) if isinstance(item, list) else ()
        case _:
            ends = ()
    read = list(_ids(ends))
    return ([], (read[0], read[1])) if len(read) == 2 else (read, None)


def _ids(values: tuple[Any, ...]) -> Iterator[str]:
    return (id for value in values if (id := _readable_id({"id": value})) is not None)


def _readable_id(zone: Any) -> str | None:
    try:
        return _ID.validate_python(zone.get("id")) if isinstance(zone, dict) else None
    except ValidationError:
        return None


BUNDLED: Final = ("nijo",)
"""The ids of the boards that come with Metsuke; the first is the one that is played on unless another is chosen."""

_TOP = Path(__file__).resolve().parents[2]


class NoBoard(LookupError):
    """No board of this id comes with Metsuke, or its file is not where it should be."""


def assets(top: Path = _TOP) -> Path:
    """Return the folder of boards and words: inside `companion` once installed, else beside the packages."""
    installed = top / "companion" / "_assets"
    return installed if installed.is_dir() else top / "assets"


def bundled(id: str = BUNDLED[0]) -> Board:
    """Return a board that comes with Metsuke, read once. Raises `NoBoard`."""
    if id not in BUNDLED:
        shown = id if id.isprintable() and len(id) <= 40 else "?"
        raise NoBoard(f"no board {shown!r}; the boards are: {', '.join(BUNDLED)}")
    return _read(id)


@lru_cache
def _read(id: str) -> Board:
    file = assets() / "boards" / f"{id}.json"
    try:
        return read_board(file.read_bytes())
    except OSError as missing:
        raise NoBoard(f"the board {id!r} cannot be read from {file}: {missing.strerror}") from None


def words(lang: str) -> Callable[[str, Mapping[str, Any]], str]:
    """Return what gives the text of a key about boards for its parameters; without a catalogue it is the key itself."""
    file = assets() / "locale" / lang / "LC_MESSAGES" / "app.po"
    texts = read_catalogue(file) if file.is_file() else {}
    return lambda key, params: text_of(texts.get(key, key), params)
