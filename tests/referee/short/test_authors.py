"""Mistakes in the code of a game that is written the short way are named by the place in that code."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee import begin
from referee.core.rulebook import Rulebook
from referee.short import ASeat, AuthorError, Mine, Player, Secret, ShortGame, Some, Tabletop
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


CARDS = ("flower", "skull", "leaf")


def tried(function: Callable[..., None], values: Any = None, **fields: Any) -> None:
    """Declare a move of Aki's, which is upheld."""
    game = made()
    game.move(**(values or {}))(function)
    match = begin(game, seats=["Aki", "Ben"])
    _, ruling = match.declare("Aki", {"type": function.__name__, **fields})
    assert ruling.upheld


def test_what_everybody_is_told_is_not_put_where_not_everybody_may_look() -> None:
    def notes(t: Any, me: Any, cards: list[str]) -> None:
        me.cards = list(cards)
        t.tell("2.1", "noted", seat=me.seat)

    def lays(t: Any, me: Any, card: str) -> None:
        t.must(card in me.cards, "2.1", "not_held")
        me.cards.remove(card)
        me.pile.append(card)
        t.tell("2.1", "laid", seat=me.seat)

    def counts(t: Any, me: Any, number: int) -> None:
        me.pile = [str(number)]
        me.cards = [number]
        t.tell("2.1", "counted", seat=me.seat)

    every = {"cards": lambda t, me: [list(CARDS)]}
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: everybody is told 'cards' of move notes.*Hand\.cards.*Secret"):
        tried(notes, every, cards=["leaf", "leaf"])
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: everybody is told 'card' of move lays.*Hand\.pile"):
        tried(lays, {"card": lambda t, me: me.cards}, card="flower")
    with pytest.raises(AuthorError, match=rf"{HERE}:\d+: everybody is told 'number' of move counts.*Hand\.cards"):
        tried(counts, {"number": lambda t, me: range(9)}, number=4)


def test_what_everybody_knows_already_may_be_put_anywhere() -> None:
    def takes(t: Any, me: Any, card: str) -> None:  # from the cards that lie open
        me.seen.append("leaf")
        t.tell("2.1", "shown", seat=me.seat)

    def keeps(t: Any, me: Any, card: str) -> None:
        me.seen = [each for each in me.seen if each != card]
        me.cards.append(card)
        t.tell("2.1", "kept", seat=me.seat)

    def notes(t: Any, me: Any, cards: Secret[list[str]]) -> None:
        me.cards = list(cards)
        t.tell("2.1", "noted", seat=me.seat)

    def opens(t: Any, me: Any, card: str) -> None:
        t.reveals(me.cards)
        me.pile.append(card)
        t.tell("2.1", "opened", seat=me.seat, card=card)

    def bids(t: Any, me: Any, number: int) -> None:  # that a hidden number is the same is chance
        me.laid, t.under = number, ["3"]
        me.pile = [3]
        t.tell("2.1", "bid", seat=me.seat)

    game = made()
    game.move(card=lambda t, me: CARDS)(takes)
    game.move(card=lambda t, me: CARDS)(keeps)
    match, ruling = begin(game, seats=["Aki", "Ben"]).declare("Aki", {"type": "takes", "card": "leaf"})
    assert ruling.upheld
    assert match.declare("Aki", {"type": "keeps", "card": "leaf"})[1].upheld
    tried(notes, {"cards": lambda t, me: [list(CARDS)]}, cards=["leaf", "skull"])
    tried(opens, {"card": lambda t, me: CARDS}, card="leaf")
    tried(bids, {"number": lambda t, me: range(9)}, number=3)


def test_nobody_is_asked_for_a_move_at_a_seat_that_is_not_theirs_to_make() -> None:
    def sends(t: Any, me: Any, to: ASeat, card: Secret[str]) -> None:
        t.must(t.turn == me.seat, "2.1", "not_your_turn")
        t.must(card in me.cards, "2.1", "not_held")
        t.tell("2.1", "sent", seat=me.seat, to=to)

    def names(t: Any, me: Any, card: str) -> None:  # nothing of it is looked at before it is told
        t.tell("2.1", "named", card=card)

    game = made()
    game.setup(lambda t: setattr(t, "turn", "Aki"))
    game.move(card=lambda t, me: me.cards)(sends)
    match = begin(game, seats=["Aki", "Ben"])
    for viewer in ("public", "Aki", "Ben"):
        assert [prompt.seat for prompt in match.prompts(viewer)] == ["Aki"]
    game = made()
    game.move(card=lambda t, me: CARDS)(names)
    assert [prompt.seat for prompt in begin(game, seats=["Aki", "Ben"]).prompts("public")] == ["Aki", "Ben"]


def test_the_words_that_phones_need_are_named() -> None:
    def one(t: Any, me: Any, card: str) -> None: ...

    def other(t: Any, me: Any, card: str) -> None: ...

    game = made()
    game.move(card=lambda t, me: CARDS)(one)
    assert {"flowers.view.cards", "flowers.view.pile"} <= dict(game.owed()).keys()
    assert "flowers.move.one" not in dict(game.owed())
    game.move(card=lambda t, me: CARDS)(other)
    assert {"flowers.move.one", "flowers.move.other"} <= dict(game.owed()).keys()


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
