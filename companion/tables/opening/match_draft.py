"""A match before it is opened: what a game's draft begins with, and what the host makes of it.

A game's screens may suggest options of their own; the referee's standards stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.contract.offered import offered, ui_of
from companion.contract.snapshot import Draft
from companion.tables.opening.options import box_facts
from referee.core.game import depths
from referee.core.games import GAMES

MASTER: Final[Mapping[str, str]] = {"none": "off", "referee": "active", "observer": "observer"}
"""What the option `gm` of a game says of the draft's game master."""


class Order(NamedTuple):
    """What the order of seats means in a game."""

    start: str = "start"
    """The option that names who starts; empty where the rules say it."""
    named: bool = False
    """Whether nobody starts until a seat is named; else the first seat does."""
    roles: tuple[str, ...] = ()
    """What each seat plays, where seats have roles."""


def order_of(game: str, seats: int) -> Order:
    ui = ui_of(game)
    roles = ui.roles([f"p{n + 1}" for n in range(seats)], {})
    return Order(ui.starter, named=bool(ui.starter) and not ui.first_starts, roles=roles)


def roles_of(game: str, seats: Sequence[str], options: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return what each seat plays, in the order of the seats; nothing where seats have no roles, or do not fit."""
    return ui_of(game).roles(seats, options or {})


def new_draft() -> Draft:
    games = offered()
    game = next((key for key in games if ui_of(key).proposed), next(iter(games), ""))
    return drafted(Draft(game), game, {}) if game else Draft(game)


def drafted(draft: Draft, game: str, box: Mapping[str, Any]) -> Draft:
    """Return the draft of another game for the same people, with what is known of its box."""
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
    """Return names for a game of so many players: empty seats go first, and come as they are needed."""
    kept = list(names)
    while len(kept) > max(players):
        blank = next((n for n in reversed(range(len(kept))) if not kept[n].strip()), len(kept) - 1)
        kept.pop(blank)
    return (*kept, *("",) * (min(players) - len(kept)))


def options_for(draft: Draft) -> dict[str, Any]:
    """Return the options of the match that a draft describes; the game master of both is the same (METSUKE-1.1)."""
    options = {**draft.options, "depth": draft.depth}
    if "gm" in GAMES[draft.game].OPTIONS.model_fields:
        options["gm"] = MASTER[draft.game_master]
    return options


def facts_in(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    standard = GAMES[game].OPTIONS().model_dump(mode="json")
    return {key: options[key] for key in sorted(box_facts(game)) if key in options and options[key] != standard[key]}
