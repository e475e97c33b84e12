"""Read a board file into a checked board or a list of all problems; summarise a board's contents."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from referee.board.board import Board, Id
from referee.board.checks import (
    BadBoard,
    BoardNeeds,
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
from referee.core.reading import Bounds, Unreadable, parse, shown
from referee.core.rulebook import read_catalogue, text_of

MAX_BYTES: Final = 2 * 1024 * 1024
"""Size of the largest board file that is read, in bytes: more than 300 zones with 200 corners each take."""
MAX_PROBLEMS: Final = 1_000
"""The most unreadable places that are reported individually."""
MAX_LISTED: Final = 20_000
"""With more unreadable places than this, none is reported individually: listing takes about a kilobyte for each."""
BOUNDS: Final = Bounds(size=MAX_BYTES, parts=250_000, depth=20, text=MAX_BYTES)
"""300 zones with 200 corners each, 1,500 borders and the whole route have some 220,000 parts."""

_ID: TypeAdapter[str] = TypeAdapter(Id)
_MESSAGES: Final = {
    "extra_forbidden": "board.field_unknown",
    "missing": "board.field_missing",
    "too_long": "board.too_many",
}
"""The messages for pydantic's types of errors; for others it is `board.field_wrong`."""
_LISTS: Final = {("zones",), ("borders",), ("route", "edges"), ("route", "one_way"), ("route", "transitions")}


def read_board(data: str | bytes | Mapping[str, Any], needs: BoardNeeds = BoardNeeds()) -> Board:  # noqa: B008
    """Return the board of a file. Raises `BadBoard` with all problems, and no other exception whatever the data.

    An unreadable part of one zone does not hide problems of the others. A returned board may have warnings; `problems`
    lists them.
    """
    raw = _raw(data)
    try:
        board = Board.model_validate(raw)
    except ValidationError as unread:
        raise BadBoard(_problems_readable(raw, unread, needs)) from None
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


# --- Boards that are partly unreadable ------------------------------------------------------------------------------
def _problems_readable(raw: dict[str, Any], unread: ValidationError, needs: BoardNeeds) -> list[Problem]:
    """Return the unreadable places, and the problems of the rest that do not depend on them."""
    if unread.error_count() > MAX_LISTED:
        why = f"holds {unread.error_count()} places that cannot be read"
        return [error("board.unreadable", where="", why=why)]
    mistakes = unread.errors(include_url=False, include_context=True)
    found = [_problem(raw, mistake) for mistake in mistakes[:MAX_PROBLEMS]]
    if len(mistakes) > MAX_PROBLEMS:  # Nobody reads more, and removing so many items one by one takes long.
        return [*found, error("board.more", count=len(mistakes) - MAX_PROBLEMS)]
    readable = _rest(raw, mistakes)
    if readable is None:
        return found
    board, known, lost = readable
    found += [*zone_errors(board.zones), *border_errors(board.borders, known)]
    if "castles" not in lost:
        found += castle_errors(board.castles)
    borders = board.borders if known is not None and "borders" not in lost else None
    if "route" in lost:
        found += edge_errors(board.route, borders, known)
    else:
        found += [*route_errors(board.route, borders, known), *route_needs(board.route, needs)]
    if "zones" not in lost:
        found += [*zone_needs(board.zones, needs), *zone_warnings(board.zones, needs)]
    return found


