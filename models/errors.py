"""What can go wrong with the store, each said in one sentence: what happened, what was kept, what to do."""

from __future__ import annotations


class StoreError(Exception):
    """The store could not do what it was asked. Nothing that was written before is lost or changed."""


class CannotOpen(StoreError):
    """The database cannot be used; the app had better not start on it."""


class BadAddress(CannotOpen):
    """The database URL cannot be understood, or needs a driver that is not installed."""


class Unreachable(CannotOpen):
    """The database's server does not answer, or refuses the connection."""


class NewerDatabase(CannotOpen):
    """The database was written by a newer version."""


class NotADatabase(CannotOpen):
    """The file is there and is not an SQLite database."""


class OtherDatabase(CannotOpen):
    """The database belongs to another program."""


class DamagedDatabase(CannotOpen):
    """The database's file is damaged."""


class ReadOnlyDatabase(CannotOpen):
    """The database, or the folder that it should be in, cannot be written to."""


class NoFolder(CannotOpen):
    """The folder that the database's file should be in is not there."""


class InUse(CannotOpen):
    """Another host has the database's file: `who` it is, as it says itself."""

    def __init__(self, place: str, who: str) -> None:
        super().__init__(
            f"{place} is in use by another Metsuke ({who}) and was left as it is, for one file has one host; "
            "use that one, close it first, or choose another database."
        )
        self.who = who


class LockedDatabase(StoreError):
    """Another program holds the database and did not release it in time."""


class DiskFull(StoreError):
    """There is no room left for what should be written."""


class NoSuchMatch(StoreError, LookupError):
    """No match has this code or id."""

    def __init__(self, match: str | int) -> None:
        super().__init__("There is no such match here; choose one from the list.")
        self.match = match


class NoSuchSeat(StoreError, LookupError):
    """The match has no such seat."""

    def __init__(self, seat: str) -> None:
        super().__init__("This match has no such seat; choose one of its seats.")
        self.seat = seat


class NoSuchBoard(StoreError, LookupError):
    """No board has this id."""

    def __init__(self, board: int) -> None:
        super().__init__("There is no such board here; choose one from the list.")
        self.board = board


class CodeTaken(StoreError):
    """Another match has this code already; draw another."""

    def __init__(self, code: str) -> None:
        super().__init__(f"The code {code} belongs to another match, which is unchanged; draw another code.")
        self.code = code


class Conflict(StoreError):
    """Entry `number` was not written: it exists already, or the entry before it does not.

    Another writer was faster. Read the entries since, judge again, append under the next number.
    """

    def __init__(self, number: int) -> None:
        super().__init__(
            f"Entry {number} was not written because the journal has moved on; read what is new and declare again."
        )
        self.number = number


class AlreadyBegun(StoreError):
    """The seats of a match can only be changed while it is in its lobby."""

    def __init__(self) -> None:
        super().__init__("The match has begun, so its seats stay as they are; open a new match for other seats.")


class NoSuchPerson(StoreError, LookupError):
    """Nobody is known by this id."""

    def __init__(self, person: int) -> None:
        super().__init__("Nobody is known here by that name any more; choose somebody from the list.")
        self.person = person


class NameTaken(StoreError):
    """Somebody else is called so: to make both one person, merge them."""

    def __init__(self, person: int) -> None:
        super().__init__("Somebody else has this name, and nothing was changed; merge the two, or choose another name.")
        self.person = person


class NotOwner(StoreError):
    """Whoever asked is not the host's owner, or is it no more."""

    def __init__(self) -> None:
        super().__init__("Only the host's owner can do this, and nothing was changed; enter the code that it shows.")


class NotAsItWas(StoreError, LookupError):
    """What was tidied up cannot be taken back: it has been changed since, or its day is over."""

    def __init__(self) -> None:
        super().__init__("This cannot be taken back any more, and nothing was changed; rename or merge by hand.")


class BadArchive(StoreError):
    """An archive cannot be read; nothing of it was kept. `message` is the key of a sentence for people."""

    def __init__(self, message: str, **params: int) -> None:
        super().__init__(message)
        self.message = message
        self.params = params
