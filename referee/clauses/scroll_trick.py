"""The rules of 巻物取りっく Ninja Scroll Trick as numbered clauses, in the order of play."""

from __future__ import annotations

from referee.clauses.scroll_trick_contest import CONTEST
from referee.clauses.scroll_trick_preparation import PREPARATION
from referee.clauses.scroll_trick_shadow import SHADOW
from referee.clauses.scroll_trick_table import TABLE
from referee.core.values import Clause

_TEXT: tuple[tuple[str, str, str], ...] = (*TABLE, *PREPARATION, *CONTEST, *SHADOW)

CLAUSES: tuple[Clause, ...] = tuple(Clause(id=f"SCROLL-{number}", en=en, ja=ja) for number, en, ja in _TEXT)
