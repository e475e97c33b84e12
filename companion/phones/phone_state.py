"""What a phone is: what it looks at, whose keys it holds, which seats they open now.

What is worked out for one phone alone, beside all that phones wait for: it delays nobody's answers. It is asked for
while a cover is open, and shown while that cover is open; the phone is then drawn once more, and no other phone hears
of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from companion.boards.workshop import Workshop
from companion.contract.snapshot import Address, BoardCard, History, MatchCard, Rewritten, Role, Screen, Snapshot
from companion.contract.statistics import Page
from companion.flet_runtime import faults
from companion.jobs.jobs import aside
from companion.phones.device_storage import HOST, Carried, DeviceStorage, JournalMemory
from companion.phones.intake import Intake
from companion.phones.owner import Allowance
from companion.tables.demonstration import Demonstration
from companion.tables.keys import Authority, HostKey, SeatKey
from companion.tables.match_draft import new_draft
from companion.tables.table import Table
from companion.tables.tables import Tables
from referee.core.journal import Correct, Difference
from referee.core.journal.noting_again import Mending
from referee.core.values import GAME_MASTER, PUBLIC, Ruling

log = logging.getLogger("metsuke")


class Foresight:
    """What was worked out for one phone last, and for what: the viewer, what is being entered, and what it may know."""

    def __init__(self) -> None:
        self._wanted: tuple[Any, ...] = ()
        self._worked: tuple[Any, ...] = ()
        self._found: Any = None

    def found(self, viewer: str, entering: Sequence[str], view: Any) -> Any:
        """Return what was worked out for just this, or None."""
        return self._found if self._worked == (viewer, tuple(entering), view) else None

    def lacks(self, viewer: str, entering: Sequence[str], view: Any) -> bool:
        """Tell whether this is neither worked out nor being worked out."""
        return (viewer, tuple(entering), view) not in (self._wanted, self._worked)

    async def work(self, viewer: str, entering: Sequence[str], view: Any, work: Callable[[], Any]) -> bool:
        """Work it out. Tells whether it is still what is wanted then; what is no longer wanted is not begun."""
        wanted = self._wanted = viewer, tuple(entering), view

        def unless_late() -> Any:
            return work() if self._wanted is wanted else None

        found = None
        try:
            found = await aside(unless_late)
        except Exception as fault:  # the phone goes on without it
            log.error("what a phone is told beside could not be worked out: %s", faults.describe(fault))
        if self._wanted is not wanted:
            return False
        self._wanted, self._worked, self._found = (), wanted, found
        return found is not None


OF_A_MATCH: frozenset[Screen] = frozenset({"lobby", "take_over", "play", "end", "lost"})
"""The screens of which the match's status chooses one."""


@dataclass
class Where:
    """What this phone is looking at. Only the server writes it."""

    screen: Screen = "home"
    back: Screen = "home"
    code: str = ""
    role: Role = "guest"
    seat: str = ""
    curtain: str = ""
    """The seat that the phone is being handed to. `PhoneState.curtain` tells before whom one stands."""
    lifted: tuple[str, str | None] | None = None
    """Before which seat the curtain was lifted last, and the hash of the PIN that it had then."""
    curtain_problem: str = ""
    declined: str = ""
    """The rematch of this match that is not wanted on this phone, by its code."""
    carried: tuple[str, ...] = ()
    """The seats whose keys came with the address: whether this phone takes them is being asked."""
    clause: str = ""
    at_the_door: bool = False
    """Whether somebody who plays looks at the lobby: its QR code and seats."""
    rules_game: str = ""
    home_search: str = ""
    history_game: str = ""
    history_search: str = ""
    person: int = 0
    game: str = ""
    """Whose page is looked at, and the game that it is about."""
    notice: str = ""
    notice_params: dict[str, Any] = field(default_factory=dict)
    entries_seen: int | None = None
    """How many entries of the journal this phone has drawn: corrections that are newer are told in words."""
    refusal: Ruling | None = None
    refused_move: dict[str, Any] | None = None
    mendings: tuple[Mending, ...] = ()
    """The own notes on which that refusal rests."""
    noting: int | None = None
    """The line of the own note that is looked at, 0 for all of them; None for none."""
    correcting: int = 0
    """The line of the log that is looked at to have it corrected, 0 for none."""
    entering: tuple[str, ...] = ()
    answered_as: str = ""
    """The seat whose answer from this phone is kept until its time has come."""
    differences: tuple[Difference, ...] = ()
    prepared: Correct | None = None
    """The correction that a game master is preparing."""
    relearnt: tuple[Any, ...] = ()

    def forget_answers(self) -> None:
        """Forget what was refused, entered and prepared: somebody else looks now."""
        self.refusal = self.refused_move = self.prepared = self.noting = None
        self.mendings, self.correcting = (), 0
        self.entering = self.differences = self.relearnt = ()


