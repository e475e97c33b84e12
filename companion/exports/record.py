"""A finished match in words, for all forms of its record, and the record as one web page that needs no host.

The web page has both languages, light and dark modes, the slider and the map. It loads nothing: everything is in it,
and its own content policy forbids the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.boards.drawing import BoardDrawing, drawing_of
from companion.contract.game_ui import WalkedMap, WalkedWay, ui_of
from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.contract.statistics import Course
from companion.i18n import Translator, language_name, num, translator
from companion.statistics import Played, course_of
from companion.tables.backend import know
from companion.ui.map import drawing as board_svg
from companion.ui.map.drawing import Trail
from companion.ui.map.layers import stretches
from companion.ui.palette import LANTERN, WASHI
from companion.ui.plot import Curve, plot_picture
from companion.ui.theme import Look, make_look
from companion.ui.words import listed, say, sentences
from models import MatchRecord
from referee.core.journal import Match
from referee.core.values import GAME_MASTER


@dataclass(frozen=True, slots=True)
class RankLine:
    """One line of the ranking; `points` is empty where they say no more than who has won."""

    place: int
    name: str
    points: str
    won: bool
    roles: str = ""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of the journal."""

    number: int
    who: str
    words: tuple[str, ...]
    undone: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A finished match in one language."""

    lang: str
    game: str
    sign: str
    depth: str
    day: str
    """The end in this host's local time, with its time zone."""
    outcome: str
    why: str
    ranking: tuple[RankLine, ...]
    lines: tuple[RecordLine, ...]
    proof: str
    course: Course
    seal: str


def record_of(kept: MatchRecord, played: Played, match: Match, lang: str) -> Record:
    """Return a finished match in words. Raises `ValueError` if it has not ended: it has no record yet."""
    result = match.result
    if result is None:
        raise ValueError("a match that is being played has no record")
    look = make_look(lang)
    t, ui = look.t, ui_of(kept.game)
    called = {seat.seat: seat.name or seat.seat for seat in kept.players}
    winners = [called.get(seat, seat) for seat in result.winners]
    outcome = t("app.end.draw")
    if winners:
        many = len(winners) > 1
        outcome = t("app.end.share", names=listed(look, winners)) if many else t("app.end.wins", name=winners[0])
    roles = {sat.seat: _roles(played, sat.seat, t) for sat in played.seats}
    ranking = tuple(
        RankLine(
            place=line.place,
            name=called.get(line.seat, line.seat),
            points="" if ui.no_points else t("app.end.points", n=line.points),
            won=line.seat in result.winners,
            roles=roles.get(line.seat, ""),
        )
        for line in sorted(result.ranking, key=lambda line: line.place)
    )
    key = f"app.game.{kept.game}"
    return Record(
        lang=lang,
        game=t(key) if t.has(key) else kept.game,
        sign=ui.sign,
        depth=t(f"app.depth.{kept.options.get('depth', 'plays')}"),
        day=played.ended.astimezone().isoformat(" ", "minutes"),
        outcome=outcome,
        why=t(result.reason) if t.has(result.reason) else "",
        ranking=ranking,
        lines=_lines(look, kept, match),
        proof=_proof(match, t),
        course=course_of(played),
        seal="勝" if len(winners) == 1 else "分",
    )


def _roles(played: Played, seat: str, t: Translator) -> str:
    parts = [part.role for part in played.account.parts if part.seat == seat]
    return t("app.list.comma").join(t(f"new.role.{role}") for role in parts)


def _lines(look: Look, kept: MatchRecord, match: Match) -> tuple[RecordLine, ...]:
    """Return the whole journal in words; after the end all of it is public."""
    seats = tuple(SeatInfo(seat.seat, seat.name) for seat in kept.players)
    info = MatchInfo(kept.code, kept.game, str(kept.options.get("depth", "")), kept.options, "ended", seats)
    snap = Snapshot("log", match=info)
    called: Mapping[str, str] = {seat.seat: seat.name or seat.seat for seat in kept.players}
    found = []
    for line in match.log(GAME_MASTER):
        other = look.t("app.game_master" if line.actor == GAME_MASTER else "app.the_table")
        who = called.get(line.seat or line.actor) or other
        said = sentences(look, snap, line)
        if not said:
            act = "secret" if line.act == "declare" and line.commitment else line.act
            said = [say(look, snap, f"app.log.{act}", {"name": who, "number": line.number})]
        undone = not line.in_force and line.act in ("declare", "house_ruling", "correct")
        found.append(RecordLine(line.number, who, tuple(said), undone))
    return tuple(found)


def _proof(match: Match, t: Translator) -> str:
    opened = match.reveal()
    if not opened:
        return t("app.end.proof_none")
    right = sum(each.holds for each in opened)
    return t("app.end.proof_all" if right == len(opened) else "app.end.proof", n=right, all=len(opened))


def walked(match: Match) -> tuple[BoardDrawing, WalkedMap] | None:
    """Return the map of a finished match with the paths walked on it, if its game has one."""
    make = ui_of(match.game.KEY).ways
    boards = match.game.EXTRAS.boards
    if make is None or match.result is None or boards is None:
        return None
    ways = make(match.state, match.steps)
    if ways is None:
        return None
    know(boards.of(match.state))
    return drawing_of(ways.board), ways


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
    """Return the plot of points in the light and the dark palette."""
    if not record.course.curves:
        return []
    curves = tuple(Curve(name, tuple(map(float, points))) for name, points in record.course.curves)
    # Our own markup, in which names are escaped.
    return [(name, Markup(plot_picture(palette.name, curves, record.course.along, 1.0))) for name, palette in LIGHTS]


def _colours(palette: Any) -> dict[str, str]:
    names = ("background", "surface", "surface_2", "line", "line_strong", "text", "text_2", "accent", "on_accent")
    return {name.replace("_", "-"): getattr(palette, name) for name in names}


def _moments(record: Record, map_: tuple[BoardDrawing, WalkedMap] | None, match: Match) -> list[dict[str, Any]]:
    """Return for each line of the journal the turn and all points after it."""
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
    """Return the board in both palettes, the part of each path walked in each turn, and the paths in words."""
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


def _stretches(drawing: BoardDrawing, palette: Any, way: WalkedWay) -> list[tuple[int, str]]:
    last = len(way.turns) - 1
    ends = tuple(0 if n < last and way.turns[n + 1] == turn else turn for n, turn in enumerate(way.turns))
    trail = Trail("ninja" if way.who == "ninja" else "traitor", way.zones, ends)
    return [
        (way.turns[int(each.key.removeprefix(way.who))], each.drawing)
        for each in stretches(drawing, palette, trail, 1.0)
    ]


def _inside(svg: str) -> str:
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]
