"""A finished match as one web page that needs no host: both languages, light and dark, the slider and the map.

It loads nothing: what it shows is in it, and its own policy forbids the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.boards.drawing import BoardDrawing
from companion.contract.game_ui import WalkedMap, Way
from companion.exports.record import Record
from companion.i18n import Translator, language_name, num, translator
from companion.ui.map import drawing as board_svg
from companion.ui.map.facts import Trail
from companion.ui.map.trails import stretches
from companion.ui.palette import LANTERN, WASHI
from companion.ui.plot_drawing import Curve, plot_picture
from referee.core.journal import Match

LIGHTS: Final = (("day", WASHI), ("night", LANTERN))


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


def web_page(records: Sequence[Record], map_: tuple[BoardDrawing, WalkedMap] | None, match: Match) -> bytes:
    """Return the page. `records` are the match in each language, the reader's first."""
    page = _templates().get_template("record.html")
    return page.render(
        records=[_of(each) for each in records],
        map=None if map_ is None else _map(map_[0], map_[1]),
        palettes={name: _colours(palette) for name, palette in LIGHTS},
        moments=_moments(records[0], map_, match),
        seats=[seat.seat for seat in match.seats],
    ).encode()


def _of(record: Record) -> Mapping[str, Any]:
    t = translator(record.lang)
    return {
        "it": record,
        "name": language_name(record.lang),
        "course": _course(record),
        "along": record.course.along,
        "curves": [(name, [num(each) for each in points]) for name, points in record.course.curves],
        "course_said": _course_said(record, t),
        "w": {key: t(f"record.{key}") for key in WORDS},
        "undone": t("app.log.undone"),
        "ranking": t("app.end.ranking"),
        "table": t("kit.plot_table"),
        "place": t("figures.place"),
        "ninja": t("new.role.ninja"),
        "traitor": t("new.role.traitor"),
    }


WORDS: Final = ("title", "journal", "moment", "back", "on", "turn", "map", "ways", "points", "kept")


def _course_said(record: Record, t: Translator) -> str:
    ends = (t("figures.name_points", name=name, n=num(points[-1])) for name, points in record.course.curves)
    return t("figures.course_summary", points=t("app.list.comma").join(ends))


def _course(record: Record) -> list[tuple[str, Markup]]:
    """Return the curve of points by day and by night."""
    if not record.course.curves:
        return []
    curves = tuple(Curve(name, tuple(map(float, points))) for name, points in record.course.curves)
    # Made by ourselves, with what people wrote in it escaped.
    return [(name, Markup(plot_picture(palette.name, curves, record.course.along, 1.0))) for name, palette in LIGHTS]


def _colours(palette: Any) -> dict[str, str]:
    names = ("background", "surface", "surface_2", "line", "line_strong", "text", "text_2", "accent", "on_accent")
    return {name.replace("_", "-"): getattr(palette, name) for name in names}


def _moments(record: Record, map_: tuple[BoardDrawing, WalkedMap] | None, match: Match) -> list[dict[str, Any]]:
    """Return for each line of the journal what stood after it: the turn, everybody's points."""
    turns = dict(map_[1].turns) if map_ is not None else {}
    standings = {}
    standing_of = match.game.EXTRAS.statistics.standing
    for step in match.steps:
        standing = None if standing_of is None else standing_of(step.ruling.state)
        if standing is not None:
            standings[step.number] = [standing.points.get(seat.seat, 0) for seat in match.seats]
    found: list[dict[str, Any]] = []
    turn, points = 0, None
    for line in record.lines:
        turn, points = turns.get(line.number, turn), standings.get(line.number, points)
        found.append({"turn": turn, "points": points})
    return found


def _map(drawing: BoardDrawing, walked: WalkedMap) -> Mapping[str, Any]:
    """Return the board by day and by night, each turn's stretch of each way, and the ways in words."""
    boards = []
    for name, palette in LIGHTS:
        ways = [
            (each.who, turn, Markup(inside))
            for each in walked.ways
            for turn, inside in _stretches(drawing, palette, each)
        ]
        board = board_svg.picture(drawing.board.hash, palette.name)
        ids = board_svg.signs(drawing.board.hash, palette.name, 1.0)
        boards.append((name, Markup(_inside(board)), Markup(_inside(ids)), ways))
    said = [
        (each.who, [(turn, [z for z, at in zip(each.zones, each.turns, strict=True) if at == turn])
                    for turn in dict.fromkeys(each.turns)])
        for each in walked.ways
    ]  # fmt: skip
    return {"high": drawing.height, "boards": boards, "said": said}


def _stretches(drawing: BoardDrawing, palette: Any, way: Way) -> list[tuple[int, str]]:
    last = len(way.turns) - 1
    ends = tuple(0 if n < last and way.turns[n + 1] == turn else turn for n, turn in enumerate(way.turns))
    trail = Trail("ninja" if way.who == "ninja" else "traitor", way.zones, ends)
    return [
        (way.turns[int(each.key.removeprefix(way.who))], each.drawing)
        for each in stretches(drawing, palette, trail, 1.0)
    ]


def _inside(svg: str) -> str:
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]
