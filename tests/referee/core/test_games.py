"""The games by their keys."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.core.games import GAMES, UnknownGame, game
from referee.core.reading import parse_move
from referee.core.values import Refused
from tests.toy_game import TOY

NAMES = ("KEY", "PLAYERS", "CLAUSES", "OPTIONS", "MOVE", "VIEW", "ADJUSTMENT")
RULES = (*("begin", "judge", "view", "prompts", "result", "secret", "may_be_secret", "masked", "remembered", "adjust"),)


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
        "import sys; from referee.core.games import GAMES; "
        "assert 'shinobazu' in GAMES and list(GAMES) and len(GAMES); "
        "assert 'referee.shinobazu' not in sys.modules; "
        "assert GAMES['shinobazu'] is sys.modules['referee.shinobazu']"
    )
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", script], cwd=root, check=True)


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize("key", GAMES)
def test_an_unreadable_move_of_any_type_is_refused_by_its_own_field(key: str) -> None:
    played = game(key)
    kinds = played.MOVE.json_schema()["discriminator"]["mapping"]
    assert len(kinds) > 10
    for kind in kinds:
        with pytest.raises(Refused) as refused:
            parse_move(played, {"type": kind, "no_such_field": 1} | dict.fromkeys(_required(played, kind), ...))
        field = refused.value.params["field"]
        assert field.partition(".")[0].partition("[")[0] in {"no_such_field", *_fields(played, kind)}, (kind, field)
        assert refused.value.private == played.may_be_secret(kind)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_knows_which_of_its_types_may_be_secret(key: str) -> None:
    kinds = game(key).MOVE.json_schema()["discriminator"]["mapping"]
    secret = {kind for kind in kinds if game(key).may_be_secret(kind)}
    assert secret
    assert secret < set(kinds)


def _model(played: Any, kind: str) -> dict[str, Any]:
    schema = played.MOVE.json_schema()
    model: dict[str, Any] = schema["$defs"][schema["discriminator"]["mapping"][kind].rpartition("/")[2]]
    return model


def _required(played: Any, kind: str) -> list[str]:
    return list(_model(played, kind).get("required", ()))


def _fields(played: Any, kind: str) -> list[str]:
    return list(_model(played, kind)["properties"])
