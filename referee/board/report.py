"""What a board holds, in figures, and what is wrong with it, in words: for `python -m referee board`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.board.board import Board
from referee.board.checks import BadBoard, Problem, problems
from referee.board.reading import read_board

Words = Callable[[str, Mapping[str, Any]], str]
"""The text of a message key in the reader's language, its parameters not yet filled in."""


@dataclass(frozen=True, slots=True)
class Report:
    """A board that was looked at: itself if it can be played on, every problem, and what its zones are called."""

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
    """Return a board's figures by name: the parameters of `board.figure.<name>`. Means have two digits."""
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
    """Return a report as one JSON object: a playable board's figures, and each problem with its text."""
    board = report.board
    about: dict[str, Any] = {"playable": board is not None}
    if board is not None:
        about |= {"id": board.id, "version": board.version, "name": board.name.text(lang), "figures": figures(board)}
    told = [p.model_dump(mode="json") | {"text": _text(words, p.message, p.params)} for p in report.problems]
    return about | {"problems": told}


def as_lines(report: Report, words: Words, lang: str) -> Iterator[str]:
    if report.board is not None:
        board = report.board
        name = {"id": board.id, "name": board.name.text(lang), "version": board.version}
        yield _text(words, "board.figure.name", name)
        for figure, params in figures(board).items():
            yield _text(words, f"board.figure.{figure}", params)
    for problem in report.problems:
        about = _about(report, problem, lang)
        text = _text(words, problem.message, problem.params)
        yield ": ".join(part for part in (_text(words, f"board.{problem.severity}", {}), about, text) if part)
    yield _text(words, "board.not_playable" if report.board is None else "board.playable", {})


def _about(report: Report, problem: Problem, lang: str) -> str:
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
