"""Mistakes in the code of a game that is written the short way are named by the place in that code."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee import begin
from referee.core.rulebook import Rulebook
from referee.short import AuthorError, Mine, Player, Secret, ShortGame, Some, Tabletop
from tests.referee.short.flowers import Garden, Hand, new_game

HERE = re.escape(__file__)


def made(*functions: Callable[..., None], over: Any = lambda t: None, **more: Any) -> ShortGame:
    game = ShortGame("flowers", Garden, Hand, range(2, 5), **more)
    game.CLAUSES = Rulebook("tests.referee.short.flowers")
    for function in functions:
        game.move(function)
    game.over("4.1")(over)
    return game


def declared(function: Callable[..., None], **fields: Any) -> None:
    match = begin(made(function), seats=["Aki", "Ben"])
    _, ruling = match.declare("Aki", {"type": function.__name__, **fields})
    assert not ruling.upheld


def test_a_field_says_who_may_see_it() -> None:
    @dataclass
    class Silent(Player):
        cards: list[str] = field(default_factory=list)

    with pytest.raises(AuthorError, match=r"Silent\.cards: who may see it\? Annotate it as Open"):
        ShortGame("flowers", Garden, Silent, range(2, 5))


def test_a_table_has_nothing_of_one_seat_and_a_part_is_a_dataclass() -> None:
    @dataclass
    class Owned(Tabletop):
        deck: Mine[list[str]] = field(default_factory=list)

    class Bare(Player):
        pass

    with pytest.raises(AuthorError, match=r"Owned\.deck: is Mine, but a table has no seat"):
        ShortGame("flowers", Owned, Hand, range(2, 5))
    with pytest.raises(AuthorError, match=r"Bare: is no dataclass"):
        ShortGame("flowers", Garden, Bare, range(2, 5))


def test_points_are_an_open_number() -> None:
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: points='cards' is no Open\[int\] of Hand"):
        ShortGame("flowers", Garden, Hand, range(2, 5), points="cards")


def test_a_move_says_what_its_fields_may_hold() -> None:
    def bare(t: Any, me: Any, card) -> None: ...  # type: ignore[no-untyped-def]

    def free(t: Any, me: Any, card: str) -> None: ...

    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: move bare: what is 'card'\?"):
        made(bare)
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: move free: which values may 'card' hold\?"):
        made(free)
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: move free has no field 'cart'"):
        new_game().move(cart=lambda t, me: ())(free)


def test_an_unknown_clause_is_named_where_it_is_cited() -> None:
    def cites(t: Any, me: Any) -> None:
        t.tell("9.9", "cited")

    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: 'cited' cites '9.9'; the clauses have no FLOWERS-9.9"):
        declared(cites)


def test_a_secret_is_told_to_nobody_by_mistake() -> None:
    def tells(t: Any, me: Any) -> None:
        t.tell("2.1", "told", card=me.cards[0])

    def shows(t: Any, me: Any) -> None:
        me.seen = list(me.cards)
        t.tell("2.1", "shown")

    def turns(t: Any, me: Any) -> None:
        t.turn = me.cards[0]
        t.tell("2.1", "shown")

    def refuses(t: Any, me: Any) -> None:
        t.must(False, "2.1", "no", card=me.cards[0])

    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: 'told' tells everybody 'card', a secret; t.reveals\(card\)"):
        declared(tells)
    with pytest.raises(AuthorError, match=r"Hand\.seen: everybody sees it, and shows puts a secret there"):
        declared(shows)
    with pytest.raises(AuthorError, match=r"Garden\.turn: everybody sees it, and turns puts a secret there"):
        declared(turns)
    declared(refuses)  # its own secret, on its own phone: private


def test_no_refusal_tells_what_only_others_know() -> None:
    def peeks(t: Any, me: Any) -> None:
        t.must("skull" not in t.players[1].cards, "2.1", "has_skull")
        t.tell("2.1", "told")

    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: move peeks is refused \(flowers.has_skull\) by what"):
        declared(peeks)


def test_a_move_tells_what_it_was() -> None:
    def silent(t: Any, me: Any) -> None:
        me.laid += 1

    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: move silent tells nobody what it was"):
        declared(silent)


def test_what_python_says_has_the_authors_line() -> None:
    def fails(t: Any, me: Any) -> None:
        me.laid += "1"

    def strays(t: Any, me: Any) -> None:
        t.player("Zoe")

    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: move fails: TypeError: unsupported operand"):
        declared(fails)
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: nobody sits at 'Zoe'; there are Aki, Ben"):
        declared(strays)
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: over: KeyError: 'winners'"):
        begin(made(over=lambda t: {}["winners"]), seats=["Aki", "Ben"]).result  # noqa: B018


def test_a_game_has_moves_and_an_end() -> None:
    game = ShortGame("flowers", Garden, Hand, range(2, 5))
    with pytest.raises(AuthorError, match=r"tests.referee.short: the game has no @game.move"):
        _ = game.MOVE


def test_a_choice_that_stands_whole_is_one_of_a_few_kinds() -> None:
    def several(t: Any, me: Any, cards: Secret[list[str]]) -> None:
        t.tell("2.1", "told")

    game = made()
    game.move(cards=lambda t, me: Some(of=tuple(me.cards), least=2, most=2))(several)
    match = begin(game, seats=["Aki", "Ben"])
    [prompt] = [p for p in match.prompts("Aki") if p.seat == "Aki"]
    assert prompt.offers[0].model_dump()["fields"]["cards"]["least"] == 2
