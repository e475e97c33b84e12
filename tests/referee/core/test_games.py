"""The games by their keys."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from referee.games import GAMES, UnknownGame, game
from tests.toy_game import TOY

NAMES = ("KEY", "PLAYERS", "CLAUSES", "OPTIONS", "MOVE", "VIEW", "ADJUSTMENT")
RULES = ("begin", "judge", "view", "prompts", "result", "secret", "masked", "adjust")


@pytest.mark.parametrize("key", GAMES)
def test_a_game_offers_the_whole_protocol(key: str) -> None:
    found = game(key)
    assert key == found.KEY
    assert all(hasattr(found, name) for name in NAMES)
    assert all(callable(getattr(found, name)) for name in RULES)
    assert found.OPTIONS().model_dump()["depth"] == "plays"
    assert min(found.PLAYERS) >= 1


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="no game 'go'; the games are: toy") as unknown:
        game("go", {"toy": TOY})
    assert (unknown.value.key, unknown.value.known) == ("go", ("toy",))
    for key in ("x" * 10_000, "a\nb", "\u202e"):
        with pytest.raises(UnknownGame, match=r"^no game '\?'"):
            game(key)


def test_a_game_is_imported_when_it_is_first_asked_for() -> None:
    script = (
        "import sys; from referee.games import GAMES; "
        "assert 'shinobazu' in GAMES and list(GAMES) and len(GAMES); "
        "assert 'referee.shinobazu' not in sys.modules; "
        "assert GAMES['shinobazu'] is sys.modules['referee.shinobazu']"
    )
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", script], cwd=root, check=True)
