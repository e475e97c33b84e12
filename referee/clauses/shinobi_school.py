"""The rules of 忍のがっこう Shinobi School as numbered clauses, in the order of the rules."""

from __future__ import annotations

from referee.clauses.shinobi_school_field import FIELD
from referee.clauses.shinobi_school_rounds import ROUNDS
from referee.clauses.shinobi_school_turns import TURNS
from referee.core.values import Clause

_TEXT: tuple[tuple[str, str, str], ...] = (*FIELD, *TURNS, *ROUNDS)

CLAUSES: tuple[Clause, ...] = tuple(Clause(id=f"SCHOOL-{number}", en=en, ja=ja) for number, en, ja in _TEXT)
