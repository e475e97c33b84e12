"""The state of one phone: what it shows, which keys it holds, and which seats they open now.

`Foresight` holds information computed for one phone alone, outside the event loop, so that nobody's answers are
delayed. It is computed and shown only while that phone's cover is open; the phone is then drawn once more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from companion.boards.workshop import Workshop
from companion.contract.snapshot import Address, BoardCard, History, MatchCard, RewrittenPast, Role, Screen, Snapshot
from companion.contract.statistics import Page
from companion.flet_runtime import faults
from companion.jobs.jobs import aside
from companion.phones.device_storage import HOST, CarriedKeys, DeviceStorage, JournalMemory
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
    """What was last computed for one phone, and for which viewer, entered cards and view."""

    def __init__(self) -> None:
        self._wanted: tuple[Any, ...] = ()
        self._worked: tuple[Any, ...] = ()
        self._found: Any = None

    def found(self, viewer: str, entering: Sequence[str], view: Any) -> Any:
        """Return the result for exactly these arguments, or None."""
        return self._found if self._worked == (viewer, tuple(entering), view) else None

    def lacks(self, viewer: str, entering: Sequence[str], view: Any) -> bool:
        """Tell whether this is neither computed nor being computed."""
        return (viewer, tuple(entering), view) not in (self._wanted, self._worked)

    async def work(self, viewer: str, entering: Sequence[str], view: Any, work: Callable[[], Any]) -> bool:
        """Compute it. Return whether it is still wanted afterwards; work that is no longer wanted is not started."""
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
"""The screens among which the match's status chooses."""


@dataclass
class Location:
    """What this phone is looking at. Only the server writes it."""

    screen: Screen = "home"
    back: Screen = "home"
    code: str = ""
    role: Role = "guest"
    seat: str = ""
    curtain: str = ""
    """The seat that the phone is being handed to. `PhoneState.curtain` tells which seat's curtain is drawn."""
    lifted: tuple[str, str | None] | None = None
    """The seat whose curtain was lifted last, and the hash of the PIN that it had then."""
    curtain_problem: str = ""
    declined: str = ""
    """The code of the rematch that was declined on this phone."""
    carried: tuple[str, ...] = ()
    """The seats whose keys came with the address, while the phone is asked whether to take them."""
    clause: str = ""
    looks_at_lobby: bool = False
    """Whether a player is looking at the QR code and seats of the lobby during the match."""
    rules_game: str = ""
    home_search: str = ""
    history_game: str = ""
    history_search: str = ""
    person: int = 0
    game: str = ""
    """The person whose page is shown, and the game that it is about."""
    notice: str = ""
    notice_params: dict[str, Any] = field(default_factory=dict)
    entries_seen: int | None = None
    """The number of entries of the journal when this phone was last drawn: newer corrections are announced."""
    refusal: Ruling | None = None
    refused_move: dict[str, Any] | None = None
    mendings: tuple[Mending, ...] = ()
    """The seat's own notes on which that refusal rests."""
    noting: int | None = None
    """The line of the note that is shown, 0 for all of them; None for none."""
    correcting: int = 0
    """The line of the log that is shown for correction, 0 for none."""
    entering: tuple[str, ...] = ()
    answered_as: str = ""
    """The seat whose answer from this phone is kept until its wait is over."""
    differences: tuple[Difference, ...] = ()
    prepared: Correct | None = None
    """The correction that a game master is preparing."""
    relearnt: tuple[Any, ...] = ()

    def forget_answers(self) -> None:
        """Forget what was refused, entered and prepared: another person uses the phone now."""
        self.refusal = self.refused_move = self.prepared = self.noting = None
        self.mendings, self.correcting = (), 0
        self.entering = self.differences = self.relearnt = ()


class PhoneHost(Protocol):
    """What a phone needs of the host that it is connected to."""

    language: str
    """The language of phones that have not chosen one; empty: the one that each asks for."""
    intake: Intake
    allowance: Allowance

    @property
    def demonstration(self) -> Demonstration | None:
        """The running demonstration, or None."""

    @property
    def opens_with_demonstration(self) -> bool:
        """Whether phones that name no match come to the demonstration."""

    async def table(self, code: str) -> Table | None:
        """Return a match by its code, or None. Raises `GameUnavailable`, which concerns this match alone."""

    async def show(self, game: str = "") -> Table | None:
        """Start a demonstration, and return its table."""

    @property
    def phones(self) -> set[Any]:
        """The phones with an open session."""

    def forget(self, phone: Any) -> None:
        """Note that a phone's session has ended."""

    @property
    def tables(self) -> Tables:
        """The live matches."""

    ownership: Any
    """The host's owner (`companion.phones.owner.Ownership`)."""
    statistics: Any
    """The statistics of finished matches (`companion.phones.statistics.Statistics`)."""

    def from_outside(self) -> bool:
        """Tell whether phones are given a public address."""

    def addresses(self, code: str = "") -> Sequence[Address]:
        """Return the addresses of this host, or of a match on it, the likeliest first."""

    def qr_of(self, code: str) -> str:
        """Return the QR code of a match as a data URL, or an empty string if nobody can join."""

    def opened(self, code: str) -> None:
        """Note that a match was opened."""

    async def fill(self, phone: Any) -> None:
        """Read what the lists on a phone's screen show."""


LISTS: Final[frozenset[Screen]] = frozenset({"home", "history", "boards", "person", "game", "archive", "lost"})
"""Screens that show lists from the store, or that something was not found."""


