"""A match and its journal: how one begins, and how entries are made, taken back, corrected, locked and shown."""

from referee.core.acts import ACT, Act, Consent, Correct, Declare, Entry, HouseRuling, Lay, NoteAgain, Redo, Undo
from referee.core.journal.corrections import Difference
from referee.core.journal.log import LogLine
from referee.core.journal.match import Match, begin, fold

__all__ = [
    "ACT",
    "Act",
    "Consent",
    "Correct",
    "Declare",
    "Difference",
    "Entry",
    "HouseRuling",
    "Lay",
    "LogLine",
    "Match",
    "NoteAgain",
    "Redo",
    "Undo",
    "begin",
    "fold",
]
