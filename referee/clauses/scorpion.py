"""The rules of NINJA: Legend of the Scorpion Clan as numbered clauses, in the order of play; distances come last."""

from __future__ import annotations

from referee.clauses.scorpion_alert import ALERT
from referee.clauses.scorpion_board import BOARD, DISTANCES
from referee.clauses.scorpion_deaths import DEATHS
from referee.clauses.scorpion_discovery import DISCOVERY
from referee.clauses.scorpion_end import END
from referee.clauses.scorpion_guards import GUARDS
from referee.clauses.scorpion_intruders import INTRUDERS
from referee.clauses.scorpion_listening import LISTENING
from referee.clauses.scorpion_passage import PASSAGE
from referee.clauses.scorpion_patrols import PATROLS
from referee.clauses.scorpion_placing import PLACING
from referee.clauses.scorpion_searches import SEARCHES
from referee.clauses.scorpion_setup import SETUP
from referee.clauses.scorpion_variants import VARIANTS
from referee.core.values import Clause

_TEXT: tuple[tuple[str, str, str], ...] = (
    *BOARD,
    *SETUP,
    *PLACING,
    *GUARDS,
    *ALERT,
    *LISTENING,
    *PATROLS,
    *INTRUDERS,
    *SEARCHES,
    *DISCOVERY,
    *DEATHS,
    *PASSAGE,
    *END,
    *VARIANTS,
    *DISTANCES,
)

CLAUSES: tuple[Clause, ...] = tuple(Clause(id=f"SCORPION-{number}", en=en, ja=ja) for number, en, ja in _TEXT)
