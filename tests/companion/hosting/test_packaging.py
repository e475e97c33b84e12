"""What is packed, pinned and run by make is what the code says."""

import os
import re
import tomllib
from pathlib import Path

from companion import __version__
from companion.cli import parser
from companion.paths import ASSETS, PROJECT, find_assets
from companion.settings import Settings

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
    assert wanted - {"metsuke"} <= names(pins)


def test_every_setting_has_an_option_and_every_option_a_setting() -> None:
    of_this_start = {"help", "version", "mode", "game", "pace", "depth"}
    options = {action.dest for action in parser()._actions} - of_this_start
    assert options == set(Settings.model_fields)


def test_the_phone_app_has_its_entry_and_leaves_tests_and_tools_out() -> None:
    app = PYPROJECT["tool"]["flet"]["app"]
    assert (PROJECT / f"{app['module']}.py").exists()
    assert {"tests", "tools", ".venv"} <= set(app["exclude"])


def test_what_a_phone_app_packs_needs_no_web_server() -> None:
    packed = names(PYPROJECT["project"]["dependencies"])
    assert not packed & {"flet-web", "fastapi", "uvicorn", "websockets", "brotli", "psutil", "pillow"}


def test_assets_are_found_in_a_checkout_and_in_an_installed_package(tmp_path: Path) -> None:
    assert find_assets(PROJECT / "companion") == PROJECT / "assets" == ASSETS

    package = tmp_path / "companion"
    (package / "_assets").mkdir(parents=True)
    assert find_assets(package) == package / "_assets"


def test_the_check_before_a_change_can_be_run() -> None:
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)
