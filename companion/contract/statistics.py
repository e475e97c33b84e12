"""What the pages of people, games and finished matches show. Numbers are raw; the screens put them into words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """A number of matches, and how many of them were won."""

    of: str
    won: int
    matches: int


@dataclass(frozen=True, slots=True)
class RoleStatistics:
    """The results of a role: in how many matches it was played, and how often it reached its goals."""

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
    """The median turn in which the match was decided, where it was decided in one."""


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """Matches against one opponent."""

    person: int
    name: str
    won: int
    lost: int
    shared: int

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.shared


@dataclass(frozen=True, slots=True)
class PointStatistics:
    """The points in one game, in its own unit."""

    game: str
    matches: int
    average: float
    best: int


@dataclass(frozen=True, slots=True)
class OverTime:
    """Running totals after each match, oldest first; `chance`: the wins expected from drawing lots."""

    days: tuple[str, ...] = ()
    won: tuple[int, ...] = ()
    chance: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Pace:
    """Time spent: whole matches, and turns. A turn is what one seat declares until another does."""

    minutes: int = 0
    turns: int = 0
    median: float | None = None
    """The median length of a turn in seconds."""


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """One person's finished matches, in one game or all."""

    matches: int = 0
    since: str = ""
    won: int = 0
    chance: float = 0.0
    """The wins expected from drawing lots, given the number of sides of each match."""
    row: int = 0
    """The number of latest matches won in a row."""
    longest: int = 0
    ranks: tuple[tuple[int, int], ...] = ()
    over_time: OverTime = OverTime()
    against: tuple[OpponentRecord, ...] = ()
    points: tuple[PointStatistics, ...] = ()
    roles: tuple[RoleStatistics, ...] = ()
    reneges: int = 0
    suited: int = 0
    """Matches of games whose audits look for reneges."""
    pace: Pace = Pace()


@dataclass(frozen=True, slots=True)
class Course:
    """The points of all players in the course of a match: names, and points at each stage of `along`."""

    along: tuple[str, ...] = ()
    curves: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """One game's finished matches."""

    matches: int = 0
    since: str = ""
    length: float | None = None
    """The median time at the table, in minutes."""
    sizes: tuple[tuple[int, int], ...] = ()
    """Matches by number of players."""
    endings: tuple[tuple[str, int], ...] = ()
    points: PointStatistics | None = None
    roles: tuple[RoleStatistics, ...] = ()
    reneges: int = 0
    suited: int = 0
    pace: Pace = Pace()
    months: tuple[tuple[str, int], ...] = ()
    """Matches by month, oldest first, including months without any."""
    last: Course = Course()
    last_day: str = ""


@dataclass(frozen=True, slots=True)
class PersonPage:
    """The page of one person. `game` filters; empty means all games."""

    id: int
    name: str
    game: str
    statistics: PersonStatistics
    left_out: bool = False
    owner: bool = False
    """Whether this phone may rename, merge, leave out and forget people: it is the owner's."""
    others: tuple[tuple[int, str], ...] = ()
    """The other people by name, for merging; only for the owner."""
    unread: int = 0
    """Matches whose journals have not been read yet."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """The page of one game."""

    game: str
    statistics: GameStatistics
    unread: int = 0


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """The exports of a finished match."""

    course: Course
    link: str = ""
    """The link that passes the result to BG Stats."""
    qr_png: str = ""
    """That link as a QR code, as a data URL; empty if it is too long for one."""


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """The host's archive: its contents, and the progress of writing or reading one."""

    matches: int
    people: int
    may: bool
    """Whether this phone may export and import archives: it is the owner's."""
    left_out: tuple[tuple[int, str], ...] = ()
    done: int = 0
    of: int = 0
    """Above 0 while an archive is written or read."""
    bringing: bool = False
    refused: tuple[tuple[str, str], ...] = ()
    """The matches refused in the last import, by their names in the archive, each with the message key of the reason.
    """


@dataclass(frozen=True, slots=True)
class TidiedName:
    """A name that was forgotten, or merged into another; it can be taken back until a time of day."""

    id: str
    name: str
    into: str
    """The name it was merged into; empty if it was forgotten."""
    until: str


@dataclass(frozen=True, slots=True)
class OwnerPage:
    """The ownership of this host, as one phone may know it."""

    owner: bool
    """Whether this phone is the owner's."""
    given: bool = False
    """Whether that is always so, because nothing is hosted."""
    others: int = 0
    """How many other phones are the owner's."""
    tidied: tuple[TidiedName, ...] = ()
    """What can be taken back, the latest first; only for the owner."""


Page = PersonPage | GamePage | KeptMatch | ArchivePage | OwnerPage
"""The contents of the open page."""
