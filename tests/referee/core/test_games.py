"""The games by their keys."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from referee.core.game import Game
from referee.core.games import GAMES, Games, GameUnavailable, UnknownGame, game
from referee.core.reading import parse_move
from referee.core.rulebook import Announcement, announced
from referee.core.values import Refused
from tests.own_games import OWN_GAMES
from toy_game import TOY

ROOT = Path(__file__).parents[3]
TOYS = Announcement("toy", "toy_game:TOY", "toys")
NAMES = {name for name in vars(Game) if not name.startswith("_")}


@pytest.mark.parametrize("key", GAMES)
def test_a_game_offers_the_whole_protocol(key: str) -> None:
    found = game(key)
    assert key == found.KEY
    assert all(hasattr(found, name) for name in NAMES)
    assert found.OPTIONS().depth == "plays"
    assert min(found.PLAYERS) >= 1


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="no game 'go'; the games are: toy") as unknown:
        game("go", {"toy": TOY})
    assert (unknown.value.key, unknown.value.known) == ("go", ("toy",))
    for key in ("x" * 10_000, "a\nb", "\u202e"):
        with pytest.raises(UnknownGame, match=r"^no game '\?'"):
            game(key)


def test_the_names_of_the_games_are_those_of_the_entry_points() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["metsuke.games"]
    own = [one for one in announced() if one.key in OWN_GAMES]
    assert [(one.key, one.rules) for one in own] == list(table.items())
    assert list(GAMES)[: len(own)] == list(table)


def test_a_game_of_another_distribution_is_announced_after_ours(tmp_path: Path) -> None:
    installed = tmp_path / "toys-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n", "utf-8")
    (installed / "entry_points.txt").write_text("[metsuke.games]\ntoy = toy_game:TOY\n", "utf-8")
    script = "from referee.core.rulebook import announced; print(announced()[-1])"
    here = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    said = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=here, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == repr(TOYS)


def test_a_game_that_cannot_be_loaded_says_why_and_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {
        "no_module": (None, "ModuleNotFoundError: No module named 'no_module'"),
        "bad_text": ("no Python", "SyntaxError"),
        "gives_up": ("raise SystemExit('not today')", "SystemExit: not today"),
        "empty": ("", "is no game: it has no PROTOCOL"),
        "old": ("PROTOCOL = 0", "is written for version 0"),
        "half": ("PROTOCOL = 1\nKEY = 'half'", "lacks ADJUSTMENT, CLAUSES, EXTRAS"),
    }
    monkeypatch.syspath_prepend(tmp_path)
    for name, (text, _) in broken.items():
        if text is not None:
            (tmp_path / f"{name}.py").write_text(text, "utf-8")
    games = Games(lambda: [*(Announcement(name, name, "toys") for name in broken), TOYS])
    for name, (_, why) in broken.items():
        for _ in range(2):
            with pytest.raises(GameUnavailable) as unavailable:
                game(name, games)
            assert why in unavailable.value.reason
            assert "\n" not in str(unavailable.value)
    assert game("toy", games) is TOY
    assert list(games) == [*broken, "toy"]


@pytest.mark.parametrize("name", sorted({*filter(str.isupper, NAMES), "judge", "masked"} - {"PROTOCOL"}))
def test_a_game_must_hold_what_the_protocol_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), name, 7)
    with pytest.raises(GameUnavailable, match=f"in {name}$"):
        game("toy", Games(lambda: [TOYS]))


def test_a_game_that_calls_itself_otherwise_is_refused() -> None:
    with pytest.raises(GameUnavailable, match="calls itself 'toy'"):
        game("numbers", Games(lambda: [Announcement("numbers", TOYS.rules)]))


def test_two_games_of_one_key_are_both_refused_by_name() -> None:
    games = Games(lambda: [TOYS, Announcement("toy", "other_toys", "other-toys")])
    assert list(games) == ["toy"]
    with pytest.raises(GameUnavailable, match="2 distributions announce it: toys, other-toys"):
        game("toy", games)


def test_only_the_games_that_a_host_allows_are_there() -> None:
    own = list(OWN_GAMES)
    games = Games(lambda: (*(one for one in announced() if one.key in own), TOYS))
    assert game("toy", games) is TOY
    games.restrict(plugins=False)
    assert list(games) == own
    with pytest.raises(UnknownGame):
        game("toy", games)
    games.restrict(["toy", own[1]])
    assert (list(games), len(games)) == ([own[1], "toy"], 2)
    assert own[0] not in games
    with pytest.raises(KeyError):
        games[own[0]]
    games.restrict()
    assert list(games) == [*own, "toy"]


def test_a_game_is_imported_when_it_is_first_asked_for() -> None:
    script = (
        "import sys; from referee.core.games import GAMES; "
        "assert 'shinobazu' in GAMES and list(GAMES) and len(GAMES); "
        "assert 'referee.shinobazu' not in sys.modules; "
        "assert GAMES['shinobazu'] is sys.modules['referee.shinobazu']"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize("key", OWN_GAMES)
def test_an_unreadable_move_of_any_type_is_refused_by_its_own_field(key: str) -> None:
    played = game(key)
    schema = played.MOVE.json_schema()
    kinds = schema["discriminator"]["mapping"]
    assert len(kinds) > 10
    for kind, where in kinds.items():
        model = schema["$defs"][where.rpartition("/")[2]]
        with pytest.raises(Refused) as refused:
            parse_move(played, {"type": kind, "no_such_field": 1} | dict.fromkeys(model.get("required", ()), ...))
        field = refused.value.params["field"]
        assert field.partition(".")[0].partition("[")[0] in {"no_such_field", *model["properties"]}, (kind, field)
        assert refused.value.private == played.may_be_secret(kind)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_knows_which_of_its_types_may_be_secret(key: str) -> None:
    kinds = game(key).MOVE.json_schema()["discriminator"]["mapping"]
    secret = {kind for kind in kinds if game(key).may_be_secret(kind)}
    assert secret
    assert secret < set(kinds)
