"""A move states the facts about it at its class: nothing said of its secrecy is an error, not public by default."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.core import moves
from referee.core.moves import Move, any_move, in_depth, late, masked, noted, out_of_order, secret, secret_kinds
from referee.core.values import GAME_MASTER, PUBLIC


class Pass(Move, public=True):
    """Nothing is secret of it."""


class Lay(Move, secret=("card", "below"), told=("to", "noted"), notes=("card",)):
    """Secret where a card is named."""

    to: str = "p2"
    card: int | None = None
    below: int | None = None


class Ask(Move, secret=True, cites="TOY-1.1"):
    """Secret whatever it holds."""

    card: int | None = None


class Hand(Move, secret=True, told=("count", "shown")):
    """Others read how many cards it has."""

    cards: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return len(self.cards)


class Cover(Move, secret=("card",), told=("down",)):
    """Secret where it lies face down."""

    card: int | None = None
    down: bool = False

    def is_secret(self) -> bool:
        return self.down and super().is_secret()


class Keep(Move, secret=True):
    """Others read another move."""

    def to_others(self) -> dict[str, Any]:
        return {"type": "lay"}


class Deal(Move, public=True, for_all=True, depth="both", during={"deal"}, late=late("TOY-1.1", "dealt_already")):
    """Everybody has cards."""


class Reveal(
    Move, public=True, during={"reveal"}, late=late("TOY-2.1", deal="too_early", over=("TOY-4.1", "ended"), late="")
):
    """Turned up in its phase alone."""


class Answer(Move, public=True, during={"asked"}, late=late(free=("TOY-3.1", "nobody_asks"), turn=("TOY-3.1", ""))):
    """Given where somebody asks."""


class Sum(Move, public=True, depth="scores"):
    """Results alone have it."""


SECRET = [
    (Lay(card=3), {"type": "lay", "to": "p2", "noted": True}),
    (Lay(below=3), {"type": "lay", "to": "p2", "noted": False}),
    (Ask(), {"type": "ask"}),
    (Ask(card=3), {"type": "ask"}),
    (Hand(cards=(1, 2), shown=(2,)), {"type": "hand", "count": 2, "shown": [2]}),
    (Hand(), {"type": "hand", "count": 0, "shown": []}),
    (Cover(card=3, down=True), {"type": "cover", "down": True}),
    (Keep(), {"type": "lay"}),
]
OPEN = [Pass(), Lay(), Cover(down=True), Cover(card=3)]


@pytest.mark.parametrize(("move", "read"), SECRET)
def test_others_read_of_a_secret_move_what_it_tells_and_nothing_else(move: Move, read: dict[str, Any]) -> None:
    assert secret(move)
    for viewer in ("p2", PUBLIC, ""):
        assert list(masked(move, "p1", viewer).items()) == list(read.items())
    for viewer in ("p1", GAME_MASTER):
        assert masked(move, "p1", viewer) == move.model_dump(mode="json")


@pytest.mark.parametrize("move", OPEN)
def test_everybody_reads_the_whole_of_a_move_that_holds_no_secret(move: Move) -> None:
    assert not secret(move)
    for viewer in ("p1", "p2", PUBLIC, GAME_MASTER):
        assert masked(move, "p1", viewer) == move.model_dump(mode="json")


def test_a_type_may_be_secret_if_some_move_of_it_is() -> None:
    may_be_secret = secret_kinds(globals())
    read = any_move(globals())
    kinds = read.json_schema()["discriminator"]["mapping"]
    assert {kind for kind in kinds if may_be_secret(kind)} == {"lay", "ask", "hand", "cover", "keep"}
    assert not may_be_secret("pass")
    assert not may_be_secret("no_such_type")


def test_a_note_is_what_a_field_of_notes_holds() -> None:
    assert noted(Lay(card=3)) == {"card"}
    assert noted(Lay(below=3)) == noted(Pass()) == noted(object()) == frozenset()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "says neither public=True nor what of it is secret"),
    ({"secret": ()}, "says neither public=True nor what of it is secret"),
    ({"public": False, "told": ("card",)}, "says neither public=True nor what of it is secret"),
    ({"public": True, "secret": True}, "is public and secret at once"),
    ({"public": True, "told": ("card",)}, "is public: told=…, cites=… and private=… are for what is secret"),
    ({"public": True, "cites": "TOY-1.1"}, "is public: told=…, cites=… and private=… are for what is secret"),
    ({"public": True, "private": True}, "is public: told=…, cites=… and private=… are for what is secret"),
    ({"secret": ("crad",)}, "has no field 'crad'"),
    ({"secret": "card"}, "states secret='card': write a tuple of names, ('card',)"),
    ({"public": True, "notes": "card"}, "states notes='card': write a tuple of names, ('card',)"),
    ({"public": True, "during": "play"}, "states during='play': write a tuple of names, ('play',)"),
    ({"public": True, "phases": ("play",)}, "states phases=…, which no move does: public, secret, told"),
    ({"public": True, "notes": ("crad",)}, "has no field 'crad'"),
    ({"secret": True, "told": ("crad",)}, "has no field and no property 'crad'"),
    ({"secret": True, "told": ("to_others",)}, "has no field and no property 'to_others'"),
    ({"public": True, "late": late("TOY-1.1")}, "says late=…, what refuses it out of order, without during=…"),
    ({"secret": ("card",), "told": ("card", "to")}, "tells everybody its secret 'card'"),
]


@pytest.mark.parametrize(("said", "wrong"), WRONG)
def test_a_move_that_does_not_say_what_of_it_is_secret_is_an_error_that_names_it(
    said: dict[str, Any], wrong: str
) -> None:
    with pytest.raises(TypeError) as error:

        class Slip(Move, **said):
            card: int | None = None
            to: str = ""

    assert str(error.value).startswith(f"the move {__name__}.test_a_move")
    assert f".Slip {wrong}" in str(error.value)


def test_a_move_that_is_made_of_another_says_it_anew() -> None:
    with pytest.raises(TypeError, match=r"\.Louder says neither"):

        class Louder(Ask):
            """Says nothing of its own."""


@pytest.mark.parametrize(
    ("move", "phase", "cited"),
    [
        (Deal(), "deal", None),
        (Deal(), "reveal", ("TOY-1.1", "dealt_already")),
        (Reveal(), "reveal", None),
        (Reveal(), "turn", ("TOY-2.1", "not_in_turn")),
        (Reveal(), "late", ("TOY-2.1", "not_in_late")),
        (Reveal(), "deal", ("TOY-2.1", "too_early")),
        (Reveal(), "over", ("TOY-4.1", "ended")),
    ],
)
def test_a_move_says_in_which_phases_it_may_be_declared_and_what_refuses_it_in_others(
    move: Move, phase: str, cited: tuple[str, str] | None
) -> None:
    assert out_of_order(move, SimpleNamespace(phase=phase)) == cited


@pytest.mark.parametrize(
    ("move", "moments", "cited"),
    [
        (Answer(), ("asked", "turn"), None),
        (Answer(), ("free", "turn"), ("TOY-3.1", "nobody_asks")),
        (Answer(), ("hurried", "turn"), ("TOY-3.1", "not_in_turn")),
        (Answer(), ("over",), ("", "")),
        (Pass(), ("over",), None),
    ],
)
def test_a_state_may_tell_moments_apart_within_a_phase(
    move: Move, moments: tuple[str, ...], cited: tuple[str, str] | None
) -> None:
    assert out_of_order(move, SimpleNamespace(phase=moments[-1], moments=moments)) == cited


def test_a_move_says_which_depth_has_it_and_whether_it_is_for_all() -> None:
    depths = {type(move): [depth for depth in ("plays", "scores") if in_depth(move, depth)] for move in (Pass(), Sum())}
    assert depths == {Pass: ["plays"], Sum: ["scores"]}
    assert in_depth(Deal(), "plays")
    assert in_depth(Deal(), "scores")
    assert Deal.about.for_all
    assert not Pass.about.for_all


@pytest.mark.parametrize("name", sorted(moves.TAKEN))
def test_a_field_is_not_called_as_what_every_move_has(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Odd has a field '{name}', as every move has"):
        type("Odd", (Move,), {"__annotations__": {name: int}, "__module__": __name__}, public=True)