def _rest(raw: dict[str, Any], mistakes: list[Any]) -> tuple[Board, frozenset[str] | None, set[str]] | None:
    """Return the rest of a board after removing everything unreadable; `None` if that is no board.

    With it come the ids of all zones, including those of which only the id is readable (`None` if they are not all
    known), and the top-level fields of which a part is missing.
    """
    lost, rest, gone = set[str](), dict(raw), dict[tuple[str, ...], set[int]]()
    for mistake in mistakes:
        path = mistake["loc"]
        if mistake["type"] == "extra_forbidden":
            if (holder := _holder(rest, path)) is not None:
                holder.pop(path[-1], None)
            continue
        lost.add(path[0])
        depth = next((n for n in (1, 2) if path[:n] in _LISTS and len(path) > n), None)
        if depth is not None:
            gone.setdefault(path[:depth], set()).add(path[depth])
        elif path[0] in ("zones", "borders"):
            return None  # The list is missing, not a list, or too long.
        else:
            rest.pop(path[0], None)
    dropped = [_readable_id(raw["zones"][i]) for i in gone.get(("zones",), ())]
    for path, places in gone.items():
        if (holder := _holder(rest, path)) is not None:
            holder[path[-1]] = [item for i, item in enumerate(holder[path[-1]]) if i not in places]
    try:
        board = Board.model_validate({"id": "unread"} | rest)
    except ValidationError:
        return None
    known = None if None in dropped else frozenset(zone.id for zone in board.zones).union(filter(None, dropped))
    return board, known, lost


def _holder(rest: dict[str, Any], path: tuple[int | str, ...]) -> Any:
    """Return what holds the last part of a path, after copying only its containers; `None` if one is removed."""
    holder: Any = rest
    for part in path[:-1]:
        if part not in holder and isinstance(holder, dict):
            return None
        holder[part] = holder[part].copy()
        holder = holder[part]
    return holder


def _problem(raw: dict[str, Any], mistake: Any) -> Problem:
    message = _MESSAGES.get(mistake["type"], "board.field_wrong")
    most = {"most": mistake["ctx"]["max_length"]} if mistake["type"] == "too_long" else {}
    return error(message, *_about(raw, mistake["loc"]), field=shown(mistake["loc"]), **most)


def _about(raw: dict[str, Any], loc: tuple[int | str, ...]) -> tuple[list[str], tuple[str, str] | None]:
    """Return the zone or the border, by their readable ids, to which a place in the file belongs."""
    match loc:
        case ("zones" | "borders" as name, int(i), *_):
            item = raw[name][i]
            keys = ("id",) if name == "zones" else ("a", "b")
            ends = [item.get(key) for key in keys] if isinstance(item, dict) else []
        case ("route", ("edges" | "one_way") as name, int(i), *_):
            item = raw["route"][name][i]
            ends = item[:2] if isinstance(item, list) else []
        case _:
            ends = []
    read = [id for end in ends if (id := _readable_id({"id": end})) is not None]
    return ([], (read[0], read[1])) if len(read) == 2 else (read, None)


def _readable_id(zone: Any) -> str | None:
    try:
        return _ID.validate_python(zone.get("id")) if isinstance(zone, dict) else None
    except ValidationError:
        return None


BUNDLED: Final = ("nijo",)
"""The ids of the boards that come with Metsuke, the default board first."""

_TOP = Path(__file__).resolve().parents[2]


class NoBoard(LookupError):
    """No board with this id comes with Metsuke, or its file is missing."""


def assets(top: Path = _TOP) -> Path:
    """Return the folder of boards and catalogues: inside `companion` if installed, else beside the packages."""
    installed = top / "companion" / "_assets"
    return installed if installed.is_dir() else top / "assets"


def bundled(id: str = BUNDLED[0]) -> Board:
    """Return a board that comes with Metsuke, cached. Raises `NoBoard`."""
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
    """Return a function that gives the text of a message key about boards, or the key itself without a catalogue."""
    file = assets() / "locale" / lang / "LC_MESSAGES" / "app.po"
    texts = read_catalogue(file) if file.is_file() else {}
    return lambda key, params: text_of(texts.get(key, key), params)


Words = Callable[[str, Mapping[str, Any]], str]
"""Returns the text of a message key for its parameters in the reader's language, before they are filled in."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking a board: the board if it can be played on, all problems, and the names of its zones."""

    board: Board | None
    problems: tuple[Problem, ...]
    names: Mapping[str, Mapping[str, str]]


def look_at(data: Mapping[str, Any]) -> Report:
    try:
        board = read_board(data)
    except BadBoard as bad:
        return Report(None, bad.problems, _names(data))
    return Report(board, problems(board), _names(data))


