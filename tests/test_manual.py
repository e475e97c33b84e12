"""The manual: the same pages in both languages, a card for every game, and no link that leads nowhere."""

from __future__ import annotations

import re

from tests.hosted import PROJECT
from tests.own_games import OWN_GAMES

MANUAL = PROJECT / "docs" / "manual"
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
        assert linked == {page.name for page in (MANUAL / language).glob("*.md")}
