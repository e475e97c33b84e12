"""What a table may choose in each game, read off the game's own options: which control fits, and what belongs together.

The referee's model says what is possible; here is only how it is offered. Facts that are printed on the cards of a
box belong to its owner: they are remembered from one match to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from companion.contract.game_ui import BOX, Counted
from companion.contract.offered import ui_of
from referee.core.games import GAMES

RULINGS: Final = "rulings"
"""The group of what is in no other: how the table fills the holes in the rules."""


class Option(NamedTuple):
    """One option of a game, and the values it may take: named ones, a number, counts, or a list."""

    key: str
    standard: Any
    """The referee's default, as JSON. None: not known, or by the rules."""
    values: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    """The least and the most of a number, or of each number of a list."""
    things: tuple[str, ...] = ()
    """What is counted, for an option that counts."""
    total: int = 0
    """What the counts come to."""
    known: tuple[int, ...] = ()
    """How many of each thing there are for certain: where counting begins."""
    texts: int = 0
    """How many names there are in a list of names."""
    numbers: int = 0
    """How many numbers there are in a list of numbers."""
    group: str = RULINGS

    @property
    def optional(self) -> bool:
        return self.standard is None


def elsewhere(game: str) -> frozenset[str]:
    """Return a game's options that have a place of their own on the screen, or follow from what is chosen there."""
    return frozenset({"depth", ui_of(game).starter, "gm", "board", "roles"})


@lru_cache(maxsize=8)
def options_of(game: str) -> tuple[Option, ...]:
    """Return a game's options that can be chosen before a match, group by group, each in the order of its model."""
    offered = GAMES[game].OPTIONS.model_json_schema()["properties"]
    apart = elsewhere(game)
    found = [option for key, schema in offered.items() if key not in apart and (option := _option(game, key, schema))]
    order = (*ui_of(game).groups, RULINGS)
    return tuple(sorted(found, key=lambda option: order.index(option.group)))


def box_facts(game: str) -> frozenset[str]:
    return frozenset(ui_of(game).groups.get(BOX, ()))


def _option(game: str, key: str, schema: Mapping[str, Any]) -> Option | None:
    kinds = [kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"]
    named = tuple(str(v) for kind in kinds for v in kind.get("enum", [kind["const"]] if "const" in kind else []))
    number = next((kind for kind in kinds if kind.get("type") == "integer"), None)
    ui = ui_of(game)
    group = next((name for name, keys in ui.groups.items() if key in keys), RULINGS)
    option = Option(key, schema.get("default"), named, group=group)
    if number is not None:
        option = option._replace(span=_span(number))
    if key in ui.counted:
        return _counted(option, ui.counted[key])
    if kinds[0].get("type") == "array":
        size, items = kinds[0]["maxItems"], kinds[0]["items"]
        return (
            option._replace(texts=size)
            if items["type"] == "string"
            else option._replace(numbers=size, span=_span(items))
        )
    return option if named or option.span or key in ui.controls else None


def _span(schema: Mapping[str, Any]) -> tuple[int, int]:
    return schema["minimum"], schema["maximum"]


def _counted(option: Option, counted: Counted) -> Option:
    known = counted.known
    return option._replace(things=tuple(known), known=tuple(known.values()), total=counted.total)
