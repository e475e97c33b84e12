"""What mypy holds each game to: its own state, its moves and its own view."""

from __future__ import annotations

from typing import Any

from referee import giryaku, scorpion, scroll_trick, shinobazu, shinobi_school
from referee.core.game import Game, GameView
from referee.core.moves import Move
from referee.giryaku.state import State as GiryakuState
from referee.giryaku.view_model import View as GiryakuView
from referee.scorpion.state import State as ScorpionState
from referee.scorpion.views.view_model import View as ScorpionView
from referee.scroll_trick.state import State as ScrollTrickState
from referee.scroll_trick.view_model import View as ScrollTrickView
from referee.shinobazu.state import State as ShinobazuState
from referee.shinobazu.view_model import View as ShinobazuView
from referee.shinobi_school.state import State as ShinobiSchoolState
from referee.shinobi_school.view_model import View as ShinobiSchoolView
from referee.short.game import ShortGame
from referee.short.game import State as ShortState
from tests.own_games import OWN_GAMES

GIRYAKU: Game[GiryakuState, Move, GiryakuView] = giryaku
SCORPION: Game[ScorpionState, Move, ScorpionView] = scorpion
SCROLL_TRICK: Game[ScrollTrickState, Move, ScrollTrickView] = scroll_trick
SHINOBAZU: Game[ShinobazuState, Move, ShinobazuView] = shinobazu
SHINOBI_SCHOOL: Game[ShinobiSchoolState, Move, ShinobiSchoolView] = shinobi_school

# mypy refuses the view and the state of another game: an error ignored that is none would be one.
WRONG_VIEW: Game[GiryakuState, Move, ScrollTrickView] = giryaku  # type: ignore[assignment]
WRONG_STATE: Game[ScrollTrickState, Move, GiryakuView] = giryaku  # type: ignore[assignment]


def any_view(written: ShortGame) -> Game[ShortState, Any, GameView]:
    """Return a game that is written the short way as one of the protocol."""
    return written


def test_mypy_holds_every_game_of_ours_to_its_own_view() -> None:
    held: tuple[Game[Any, Any, Any], ...] = (GIRYAKU, SCORPION, SCROLL_TRICK, SHINOBAZU, SHINOBI_SCHOOL)
    assert {each.KEY for each in held} == {*OWN_GAMES}
