"""The rules: pure functions over immutable values. No I/O, no clock, no hidden randomness.

The names here are the public interface: `begin` a match of one of the `games`, `Match.declare` moves of its seats, and
`say` a ruling in any of the `languages`.

    from referee import begin, say

    match = begin("shinobazu", seats=["Aki", "Ben", "Chie"])
    match, ruling = match.declare("Aki", {"type": "lead", "colour": "red"})
    print(say(ruling, match))
"""

from referee.core.game import Game, GameOptions, GameView, depths
from referee.core.games import GAMES as games
from referee.core.games import GameUnavailable, UnknownGame, game
from referee.core.journal import Match
from referee.core.reading import Unreadable
from referee.core.transcripts import dump, load, replay
from referee.core.values import (
    GAME_MASTER,
    PUBLIC,
    TABLE,
    Clause,
    Notice,
    Prompt,
    Refused,
    Result,
    Ruling,
    Seat,
)
from referee.library import begin, languages, say

__all__ = [
    "GAME_MASTER",
    "PUBLIC",
    "TABLE",
    "Clause",
    "Game",
    "GameOptions",
    "GameUnavailable",
    "GameView",
    "Match",
    "Notice",
    "Prompt",
    "Refused",
    "Result",
    "Ruling",
    "Seat",
    "UnknownGame",
    "Unreadable",
    "begin",
    "depths",
    "dump",
    "game",
    "games",
    "languages",
    "load",
    "replay",
    "say",
]
