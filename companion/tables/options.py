"""What a table may choose in each game, read off the game's own options: which control fits, and what belongs together.

The referee's model says what is possible; here is only how it is offered. Facts that are printed on the cards of a
box belong to its owner: they are remembered from one match to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from referee.core.games import GAMES

ELSEWHERE: Final = frozenset({"depth", "start", "first_player", "gm", "board", "roles"})
"""Options that have a place of their own on the screen, or follow from what is chosen there."""
RULINGS: Final = "rulings"
"""The group of what is in no other: how the table fills the holes in the rules."""
BOX: Final = "box"
"""The group of what the owner of the box reads off his cards."""


class Option(NamedTuple):
    """One option of a game, and the values it may take: named ones, a number, counts, a list, deals, or cells."""

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
    deals: tuple[tuple[int, int, int], ...] = ()
    """What is dealt by the rules: to how many players, how many cards each, and the highest number among them."""
    cells: bool = False
    """Whether the table may name cells of its own in the place of a named value."""
    group: str = RULINGS

    @property
    def optional(self) -> bool:
        """Whether it may be left unknown."""
        return self.standard is None


_GROUPS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "scroll-trick": {BOX: ("tile_counts", "kinds", "numbers")},
    "giryaku": {BOX: ("consume_map", "nin_shi_range")},
    "scorpion": {
        "setup": ("ninja_hand", "traitor_hand", "ninja_rehand", "traitor_rehand", "sentries", "patrols", "sleepers"),
        "variants": (
            *("lone_wolf", "lone_reveal"),
            *("disputed", "disputed_mission", "disputed_win", "search_limit_disputed"),
        ),
        "balance": (
            *("alert_on_mission", "alert_on_mission_when", "alert_on_passage"),
            *("ropes_discoverable", "passage_discoverable"),
        ),
        BOX: (
            *("guard_deck", "ninja_deck", "traitor_deck", "awaken_count", "awaken_moves", "shuriken_range"),
            *("shuriken_alert", "shadow_walk_scope", "shadow_walk_stop", "sake_targets", "sake_duration"),
            *("sake_alert", "sake_range", "drunk_notices"),
        ),
        "app": ("guard_cards", "intruder_cards", "cat_wait_s"),
    },
}


@lru_cache(maxsize=8)
def options_of(game: str) -> tuple[Option, ...]:
    """Return a game's options that can be chosen before a match, group by group, each in the order of its model."""
    offered = GAMES[game].OPTIONS.model_json_schema()["properties"]
    found = [
        option for key, schema in offered.items() if key not in ELSEWHERE and (option := _option(game, key, schema))
    ]
    order = (*_GROUPS.get(game, {}), RULINGS)
    return tuple(sorted(found, key=lambda option: order.index(option.group)))


def box_facts(game: str) -> frozenset[str]:
    """Return the options of a game that are facts of the box."""
    return frozenset(_GROUPS.get(game, {}).get(BOX, ()))


def _option(game: str, key: str, schema: Mapping[str, Any]) -> Option | None:
    kinds = [kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"]
    named = tuple(str(v) for kind in kinds for v in kind.get("enum", [kind["const"]] if "const" in kind else []))
    number = next((kind for kind in kinds if kind.get("type") == "integer"), None)
    group = next((name for name, keys in _GROUPS.get(game, {}).items() if key in keys), RULINGS)
    option = Option(key, schema.get("default"), named, group=group)
    if number is not None:
        option = option._replace(span=_span(number))
    if key in _countable():
        return _counted(option)
    if key == "deal_table":
        return option._replace(deals=_deals())
    if kinds[0].get("type") == "array":
        size, items = kinds[0]["maxItems"], kinds[0]["items"]
        return (
            option._replace(texts=size)
            if items["type"] == "string"
            else option._replace(numbers=size, span=_span(items))
        )
    own = any(kind.get("type") == "object" for kind in kinds)
    return option._replace(cells=own) if named or option.span else None


def _span(schema: Mapping[str, Any]) -> tuple[int, int]:
    return schema["minimum"], schema["maximum"]


def _counted(option: Option) -> Option:
    known, total = _countable()[option.key]
    return option._replace(things=tuple(known), known=tuple(known.values()), total=total)


@lru_cache(maxsize=1)
def _countable() -> Mapping[str, tuple[Mapping[str, int], int]]:
    """Return what each counting option surely finds, and what it comes to. The games are imported when first asked."""
    from referee.scorpion.cards import KENJUTSU, KINDS, LEAST, TOTALS
    from referee.scroll_trick.cards import TILES, VALUES, least

    # Of an intruder's two Kenjutsu, which the least counts together, one of each value is a beginning.
    decks = {
        f"{'guard' if deck == 'guards' else deck}_deck": (
            {kind: LEAST[deck].get(kind, int(kind in KENJUTSU)) for kind in KINDS[deck]},
            TOTALS[deck],
        )
        for deck in KINDS
    }
    return {"tile_counts": ({str(value): least(value) for value in VALUES}, TILES)} | decks


def _deals() -> tuple[tuple[int, int, int], ...]:
    from referee.shinobi_school.cards import DEAL_TABLE

    return tuple((players, deal.cards, deal.highest) for players, deal in DEAL_TABLE.items())
