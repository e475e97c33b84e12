"""What phones show at a moment of a golden match: every viewer, covered and open, in two looks, and after some taps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from zlib import crc32

import flet as ft
from flet.components.component import Component, Renderer

from companion.contract.game_ui import ui_of
from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot, TakeOverState
from companion.flet_runtime.install import install
from companion.phones.make_snapshot import REFUSED_PRIVATELY, proof_of
from companion.screens.router import render
from companion.tables.taking_over import TakingOver
from companion.tables.views import Views
from companion.ui.theme import Look, make_look
from referee.core.journal import Match
from referee.core.reading import positions_of
from referee.core.transcripts import Transcript, replay
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Ruling
from tests.shots.scenes import Still
from tests.trees.nodes import Node, node_of, text_of

install(hosting=True)

LOOKS: Final = {"light ja": make_look("ja", "light"), "dark en": make_look("en", "dark")}
WIDE: Final = make_look("en", "dark", shape="tablet")
"""The look of a table display in the second look."""
TAPS: Final = 2
"""The number of controls tapped in succession on a screen that answers, in one of the looks, alternating."""
LOG_EVERY: Final = 40
POSITION_EVERY: Final = 20
"""The intervals, in moments, at which the log is shown, and the position as it would be entered elsewhere."""


@dataclass(frozen=True)
class Moment:
    """A golden match after some of its declarations, the ruling on the last one, and what belongs to its end."""

    number: int
    match: Match
    views: Views
    refused: Ruling | None = None
    by: str = ""
    move: Mapping[str, Any] | None = None
    frames: tuple[Any, ...] = ()
    analysis: Any = None


class Screen(NamedTuple):
    """A snapshot as a phone draws it. `name` identifies viewer, cover and look."""

    name: str
    snap: Snapshot
    look: Look
    taps: int


def moments(transcript: Transcript, wanted: frozenset[int] | None = None) -> Iterator[Moment]:
    """Yield the moments of a match by number, 0 before its first declaration; only the `wanted` ones if given."""
    if wanted is None or 0 in wanted:
        yield Moment(0, transcript.begun, Views(transcript.begun))
    for judged in replay(transcript):
        if wanted is not None and judged.n not in wanted:
            continue
        match, upheld = judged.match, judged.ruling.upheld
        more: dict[str, Any] = {}
        if not upheld:
            more = {"refused": judged.ruling, "by": judged.item.seat, "move": judged.item.declared().get("move")}
        if match.result is not None:
            review = match.game.EXTRAS.review
            more["frames"] = frames = review.replay(match.steps)
            more["analysis"] = review.analysis(match.steps, frames, _progress) if review.analysis else None
        yield Moment(judged.n, match, Views(match), **more)


def _progress(_: float) -> None: ...


def screens(moment: Moment) -> Iterator[Screen]:
    """Yield every screen of a moment."""
    match = moment.match
    ended = match.result is not None
    for n, viewer in enumerate((*(seat.seat for seat in match.seats), GAME_MASTER, PUBLIC)):
        covers = ("covered",) if viewer == PUBLIC or ended else ("covered", "open")
        for held in covers:
            snap = snapshot(moment, viewer, held)
            for at, (name, look) in enumerate(LOOKS.items()):
                wide = viewer == PUBLIC and look is LOOKS["dark en"]
                taps = TAPS if (n + moment.number + at + len(held)) % 2 and (viewer != PUBLIC or ended) else 0
                yield Screen(f"{viewer} {held} {name}", snap, WIDE if wide else look, taps)
    if ended or moment.number % LOG_EVERY == 0:
        for viewer in (match.seats[0].seat, GAME_MASTER):
            snap = snapshot(moment, viewer, "covered" if viewer != GAME_MASTER else "open", screen="log")
            for name, look in LOOKS.items():
                yield Screen(f"{viewer} log {name}", snap, look, 1)
    if not ended and moment.number % POSITION_EVERY == 0:
        for viewer, snap in positions(match):
            for name, look in LOOKS.items():
                yield Screen(f"{viewer} position {name}", snap, look, TAPS)


def snapshot(moment: Moment, viewer: str, held: str, screen: str = "") -> Snapshot:
    """Return what a phone may show, like `companion.phones.make_snapshot`; a covered one shows what everybody sees."""
    match, views = moment.match, moment.views
    role = {GAME_MASTER: "gm", PUBLIC: "display"}.get(viewer, "seat")
    ended, opened = match.result is not None, held != "covered"
    through = viewer if opened or ended else PUBLIC
    plays = role == "seat" and not ended
    refused = moment.refused if moment.by == viewer or (moment.by == TABLE and role == "gm") else None
    hidden = refused is not None and refused.private and not opened
    log_through = GAME_MASTER if ended or (opened and role == "gm") else PUBLIC
    given: dict[str, Any] = {
        "screen": screen or ("end" if ended else "play"),
        "role": role,
        "viewer": viewer,
        "match": match_info(match, viewer),
        "host": viewer == match.seats[0].seat,
        "my_seats": (viewer,) if role == "seat" else (),
        "view": views.view(through, viewer),
        "prompts": views.prompts(through),
        "early_offers": views.early_offers(viewer) if opened and plays else (),
        "held": "kept" if opened else "covered",
        "foreseen": foreseen(match, views, viewer, ()) if opened and not ended else None,
        "refusal": REFUSED_PRIVATELY if hidden else refused,
        "refused_move": moment.move if refused is not None and not hidden else None,
        "undo": match.may_undo(viewer, None if opened else PUBLIC) if viewer != PUBLIC else None,
        "redo": match.may_redo(viewer, None if opened else PUBLIC) if viewer != PUBLIC else None,
        "log": match.log(log_through) if screen == "log" or role == "gm" else (),
        "counts": tuple((n, tuple(at.items())) for n, at in match.counts(log_through)) if screen == "log" else (),
        "correctable": views.correctable() if screen == "log" and plays else frozenset(),
    }
    if ended:
        given |= {"proof": proof_of(match), "findings": views.findings(), "changed": views.changed()}
        given |= {"replay": moment.frames, "analysis": moment.analysis}
    return Snapshot(**given)


def foreseen(match: Match, views: Views, viewer: str, entering: Sequence[str]) -> Any:
    """Return what is precomputed for a viewer besides its view, for games that have it."""
    foresight = ui_of(match.game.KEY).foresight
    work = None if foresight is None or viewer == PUBLIC else foresight(match.state, viewer, entering)
    return None if work is None else work()


def match_info(match: Match, viewer: str, status: str = "") -> MatchInfo:
    """Return a match as its phones describe it, with everybody present and a game master as referee."""
    seats = tuple(SeatInfo(seat.seat, seat.name, "here", mine=seat.seat == viewer) for seat in match.seats)
    options = match.options.model_dump(mode="json")
    status = status or ("ended" if match.result is not None else "running")
    return MatchInfo("ABCDEF", match.game.KEY, match.options.depth, options, status, seats, "20:12", "referee")  # type: ignore[arg-type]


def positions(match: Match) -> Iterator[tuple[str, Snapshot]]:
    """Yield the forms for entering this moment at another table: the host's and each seat's."""
    key, described = match.game.KEY, match.game.EXTRAS.positions
    load = ui_of(key).take_over
    if described is None or load is None:
        return
    position = positions_of(match.game).position_of(match.state, GAME_MASTER)
    table, secrets = load().entered(match.options, match.seats, position)
    players = [SimpleNamespace(seat=seat.seat, name=seat.name) for seat in match.seats]
    record: Any = SimpleNamespace(game=key, options=match.options.model_dump(mode="json"), players=players)
    entry = TakingOver(record, {TABLE: table, **secrets})
    standing = entry.standing()
    state = TakeOverState(
        options=entry.options,
        table=entry.entered(TABLE),
        missing=standing.missing,
        unfit=standing.unfit,
        problem=_refusal(standing.problem),
        unchecked=standing.unchecked,
        whole=standing.whole,
    )
    shared: dict[str, Any] = {"screen": "take_over", "role": "seat"}
    for n, seat in enumerate(match.seats):
        me, info = seat.seat, match_info(match, seat.seat, "lobby")
        own = replace(state, own=entry.entered(me), own_problem=_refusal(entry.problem(me)))
        if n == 0:
            yield f"{me} host", Snapshot(viewer=me, match=info, host=True, taking_over=state, my_seats=(me,), **shared)
        yield me, Snapshot(viewer=me, match=info, held="kept", taking_over=own, my_seats=(me,), **shared)


def _refusal(problem: Refused | None) -> Ruling | None:
    return None if problem is None else Ruling.refusal(problem)


class Phone:
    """A screen on a phone: what it shows now, and what taps on it have requested."""

    def __init__(self, screen: Screen, known: dict[int, tuple[Any, Any]]) -> None:
        self.actions, self._screen, self._known = Still(), screen, known
        self._root: Any = Renderer().render(render, screen.look, screen.snap, self.actions)
        self.shown = node_of(self._root, known)

    def tap(self, node: Node) -> None:
        """Tap a control, and draw the result."""
        control: Any = node.press
        control.on_click(ft.ControlEvent(control=control, name="click"))
        self.shown = node_of(self._root, self._known)

    def show(self, snap: Snapshot) -> None:
        """Draw the same screen for another snapshot; picks on it stay."""
        found = self._root
        while isinstance(found, ft.Container):
            found = found.content
        if isinstance(found, Component):
            look, _, actions = found.args
            found.args = (look, snap, actions)
        self.shown = node_of(self._root, self._known)


def drawn(screen: Screen, moment: Moment, known: dict[int, tuple[Any, Any]]) -> Iterator[tuple[str, Node | None]]:
    """Yield what a screen shows, then after each tap what was tapped, what it requests and what is shown.

    What is tapped is determined by the screen's name and moment; newly shown controls are preferred.
    """
    phone = Phone(screen, known)
    yield "", phone.shown
    passed = {screen.look.t("kit.back"), screen.look.t("kit.rules")}
    seen: set[str] = set()
    for step in range(screen.taps):
        there = {node.name: node for node in reversed([*phone.shown.every()]) if node.press and node.name}
        names = sorted(there.keys() - passed)
        names = [name for name in names if name not in seen] or names
        if not names:
            return
        seen |= there.keys()
        name = names[crc32(f"{moment.number} {screen.name} {step}".encode()) % len(names)]
        passed.add(name)
        asked = len(phone.actions.told)
        with patch("random._urandom", Random(f"{moment.number} {screen.name}").randbytes):  # random draws
            phone.tap(there[name])
        for act, args, kwargs in phone.actions.told[asked:]:
            yield f"{name}: asks for {act} {text_of(args)} {text_of(kwargs)}", None
            if act == "hands":
                entering = tuple(args[0])
                found = foreseen(moment.match, moment.views, screen.snap.viewer, entering)
                phone.show(replace(screen.snap, entering=entering, foreseen=found))
        yield f"{name}: ", phone.shown


def lines(screen: Screen, moment: Moment) -> list[str]:
    """Return a screen as text, one line per control, initially and after each tap."""
    return [
        f"{tapped}{line}"
        for tapped, node in drawn(screen, moment, {})
        for line in (node.lines() if node is not None else [""])
    ]


def digest(screen: Screen, moment: Moment, known: dict[int, tuple[Any, Any]]) -> str:
    """Return a short hash of everything that a screen shows, initially and after each tap."""
    found = blake2b(digest_size=4)
    for tapped, node in drawn(screen, moment, known):
        found.update(tapped.encode() + (b"" if node is None else node.digest))
    return found.hexdigest()
