"""What one phone may show: everything a screen is drawn from, and nothing else.

A snapshot is made for one viewer. It never holds what that viewer may not know, and of the viewer's own
secrets only what is uncovered at this moment: what is not in it cannot reach the phone.
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
"""free: nobody sits there; asleep: its phone is locked or hidden; gone: lost for more than ten minutes."""
Screen = Literal[
    "home", "new", "lobby", "take_over", "play", "history", "rules", "log", "settings", "lost", "end", "boards",
    "editor", "person", "game", "archive", "owner", "keeping", "tour",
]  # fmt: skip
Role = Literal["seat", "display", "gm", "guest"]
"""How this phone looks at the match. A guest has not chosen a seat yet."""
VOICES: tuple[Literal["off", "changed", "turn", "all"], ...] = ("off", "changed", "turn", "all")
"""How much a table display says aloud: nothing, what changed, also whose turn it is, also how the table stands."""
ANNOUNCED: tuple[Literal["turn", "changed", "all"], ...] = ("turn", "changed", "all")
"""What a phone tells its screen reader by itself: whose turn it is, also what changed, also how the table stands."""
TURNS: tuple[Literal["off", "shake", "sound"], ...] = ("off", "shake", "sound")
"""How a phone tells that it is one's turn: not at all, by vibrating, or by a tone as well."""
VOLUMES = (0.3, 0.6, 1.0)
MODES: tuple[Literal["dark", "light", "system"], ...] = ("dark", "light", "system")
"""In which brightness a phone shows all."""
SCALES = (1.0, 1.15, 1.3, 1.5, 2.0)
"""The text sizes to choose from: 1 is the standard."""


@dataclass(frozen=True, slots=True)
class Address:
    """One way to reach the table: the URL a phone opens and the short form to type."""

    url: str
    short: str


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as everybody sees it. `away` is how many whole minutes its phone has been away."""

    seat: str
    name: str
    presence: Presence = "free"
    away: int = 0
    mine: bool = False
    """Whether this phone holds its key."""
    pin: bool = False
    freeing: tuple[str, ...] = ()
    """The seats that agree to free this one, whose phone is gone."""


@dataclass(frozen=True, slots=True)
class DemonstrationInfo:
    """How a table that plays itself goes on. `pace` is seconds a declaration; `people` are the seats somebody plays."""

    paused: bool
    pace: float
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match as everybody sees it, whatever its game."""

    code: str
    game: str
    depth: str
    options: Mapping[str, Any]
    status: Literal["lobby", "running", "ended", "closed"]
    seats: tuple[SeatInfo, ...]
    started: str = ""
    """Local time of the beginning, as `20:12`."""
    game_master: Literal["none", "referee", "observer"] = "none"
    gm: SeatInfo | None = None
    paused: bool = False
    demonstration: DemonstrationInfo | None = None
    """Set where the machine plays."""


@dataclass(frozen=True, slots=True)
class PauseLine:
    """The game master stopped play after a journal entry, or let it go on, and the local time."""

    after: int
    paused: bool
    at: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What a phone holds on to of a match is not what it is shown now."""

    kind: Literal["changed", "shorter", "begun", "file", "result", "names"]
    """The journal is another one, or ends too early; game, options or seats are; what lies in the host's file is not
    what was played; the result beside the journal is not the journal's; names are others."""
    first: int = 0
    last: int = 0
    """Among which lines of the journal, as it reads now, the first is that differs."""
    secret: bool = False
    """Whether it has no line that everybody reads: it was locked behind line `first`."""
    at: str = ""
    """The local time when this phone had seen the journal as it was; empty where it does not know."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """A rematch that somebody has asked for, as everybody at the match before sees it."""

    asked_by: str
    """A seat; empty where a phone without one has asked."""
    starter: str
    """The seat that starts, where that is settled."""
    come: tuple[str, ...]
    """The seats whose phones have said yes."""
    gone: tuple[str, ...]
    """The seats to which nobody will come by this."""
    begun: bool
    mine: Literal["none", "asked", "come", "declined"]
    """none: this phone has nothing to say; asked: it may come; come: all its seats have."""
    host: bool = False
    """Whether this phone asked, and may let it begin without the others."""


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match in a list: home's running ones, history's finished ones."""

    code: str
    game: str
    depth: str
    status: str
    seats: tuple[SeatInfo, ...]
    when: str
    """`20:12` for today's, else a date."""
    my_seats: tuple[str, ...] = ()
    asks_me: bool = False
    """Whether a prompt of this match waits for one of my seats."""
    winners: tuple[str, ...] = ()
    """Names."""
    points: tuple[int, ...] = ()
    """The winners' points."""
    host: bool = False
    reached: tuple[tuple[str, int], ...] = ()
    """How far a running match has come, in its game's own counts: `(("set", 2), ("round", 1))`."""


