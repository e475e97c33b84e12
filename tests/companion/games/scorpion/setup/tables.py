"""A Scorpion table whose set-up is played on its seats' own screens, for tests and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import flet as ft

from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.setup.returns import setup
from companion.games.table.context import PickStore
from companion.games.table.frame import page
from companion.ui.theme import Look
from referee import scorpion
from referee.core import journal
from referee.core.journal import Declare, Match
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Ruling
from referee.scorpion.preferences import draw
from tests.companion.screens.stage import EN
from tests.players.scorpion.match import Players, seated
from tests.shots.scenes import SUBJECTS
from tests.shots.tree import drawn, names, press, spoken, usable, words

SALT = "0" * 32


def table(players: int = 2, **options: Any) -> Match:
    """Lay a table of 2 to 4 players."""
    return journal.begin(scorpion, {"gm": "active", **options}, seated(players))  # type: ignore[arg-type]


def says(match: Match, seat: str, move: Mapping[str, Any]) -> Match:
    """Declare a move. Raises `AssertionError` if it is refused."""
    after, ruling = match.act(seat, Declare(seat=seat, move=dict(move), salt=SALT))
    assert ruling.upheld, (seat, move, ruling)
    return after


def random_until(match: Match, seed: int, stop: Any, most: int = 4000) -> Match:
    """Play at random until `stop(match)`, and return the match; None is not returned: it raises `AssertionError`."""
    players = Players(seed, match.options.model_dump(mode="json"), match.state.board)
    for _ in range(most):
        if stop(match):
            return match
        said = players.next(scorpion, match.state)
        if said is None:
            break
        match = says(match, *said)
    raise AssertionError(f"seed {seed}: it never came to that")


def snapshot(match: Match, viewer: str, held: str = "covered", entering: Sequence[str] = (), **more: Any) -> Snapshot:
    """Return what the phone of `viewer` may show."""
    through = viewer if held != "covered" else PUBLIC
    seats = tuple(SeatInfo(s.seat, s.name, "here", mine=s.seat == viewer) for s in match.seats)
    options = match.options.model_dump(mode="json")
    given: dict[str, Any] = {
        "screen": "play",
        "role": {GAME_MASTER: "gm", PUBLIC: "display"}.get(viewer, "seat"),
        "viewer": viewer,
        "match": MatchInfo("ABCDEF", "scorpion", options["depth"], options, "running", seats, "20:12"),
        "view": match.view(through).model_copy(update={"viewer": viewer}),
        "prompts": match.prompts(through),
        "held": held,
        "entering": tuple(entering) if held != "covered" else (),
        "undo": match.may_undo(viewer) if viewer != PUBLIC else None,
        "redo": match.may_redo(viewer) if viewer != PUBLIC else None,
        "my_seats": (viewer,) if viewer not in (GAME_MASTER, PUBLIC) else (),
    }
    return Snapshot(**{**given, **more})


class Evening:
    """A match, and the last ruling on what a phone declared."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lots = Random(23)
        self.ruling: Ruling | None = None
        self.moves: list[tuple[str, dict[str, Any]]] = []


