"""A short form for writing games: an annotated state, and moves as functions on a draft of it.

Options, views, masks, prompts with their offers, begin and result are derived. It suits games in which a seat has a
few dozen legal moves at a time; other games implement `Game` in `referee.core.game` directly.
"""

from referee.core.offers import Some as Some
from referee.short.game import ShortGame as ShortGame
from referee.short.game import ShortOptions as ShortOptions
from referee.short.knowledge import AuthorError as AuthorError
from referee.short.state import ASeat as ASeat
from referee.short.state import Mine as Mine
from referee.short.state import Nobody as Nobody
from referee.short.state import Open as Open
from referee.short.state import Player as Player
from referee.short.state import Secret as Secret
from referee.short.state import Tabletop as Tabletop
