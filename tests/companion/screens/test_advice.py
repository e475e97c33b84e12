"""After a refusal: what to do is said from the reason, and what was refused is chosen no longer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.giryaku.screen import SCREEN as GIRYAKU
from companion.games.scroll_trick.screen import SCREEN as SCROLL_TRICK
from companion.games.shinobazu.facts import Pick, moment_of
from companion.games.shinobazu.screen import SCREEN as SHINOBAZU
from companion.games.shinobi_school.screen import SCREEN as SHINOBI_SCHOOL
from companion.games.table.context import PickStore
from companion.games.table.menu import advice_for
from companion.games.table.table import drawn
from companion.i18n import ASSETS, languages, translator
from tests.companion.games.shinobazu import tables
from tests.companion.screens.stage import EN, Shown
from tests.shots.scenes import Still

GAMES = {
    "shinobazu": SHINOBAZU, "shinobi_school": SHINOBI_SCHOOL, "giryaku": GIRYAKU, "scroll_trick": SCROLL_TRICK,
}  # fmt: skip
REFUSING = {"firm", "require", "refuse", "Refused"}


def reasons(game: str) -> set[str]:
    """Return every reason for which a game's rules refuse a declaration, as far as they are written in one piece."""
    found: set[str] = set()
    for file in (ASSETS.parent / "referee" / game).rglob("*.py"):
        if "positions" not in file.parts and not file.name.startswith("position"):
            found |= set(_reasons(ast.parse(file.read_text("utf-8"))))
    return {each.removeprefix(f"{game}.") for each in found if translator("en").has(_key(game, each))}


def _key(game: str, reason: str) -> str:
    return reason if reason.startswith(f"{game}.") else f"{game}.{reason}"


def _reasons(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if name in REFUSING and isinstance(node, ast.Call):
            at = [arg for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            yield from (str(each.value) for each in at[-1:])


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_has_its_advice_and_every_advice_its_words(game: str) -> None:
    found = reasons(game)
    assert len(found) > 40
    assert {each for each in found if not advice_for(GAMES[game].advice, f"{game}.{each}")} == set()
    for lang in languages():
        t = translator(lang)
        assert all(t.has(f"table_screen.advice.{kind}") for kind in GAMES[game].advice.values())
    fields = {name for each in GAMES[game].clears.values() for name in each}
    assert all(hasattr(GAMES[game].pick, name) for name in fields)


class Chosen:
    """A table on which something is chosen, drawn again when that changes."""

    def __init__(self, snap: Any, **chosen: Any) -> None:
        self.pick = Pick(moment=moment_of(snap.view), **chosen)
        self.actions = Still()
        store = PickStore(self._put)
        self.shown = Shown(lambda: drawn(SHINOBAZU, EN, snap, self.actions, self.pick, store))  # type: ignore[arg-type]

    def _put(self, change: Any) -> None:
        self.pick = change(self.pick)


def test_a_false_colour_is_answered_by_another_colour_and_not_by_another_place() -> None:
    table = tables.entered(tables.begun(4))
    hand = next(p.hand for p in table.match.view("p1").private if p.seat == "p1")
    assert hand
    wrong = next(c for c in ("red", "blue", "black") if not hand[0].startswith(c))
    shown = {"type": "lead", "to": "p1", "card": "#1", "colour": wrong}
    refused = table.tries("p1", "lead", to="p1", card=hand[0], colour=wrong, shown=shown)
    screen = Chosen(refused.snap(held="kept"), card=1, to="p1", colour=wrong)
    assert EN.t("table_screen.advice.colour") in screen.shown.words
    assert EN.t("kit.instead") not in screen.shown.words
    screen.shown.tap(EN.t("app.refused.again"))
    assert (screen.pick.card, screen.pick.to, screen.pick.colour) == (0, "", "")
    assert ("dismiss", (), {}) in screen.actions.told


def test_not_following_is_answered_by_another_card() -> None:
    shown = {"type": "lay", "to": "p1", "card": "#2", "declare": "pass"}
    table = tables.my_turn(4).tries("p1", "lay", to="p1", card="blue 4", declare="pass", shown=shown)
    assert EN.t("table_screen.advice.card") in Chosen(table.snap(held="kept"), card=2).shown.words
    assert EN.t("table_screen.advice.card") not in Chosen(table.snap(), card=2).shown.words


def test_a_taken_place_is_answered_by_another_and_the_card_stays_chosen() -> None:
    shown = {"type": "lay", "to": "p3", "card": "#1"}
    table = tables.my_turn(4).tries("p1", "lay", to="p3", card="red 1", shown=shown)
    screen = Chosen(table.snap(), card=1, to="p3")
    assert EN.t("table_screen.advice.where") in screen.shown.words
    assert EN.t("kit.instead") in screen.shown.words
    screen.shown.tap(EN.t("app.refused.again"))
    assert (screen.pick.card, screen.pick.to) == (1, "")


def test_what_stays_chosen_after_a_secret_reason_tells_onlookers_nothing() -> None:
    """Whatever the secret reason was, nothing at all is chosen afterwards."""
    shown = {"type": "lay", "to": "p1", "card": "#2", "declare": "pass"}
    table = tables.my_turn(4).tries("p1", "lay", to="p1", card="blue 4", declare="pass", shown=shown)
    for snap in (table.snap(held="kept"), table.snap(), replace(table.snap(), prompts=())):
        screen = Chosen(snap, card=2, to="p1", choice="pass")
        words = EN.t("app.refused.again") if snap.prompts else EN.t("app.refused.go_back")
        screen.shown.tap(words)
        assert (screen.pick.card, screen.pick.to, screen.pick.choice) == (0, "", "")
