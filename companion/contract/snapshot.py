"""What one phone may show: everything that a screen is drawn from, and nothing else.

A snapshot is made for one viewer. It never holds what that viewer may not know, and it holds the viewer's own secrets
only while the cover is open: what is not in it cannot reach the phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.contract.statistics import Page
from referee.core.analysis import Analysis
from referee.core.journal import Difference, LogLine
from referee.core.journal.noting_again import Mending, Part
from referee.core.offers import Offer
from referee.core.values import Notice, Prompt, Ruling

Presence = Literal["free", "here", "asleep", "gone"]
"""free: the seat is not taken; here: its phone is awake; asleep: the phone is locked or hidden; gone: it has been away
for ten minutes or more."""
Screen = Literal[
    "home", "new", "lobby", "take_over", "play", "history", "rules", "log", "settings", "lost", "end", "boards",
    "editor", "person", "game", "archive", "owner", "keeping", "tour",
]  # fmt: skip
Role = Literal["seat", "display", "gm", "guest"]
"""What this phone is in the match. A guest has not chosen a seat yet."""
VOICES: tuple[Literal["off", "changed", "turn", "all"], ...] = ("off", "changed", "turn", "all")
"""What a table display says aloud: nothing; what changed; also whose turn it is; also the standing."""
ANNOUNCED: tuple[Literal["turn", "changed", "all"], ...] = ("turn", "changed", "all")
"""What a phone tells its screen reader unasked: whose turn it is; also what changed; also the standing."""
TURNS: tuple[Literal["off", "shake", "sound"], ...] = ("off", "shake", "sound")
"""How a phone tells that it is its turn: not at all, by vibrating, or also by a tone."""
VOLUMES = (0.3, 0.6, 1.0)
MODES: tuple[Literal["dark", "light", "system"], ...] = ("dark", "light", "system")
"""The brightness of a phone's screens; `system` follows the device."""
SCALES = (1.0, 1.15, 1.3, 1.5, 2.0)
"""The text sizes to choose from, as factors of the standard size."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of the table: the URL that a phone opens, and a short form to type."""

    url: str
    short: str


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as everybody sees it. `away`: the whole minutes for which its phone has been away."""

    seat: str
    name: str
    presence: Presence = "free"
    away: int = 0
    mine: bool = False
    """Whether this phone holds the seat's key."""
    pin: bool = False
    freeing: tuple[str, ...] = ()
    """The seats that agree to free this seat, whose phone is gone."""


@dataclass(frozen=True, slots=True)
class DemonstrationInfo:
    """The state of a demonstration. `pace`: seconds between declarations; `people`: the seats that people play."""

    paused: bool
    pace: float
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match as everybody sees it, for any game."""

    code: str
    game: str
    depth: str
    options: Mapping[str, Any]
    status: Literal["lobby", "running", "ended", "closed"]
    seats: tuple[SeatInfo, ...]
    started: str = ""
    """The local time of the start, such as `20:12`."""
    game_master: Literal["none", "referee", "observer"] = "none"
    gm: SeatInfo | None = None
    paused: bool = False
    demonstration: DemonstrationInfo | None = None
    """Set at a demonstration."""


@dataclass(frozen=True, slots=True)
class PauseLine:
    """A pause or its end, by the game master: the number of the entry before it, and the local time."""

    after: int
    paused: bool
    at: str


@dataclass(frozen=True, slots=True)
class RewrittenPast:
    """A difference between what this phone remembers of a match and what it is shown now."""

    kind: Literal["changed", "shorter", "begun", "file", "result", "names"]
    """`changed`: the journal differs; `shorter`: it ends too early; `begun`: game, options or seats differ; `file`: the
    rows on the host's disk are not what was played; `result`: the stored result is not the journal's; `names`: the
    seats' names differ."""
    first: int = 0
    last: int = 0
    """The lines of the log, as it reads now, between which the first difference is."""
    secret: bool = False
    """Whether the differing entry has no line that everybody reads: a secret declaration after line `first`."""
    at: str = ""
    """The local time at which this phone saw the journal as it was; empty if unknown."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """A rematch that was asked for, as it is shown at the match before."""

    asked_by: str
    """A seat; empty if a phone without a seat asked."""
    starter: str
    """The starting seat, if it is settled."""
    come: tuple[str, ...]
    """The seats whose phones have accepted."""
    gone: tuple[str, ...]
    """The seats that were declined."""
    begun: bool
    mine: Literal["none", "asked", "come", "declined"]
    """none: this phone has nothing to answer; asked: it may accept; come: all its seats have accepted; declined."""
    host: bool = False
    """Whether this phone asked for the rematch, and may start it without the others."""


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match in a list: the running ones of the home screen, the finished ones of the history."""

    code: str
    game: str
    depth: str
    status: str
    seats: tuple[SeatInfo, ...]
    when: str
    """`20:12` for today, else a date."""
    my_seats: tuple[str, ...] = ()
    asks_me: bool = False
    """Whether a prompt of this match waits for one of my seats."""
    winners: tuple[str, ...] = ()
    """The winners' names."""
    points: tuple[int, ...] = ()
    """The winners' points."""
    host: bool = False
    reached: tuple[tuple[str, int], ...] = ()
    """The progress of a running match in its game's own units, such as `(("set", 2), ("round", 1))`."""


