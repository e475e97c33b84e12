"""A finished match in words, for whatever form its record takes: picture, page or paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.boards.drawing import BoardDrawing, drawing_of
from companion.contract.game_ui import WalkedMap
from companion.contract.offered import ui_of
from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.contract.statistics import Course
from companion.i18n import Translator
from companion.statistics.common import course_of
from companion.statistics.played import Played
from companion.tables.known_boards import know
from companion.ui.look import Look, make_look
from companion.ui.words.sentences import listed, say, told
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
    """When it ended as clocks showed it where this host stands, and their zone."""
    outcome: str
    why: str
    ranking: tuple[RankLine, ...]
    lines: tuple[RecordLine, ...]
    proof: str
    course: Course
    seal: str


def record_of(kept: MatchRecord, played: Played, match: Match, lang: str) -> Record:
    """Return a finished match in words. Raises `ValueError` for one that has not ended: it has no record yet."""
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
    """Return the whole journal in words; after the end all of it is open."""
    seats = tuple(SeatInfo(seat.seat, seat.name) for seat in kept.players)
    info = MatchInfo(kept.code, kept.game, str(kept.options.get("depth", "")), kept.options, "ended", seats)
    snap = Snapshot("log", match=info)
    called: Mapping[str, str] = {seat.seat: seat.name or seat.seat for seat in kept.players}
    found = []
    for line in match.log(GAME_MASTER):
        other = look.t("app.game_master" if line.actor == GAME_MASTER else "app.the_table")
        who = called.get(line.seat or line.actor) or other
        said = told(look, snap, line)
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
    """Return the map of a finished match with the ways that were walked on it, where its game has one."""
    make = ui_of(match.game.KEY).ways
    boards = match.game.EXTRAS.boards
    if make is None or match.result is None or boards is None:
        return None
    ways = make(match.state, match.steps)
    if ways is None:
        return None
    know(boards.of(match.state))
    return drawing_of(ways.board), ways
