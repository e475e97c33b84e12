"""Finding clauses: by id, by game, by the words in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from companion.ui.look import Look
from companion.ui.phrases import game_name, games
from referee.core.rulebook import TABLE_CLAUSES
from referee.core.values import Clause

TABLE = "table"
"""The rules of the table itself, beside those of the games."""


class Group(NamedTuple):
    """Clauses that belong together: their number and title."""

    number: str
    title: str
    clauses: tuple[Clause, ...]


def rulebook(game: str) -> tuple[Clause, ...]:
    """Return a game's clauses, or the table's, in their order; none for a game that nobody knows."""
    if game == TABLE:
        return tuple(TABLE_CLAUSES)
    return tuple(games()[game].CLAUSES) if game in games() else ()


def rulebook_name(look: Look, game: str) -> str:
    return look.t("app.rules.table") if game == TABLE else game_name(look, game)


@lru_cache(maxsize=1)
def _every() -> dict[str, tuple[str, Clause]]:
    return {clause.id: (game, clause) for game in (*games(), TABLE) for clause in rulebook(game)}


def clause_of(clause: str) -> tuple[str, Clause] | None:
    return _every().get(clause)


def words_of(look: Look, clause: Clause) -> str:
    return clause.text(look.lang)


def grouped(look: Look, game: str, search: str = "") -> tuple[Group, ...]:
    """Return a game's clauses by group; with `search` only those whose number or text has all its words."""
    wanted = plain(search).split()
    found = [c for c in rulebook(game) if all(w in plain(" ".join((c.id, *c.texts.values()))) for w in wanted)]
    return tuple(
        Group(number, title(look, game, number), tuple(clauses)) for number, clauses in groupby(found, key=group_of)
    )


def group_of(clause: Clause) -> str:
    """Return the number of a clause's group: 6 for `GAME-6.4`, D for `GAME-D4`."""
    number = clause.id.rsplit("-", 1)[-1].partition(".")[0]
    return number if number.isdecimal() else number.rstrip("0123456789")


def title(look: Look, game: str, number: str) -> str:
    key = f"app.group.{game}.{number}"
    return look.t(key) if look.t.has(key) else look.t("app.rules.group", n=number)


def plain(text: str) -> str:
    """Return a text without what a search should not mind: case and width."""
    return unicodedata.normalize("NFKC", text).casefold()


def total(groups: Sequence[Group]) -> int:
    return sum(len(group.clauses) for group in groups)