@dataclass(frozen=True, slots=True)
class PlayerStat:
    """One player's record. `best`: the key of a game, or empty."""

    name: str
    wins: int
    matches: int
    best: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """The history screen. `game` filters; empty means all games."""

    game: str
    matches: tuple[MatchCard, ...]
    players: tuple[PlayerStat, ...]
    total_matches: int
    total_players: int
    minutes: int
    search: str = ""


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board in the library. `id` is, for example, `nijo` (bundled), `b7` (kept on this host) or `s7` (a sketch)."""

    id: str
    kind: Literal["ours", "kept", "sketch"]
    en: str
    ja: str
    zones: int
    photo: bool = False
    """Whether a photo lies under a sketch."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A new match while it is being set up, on the phone that opens it."""

    game: str
    """Empty if no game can be played here."""
    depth: Literal["plays", "scores"] = "plays"
    names: tuple[str, ...] = ("", "", "", "")
    options: Mapping[str, Any] = field(default_factory=dict)
    """Only those that differ from the standard."""
    game_master: Literal["none", "referee", "observer"] = "none"
    position: Mapping[str, Any] | None = None
    """What lies open according to the sheet's QR code, as in a transcript's `state`."""
    problem: str = ""
    """The message key that says why the table cannot be opened; empty if it can."""


@dataclass(frozen=True, slots=True)
class OwnNote:
    """A secret note of this phone's seat."""

    line: int
    """Its line in this seat's log."""
    move: Mapping[str, Any]
    says: Mapping[str, Any]
    """The fields of the move that are a note."""
    parts: tuple[Part, ...] = ()
    """The parts of the note with the values they have and could have; only for the note that is shown."""


@dataclass(frozen=True, slots=True)
class WrongEntry:
    """A line of the log that this phone shows in order to propose its correction."""

    line: int
    seat: str
    """The seat whose entry it is, or `table`."""
    move: Mapping[str, Any] | None
    """Its move as everybody may know it; None if nobody can read it any more."""
    secret: bool
    """Whether it contains something that not everybody may know."""
    parts: tuple[Part, ...] = ()
    """The parts that could have another value."""


