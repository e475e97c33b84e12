"""A language is a folder: with one more in the assets, every phone may speak it, and English stands in for the rest."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import i18n
from companion.contract.snapshot import Snapshot
from companion.hosting.web_client import build
from companion.i18n import preferred_language
from companion.phones import device_storage
from companion.settings import SettingsError, load
from companion.ui.overlays import clause_of
from companion.ui.theme import make_look
from tests.catalogues import LOCALE
from tests.companion.phones.test_phone import host_side, told
from tests.companion.screens.stage import shown
from tests.shots.scenes_shell import home
from tests.wire.hall import hall

GERMAN = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=n != 1;\\n"

msgid "app.language"
msgstr "Deutsch"

msgid "app.language.name"
msgstr "Auf {language} umstellen"

msgid "app.home.new"
msgstr "Eine neue Partie"

msgid "app.n.matches"
msgid_plural "app.n.matches"
msgstr[0] "eine Partie"
msgstr[1] "{n} Partien"

msgid "app.guard.covered"
msgstr "Verdeckt."
"""


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add German, with very few words, to a copy of the assets' languages."""
    locale = tmp_path / "locale"
    shutil.copytree(LOCALE, locale)
    (locale / "de" / "LC_MESSAGES").mkdir(parents=True)
    (locale / "de" / "LC_MESSAGES" / "app.po").write_text(GERMAN, "utf-8")
    monkeypatch.setattr(i18n, "LOCALE", locale)
    forget()
    yield
    forget()


def forget() -> None:
    """Forget what was read of the languages."""
    for read in (i18n.languages, i18n.app_words, i18n.translator):
        read.cache_clear()


def test_a_phone_is_switched_to_it_and_stays_in_it() -> None:
    async def run() -> None:
        async with hall() as here:
            table, keys = await here.begun(3)
            phone = await here.phone(table, {"p1": keys["p1"]})
            mine = await host_side(here, phone)
            mine.actions.pages.go("home")
            mine.actions.settings.language("de")
            await here.quiet()
            assert mine.look.lang == "de"
            assert "Eine neue Partie" in told(phone)
            assert "The referee at your table" in told(phone)
            await phone.reload()
            await here.quiet()
            again = next(each for each in here.sessions if each.session.id == phone.session)
            assert (again.snap.screen, again.look.lang) == ("home", "de")

    asyncio.run(run())


def test_the_settings_offer_three() -> None:
    screen, actions = shown(Snapshot("settings"), make_look("de"))
    assert {"Deutsch", "English", "日本語"} <= set(screen.names)
    screen.tap("Deutsch")
    assert actions.told == [("language", ("de",), {})]


def test_the_switch_goes_round() -> None:
    for lang, label, following in (
        ("en", "Switch to Deutsch", "de"),
        ("de", "Auf 日本語 umstellen", "ja"),
        ("ja", "Englishに切り替える", "en"),
    ):
        screen, actions = shown(home("en"), make_look(lang))
        screen.tap(label)
        assert actions.told == [("language", (following,), {})]


def test_it_counts_by_its_own_rule_and_english_stands_in_with_its_own() -> None:
    t = i18n.translator("de")
    assert [t("app.n.matches", n=n) for n in (1, 3)] == ["eine Partie", "3 Partien"]
    assert [t("app.end.points", n=n) for n in (1, 3)] == ["1 point", "3 points"]


def test_a_rule_that_it_has_not_is_read_in_english() -> None:
    found = clause_of("SHINOBAZU-6.4")
    assert found is not None
    screen, _ = shown(Snapshot("rules", rules_game="shinobazu", clause="SHINOBAZU-6.4"), make_look("de"))
    assert found[1].text("en") in screen.words


def test_it_may_be_asked_for_by_a_browser_and_by_the_settings(tmp_path: Path) -> None:
    assert preferred_language("fr,de-AT,en") == "de"
    assert load({"language": "de"}, tmp_path).language == "de"
    with pytest.raises(SettingsError, match="give en or de or ja, or leave it out"):
        load({"language": "fr"}, tmp_path)
    assert device_storage.loads('{"language": "de"}').language == "de"
    assert device_storage.loads('{"language": "fr"}').language == ""


def test_the_page_guards_in_it() -> None:
    page = build().index.made
    assert page is not None
    assert '"de": {"covered": "Verdeckt.", "lost": "This phone lost the table.' in page.decode()
