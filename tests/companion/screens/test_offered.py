"""Games that cannot be played here: without screens, or broken. They harm no other and are shown as what they are."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

import companion.contract.game_ui
import companion.ui.phrases
from companion.contract.game_ui import PLAIN, forget, offered, table_of, ui_of, unavailable
from companion.contract.snapshot import History, Snapshot
from companion.i18n import LOCALE, languages, translator
from companion.phones.actions import PhoneActions
from companion.phones.device_storage import DeviceStorage
from companion.phones.host import Host
from companion.phones.make_snapshot import make_snapshot
from companion.phones.session import Phone
from companion.tables.match_draft import new_draft
from companion.ui.phrases import game_name, games
from companion.ui.theme import Look
from models import Store
from referee.core.games import GAMES, Cause, Games, GameUnavailable
from referee.core.rulebook import OWN, Announcement, announced, read_words
from referee.core.values import PUBLIC, Seat
from referee.library import begin
from tests.companion.games.giryaku.tables import Table
from tests.companion.screens.stage import EN, JA, shown
from tests.own_games import OWN_GAMES
from tests.shots.scenes_shell import home
from toy_game import TOY

Announce = Callable[[str, str], None]
LOST = "nowhere.rules"
ROOT = Path(__file__).parents[3]
NOTHING = History("", (), (), 0, 0, 0)
UI = "from companion.contract.game_ui import GameUi\ndef table(): import nowhere\nUI = GameUi("
TOYS = "toy_game:TOY"


@pytest.fixture
def announce(monkeypatch: pytest.MonkeyPatch) -> Iterator[Announce]:
    """Announce one game more, by its key and where its rules are."""

    def more(key: str, rules: str) -> None:
        own = [one for one in announced() if one.distribution == OWN]
        known = Games(lambda: [*own, Announcement(key, rules, "toys")])
        for module in (companion.contract.game_ui, companion.ui.phrases):
            monkeypatch.setattr(module, "GAMES", known)
        forget()

    yield more
    monkeypatch.undo()
    forget()


@pytest.fixture
def screens(announce: Announce, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Announce the toy game with a module of screens of this text."""

    def written(text: str) -> None:
        name = f"toy_screens_{len(sys.modules)}"
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(type(TOY), "SCREENS", name)
        announce("toy", TOYS)

    return written


def test_every_game_of_ours_is_offered_and_has_a_table_screen() -> None:
    assert tuple(key for key in offered() if key in OWN_GAMES) == OWN_GAMES
    for key in OWN_GAMES:
        assert table_of(key) is import_module(f"{GAMES[key].SCREENS}.screen").table


def test_every_game_has_a_sign_of_its_own_and_one_is_proposed() -> None:
    found = [ui_of(key) for key in OWN_GAMES]
    assert len({ui.sign for ui in (*found, PLAIN)}) == len(found) + 1
    assert [ui.proposed for ui in found].count(True) == 1


def test_what_a_game_says_of_options_is_said_of_options_that_it_has() -> None:
    for key in OWN_GAMES:
        ui, has = ui_of(key), GAMES[key].OPTIONS.model_fields.keys()
        grouped = [option for members in ui.groups.values() for option in members]
        assert len(set(grouped)) == len(grouped)
        assert {*grouped, *ui.suggested, *ui.counted, *ui.controls} <= has
        assert ("board" in has) is ui.board


