"""The short way to write a game: annotated state, and moves that are functions on a draft of it.

Options, views, masks, prompts with their offers, begin and result follow from these. It is for games in which a seat
has a few dozen legal moves at a time; `Game` in `referee.core.game` is the long way, for whatever outgrows it.
"""

from referee.core.offers import Some
from referee.short.game import ShortGame, ShortOptions
from referee.short.knowledge import AuthorError
from referee.short.state import ASeat, Mine, Nobody, Open, Player, Secret, Table

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
    "Table",
]
