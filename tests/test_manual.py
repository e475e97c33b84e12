"""The manual and all other documents, as hosts serve them: both languages, a card for every game, no dead link."""

from __future__ import annotations

import re
import tomllib
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from companion.hosting.web_client import build as web_root
from companion.i18n import ASSETS, languages, manual
from referee.core.games import GAMES
from tests.companion.hosting.conftest import browser
from tests.hosted import PROJECT
from tests.own_games import OWN_GAMES
from tools.manual import SITE, build

__all__ = ["browser"]

DOCS = PROJECT / "docs"
MANUAL = DOCS / "manual"
LANGUAGES = ("en", "ja")


def test_both_languages_have_the_same_pages_and_a_card_for_every_game() -> None:
    pages = {language: {page.name for page in (MANUAL / language).glob("*.md")} for language in LANGUAGES}
    assert pages["en"] == pages["ja"]
    assert {f"card-{game}.md" for game in OWN_GAMES} <= pages["en"]


def test_every_page_is_linked_and_every_link_leads_to_a_page() -> None:
    for language in LANGUAGES:
        linked = {"index.md"}
        for page in (MANUAL / language).glob("*.md"):
            for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
                assert (page.parent / target).exists(), (page, target)
                linked.add(target)
        linked -= {"../dev/index.md", "../../index.md"}
        assert linked == {page.name for page in (MANUAL / language).glob("*.md")}


EXAMPLE = PROJECT / "examples" / "liars_dice"
TUTORIAL = (MANUAL / "dev" / "tutorial.md").read_text("utf-8")


def test_every_line_of_the_tutorial_stands_in_the_example() -> None:
    written = "".join(
        path.read_text("utf-8") for path in sorted(EXAMPLE.rglob("*")) if path.suffix in (".py", ".toml")
    )
    steps = re.findall(r"```(?:python|toml)\n(.*?)```", TUTORIAL, re.DOTALL)
    assert len(steps) > 8
    for step in steps:
        assert step in written or all(line in written for line in step.splitlines()), step


def test_a_newcomer_learns_fifteen_things_and_writes_no_more_than_was_promised() -> None:
    assert [int(n) for n in re.findall(r"\*\* \((\d+)\)", TUTORIAL)] == list(range(1, 16))
    rules = (EXAMPLE / "liars_dice" / "__init__.py").read_text("utf-8")
    screens = (EXAMPLE / "liars_dice" / "screens.py").read_text("utf-8")
    assert len(rules.splitlines()) <= 150
    assert len(screens.splitlines()) <= 30
    assert set(re.findall(r"^from (referee|companion)([\w.]*) import", rules + screens, re.MULTILINE)) == {
        ("referee", ".short"),
        ("companion", ".contract.game_ui"),
    }


def test_the_ledger_of_each_game_is_a_page_with_every_clause() -> None:
    for key in OWN_GAMES:
        page = (SITE / "dev" / f"clauses-{key}.html").read_text("utf-8")
        assert all(f"<td>{clause.id}</td>" in page for clause in GAMES[key].CLAUSES)


def test_what_the_library_hands_out_has_a_reference() -> None:
    page = (SITE / "dev" / "reference-library.html").read_text("utf-8")
    for name in ("begin", "say", "load", "replay", "dump", "depths", "Match", "Ruling", "Notice", "Prompt", "Refused"):
        assert re.search(rf'id="referee[\w.]*\.{name}"', page), name


class Loads(HTMLParser):
    """Where a page leads, and what it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "srcset", "data"):
                (self.links if tag == "a" else self.loads).append(value or "")


def pages(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


def test_what_hosts_serve_is_what_the_manual_says_now(tmp_path: Path) -> None:
    build(tmp_path)
    assert pages(tmp_path) == pages(SITE), "write it again: make manual"


def test_every_page_is_served_by_the_host_and_loads_nothing() -> None:
    files = web_root().files
    for name, text in pages(ASSETS / "manual").items():
        assert files[f"manual/{name}"].media_type == "text/html; charset=utf-8"
        page = Loads(text)
        assert page.loads == []
        assert not re.search(r"url\(|@import|<script", text)
        for link in page.links:
            if link.startswith("https://"):
                continue  # nothing is asked of it until somebody goes there
            target, _, part = link.partition("#")
            there = (ASSETS / "manual" / name).parent.joinpath(target) if target else ASSETS / "manual" / name
            assert there.is_file(), (name, link)
            assert not part or f'id="{part}"' in there.read_text("utf-8"), (name, link)
    assert {manual(language)[1:] for language in languages()} <= files.keys()
    assert manual("fr") == manual("en")


def test_every_document_is_a_page_which_the_first_page_names() -> None:
    named = Loads((SITE / "index.html").read_text("utf-8")).links
    documents = [*DOCS.glob("*.md"), *(DOCS / "decisions").glob("*.md")]
    pages_of = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in documents}
    assert pages_of - {"index.html"} <= set(named)


HOW = (DOCS / "architecture.md").read_text("utf-8")


def drawn(name: str) -> list[str]:
    """Return the lines of code that a drawing shows, from above to below."""
    drawing = (DOCS / "pictures" / name).read_text("utf-8")
    assert 'role="img"' in drawing
    assert all(f"<{part} id=" in drawing for part in ("title", "desc"))
    return re.findall(r'<text class="c"[^>]*>([^<]+)<', drawing)


def test_the_way_of_a_declaration_is_the_one_in_the_code() -> None:
    named = re.findall(r"`((?:companion|models|referee)/[\w/]+\.py)`(?:\s+\(([^)]*)\))?", HOW)
    assert len(named) > 15
    for file, what in named:
        code = (PROJECT / file).read_text("utf-8")
        for name in re.findall(r"`(?:\w+\.)?(\w+)`", what):
            assert re.search(rf"(def|class) {name}\b", code), (file, name)
    for name in re.findall(r"[\w/]*[._/][\w./]*", "\n".join(drawn("declaration.svg"))):
        assert name in HOW, name


def test_the_floors_are_those_that_the_linter_holds() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = {tuple(each.get("containers", ())): each.get("layers", ()) for each in settings["contracts"]}
    app, games, rules = (layers[(package,)] for package in ("companion", "companion.games", "referee"))
    at = app.index("games") + 1
    assert " ".join(drawn("floors.svg")) == " ".join([*app[:at], *games, *app[at:], *rules])


@pytest.mark.browser
def test_each_players_card_is_one_page_of_paper(browser: Browser) -> None:
    page = browser.new_page()
    for card in sorted((ASSETS / "manual").rglob("card-*.html")):
        page.goto(card.as_uri())
        for paper in ("A4", "Letter"):
            assert len(PdfReader(BytesIO(page.pdf(format=paper))).pages) == 1, (card, paper)
    page.close()