def test_reading_how_games_are_shown_loads_no_screen_and_live_matches_load_no_game() -> None:
    script = (
        "import sys, companion.tables.tables, companion.contract.game_ui as shown; "
        "from tests.own_games import OWN_GAMES; "
        "packages = [f'companion.games.{key.replace(chr(45), chr(95))}' for key in OWN_GAMES]; "
        "assert not [name for name in packages if name in sys.modules]; "
        "assert len({shown.ui_of(key).sign for key in OWN_GAMES}) == len(packages); "
        "assert all(name in sys.modules for name in packages); "
        "assert not [name for name in packages if f'{name}.screen' in sys.modules]; "
        "assert {*OWN_GAMES} <= {*shown.offered()}; "
        "assert all(f'{name}.screen' in sys.modules for name in packages)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


@pytest.fixture
def undrawn(announce: Announce, monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce the toy game without its screens."""
    monkeypatch.setattr(type(TOY), "SCREENS", "")
    announce("toy", TOYS)


def test_a_game_without_screens_is_offered_and_drawn_from_its_view_and_offers(undrawn: None) -> None:
    assert offered() == (*OWN_GAMES, "toy")
    assert table_of("toy") is not None
    assert unavailable() == ()
    assert ui_of("toy").sign == PLAIN.sign
    seats = [Seat(seat="p1", name="Aki"), Seat(seat="p2", name="Ben")]
    table = Table(begin(TOY, {}, seats)).says("p2", "hide", number=5)
    screen, actions = shown(table.snap(PUBLIC))
    assert "Aki" in screen.words
    screen, actions = shown(table.snap(held="kept"))
    screen.tap(EN.t("toy.do.skip"))
    assert actions.told == [("declare", ({"type": "skip"},), {})]


# Broken games


def at(where: str, look: Look) -> Snapshot:
    return home(look.lang) if where == "home" else Snapshot("new", draft=new_draft())


def test_two_games_of_one_key_are_both_refused_and_their_distributions_named(announce: Announce) -> None:
    announce("giryaku", LOST)
    (twice,) = unavailable()
    assert (twice.key, twice.cause) == ("giryaku", "twice")
    assert offered() == tuple(key for key in OWN_GAMES if key != "giryaku")
    said = shown(at("new", EN))[0].words
    assert EN.t("app.unavailable.twice", game=game_name(EN, "giryaku"), reason=twice.reason) in said
    assert "metsuke-referee, toys" in said


@pytest.mark.parametrize("look", [EN, JA])
@pytest.mark.parametrize("cause", get_args(Cause))
def test_there_are_words_for_every_cause(cause: str, look: Look) -> None:
    said = look.t(f"app.unavailable.{cause}", game="Toy", reason="since")
    assert "Toy" in said
    assert "app." not in said


@pytest.mark.parametrize("look", [EN, JA])
@pytest.mark.parametrize("where", ["home", "new"])
def test_rules_that_cannot_be_loaded_are_said_with_the_reason(where: str, look: Look, announce: Announce) -> None:
    announce("lost-game", LOST)
    (lost,) = unavailable()
    assert (lost.key, lost.cause) == ("lost-game", "rules")
    assert "No module named 'nowhere'" in lost.reason
    screen, _ = shown(at(where, look), look)
    assert look.t("app.unavailable.rules", game="lost-game", reason=lost.reason) in screen.words


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no Python", "SyntaxError"),
        ("raise SystemExit('not today')", "SystemExit: not today"),
        ("UI = None", "UI is no GameUi"),
        (f"{UI}table=table)", "No module named 'nowhere'"),
        (f"{UI}table=table, locale='__FOLDER__')", "CatalogueError"),
    ],
)
def test_screens_that_cannot_be_loaded_are_said_with_the_reason(
    text: str, reason: str, screens: Callable[[str], None], tmp_path: Path
) -> None:
    words = tmp_path / "en" / "LC_MESSAGES" / "toy.po"
    words.parent.mkdir(parents=True)
    words.write_text("no catalogue", "utf-8")
    screens(text.replace("__FOLDER__", str(tmp_path)))
    (broken,) = unavailable()
    assert (broken.key, broken.cause) == ("toy", "screens")
    assert reason in broken.reason
    assert "\n" not in broken.reason
    said = shown(at("home", EN))[0].words
    assert EN.t("app.unavailable.screens", game=game_name(EN, "toy"), reason=broken.reason) in said


def test_a_broken_game_harms_no_other(screens: Callable[[str], None]) -> None:
    GAMES.restrict(only=OWN_GAMES)
    forget()
    before, _ = shown(at("new", EN))
    GAMES.restrict()
    screens("UI = 1 / 0")
    assert offered() == OWN_GAMES == tuple(games())
    after, _ = shown(at("new", EN))
    assert after.names == before.names
    assert set(after.words.splitlines()) - set(before.words.splitlines()) == {
        EN.t("app.unavailable.screens", game=game_name(EN, "toy"), reason="ZeroDivisionError: division by zero")
    }


def test_where_nothing_can_be_played_that_is_said(monkeypatch: pytest.MonkeyPatch, announce: Announce) -> None:
    announce("lost-game", LOST)
    only = Games(lambda: [Announcement("lost-game", LOST, "toys")])
    for module in (companion.contract.game_ui, companion.ui.phrases):
        monkeypatch.setattr(module, "GAMES", only)
    forget()
    assert new_draft().game == ""
    said = shown(at("new", EN))[0].words
    assert EN.t("app.new.no_game") in said
    assert "lost-game" in said
    for screen in ("home", "rules", "history", "settings"):
        shown(replace(home("en"), screen=screen, rules_game="table", history=NOTHING))


def test_a_game_brings_its_own_words_and_replaces_none(
    screens: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for lang in languages():
        known = translator(lang)
        monkeypatch.setattr(known, "_words", read_words(LOCALE, lang))
    words = tmp_path / "ja" / "LC_MESSAGES" / "toy.po"
    words.parent.mkdir(parents=True)
    words.write_text('msgid "app.game.toy"\nmsgstr "数あそび"\n\nmsgid "app.name"\nmsgstr "別"\n', "utf-8")
    name = JA.t("app.name")
    screens(f"{UI}table=print, locale={str(tmp_path)!r})")
    assert (unavailable(), ui_of("toy").table) == ((), print)
    assert game_name(JA, "toy") == "数あそび"
    assert game_name(EN, "toy") == "toy"
    assert JA.t("app.name") == name


# Matches of a broken game

KEYS = {"p1": "key"}


def test_a_match_of_a_game_that_is_gone_says_so_and_the_others_go_on(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store.open(f"sqlite:///{tmp_path / 'metsuke.db'}")
        host = Host(lambda: store, tuple)
        await host.start()
        pair = [Seat(seat="p1", name="Aki"), Seat(seat="p2", name="Ben")]
        here, _ = await host.tables.open("giryaku", {}, pair)
        gone = store.matches.open(
            code="gone42", game="lost-game", options={}, seats=[("p1", "Aki")], host_key="x", game_master="none",
            created=datetime.now(UTC),
        )  # fmt: skip
        with pytest.raises(GameUnavailable):
            await host.tables.table(gone.code)
        asleep = SimpleNamespace(connection=None)
        page: Any = SimpleNamespace(
            session=asleep, width=390, height=844, route="/", client_ip="", platform_brightness=None
        )
        phone = Phone(host, page, PhoneActions)
        phone.storage = DeviceStorage(keys={gone.code: KEYS, here.code: KEYS})
        phone.where.screen = "home"
        await host.fill(phone)
        assert {card.code for card in phone.home} == {gone.code, here.code}
        await phone.enter(gone.code)
        assert (phone.where.screen, phone.where.notice) == ("lost", "app.unavailable.unknown")
        screen, _ = shown(make_snapshot(phone))
        assert EN.t("app.lost.unavailable") in screen.words
        assert "lost-game" in screen.words
        await phone.enter(here.code)
        assert phone.where.screen == "lobby"
        await host.stop()

    asyncio.run(play())
