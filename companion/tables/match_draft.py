"""A match before it is opened: what a game's draft begins with, and what the host makes of it.

The app suggests a few options of its own; the referee's standards stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.contract.snapshot import Draft
from companion.tables.options import box_facts
from referee.core.games import GAMES
from referee.core.values import Refused, Seat

SUGGESTED: Final[Mapping[str, Mapping[str, Any]]] = {"giryaku": {"flip_mode": "app"}}
"""What a draft begins with where it differs from the standard: every seat has a phone here, which keeps a board that
lies face down."""
MASTER: Final[Mapping[str, str]] = {"none": "off", "referee": "active", "observer": "observer"}
"""What the option `gm` of a game says of the draft's game master."""


class Order(NamedTuple):
    """What the order of seats means in a game."""

    start: str = "start"
    """The option that names who starts; empty where the rules say it."""
    named: bool = False
    """Whether nobody starts until he is named; else the first seat does."""
    roles: tuple[str, ...] = ()
    """What each seat plays, where seats have roles."""


_STARTS: Final[Mapping[str, str]] = {"giryaku": "first_player", "scorpion": ""}


def order_of(game: str, seats: int) -> Order:
    """Return what the order of this many seats means in a game."""
    start = _STARTS.get(game, "start")
    return Order(
        start, named=bool(start) and game != "shinobazu", roles=roles_of(game, [f"p{n + 1}" for n in range(seats)])
    )


def roles_of(game: str, seats: Sequence[str], options: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return what each seat plays, in the order of the seats; nothing where seats have no roles, or do not fit."""
    if game != "scorpion":
        return ()
    from referee import scorpion
    from referee.scorpion.setup.begin import roles_of as roles

    try:
        chosen = scorpion.OPTIONS.model_validate({"roles": (options or {}).get("roles")})
        found = roles(chosen, [Seat(seat=seat) for seat in seats])
    except (Refused, ValueError):
        return ()
    return tuple(found[seat] for seat in seats)


def drafted(draft: Draft, game: str, box: Mapping[str, Any]) -> Draft:
    """Return the draft of another game for the same people, with what is known of its box."""
    return replace(
        draft,
        game=game,
        names=fitted(draft.names, GAMES[game].PLAYERS),
        options={**SUGGESTED.get(game, {}), **box},
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
    """Return what options say of the box, as far as it is not the standard."""
    standard = GAMES[game].OPTIONS().model_dump(mode="json")
    return {key: options[key] for key in sorted(box_facts(game)) if key in options and options[key] != standard[key]}
