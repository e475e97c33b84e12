"""A match before it is opened: the options its game offers, its draft, and what the host makes of it.

The options are read from the referee's model of the game, which says what is possible; here it is decided only how they
are offered. A game's screens may suggest other values than the referee's standards, which stay as they are. Facts
printed on the cards of a copy of the game are remembered from one match to the next.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from companion.contract.game_ui import BOX, Counted, offered, ui_of
from companion.contract.snapshot import Draft
from models import Store
from referee.core.game import depths
from referee.core.games import GAMES

RULINGS: Final = "rulings"
"""The group of all options in no other group: how the table fills gaps in the rules."""


class Option(NamedTuple):
    """One option of a game, and the values it may take: named ones, a number, counts, or a list."""

    key: str
    standard: Any
    """The referee's default, as JSON. None: unknown, or left to the rules."""
    values: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    """The least and the greatest value of a number, or of each number of a list."""
    things: tuple[str, ...] = ()
    """The things counted, for an option that counts."""
    total: int = 0
    """The sum of the counts."""
    known: tuple[int, ...] = ()
    """The certain number of each thing, with which counting starts."""
    texts: int = 0
    """The length of a list of names; 0 for other options."""
    numbers: int = 0
    """The length of a list of numbers; 0 for other options."""
    group: str = RULINGS

    @property
    def optional(self) -> bool:
        return self.standard is None


def elsewhere(game: str) -> frozenset[str]:
    """Return a game's options that have a place of their own on the screen, or follow from what is chosen there."""
    return frozenset({"depth", ui_of(game).starter, "gm", "board", "roles"})


@lru_cache(maxsize=8)
def options_of(game: str) -> tuple[Option, ...]:
    """Return the options to choose before a match, group by group, within each in the order of the game's model."""
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
    """Return the least and the most of a number; 0, and 99 more than the least, where its game does not say."""
    least = schema.get("minimum", 0)
    return least, schema.get("maximum", least + 99)


def _counted(option: Option, counted: Counted) -> Option:
    known = counted.known
    return option._replace(things=tuple(known), known=tuple(known.values()), total=counted.total)


MASTER: Final[Mapping[str, str]] = {"none": "off", "referee": "active", "observer": "observer"}
"""The value of a game's option `gm` for each value of the draft's game master."""


class Order(NamedTuple):
    """The meaning of the order of seats in a game."""

    start: str = "start"
    """The option that names the starting seat; empty where the rules decide."""
    named: bool = False
    """Whether a seat must be named to start; else the first seat does."""
    roles: tuple[str, ...] = ()
    """The role of each seat, in games that have roles."""


def order_of(game: str, seats: int) -> Order:
    ui = ui_of(game)
    roles = ui.roles([f"p{n + 1}" for n in range(seats)], {})
    return Order(ui.starter, named=bool(ui.starter) and not ui.first_starts, roles=roles)


def roles_of(game: str, seats: Sequence[str], options: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return the role of each seat, in order; empty if the game has no roles, or the seats do not fit."""
    return ui_of(game).roles(seats, options or {})


def new_draft() -> Draft:
    games = offered()
    game = next((key for key in games if ui_of(key).proposed), next(iter(games), ""))
    return drafted(Draft(game), game, {}) if game else Draft(game)


def drafted(draft: Draft, game: str, box: Mapping[str, Any]) -> Draft:
    """Return the draft of another game for the same people, with what is remembered of that game's copy."""
    offered = depths(GAMES[game])
    return replace(
        draft,
        game=game,
        depth=draft.depth if draft.depth in offered else offered[0],
        names=fitted(draft.names, GAMES[game].PLAYERS),
        options={**ui_of(game).suggested, **box},
        position=None,
        problem="",
    )


def fitted(names: Sequence[str], players: range) -> tuple[str, ...]:
    """Return names for a game of `players`: surplus ones are dropped, empty ones first, or empty ones added."""
    kept = list(names)
    while len(kept) > max(players):
        blank = next((n for n in reversed(range(len(kept))) if not kept[n].strip()), len(kept) - 1)
        kept.pop(blank)
    return (*kept, *("",) * (min(players) - len(kept)))


def options_for(draft: Draft) -> dict[str, Any]:
    """Return the options of the match that a draft describes, with the draft's game master (METSUKE-1.1)."""
    options = {**draft.options, "depth": draft.depth}
    if "gm" in GAMES[draft.game].OPTIONS.model_fields:
        options["gm"] = MASTER[draft.game_master]
    return options


def facts_in(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    standard = GAMES[game].OPTIONS().model_dump(mode="json")
    return {key: options[key] for key in sorted(box_facts(game)) if key in options and options[key] != standard[key]}


PREFIX = "box."
"""The prefix of the settings in which copies of games are remembered."""


class BoxContents:
    """What this host remembers of its copies of games, by game. `run` runs a store call in a thread."""

    def __init__(self, store: Store, run: Callable[..., Awaitable[Any]]) -> None:
        self._store = store
        self._run = run
        self._known: dict[str, dict[str, Any]] = {}

    def of(self, game: str) -> Mapping[str, Any]:
        return self._known.get(game, {})

    async def read(self) -> None:
        """Read what was remembered, by this process or another."""
        kept = await self._run(self._store.settings.all, PREFIX)
        self._known = {key.removeprefix(PREFIX): dict(facts) for key, facts in kept.items()}

    async def learn(self, game: str, options: Mapping[str, Any]) -> None:
        """Remember what a match's options say of the copy, replacing what was known."""
        facts = facts_in(game, options)
        if facts != self._known.get(game, {}):
            await self._run(self._store.settings.keep, PREFIX + game, facts)
            self._known[game] = facts
