"""A game as `python -m referee new` writes it, installed and played: its secrets are entered under the open cover."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.core.rulebook import GROUP
from referee.short.template import files_of
from tests.browser.conftest import NewPhone, also_other_engines
from tests.browser.match import NAMES, keep_open, open_for, pad, sit
from tests.browser.naps import nap
from tests.browser.phones import BrowserPhone
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

KEY = "hidden-number"
TITLE = "Hidden Number"


class HostOfNewGame(Hosted):
    """A host beside which the game is installed, in a folder of its own."""

    @property
    def environment(self) -> dict[str, str]:
        """The server's environment, with the folder of the game on Python's path."""
        own = super().environment
        return {**own, "PYTHONPATH": os.pathsep.join((own["PYTHONPATH"], str(self.folder / KEY)))}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Hosted]:
    """Write the game, install it as pip would, and run a host."""
    folder = tmp_path / KEY
    files = files_of(KEY)
    project = tomllib.loads(files["pyproject.toml"])["project"]
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    points = "\n".join(f"{key} = {rules}" for key, rules in project["entry-points"][GROUP].items())
    written = {folder / name: text for name, text in files.items()}
    written[about / "METADATA"] = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    written[about / "entry_points.txt"] = f"[{GROUP}]\n{points}\n"
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with HostOfNewGame(tmp_path) as hosted:
        yield hosted


def open_cover(phone: BrowserPhone) -> None:
    """Hold the pad, and keep the secrets open."""
    phone.press(pad(phone))
    keep_open(phone)


def shows(phone: BrowserPhone, number: int) -> bool:
    """Tell whether a phone was ever sent a seat's own number."""
    return any(f"Number. {number}".encode() in frame for frame in phone.frames)


@also_other_engines
def test_a_new_game_is_played_on_two_phones_one_of_which_is_locked(host: Hosted, phone: NewPhone) -> None:
    aki = phone(NAMES[0]).open(host.address)
    t = aki.t
    aki.tap(t("app.home.open"))
    aki.tap(TITLE)
    address = open_for(aki, NAMES[:2])
    ben = phone(NAMES[1]).open(address)
    for each, name in zip((aki, ben), NAMES, strict=False):
        sit(each, name)
    aki.tap(t("app.lobby.start"))

    # Ben hides a number. The phone is locked while it lies open again, and shows it no more when it wakes.
    open_cover(ben)
    ben.choose("5")
    ben.tap("Hide 5")
    ben.sees("Number. 5")
    ben.tap(t("kit.cover"))
    nap(ben, NAMES[1])
    assert (shows(ben, 5), shows(aki, 5)) == (True, False)

    # Aki's phone is locked in the middle of choosing. Once the number is hidden, both are shown.
    open_cover(aki)
    aki.choose("3")
    aki.watch_cover()
    aki.hide()
    aki.covers_itself()
    aki.show()
    aki.unguarded()
    aki.is_offered(t("table_screen.open_to_choose"))
    open_cover(aki)
    aki.choose("3")
    aki.tap("Hide 3")
    for each in (aki, ben):
        each.sees(re.compile(r"Ben\..*1 points.*5 last shown"))
        each.sees(re.compile(r"Aki\..*0 points.*3 last shown"))
