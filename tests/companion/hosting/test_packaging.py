"""What is packed, pinned and run by make is what the code says."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from companion import __version__
from companion.cli import parser
from companion.i18n import ASSETS, PROJECT, find_assets
from companion.settings import Settings
from tests.own_games import OWN_GAMES

PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w.-]+", line)[0].lower().replace("_", "-") for line in requirements}  # type: ignore[index]


def test_one_version_is_told_everywhere() -> None:
    assert PYPROJECT["project"]["version"] == __version__


def test_everything_that_is_installed_is_pinned() -> None:
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)
    extras = PYPROJECT["project"]["optional-dependencies"]
    wanted = names(PYPROJECT["project"]["dependencies"] + [line for extra in extras.values() for line in extra])
    assert wanted - {"metsuke-referee"} <= names(pins)


def test_every_setting_has_an_option_and_every_option_a_setting() -> None:
    of_this_start = {"help", "version", "licences", "mode", "game", "pace", "depth"}
    options = {action.dest for action in parser()._actions} - of_this_start
    assert options == set(Settings.model_fields)


def test_the_phone_app_has_its_entry_and_leaves_tests_and_tools_out() -> None:
    app = PYPROJECT["tool"]["flet"]["app"]
    assert (PROJECT / f"{app['module']}.py").exists()
    assert {"tests", "tools"} <= set(app["exclude"])


PHONE = """
import sys

for name in sys.argv[1:]:
    sys.modules[name] = None  # as if it were not installed
import main
from companion.contract.game_ui import offered, ui_of
from companion.flet_runtime.install import install
from companion.i18n import PROJECT
from companion.phones.host import Host
from companion.screens.router import render

install()
print(PROJECT)
for key in offered():
    ui_of(key).table()
    print(key)
"""
"""Starts as a phone app does, and loads the screens of every game."""


def test_a_phone_app_starts_and_has_every_game_with_what_it_packs(tmp_path: Path) -> None:
    left_out = ("build", "__pycache__", ".*", *PYPROJECT["tool"]["flet"]["app"]["exclude"])
    app = tmp_path.resolve() / "app"
    shutil.copytree(PROJECT, app, ignore=shutil.ignore_patterns(*left_out))
    extras, packed = PYPROJECT["project"]["optional-dependencies"], names(PYPROJECT["project"]["dependencies"])
    hosting = sorted(name.replace("-", "_") for name in names(extras["host"]) - packed)
    assert {"flet_web", "fastapi", "uvicorn"} <= set(hosting)
    started = subprocess.run([sys.executable, "-c", PHONE, *hosting], cwd=app, capture_output=True, text=True)
    assert {str(app), *OWN_GAMES} <= set(started.stdout.split()), started.stderr


def test_assets_are_found_in_a_checkout_and_in_an_installed_package(tmp_path: Path) -> None:
    assert find_assets(PROJECT / "companion") == PROJECT / "assets" == ASSETS

    package = tmp_path / "companion"
    (package / "_assets").mkdir(parents=True)
    assert find_assets(package) == package / "_assets"


def test_the_check_before_a_change_can_be_run() -> None:
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)
