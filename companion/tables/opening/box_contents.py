"""What is printed on the cards of a box: asked once, and remembered for the next match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from companion.tables.opening.match_draft import facts_in
from models import Store

PREFIX = "box."
"""What the names of remembered boxes begin with."""


class BoxContents:
    """The boxes this host knows, by game. `run` runs a store call beside the event loop."""

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
        """Remember what a match's options say of the box, in the place of what was known."""
        facts = facts_in(game, options)
        if facts != self._known.get(game, {}):
            await self._run(self._store.settings.keep, PREFIX + game, facts)
            self._known[game] = facts