class PhoneHost(Protocol):
    """What a phone needs of the host that it is connected to."""

    language: str
    """The language of phones that have not chosen one; empty: what each asks for."""
    intake: Intake
    allowance: Allowance

    @property
    def demonstration(self) -> Demonstration | None:
        """The table that plays itself, if this host shows one."""

    @property
    def opens_with_demonstration(self) -> bool:
        """Whether phones that name no match come to the table that plays itself."""

    async def table(self, code: str) -> Table | None:
        """Return a match that can be looked at here. Raises `GameUnavailable`, for this match alone."""

    async def show(self, game: str = "") -> Table | None:
        """Let a table play itself, and return it."""

    @property
    def phones(self) -> set[Any]:
        """The phones whose sessions are open."""

    def forget(self, phone: Any) -> None:
        """A phone's session has ended."""

    @property
    def tables(self) -> Tables:
        """The live matches."""

    ownership: Any
    """Who owns it (`companion.phones.owner.Ownership`)."""
    figures: Any
    """What the finished matches come to (`companion.phones.figures.Figures`)."""

    def from_outside(self) -> bool:
        """Tell whether phones are given an address that is not one of this network's."""

    def addresses(self, code: str = "") -> Sequence[Address]:
        """Return how phones reach this host, or a match on it, the likeliest first."""

    def qr_of(self, code: str) -> str:
        """Return the QR code of a match as a data URL, or an empty string where nobody can join."""

    def opened(self, code: str) -> None:
        """A match was opened."""

    async def fill(self, phone: Any) -> None:
        """Read what the lists on a phone's screen show."""


LISTS: Final[frozenset[Screen]] = frozenset({"home", "history", "boards", "person", "game", "archive", "lost"})
"""Screens that show what is stored, or that it was not found."""


