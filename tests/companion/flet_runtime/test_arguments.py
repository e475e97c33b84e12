"""A memoised component is drawn again when what it is given differs: also a callback, by what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import flet as ft
import pytest

from companion.flet_runtime.render import is_same
from companion.flet_runtime.templates import is_still
from companion.ui import act, block
from companion.ui.theme import Look, make_look
from tests.companion.flet_runtime.test_redraw import Stage, on_stage


class Side(NamedTuple):
    label: str
    handler: Callable[..., Any]


@dataclass(frozen=True)
class Value:
    number: int

    def told(self, *_: Any) -> None: ...


@dataclass(frozen=True)
class Held:
    value: Value
    handler: Callable[..., Any]


class Phone:
    def told(self, *_: Any) -> None: ...


PHONE = Phone()
WRITTEN: dict[str, Callable[[Any], Any]] = {
    "a lambda": lambda held: lambda: held,
    "a lambda with a default": lambda held: lambda each=held: each,
    "a partial": lambda held: partial(print, held, end=""),
    "an act of a lambda": lambda held: act(lambda: held),
    "a lambda in what a control is made of": lambda held: (Side("a", lambda: held), Held(Value(1), lambda: held)),
    "a lambda that holds a lambda": lambda held: lambda inner=(lambda: held): inner,
    "a method of a value": lambda held: Value(held).told,
    "a method and its argument": lambda held: act(PHONE.told, held),
    "a function that calls itself": lambda held: _again(held),
    "a dictionary": lambda held: {"a": lambda: held},
}


def _again(held: int) -> Callable[[], Any]:
    def again() -> Any:
        return held or again()

    return again


@pytest.mark.parametrize("written", WRITTEN)
def test_callbacks_that_do_the_same_are_the_same_however_they_are_written(written: str) -> None:
    made = WRITTEN[written]
    assert is_same(made(7), made(7))
    assert not is_same(made(7), made(8))


def test_callbacks_of_other_places_or_other_phones_differ() -> None:
    one, other = (lambda: 1), (lambda: 1)
    assert not is_same(one, other)
    assert not is_same(Phone().told, PHONE.told)
    assert not is_same(act(one), other)


drawings = 0


@block
def button(words: str, handler: Callable[..., Any]) -> ft.Control:
    global drawings
    drawings += 1
    return ft.Container(ft.Text(words), on_click=handler)


@ft.component
def asks(words: str, answer: int) -> ft.Control:
    _, put = ft.use_state(0)
    return ft.Column([ft.Text(words), button("tap", lambda _: put(answer)), button("put", put)])


@block
def picture(look: Look, words: str, handler: Any = None) -> ft.Control:
    return ft.Container(ft.Text(words), on_click=handler)


def test_a_still_that_is_given_a_callback_of_any_form_can_be_tapped_and_is_of_one_phone() -> None:
    def check() -> None:
        tapped: list[Any] = []
        look = make_look()
        stage = Stage(lambda: ft.Row([]))
        stage.draw(lambda: ft.Row([picture(look, "a"), picture(look, "b", tapped.append)]))
        shared, own = stage.app._b.controls
        assert (is_still(shared), is_still(own)) == (True, False)
        own._b.on_click("tap")
        assert tapped == ["tap"]

    on_stage(check)


@block
def counting(look: Look) -> ft.Control:
    number, _ = ft.use_state(7)
    return ft.Text(str(number))


@block
def around_it(look: Look) -> ft.Control:
    return ft.Row([counting(look)])


@block
def tapped_itself(look: Look, words: str) -> ft.Control:
    return ft.Container(ft.Text(words), on_click=print)


@block
def listed(look: Look, words: Sequence[str]) -> ft.Control:
    return ft.Row([ft.Text(each) for each in words])


def test_a_block_with_a_state_or_something_to_tap_or_without_a_hash_is_of_one_phone_and_any_other_of_all() -> None:
    def check() -> None:
        look = make_look()
        stage = Stage(lambda: ft.Row([]))

        def row() -> ft.Control:
            own = counting(look), around_it(look), tapped_itself(look, "a"), listed(look, ["b"])
            return ft.Row([*own, listed(look, ("c",))])

        for _ in range(2):  # what was found out of a block is kept
            stage.draw(row)
            assert [is_still(each) for each in stage.app._b.controls] == [False, False, False, False, True]
        assert stage.mirror.texts() == ["7", "7", "a", "b", "c"]

    on_stage(check)


def test_a_block_is_drawn_again_only_when_its_callback_would_do_something_else() -> None:
    def check() -> None:
        stage = Stage(lambda: ft.Row([asks("a", 1)]))
        before = drawings
        stage.draw(lambda: ft.Row([asks("a", 1)]))
        first = drawings - before
        stage.draw(lambda: ft.Row([asks("b", 1)]))
        assert drawings - before == first
        stage.draw(lambda: ft.Row([asks("b", 2)]))
        assert drawings - before == first + 1
        tapped: Any = next(each for each in stage.controls().values() if getattr(each, "on_click", None))
        tapped.on_click(None)
        assert stage.mirror.texts() == ["b", "tap", "put"]

    on_stage(check)