def _names(data: Mapping[str, Any]) -> dict[str, Mapping[str, str]]:
    zones = data.get("zones")
    named = (zone for zone in zones if isinstance(zone, dict)) if isinstance(zones, list) else ()
    return {
        zone["id"]: {lang: text for lang, text in zone["name"].items() if isinstance(text, str) and text.isprintable()}
        for zone in named
        if isinstance(zone.get("id"), str) and isinstance(zone.get("name"), dict)
    }


# --- Figures --------------------------------------------------------------------------------------------------------
def figures(board: Board) -> dict[str, dict[str, Any]]:
    """Return a board's figures by name: the parameters of `board.figure.<name>`. Means have two decimals."""
    kinds = Counter(zone.kind for zone in board.zones)
    borders = Counter(border.kind for border in board.borders)
    degrees = [len(board.neighbours(zone)) for zone in board.ids]
    route = board.route
    return {
        "zones": {"total": len(board.zones)} | {kind: kinds[kind] for kind in ("ground", "moat", "castle")},
        "borders": {"total": len(board.borders)} | {kind: borders[kind] for kind in ("plain", "wall", "sound")},
        "degree": {"mean": _mean(degrees), "least": min(degrees), "most": max(degrees)},
        "edge": {"count": len(board.edge_zones)},
        "posts": {"count": len(board.posts)},
        "barracks": {"count": len(board.barracks)},
        "route": {
            "zones": len(route.zones),
            "edges": len(route.edges),
            "one_way": len(route.one_way),
            "forks": len({at for _, at in route.forks}),
            "states": len(route.states),
        },
        "marks": {"total": len(board.mark_zones)}
        | {castle: len(board.mark_zones & board.castle_zones(castle)) for castle in board.castles},
        "traitor_starts": {"count": len(board.traitor_starts)},
        "hearing": {f"within_{n}": _mean([len(board.sound.within(zone, n)) for zone in board.ids]) for n in (1, 2, 3)},
        "hash": {"hash": board.hash},
    }


def _mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / len(numbers), 2)


# --- Words ----------------------------------------------------------------------------------------------------------
def as_json(report: Report, words: Words, lang: str) -> dict[str, Any]:
    """Return a report as one JSON object: the figures of a playable board, and each problem with its text."""
    board = report.board
    about: dict[str, Any] = {"playable": board is not None}
    if board is not None:
        about |= {"id": board.id, "version": board.version, "name": board.name.text(lang), "figures": figures(board)}
    problems = [p.model_dump(mode="json") | {"text": _text(words, p.message, p.params)} for p in report.problems]
    return about | {"problems": problems}


def as_lines(report: Report, words: Words, lang: str) -> Iterator[str]:
    if report.board is not None:
        board = report.board
        name = {"id": board.id, "name": board.name.text(lang), "version": board.version}
        yield _text(words, "board.figure.name", name)
        for figure, params in figures(board).items():
            yield _text(words, f"board.figure.{figure}", params)
    for problem in report.problems:
        about = _where(report, problem, lang)
        text = _text(words, problem.message, problem.params)
        yield ": ".join(part for part in (_text(words, f"board.{problem.severity}", {}), about, text) if part)
    yield _text(words, "board.not_playable" if report.board is None else "board.playable", {})


def _where(report: Report, problem: Problem, lang: str) -> str:
    if problem.border is not None:
        return " – ".join(_called(report, zone, lang) for zone in problem.border)
    return ", ".join(_called(report, zone, lang) for zone in problem.zones)


def _called(report: Report, zone: str, lang: str) -> str:
    names = report.names.get(zone, {})
    name = names.get(lang) or next((text for text in names.values() if text), "")
    return f"{zone} {name}".rstrip()


def _text(words: Words, message: str, params: Mapping[str, Any]) -> str:
    shown = {name: ", ".join(value) if isinstance(value, list | tuple) else value for name, value in params.items()}
    return words(message, shown).format_map(shown)