@dataclass(frozen=True, slots=True)
class ChangedNote:
    """A note that its owner changed, as everybody is told after the end (METSUKE-6.3)."""

    seat: str
    line: int
    """The line of the log in which it was noted again."""
    was: Mapping[str, Any]
    """The fields that changed, with their old values."""
    now: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TakeOverState:
    """A position while it is entered, as one phone may know it."""

    options: Any
    """The match's options, parsed."""
    table: Mapping[str, Any]
    """What has been entered of what lies open."""
    own: Mapping[str, Any] | None = None
    """What my seat has entered; None while my cover is closed."""
    own_problem: Ruling | None = None
    """What is impossible in it; None while my cover is closed."""
    missing: tuple[tuple[str, int, int, bool], ...] = ()
    """For each seat that has something to enter: the seat, the number of fields entered, their total, whether it must.
    """
    unfit: tuple[str, ...] = ()
    """The seats whose part is impossible as entered."""
    problem: Ruling | None = None
    unchecked: tuple[Notice, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything one phone may show now."""

    screen: Screen
    role: Role = "guest"
    viewer: str = ""
    """The seat through whose eyes this phone looks, `public` or `gm`; empty outside a match."""
    match: MatchInfo | None = None
    host: bool = False
    """Whether this phone opened the match and may free seats, start and close it."""
    view: Any = None
    """The game's view. Its private part is empty while covered."""
    prompts: tuple[Prompt, ...] = ()
    early_offers: tuple[Offer, ...] = ()
    """What this seat can plan before its turn; empty while covered."""
    held: Literal["covered", "held", "kept"] = "covered"
    """Whether this phone's cover is open: while it is held, or kept open for some time."""
    closing: int = 0
    """The seconds until the cover closes by itself, near the end; else 0."""
    entering: tuple[str, ...] = ()
    """The cards tapped so far while a hand is entered; empty while covered."""
    foreseen: Any = None
    """The additional information that `GameUi.foresight` computes for this viewer; None while covered, while it is
    being computed, and in games that have none."""
    wait_until: float = 0.0
    """When the open question may be answered, in seconds since 1970 by the host's clock; 0 without a wait.

    It is the same on every phone, whatever the answer is, and stays when the wait is over and nobody has chosen.
    """
    wait_s: int = 0
    """The length of that wait, in seconds."""
    chosen: bool = False
    """Whether the answer to the open question is already chosen: shown to the seat that chose it while its cover is
    open."""
    voice: Literal["off", "changed", "turn", "all"] = "off"
    """What this display says aloud."""
    volume: float = 0.6
    lately: tuple[LogLine, ...] = ()
    """For a display that speaks, or a phone that announces changes: the newest line of the public log."""
    announce: Literal["turn", "changed", "all"] = "turn"
    """What this phone tells its screen reader unasked."""
    turn: Literal["off", "shake", "sound"] = "shake"
    """How this phone tells that it is its turn."""
    sound: bool = False
    """Whether this display plays a sound when a public answer appears."""
    tap_to_open: bool = False
    """Whether covers open by a tap instead of a hold on this phone."""
    aloud: bool = False
    """Whether this phone's browser reads aloud what is held open."""
    teach: bool = True
    """Whether this phone explains what to do, for first-time players."""
    learnt: tuple[str, ...] = ()
    """The explanations that were hidden on this phone."""
    refusal: Ruling | None = None
    """Why this phone's last declaration was refused."""
    refused_move: Mapping[str, Any] | None = None
    mendings: tuple[Mending, ...] = ()
    """The seat's own notes on which that refusal rests; empty while covered."""
    notes: tuple[OwnNote, ...] | None = None
    """This seat's notes, the newest first, while they are shown; None while covered or not shown."""
    correctable: frozenset[int] = frozenset()
    """On the log: the lines whose entries this phone may propose to correct."""
    wrong: WrongEntry | None = None
    """On the log: the entry that this phone shows in order to have it corrected."""
    noting: int = 0
    """The line of the note that is to be replaced, 0 for none."""
    undo: Ruling | None = None
    """Why an undo would be refused, or None when it is allowed."""
    redo: Ruling | None = None
    log: tuple[LogLine, ...] = ()
    counts: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()
    """For the log: the first line declared at each stage of the match, with that stage in the game's own units."""
    pauses: tuple[PauseLine, ...] = ()
    """For the log: when the game master paused play and resumed it."""
    rewritten: RewrittenPast | None = None
    """Set if the journal is not what this phone remembers of it."""
    followed: tuple[int, int] | None = None
    """For the log and after the end: the first and the last line that this phone has followed."""
    proof: tuple[int, int] | None = None
    """After the end: how many secret declarations match their commitments, and how many there are."""
    rematch: Rematch | None = None
    """After the end: the rematch that was asked for."""
    findings: tuple[Any, ...] = ()
    """After the end: the findings of the audits, in games that have them."""
    changed: tuple[ChangedNote, ...] = ()
    """After the end: the notes that were changed, in that order."""
    replay: tuple[Any, ...] = ()
    """After the end: the match frame by frame, in games that have a replay."""
    analysis: Analysis | None = None
    """After the end: the analysis of what could be known, in games that have one."""
    analysing: float | None = None
    """The share of the analysis that is done, from 0 to 1; None while none is being computed."""
    curtain: str = ""
    """One-phone play: the seat that this phone is handed to next; the screen stays behind the curtain."""
    curtain_problem: str = ""
    """The message key that says why the curtain stays (wrong PIN, too many tries)."""
    my_seats: tuple[str, ...] = ()
    """All seats this phone holds, in turn order."""
    carried: tuple[str, ...] = ()
    """The seats whose keys came with the address this phone opened, while it is asked whether to take them."""
    text_size: float = 1.0
    """This phone's text size, 1.0 to 2.0."""
    brightness: str = "dark"
    """This phone's choice: dark, light or system."""
    addresses: tuple[Address, ...] = ()
    outside: bool = False
    """Whether this host is reachable from other networks as well."""
    qr_png: str = ""
    """The QR code of the likeliest address, as a data URL."""
    home: tuple[MatchCard, ...] = ()
    more: int = 0
    """Home: the number of open tables that are not shown."""
    search: str = ""
    """Home: the name by which one of them is searched."""
    hosted: bool = False
    """Home and settings: whether a host serves this phone in a browser; it then has the manual as well."""
    totals: tuple[int, int] = (0, 0)
    """The numbers of finished matches and of players, for home."""
    history: History | None = None
    page: Page | None = None
    """What a page of statistics or of exports shows."""
    draft: Draft | None = None
    taking_over: TakeOverState | None = None
    boards: tuple[BoardCard, ...] = ()
    """The boards of the library, for their own screen and for a new match on a board."""
    editor: Any = None
    """This phone's board editor (`companion.boards.workshop.Workplace`), if it has the sketch's key."""
    clause: str = ""
    """The clause whose text is open in a sheet."""
    rules_game: str = ""
    differences: tuple[Difference, ...] = ()
    """For the game master: what the prepared correction would change."""
    relearnt: tuple[Any, ...] = ()
    """For the game master: what the prepared correction would change in what can be known, once computed."""
    notice: str = ""
    """The message key of a notice of the app itself, such as a seat being taken or the table closed."""
    notice_params: Mapping[str, Any] = field(default_factory=dict)
    back: str = ""
