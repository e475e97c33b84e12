"""What the pages of people, games and finished matches show. Numbers are raw; words are made by the screens."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    of: str
    won: int
    matches: int


@dataclass(frozen=True, slots=True)
class RoleFigures:
    """How a role went: in how many matches, and how often it came to what it was there for."""

    game: str
    role: str
    matches: int
    won: int
    goals: tuple[Share, ...] = ()
    sizes: tuple[Share, ...] = ()
    """By number of players."""
    endings: tuple[tuple[str, int], ...] = ()
    """Message keys, the most frequent first."""
    turn: float | None = None
    """The median of the turns in which it was decided, where it was."""


@dataclass(frozen=True, slots=True)
class Against:
    """Matches with somebody on another side: who stood before whom."""

    person: int
    name: str
    won: int
    lost: int
    shared: int

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.shared


@dataclass(frozen=True, slots=True)
class PointFigures:
    """Points in a game's own unit."""

    game: str
    matches: int
    average: float
    best: int


@dataclass(frozen=True, slots=True)
class OverTime:
    """Sums after each match, the oldest first; `chance` is what lots would have given."""

    days: tuple[str, ...] = ()
    won: tuple[int, ...] = ()
    chance: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Pace:
    """Time at the table, and of turns: what one seat declares until another does."""

    minutes: int = 0
    turns: int = 0
    median: float | None = None
    """Seconds of a turn."""


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """One person's finished matches, of one game or of all."""

    matches: int = 0
    since: str = ""
    won: int = 0
    chance: float = 0.0
    """How many lots would have let them win, by how many sides each match had."""
    row: int = 0
    """How many of the last matches they have won in a row."""
    longest: int = 0
    places: tuple[tuple[int, int], ...] = ()
    over_time: OverTime = OverTime()
    against: tuple[Against, ...] = ()
    points: tuple[PointFigures, ...] = ()
    roles: tuple[RoleFigures, ...] = ()
    reneges: int = 0
    suited: int = 0
    """Matches of games in which the audits look for them."""
    pace: Pace = Pace()


@dataclass(frozen=True, slots=True)
class Course:
    """Everybody's points on the way through a match: names, and points at each place along it."""

    along: tuple[str, ...] = ()
    curves: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game's finished matches."""

    matches: int = 0
    since: str = ""
    length: float | None = None
    """The median of minutes at the table."""
    sizes: tuple[tuple[int, int], ...] = ()
    """Matches by number of players."""
    endings: tuple[tuple[str, int], ...] = ()
    points: PointFigures | None = None
    roles: tuple[RoleFigures, ...] = ()
    reneges: int = 0
    suited: int = 0
    pace: Pace = Pace()
    months: tuple[tuple[str, int], ...] = ()
    """Matches by month, the oldest first, empty months among them."""
    last: Course = Course()
    last_day: str = ""


@dataclass(frozen=True, slots=True)
class PersonPage:
    """The page of one person. `game` filters; empty for all."""

    id: int
    name: str
    game: str
    figures: PersonFigures
    left_out: bool = False
    owner: bool = False
    """Whether this phone may rename, merge, leave out and forget: it is the host's owner's."""
    others: tuple[tuple[int, str], ...] = ()
    """The other people by name, for merging; only for the owner."""
    unread: int = 0
    """Matches whose journals have not been read yet."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """The page of one game."""

    game: str
    figures: GameFigures
    unread: int = 0


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """What can be taken away of a finished match."""

    course: Course
    link: str = ""
    """The link that hands the result to BG Stats."""
    qr_png: str = ""
    """The same as a QR code, as a data URL; empty where it is too long for one."""


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """The host's own archive: what is in it, and how far the work on it is."""

    matches: int
    people: int
    may: bool
    """Whether this phone may take it away and bring another: it is the host's owner's."""
    left_out: tuple[tuple[int, str], ...] = ()
    done: int = 0
    of: int = 0
    """Above 0 while an archive is written or read."""
    bringing: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    """What was refused of the archive that was brought along last, by its name there, and the key that says why."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """A name that was forgotten, or merged into another, and can be taken back until a time of day."""

    id: str
    name: str
    into: str
    """Whose it has become; empty where it was forgotten."""
    until: str


@dataclass(frozen=True, slots=True)
class OwnerPage:
    """Who owns this host, as one phone may know it."""

    owner: bool
    """Whether this phone is the owner's."""
    given: bool = False
    """Whether it cannot be otherwise: nothing is hosted."""
    others: int = 0
    """How many further phones are the owner's."""
    tidied: tuple[Tidied, ...] = ()
    """What can be taken back, the latest first; only for the owner."""


Page = PersonPage | GamePage | KeptMatch | ArchivePage | OwnerPage
"""What the page that is open shows."""