@dataclass(frozen=True, slots=True)
class PlayerStat:
    """One player's record. `best` is a game's key or empty."""

    name: str
    wins: int
    matches: int
    best: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class History:
    """The history screen. `game` filters; empty for all."""

    game: str
    matches: tuple[MatchCard, ...]
    players: tuple[PlayerStat, ...]
    total_matches: int
    total_players: int
    minutes: int
    search: str = ""


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A board on the shelf. `id` is `nijo` for one of ours, `b7` for one of this host's, `s7` for a sketch."""

    id: str
    kind: Literal["ours", "kept", "sketch"]
    en: str
    ja: str
    zones: int
    photo: bool = False
    """Whether a photo lies under a sketch."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A new match while it is being set up, on the phone of whoever does."""

    game: str
    """Empty where no game can be played here."""
    depth: Literal["plays", "scores"] = "plays"
    names: tuple[str, ...] = ("", "", "", "")
    options: Mapping[str, Any] = field(default_factory=dict)
    """Only what differs from the standard."""
    game_master: Literal["none", "referee", "observer"] = "none"
    position: Mapping[str, Any] | None = None
    """What lies open on the table that a sheet's code brought along, as in a transcript's `state`."""
    problem: str = ""
    """A message key: why the table cannot be opened."""


@dataclass(frozen=True, slots=True)
class OwnNote:
    """Something that this phone's seat has noted in secret."""

    line: int
    """Its line in this seat's journal."""
    move: Mapping[str, Any]
    says: Mapping[str, Any]
    """What of it is a note, by field."""
    parts: tuple[Part, ...] = ()
    """What it says and could say, of the one that is looked at."""


@dataclass(frozen=True, slots=True)
class WrongEntry:
    """A line of the log for which a seat looks for a way to put it right together with the others."""

    line: int
    seat: str
    """Whose entry it is: a seat, or `table`."""
    move: Mapping[str, Any] | None
    """What it says, as everybody may know it; None where nobody can read it any more."""
    secret: bool
    """Whether it says something that not everybody may know."""
    parts: tuple[Part, ...] = ()
    """What of it could say something else."""