class PhoneState:
    """A phone without its connection: what it looks at, and who it is by the keys that it holds."""

    def __init__(self, host: PhoneHost) -> None:
        self.host = host
        self.storage = DeviceStorage()
        self.carried = Carried()
        """What came with the address, until its match is looked at."""
        self.where = Where()
        self.draft = new_draft()
        self.table: Table | None = None
        self.snap = Snapshot(screen="home")
        """What was drawn last."""
        self.ready = False
        """Whether it is known which keys this device holds."""
        self.busy = False
        """Whether something that was declared here is being judged."""
        self.locking = False
        """Whether that is a secret entry: until its cover can close with it, nothing open is drawn again."""
        self.held: Literal["covered", "held", "kept"] = "covered"
        self.closing = 0
        """The seconds until an open cover closes by itself, in its last ones."""
        self.journal: JournalMemory | None = None
        """What this device holds on to of the match that it looks at."""
        self.rewritten: Rewritten | None = None
        """Where that is not what it is shown now."""
        self.foresight = Foresight()
        self.home: tuple[MatchCard, ...] = ()
        self.more = 0
        """Open tables that the first page does not show."""
        self.totals = (0, 0)
        self.history: History | None = None
        self.opened: Page | None = None
        """What the page of figures that is looked at shows."""
        self.boards: tuple[BoardCard, ...] = ()
        self.filling = asyncio.Lock()
        """Held while the lists on its screen are read."""
        self.workshop: Workshop | None = None

    @property
    def connected(self) -> bool:
        """Whether the phone can be reached now."""
        return False

    # What it looks at

    @property
    def shows_lists_alone(self) -> bool:
        """Whether a session that began anew would show the same: no match is open, and nothing is entered."""
        return self.table is None and self.where.screen in LISTS and self.draft == new_draft()

    @property
    def screen(self) -> Screen:
        """The screen that is shown: of those of a match the one that its status calls for."""
        wanted = self.where.screen
        if wanted == "keeping" and (self.table is None or self.table.record.status != "ended"):
            return self.match_screen()
        return self.match_screen() if self.table is not None and wanted in OF_A_MATCH else wanted

    def match_screen(self) -> Literal["lobby", "take_over", "play", "end", "lost"]:
        """Return the screen that the match's status calls for."""
        if self.table is None:
            return "lost"
        status = self.table.record.status
        if status == "ended":
            return "end"
        entering = status == "lobby" and self.table.taking_over is not None and not self.where.at_the_door
        if entering and (self.where.role != "guest" or self.is_host()):
            return "take_over"
        if status == "lobby" or (status == "running" and (self.where.role == "guest" or self.where.at_the_door)):
            return "lobby"
        return "play" if status == "running" else "lost"

    @property
    def viewer(self) -> str:
        """Whom this phone looks as while its cover is open."""
        return {"seat": self.where.seat, "gm": GAME_MASTER}.get(self.where.role, PUBLIC)

    # Who it is

    def key(self, seat: str) -> str:
        """Return the key this device holds for a seat of the match it looks at, or an empty string."""
        return self.storage.keys.get(self.where.code, {}).get(seat, "")

    def holds(self, seat: str) -> bool:
        """Tell whether this device's key opens that seat now."""
        return self.table is not None and self.table.opens(seat, self.key(seat))

    def authority(self, seat: str) -> SeatKey:
        """Return the right to a seat that this device's key is, whether it opens it or not: the table proves it."""
        return SeatKey(seat, self.key(seat))

    @property
    def as_host(self) -> Authority:
        """The right to run the table: that of whoever opened it, or else the game master's."""
        if self.is_host() or self.where.role != "gm":
            return HostKey(self.key(HOST))
        return self.authority(GAME_MASTER)

    def my_seats(self) -> tuple[str, ...]:
        """Return the seats this device's keys open now, in turn order."""
        table, keys = self.table, self.storage.keys.get(self.where.code)
        if table is None or not keys:
            return ()
        return tuple(s.seat for s in table.players if s.seat in keys and table.opens(s.seat, keys[s.seat]))

    def is_game_master(self) -> bool:
        return self.holds(GAME_MASTER)

    def is_host(self) -> bool:
        return self.table is not None and self.table.hosts(self.key(HOST))

    def may_take_carried(self) -> bool:
        """Tell whether keys that came with the address may be taken here: nobody sits on this phone at this match."""
        open_now = self.table is not None and self.table.record.status in ("lobby", "running")
        return open_now and not self.my_seats() and not self.is_game_master()

    def runs_the_table(self) -> bool:
        """Tell whether this phone may free seats and close the match."""
        return self.is_host() or (self.is_game_master() and self.where.role == "gm")

    def sit_down(self, seat: str = "") -> None:
        """Look through one of my seats: the one named, if its key still opens it, else the first.

        What was refused or begun on another seat stays behind. A phone's only seat needs no curtain, unless it has a
        PIN or another was looked through before.
        """
        mine, where, before = self.my_seats(), self.where, (self.where.role, self.where.seat)
        if seat in mine:
            where.role, where.seat = "seat", seat
        elif self.is_game_master():
            where.role, where.seat = "gm", GAME_MASTER
        elif mine:
            where.role, where.seat = "seat", mine[0]
        else:
            where.role, where.seat, where.lifted = "guest", "", None
        if before != (where.role, where.seat):
            where.forget_answers()
        if where.role == "seat" and len(mine) == 1 and where.lifted is None:
            where.lifted = where.seat, None

    # What it may show

    @property
    def lifted(self) -> bool:
        """Whether no curtain stands before the seat that is looked through.

        It was lifted for this seat after any other was looked through; before a seat that has a PIN by that PIN, and
        since the phone was laid down last.
        """
        where = self.where
        record = self.table.seat(where.seat) if self.table is not None and where.role == "seat" else None
        return where.role != "seat" or (record is not None and where.lifted == (where.seat, record.pin_hash))

    @property
    def curtain(self) -> str:
        """Return the seat before which a curtain stands: that of a finished match hides nothing that is not open."""
        table, where = self.table, self.where
        ended = table is not None and table.match is not None and table.match.result is not None
        return where.curtain or ("" if self.lifted or ended else where.seat)

    @property
    def uncovered(self) -> bool:
        """Whether this phone may show now what its viewer alone knows."""
        return self.held != "covered" and self.holds(self.viewer) and self.lifted and not self.curtain

    def laid_down(self) -> None:
        """The phone was locked, hidden or cut off, or comes back: who has it now has to enter a PIN again."""
        if self.where.lifted is not None and self.where.lifted[1] is not None:
            self.where.lifted = None
