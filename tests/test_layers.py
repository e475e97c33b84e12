"""The layers: who may import whom, and what the rules must not touch."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.core.rulebook import OWN as OUR_NAME
from referee.core.rulebook import announced

ROOT = Path(__file__).resolve().parent.parent
OURS = {"companion", "models", "referee"}
MAY = {"referee": {"referee"}, "models": {"models"}, "companion": OURS}
FOREIGN = {
    "referee": {"flet", "flet_web", "fastapi", "sqlmodel", "sqlalchemy", "alembic", "qrcode", "uvicorn"},
    "models": {"flet", "flet_web", "fastapi", "qrcode", "uvicorn"},
    "companion": set(),
}
IMPURE = {"time", "datetime", "random", "secrets", "os", "socket", "pathlib", "subprocess", "threading", "asyncio"}
IMPURE |= {"tomllib", "polib"}
READS = {"open", "read_text", "read_bytes", "iterdir", "glob", "rglob"}
MAY_READ = {"referee/__main__.py", "referee/board/reading.py"}
MAY_READ |= {"referee/short/template/__init__.py"}
MAY_READ |= {"referee/core/rulebook/__init__.py"}
MAY_READ |= {f"referee/check/{name}.py" for name in ("before_play", "places")}
"""The referee's command line reads and prints, one module reads which games are announced, their words and clauses, two
read the boards and templates that come along, and two the code of a game that is checked; nothing else does."""

ROLL_DICE = {f"referee/check/{name}.py" for name in ("offered", "player", "positions", "report", "twins", "mistakes")}
ROLL_DICE |= {"referee/check/mistyped.py"}
ROLL_DICE |= {f"referee/core/{name}.py" for name in ("game", "offers/choices", "offers/__init__")}
ROLL_DICE |= {"referee/short/game.py", "referee/scorpion/preferences.py", "referee/shinobi_school/rounds.py"}
"""Players who declare at random, and what the app draws: each is given its generator or the seed of it, and takes
nothing else of `random`."""


def files(package: str) -> Iterator[Path]:
    return (path for path in sorted((ROOT / package).rglob("*.py")) if "_assets" not in path.parts)


def imported(path: Path) -> set[str]:
    """Return the first parts of all that a file imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("package", sorted(OURS))
def test_each_layer_imports_only_what_lies_below_it(package: str) -> None:
    paths = list(files(package))
    assert paths
    for path in paths:
        assert imported(path) & OURS <= MAY[package], path
        assert not imported(path) & FOREIGN[package], path


def test_the_rules_read_no_clock_and_do_nothing_but_think() -> None:
    for path in files("referee"):
        name = path.relative_to(ROOT).as_posix()
        if name not in MAY_READ:
            assert not imported(path) & IMPURE - ({"random"} if name in ROLL_DICE else set()), path
            called = [n.func for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)]
            assert not {f.id for f in called if isinstance(f, ast.Name)} & {"open", "print", "input"}, path
            assert not {f.attr for f in called if isinstance(f, ast.Attribute)} & READS, path


def test_dice_are_rolled_only_by_generators_that_are_handed_in() -> None:
    for name in ROLL_DICE:
        nodes = list(ast.walk(ast.parse((ROOT / name).read_text("utf-8"))))
        assert not [n for n in nodes if isinstance(n, ast.Import) and any(a.name == "random" for a in n.names)]
        taken = [a.name for n in nodes if isinstance(n, ast.ImportFrom) and n.module == "random" for a in n.names]
        assert taken == ["Random"], name
        unseeded = [
            n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "Random"
        ]
        assert all(call.args for call in unseeded), name


def test_no_file_is_too_long_to_be_read_in_one_sitting() -> None:
    lines = {path: path.read_text("utf-8").count("\n") for package in sorted(OURS) for path in files(package)}
    assert {path for path, count in lines.items() if count > 500} == set()


SHARED = ("companion", "models", "referee/check", "referee/core")
OWN = re.compile(r"companion/games/(?!table/)[^/]+/")
"""Where a game is at home in the companion."""


def games_named(text: str) -> set[str]:
    """Return what names one of our games in a text: its key, its package, its name written together."""
    keys = {one.key for one in announced() if one.distribution == OUR_NAME}
    assert len(keys) == 5
    written = "|".join(key.replace("-", "[-_ ]?") for key in sorted(keys))
    return set(re.findall(rf"(?<![a-z])(?:{written})(?![a-z])", text, re.IGNORECASE))


def test_shared_code_names_no_game() -> None:
    paths = [path for package in SHARED for path in files(package)]
    shared = [path for path in paths if not OWN.match(path.relative_to(ROOT).as_posix())]
    assert 0 < len(shared) < len(paths)
    for path in shared:
        assert not games_named(path.read_text("utf-8")), path


def test_the_words_of_all_games_name_none() -> None:
    catalogues = sorted((ROOT / "assets" / "locale").glob("*/LC_MESSAGES/app.po"))
    assert len(catalogues) > 1
    for path in catalogues:
        assert not games_named(path.read_text("utf-8")), path


def test_a_game_that_is_named_is_seen_however_it_is_written() -> None:
    for named in ('"shinobi-school"', "class ShinobiSchool:", "SCORPION-1.2", "# Scroll Trick's", "referee.giryaku"):
        assert games_named(named), named
    assert not games_named("A scorpionfish at school scrolls.")


def test_an_arrow_against_the_layers_is_seen(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def late():\n    from models.store import Store\n    import flet.canvas as cv\n", "utf-8")
    assert imported(bad) == {"models", "flet"}


BESIDE = re.compile(r"\b(to_thread|run_in_executor|ThreadPoolExecutor|ProcessPoolExecutor|Thread\(|\.Process\()")
MAY_GO_BESIDE = {"companion/jobs/jobs.py"}
"""Where long work is done."""
MAY_GO_BESIDE |= {"companion/tables/backend.py", "companion/tables/news.py"}
"""The store's own threads, and the ear of a process for others."""
MAY_GO_BESIDE |= {f"companion/hosting/{name}.py" for name in ("status", "terminal", "run", "compression", "web_client")}
"""What is no work for a phone: other processes, what is printed, the files of the web client."""


def test_long_work_has_one_place() -> None:
    found = {
        path.relative_to(ROOT).as_posix() for path in files("companion") if BESIDE.search(path.read_text("utf-8"))
    }
    assert found == MAY_GO_BESIDE
