"""Making prompts: the same ask for everybody, the choices for those who may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.core.offers import Offer
from referee.core.values import Prompt, Viewer
from referee.scorpion.state import State, open_to


def ask(
    state: State,
    viewer: Viewer,
    seat: str,
    what: str,
    offers: Callable[[], Iterable[Offer]] | None = None,
    *,
    must: bool = True,
    public: Iterable[Offer] = (),
    **params: Any,
) -> Prompt:
    """Return a prompt. `public` offers are everybody's; what `offers` returns is for `seat` and the game master too."""
    found = tuple(public)
    if offers is not None and open_to(state, viewer, (seat,)):
        found += tuple(offers())
    return Prompt(seat=seat, ask=f"scorpion.ask.{what}", must=must, params=params, offers=found)
