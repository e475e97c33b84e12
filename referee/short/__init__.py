"""A short form for writing games: an annotated state, and moves as functions on a draft of it.

Options, views, masks, prompts with their offers, begin and result are derived. It suits games in which a seat has a
few dozen legal moves at a time; other games implement `Game` in `referee.core.game` directly.
"""

from referee.core.offers import Some
from referee.short.game import ShortGame, ShortOptions
from referee.short.knowledge import AuthorError
from referee.short.state import ASeat, Mine, Nobody, Open, Player, Secret, Tabletop

__all__ = [
    "ASeat",
    "AuthorError",
    "Mine",
    "Nobody",
    "Open",
    "Player",
    "Secret",
    "ShortGame",
    "ShortOptions",
    "Some",
    "Tabletop",
]
