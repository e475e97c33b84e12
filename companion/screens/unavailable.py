"""Games that are announced here and cannot be loaded: each is named, with the reason, and nothing else is kept back."""

from __future__ import annotations

import flet as ft

from companion.contract.offered import unavailable
from companion.ui.look import Look
from companion.ui.phrases import game_name, icon_note
from referee.core.games import GameUnavailable


def unavailable_games(look: Look) -> list[ft.Control]:
    """Return a line for each game that cannot be played here."""
    return [icon_note(look, ft.Icons.ERROR_OUTLINE_SHARP, why(look, game)) for game in unavailable()]


def why(look: Look, game: GameUnavailable) -> str:
    """Return in words why a game cannot be played here, with what the fault itself says."""
    return look.t(f"app.unavailable.{game.cause}", game=game_name(look, game.key), reason=game.reason)
