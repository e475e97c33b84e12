"""The rules of 戯略 Giryaku as numbered clauses, in the order of play."""

from __future__ import annotations

from referee.clauses.giryaku_skills import SKILLS
from referee.clauses.giryaku_table import TABLE
from referee.clauses.giryaku_turns import TURNS
from referee.core.values import Clause

_TEXT: tuple[tuple[str, str, str], ...] = (*TABLE, *TURNS, *SKILLS)

CLAUSES: tuple[Clause, ...] = tuple(Clause(id=f"GIRYAKU-{number}", en=en, ja=ja) for number, en, ja in _TEXT)
