"""A match and its journal: how one begins, and how entries are made, taken back, corrected, locked and shown."""

from referee.core.acts import ACT as ACT
from referee.core.acts import Act as Act
from referee.core.acts import Consent as Consent
from referee.core.acts import Correct as Correct
from referee.core.acts import Declare as Declare
from referee.core.acts import Entry as Entry
from referee.core.acts import HouseRuling as HouseRuling
from referee.core.acts import Lay as Lay
from referee.core.acts import NoteAgain as NoteAgain
from referee.core.acts import Redo as Redo
from referee.core.acts import Undo as Undo
from referee.core.journal.corrections import Difference as Difference
from referee.core.journal.log import LogLine as LogLine
from referee.core.journal.match import Match as Match
from referee.core.journal.match import begin as begin
from referee.core.journal.match import fold as fold