class PhoneState:
    """A phone without its connection: what it shows, and the seats and rights given by its keys."""

    def __init__(self, host: PhoneHost) -> None:
        self.host = host
        self.storage = DeviceStorage()
        self.carried = CarriedKeys()
        """The keys that came with the address, until their match is opened."""
        self.where = Location()
        self.draft = new_draft()
        self.table: Table | None = None
        self.snap = Snapshot(screen="home")
        """The snapshot that was drawn last."""
        self.ready = False
        """Whether the device's keys are known."""
        self.busy = False
        """Whether a declaration of this phone is being judged."""
        self.locking = False
        """Whether that is a hand entry: until it closes the cover, nothing is drawn while the cover is open."""
        self.held: Literal["covered", "held", "kept"] = "covered"
        self.closing = 0
        """The seconds until an open cover closes by itself, near the end; else 0."""
        self.journal: JournalMemory | None = None
        """The device's memory of the journal of the match that it shows."""
        self.rewritten: RewrittenPast | None = None
        """How the journal differs from that memory, or None."""
        self.foresight = Foresight()
        self.home: tuple[MatchCard, ...] = ()
        self.more = 0
        """The number of open tables that the home screen does not show."""
        self.totals = (0, 0)
        self.history: History | None = None
        self.opened: Page | None = None
        """The contents of the open page of statistics."""
        self.boards: tuple[BoardCard, ...] = ()
        self.filling = asyncio.Lock()
        """Held while the lists on its screen are read."""
        self.workshop: Workshop | None = None

    @property
    def connected(self) -> bool:
        """Whether the phone is connected."""
        return False

    # What it shows

    @property
    def shows_lists_alone(self) -> bool:
        """Whether a new session would show the same: no match is open, and nothing is entered."""
        return self.table is None and self.where.screen in LISTS and self.draft == new_draft()

    @property
    def screen(self) -> Screen:
        """The screen that is shown: at a match, the one that its status requires."""
        wanted = self.where.screen
        if wanted == "keeping" and (self.table is None or self.table.record.status != "ended"):
            return self.match_screen()
        return self.match_screen() if self.table is not None and wanted in OF_A_MATCH else wanted

    def match_screen(self) -> Literal["lobby", "take_over", "play", "end", "lost"]:
        """Return the screen that the match's status requires."""
        if self.table is None:
            return "lost"
        status = self.table.record.status
        if status == "ended":
            return "end"
        entering = status == "lobby" and self.table.taking_over is not None and not self.where.looks_at_lobby
        if entering and (self.where.role != "guest" or self.is_host()):
            return "take_over"
        if status == "lobby" or (status == "running" and (self.where.role == "guest" or self.where.looks_at_lobby)):
            return "lobby"
        return "play" if status == "running" else "lost"

    @property
    def viewer(self) -> str:
        """The viewer of this phone while its cover is open."""
        return {"seat": self.where.seat, "gm": GAME_MASTER}.get(self.where.role, PUBLIC)

    # Its keys and rights

    def key(self, seat: str) -> str:
        """Return this device's key for a seat of the match that it shows, or an empty string."""
        return self.storage.keys.get(self.where.code, {}).get(seat, "")

    def holds(self, seat: str) -> bool:
        """Tell whether this device's key opens that seat now."""
        return self.table is not None and self.table.opens(seat, self.key(seat))

    def authority(self, seat: str) -> SeatKey:
        """Return the right to a seat with this device's key, valid or not: the table proves it."""
        return SeatKey(seat, self.key(seat))

    @property
    def as_host(self) -> Authority:
        """The right to run the table: the host's, or else the game master's."""
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
        """Tell whether keys that came with the address may be taken: this phone holds no seat at this match."""
        open_now = self.table is not None and self.table.record.status in ("lobby", "running")
        return open_now and not self.my_seats() and not self.is_game_master()

    def runs_the_table(self) -> bool:
        """Tell whether this phone may free seats and close the match."""
        return self.is_host() or (self.is_game_master() and self.where.role == "gm")

    def sit_down(self, seat: str = "") -> None:
        """Use one of this phone's seats: the one named, if its key is still valid, else the first.

        What was refused or entered on another seat is forgotten. A phone's only seat needs no curtain, unless it has a
        PIN or another seat was used before.
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
        """Whether the current seat's curtain is lifted.

        It was lifted for this seat after any other was used and, if the seat has a PIN, with that PIN and after the
        phone was last locked or disconnected.
        """
        where = self.where
        record = self.table.seat(where.seat) if self.table is not None and where.role == "seat" else None
        return where.role != "seat" or (record is not None and where.lifted == (where.seat, record.pin_hash))

    @property
    def curtain(self) -> str:
        """The seat whose curtain is drawn, or an empty string; after the end of a match there is nothing to hide."""
        table, where = self.table, self.where
        ended = table is not None and table.match is not None and table.match.result is not None
        return where.curtain or ("" if self.lifted or ended else where.seat)

    @property
    def uncovered(self) -> bool:
        """Whether this phone may show now what only its viewer knows."""
        return self.held != "covered" and self.holds(self.viewer) and self.lifted and not self.curtain

    def laid_down(self) -> None:
        """Require the PIN again: the phone was locked, hidden or disconnected, or comes back."""
        if self.where.lifted is not None and self.where.lifted[1] is not None:
            self.where.lifted = None