class Phone:
    """One seat's phone at an evening's table, drawn anew at every look; what it asks for is done at once."""

    def __init__(self, evening: Evening, seat: str, *, acting: str = "", look: Look = EN, **more: Any) -> None:
        self.evening, self.seat, self.acting, self.look, self.more = evening, seat, acting, look, more
        self.held = "covered"
        self.entering: tuple[str, ...] = ()
        self.pick = Pick(listed=True)
        self.picks = PickStore(self._put)
        self.noted: list[tuple[Any, ...]] = []

    def _put(self, change: Any) -> None:
        self.pick = change(self.pick)

    # What a screen asks for

    def hands(self, cards: Sequence[str]) -> None:
        """Keep what is begun, as the phone's session does."""
        if self.held != "covered" and self.seat != GAME_MASTER:
            assert len(cards) <= 20
            assert all(len(card) <= 40 for card in cards)
            self.entering = tuple(cards)

    def keep(self) -> None:
        """Open the cover."""
        self.held = "kept"

    def cover(self) -> None:
        """Close the cover."""
        self.held = "covered"

    def touch(self) -> None:
        """Note nothing: there is no timer."""

    def declare(self, move: Mapping[str, Any], seat: str = "") -> None:
        """Let the table judge a move."""
        spoken_for = seat or (TABLE if self.seat == GAME_MASTER else self.seat)
        asked = Declare(seat=spoken_for, move=dict(move), salt=SALT)
        act = draw(self.evening.match, asked, self.evening.lots)
        self.evening.match, self.evening.ruling = self.evening.match.act(self.seat, act)
        self.evening.moves.append((spoken_for, act.move))
        if self.evening.ruling.upheld:
            self.entering = ()

    def declare_all(self, moves: Sequence[Mapping[str, Any]]) -> None:
        """Let the table judge several moves until one is refused."""
        for move in moves:
            self.declare(move)
            if self.evening.ruling is not None and not self.evening.ruling.upheld:
                return

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in SUBJECTS:
            return self
        return lambda *args, **kwargs: self.noted.append((name, args, kwargs))

    # What it shows

    @property
    def ctx(self) -> Ctx:
        """What the screen is drawn from."""
        snap = snapshot(self.evening.match, self.seat, self.held, self.entering, **self.more)
        self.picks.moment = moment_of(snap.view)
        secret = self.held != "covered"
        pick = self.pick.at(self.picks.moment)
        return Ctx(self.look.but(secret=secret), snap, self, pick, self.picks, self.acting)

    def screen(self) -> ft.Control:
        """Draw the whole screen."""
        ctx = self.ctx
        content, dock = setup(ctx)
        return page(ctx, content, dock)

    @property
    def tree(self) -> list[ft.BaseControl]:
        """Every control on it."""
        return drawn(self.screen)

    @property
    def names(self) -> list[str]:
        """All that a screen reader speaks."""
        return names(self.tree)

    @property
    def words(self) -> str:
        """All that can be read, in one text."""
        return "\n".join(words(self.tree))

    def tap(self, name: str) -> None:
        """Use what has this name, or begins with it where that is one thing alone."""
        tree = self.tree
        found = [n for n in dict.fromkeys(names(tree)) if n == name] or [n for n in names(tree) if n.startswith(name)]
        press(tree, found[0] if found else name)

    def may(self) -> list[str]:
        """Return the names of all that can be used now."""
        return [spoken(each) for each in usable(self.tree) if getattr(each, "on_click", None) is not None]

    def zone(self, zone: str) -> None:
        """Tap a zone of the list."""
        self.tap(f"{zone}, ")


def settle(phone: Phone, random: Random, most: int = 400) -> None:
    """Tap whatever leads on until the seat can do nothing more but wait, or its part is locked."""
    phone.keep()
    for _ in range(most):
        lacks = phone.ctx.snap
        asked = [p for p in lacks.prompts if p.seat == (phone.acting or phone.seat) and p.must]
        if not asked or asked[0].params.get("locked"):
            return
        tree = phone.tree
        step = next_tap(phone, tree, random)
        if not step:
            return
        press(tree, step)
        ruling = phone.evening.ruling
        assert ruling is None or ruling.upheld, (phone.seat, phone.evening.moves[-1], ruling)
    raise AssertionError(f"{phone.seat} never came to an end: {phone.names}")


def lit_of(tree: list[ft.BaseControl]) -> list[str]:
    """Return the names of the zones that may be chosen."""
    return [
        each.label or "" for each in tree if isinstance(each, ft.Semantics) and EN.t("map.target") in (each.value or "")
    ]


def next_tap(phone: Phone, tree: list[ft.BaseControl], random: Random) -> str:
    """Return what a player who knows nothing would tap next: the main button, else an aid, else what may be chosen."""
    if main := main_of(tree):
        return main
    may = [spoken(each) for each in usable(tree) if getattr(each, "on_click", None) is not None]
    begun = any(name.startswith("One ") and name.endswith(" less") for name in may)
    for aid in ("Suggested", "At random"):
        if aid in may and not begun:
            return aid
    read = words(tree)
    more = [name for name in may if name.startswith("One ") and name.endswith(" more")]
    lit = lit_of(tree)
    ways = [name for name in may if set(name.split(" and ")) <= set(phone.evening.match.state.board.ids)]
    shares = [name for name in may if name.startswith(("Sword ", "Spear ", "Discard pile ", "Ninja", "Traitor"))]
    for some in (ways if "Choose its facing" in read else [], more, lit, shares):
        if some:
            return random.choice(some)
    return ""


def main_of(tree: list[ft.BaseControl]) -> str:
    """Return what the main button says while it can be used, else an empty text. A way to cover is none."""
    last = [each for each in tree if isinstance(each, ft.OutlinedButton)][-1]
    label = spoken(last)
    usable_ = last.on_click is not None and not last.disabled
    return label if usable_ and label not in ("Cover", "Back") and not label.startswith("Hand to") else ""


def moved(match: Match, **changes: Any) -> Match:
    """Return the match with another state."""
    return replace(match, state=replace(match.state, **changes))