@dataclass(frozen=True, slots=True)
class ChangedNote:
    """A note that its owner changed, as everybody is told after the end (METSUKE-6.3)."""

    seat: str
    line: int
    """In which line of the log it was noted again."""
    was: Mapping[str, Any]
    """What of it is otherwise now, by field."""
    now: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TakeOverState:
    """A position while it is entered, as one phone may know it."""

    options: Any
    """The match's options, read."""
    table: Mapping[str, Any]
    """What has been entered of what lies open."""
    own: Mapping[str, Any] | None = None
    """What my seat has entered, while my cover is open."""
    own_problem: Ruling | None = None
    """What cannot be of it, while my cover is open."""
    missing: tuple[tuple[str, int, int, bool], ...] = ()
    """Seat, how much it has entered, of how much, and whether it must, for each that has anything to enter."""
    unfit: tuple[str, ...] = ()
    """The seats whose part cannot be as it is."""
    problem: Ruling | None = None
    unchecked: tuple[Notice, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything one phone may show now."""

    screen: Screen
    role: Role = "guest"
    viewer: str = ""
    """The seat that is looked through, `public` or `gm`; empty outside a match."""
    match: MatchInfo | None = None
    host: bool = False
    """Whether this phone opened the match and may free seats, start and close it."""
    view: Any = None
    """The game's view. Its private part is empty while covered."""
    prompts: tuple[Prompt, ...] = ()
    ahead: tuple[Offer, ...] = ()
    """What this seat can plan before its turn; empty while covered."""
    held: Literal["covered", "held", "kept"] = "covered"
    """Whether this phone's cover is open: by a held pad, or kept open for a while."""
    closing: int = 0
    """The seconds until it closes by itself, in its last ones; else 0."""
    entering: tuple[str, ...] = ()
    """The cards tapped so far while a hand is entered; empty while covered."""
    foreseen: Any = None
    """What is worked out for this viewer alone beside its view, by what it is entering; None while covered, while it
    is worked out, and in games that have nothing of the kind."""
    wait_until: float = 0.0
    """When the open question may be answered, in seconds since 1970 by the host's clock; 0 while nothing is waited for.

    The same on every phone, and the same whatever the answer is. It stays when the wait is over and nobody has chosen.
    """
    wait_s: int = 0
    """How long that wait is, in seconds."""
    chosen: bool = False
    """Whether the answer to the open question is chosen already: for whoever chose it, while the cover is open."""
    voice: Literal["off", "changed", "turn", "all"] = "off"
    """How much this display says aloud."""
    volume: float = 0.6
    lately: tuple[LogLine, ...] = ()
    """For a display that speaks, or a phone that tells what changed: the newest line of the public journal."""
    announce: Literal["turn", "changed", "all"] = "turn"
    """What this phone tells its screen reader by itself."""
    turn: Literal["off", "shake", "sound"] = "shake"
    """How this phone tells that it is one's turn."""
    sound: bool = False
    """Whether this display plays a sound when a public answer appears."""
    tap_to_open: bool = False
    """Whether covers open by a tap instead of a hold on this phone."""
    aloud: bool = False
    """Whether this phone's browser reads what is held open."""
    teach: bool = True
    """Whether this phone explains what to do, for those who play a game for the first time."""
    learnt: tuple[str, ...] = ()
    """The explanations that were put away on this phone."""
    refusal: Ruling | None = None
    """Why this phone's last declaration was refused."""
    refused_move: Mapping[str, Any] | None = None
    mendings: tuple[Mending, ...] = ()
    """The own notes on which that refusal rests; empty while covered."""
    notes: tuple[OwnNote, ...] | None = None
    """What this seat has noted, the last first, while it is looked at; None while covered, and when it is not."""
    correctable: frozenset[int] = frozenset()
    """On the log: the lines whose entries this phone may propose to correct."""
    wrong: WrongEntry | None = None
    """On the log: the entry that this phone looks at to have it corrected."""
    noting: int = 0
    """The line of the note among them that is to be noted again, 0 for none."""
    undo: Ruling | None = None
    """Why an undo would be refused, or None when it is allowed."""
    redo: Ruling | None = None
    log: tuple[LogLine, ...] = ()
    counts: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()
    """For the log: how far the match had come, with the first line of it that was declared there."""
    pauses: tuple[PauseLine, ...] = ()
    """For the log: when the game master stopped play and let it go on."""
    rewritten: Rewritten | None = None
    """Set where somebody has changed the past, as far as this phone holds on to it."""
    followed: tuple[int, int] | None = None
    """For the log and after the end: from which line to which one this phone has followed the journal."""
    proof: tuple[int, int] | None = None
    """After the end: how many locked declarations match their hashes, of how many."""
    rematch: Rematch | None = None
    """After the end: the rematch that somebody has asked for."""
    findings: tuple[Any, ...] = ()
    """After the end: what the audits have found, in games that audit a match as a whole."""
    changed: tuple[ChangedNote, ...] = ()
    """After the end: the notes that were changed, in the order in which they were."""
    replay: tuple[Any, ...] = ()
    """After the end: the match frame by frame, in games that can be watched once more."""
    analysis: Analysis | None = None
    """After the end: what could be known of the match, in games that tell it."""
    analysing: float | None = None
    """How much of that is worked out, from 0 to 1, while it is being."""
    curtain: str = ""
    """One-phone play: the seat that this phone is handed to next; its screen stays behind the curtain."""
    curtain_problem: str = ""
    """A message key: why the curtain stays (wrong PIN, too many tries)."""
    my_seats: tuple[str, ...] = ()
    """All seats this phone holds, in turn order."""
    carried: tuple[str, ...] = ()
    """The seats whose keys came with the address that this phone opened, while it is asked whether it takes them."""
    text_size: float = 1.0
    """This phone's text size, 1.0 to 2.0."""
    brightness: str = "dark"
    """This phone's choice: dark, light or system."""
    addresses: tuple[Address, ...] = ()
    outside: bool = False
    """Whether this host is reached from other networks as well."""
    qr_png: str = ""
    """The QR code of the likeliest address as a data URL."""
    home: tuple[MatchCard, ...] = ()
    more: int = 0
    """Home: open tables that are not shown."""
    search: str = ""
    """Home: the name by which one of them is looked up."""
    hosted: bool = False
    """Home and settings: whether a host serves this phone to a browser; it has the manual as well."""
    totals: tuple[int, int] = (0, 0)
    """Finished matches and players, for home."""
    history: History | None = None
    page: Page | None = None
    """What a page of figures, or of what can be taken away, shows."""
    draft: Draft | None = None
    taking_over: TakeOverState | None = None
    boards: tuple[BoardCard, ...] = ()
    """The shelf, for its own screen and for a new match that is played on a board."""
    editor: Any = None
    """The board editor of this phone (`companion.boards.workshop.Workplace`), for whoever has the sketch's key."""
    clause: str = ""
    """The clause whose text is open in a sheet."""
    rules_game: str = ""
    differences: tuple[Difference, ...] = ()
    """For the game master: what a correction that is being prepared would change."""
    relearnt: tuple[Any, ...] = ()
    """For the game master: in what such a correction would change what can be known, once it is worked out."""
    notice: str = ""
    """A message key of the app itself: seat taken, table closed."""
    notice_params: Mapping[str, Any] = field(default_factory=dict)
    back: str = ""
