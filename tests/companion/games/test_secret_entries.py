"""A game without screens whose players note what only they may know: entered and looked at under the open cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from companion.contract.game_ui import forget
from companion.ui.words import say
from referee import PUBLIC, Seat, begin
from referee.core.games import GAMES, Announcement
from referee.core.rulebook import Rulebook
from referee.short import Mine, Open, Player, Secret, ShortGame, Some, Tabletop
from tests.companion.screens.stage import EN, Shown, shown
from tests.companion.screens.tables import Table

Kind = Literal["ant", "bee", "fly"]


@dataclass
class Keeper(Player):
    noted: Open[bool] = False
    hand: Mine[list[str]] = field(default_factory=list)
    favourite: Mine[str] = ""


@dataclass
class Meadow(Tabletop):
    turn: Open[str] = ""


def new_game() -> ShortGame:
    game = ShortGame("meadow", Meadow, Keeper, range(2, 5))
    game.CLAUSES = Rulebook("tests.referee.short.flowers")

    @game.move(cards=lambda t, me: Some(of=("ant", "ant", "bee", "fly"), least=2, most=2))
    def note(t: Any, me: Any, cards: Secret[list[Kind]], favourite: Secret[Kind]) -> None:
        t.must(not me.noted, "2.1", "noted_already")
        me.hand, me.noted, me.favourite = sorted(cards), True, favourite
        t.tell("2.1", "noted", seat=me.seat)

    @game.over("4.1")
    def over(t: Any) -> list[str] | None:
        return None

    return game


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    game = new_game()
    announced = {**GAMES._announced, "meadow": [Announcement("meadow", "nowhere:game", "meadow")]}
    monkeypatch.setattr(GAMES, "_announced", announced)
    monkeypatch.setitem(GAMES._loaded, "meadow", game)
    forget()
    yield
    forget()


def table() -> Table:
    return Table(begin("meadow", seats=[Seat(seat=f"p{n}", name=name) for n, name in enumerate(("Aki", "Ben"), 1)]))


def noted() -> Table:
    return table().says("p1", "note", cards=["bee", "ant"], favourite="fly")


def seen(snap: Any) -> Shown:
    return shown(snap)[0]


def has_pad(screen: Shown) -> bool:
    return any("Hold" in name for name in screen.names)


def test_a_secret_is_entered_under_the_open_cover_alone() -> None:
    covered, opened = seen(table().snap()), seen(table().snap(held="kept"))
    assert has_pad(covered)
    assert "Open your part to choose" in covered.words
    assert not {"ant", "bee", "fly"} & {name.rpartition(". ")[2] for name in covered.names}
    assert "Open your part to choose" not in opened.words
    assert {"ant", "bee", "fly"} <= {name.rpartition(". ")[2] for name in opened.names}


def test_what_was_noted_is_looked_at_under_the_cover_and_lies_on_no_other_phone() -> None:
    covered, opened = seen(noted().snap()), "\n".join(seen(noted().snap(held="kept")).names)
    assert has_pad(covered)
    assert "ant bee" in opened
    assert "meadow.view.favourite. fly" in opened
    for viewer in ("p1", "p2", PUBLIC):
        said = "\n".join(seen(noted().snap(viewer)).names)
        assert "ant bee" not in said
        assert "fly" not in said.replace("butterfly", "")


def test_what_was_not_noted_yet_is_no_card_and_a_covered_phone_does_not_tell_which() -> None:
    def cards(match: Table, held: str) -> list[str]:
        return [name for name in seen(match.snap(held=held)).names if name.startswith("meadow.view.favourite")]

    assert (cards(table(), "kept"), cards(noted(), "kept")) == ([], ["meadow.view.favourite. fly"])
    assert cards(table(), "covered") == cards(noted(), "covered") == ["meadow.view.favourite: 1 covered"]


def test_where_nothing_is_hidden_and_nothing_secret_is_asked_there_is_no_cover() -> None:
    open_ = ShortGame("meadow", Meadow, Player, range(2, 5))
    open_.CLAUSES = Rulebook("tests.referee.short.flowers")
    open_.move(kind=lambda t, me: ("ant", "bee"))(choose)
    open_.over("4.1")(lambda t: None)
    GAMES._loaded["meadow"] = open_
    screen = seen(table().snap())
    assert not has_pad(screen)
    assert "Open your part to choose" not in screen.words


def choose(t: Any, me: Any, kind: str) -> None:
    t.tell("2.1", "chosen", kind=kind)


def test_values_are_in_the_games_own_words_on_buttons_and_in_sentences() -> None:
    EN.t.learn({"meadow.value.fly": "House fly", "meadow.told": "{seat} says {kind}, {cards}."})
    snap = table().snap(held="kept")
    assert any(name.endswith("House fly") for name in seen(snap).names)
    params = {"seat": "p1", "kind": "fly", "cards": ["fly", "ant"]}
    assert say(EN, snap, "meadow.told", params) == "Aki says House fly, House fly and ant."
