"""Making prompts: the same ask for everybody, the choices for those who may know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.values import Prompt, Viewer
from referee.scorpion.state import State
from referee.scorpion.view import open_to

Legal = dict[str, Any]


def ask(
    state: State,
    viewer: Viewer,
    seat: str,
    what: str,
    legal: Callable[[], Legal] | None = None,
    *,
    must: bool = True,
    public: Legal | None = None,
    **params: Any,
) -> Prompt:
    """Return a prompt. `public` choices are everybody's; what `legal` returns is for `seat` (and the game master)."""
    choices = dict(public or {})
    if legal is not None and open_to(state, viewer, (seat,)):
        choices |= legal()
    return Prompt(seat=seat, ask=f"scorpion.ask.{what}", must=must, params=params, legal=choices)
