"""The raw phone itself, against a small app whose own tree can be looked at."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Any

import flet as ft
import pytest
from flet.controls.base_control import BaseControl

from companion.flet_runtime.faults import SORRY
from companion.flet_runtime.install import install
from tests.wire.little_app import LittleApp, Picture, stirred
from tests.wire.mirror import Mirror, OutOfStep
from tests.wire.phone import NothingCame, Phone, remember
from tests.wire.serving import serving

SHAPE = ("_b", "views", "controls", "content", "value", "label", "tooltip", "segments")


def run(story: Callable[[LittleApp, Phone], Awaitable[None]]) -> None:
    """Tell a story of one app and one phone."""

    async def told() -> None:
        app = LittleApp()
        async with serving(app.main) as address, Phone(address + "m/ABC") as phone:
            await phone.wait_for("number 0")
            await story(app, phone)
            assert not phone.faults

    asyncio.run(told())


def served(value: Any) -> Any:
    """Return the shape of what the server thinks the phone shows."""
    if isinstance(value, BaseControl):
        parts = {name: served(getattr(value, name, None)) for name in SHAPE}
        return {"_c": value._c, "_i": value._i} | {name: part for name, part in parts.items() if part}
    if isinstance(value, list):
        return [served(part) for part in value]
    return value


def mirrored(value: Any) -> Any:
    """Return the shape of what the phone shows."""
    if isinstance(value, dict) and "_c" in value:
        parts = {name: mirrored(value.get(name)) for name in SHAPE}
        return {"_c": value["_c"], "_i": value["_i"]} | {name: part for name, part in parts.items() if part}
    if isinstance(value, list):
        return [mirrored(part) for part in value]
    return value


def in_step(app: LittleApp, phone: Phone) -> bool:
    """Tell whether both ends hold the same tree."""
    return bool(served(app.pages[0].views) == mirrored(phone.mirror.page["views"]))


def show(app: LittleApp, picture: Picture) -> None:
    """Show a picture on the app's first phone."""

    async def push() -> None:
        app.show[-1](picture)

    copy_context().run(app.pages[0].run_task, push)


def test_the_mirror_stays_the_servers_tree_whatever_is_stirred() -> None:
    async def story(app: LittleApp, phone: Phone) -> None:
        chance = random.Random(5)
        picture = Picture()
        for _ in range(80):
            picture = stirred(picture, chance)
            show(app, picture)
            await phone.wait_for(f"number {picture.number}")
            await phone.wait_for(lambda: in_step(app, phone), "the server's tree")
            for leaf in picture.keyed:
                assert leaf.words in phone.texts()

    run(story)


def test_a_tap_a_hold_a_word_and_a_choice_arrive() -> None:
    async def story(app: LittleApp, phone: Phone) -> None:
        await phone.tap("Next")
        await phone.wait_for("number 1")
        held = await phone.hold("Hold me")
        await phone.lift(held)
        await phone.write("Name", "Aki")
        await phone.choose("Choose b")
        await phone.tap("Next")
        await phone.wait_for("number 2")
        assert app.pressed == ["down", "up", "wrote Aki", "chose ['b']"]

    run(story)


def test_what_is_disabled_is_not_tapped() -> None:
    async def story(app: LittleApp, phone: Phone) -> None:
        assert phone.handler("Not now", "click") is None
        with pytest.raises(NothingCame):
            await phone.wait_for("no such words", patience=0.05)
        assert app.pressed == []

    run(story)


def test_the_browsers_memory_outlives_a_reload_and_a_reconnection_keeps_the_session() -> None:
    async def story(app: LittleApp, phone: Phone) -> None:
        await phone.tap("Keep")
        await phone.wait_for("kept None")
        session = phone.session
        await phone.drop()
        await phone.reconnect()
        assert phone.session == session
        assert in_step(app, phone)
        await phone.tap("Keep")
        await phone.wait_for("kept None+")
        await phone.reload()
        assert phone.session != session
        await phone.tap("Keep")
        await phone.wait_for("kept None++")
        assert phone.remembers == {"key": "None+++"}

    run(story)


def test_a_crash_is_recorded_and_tells_no_more_than_that_there_was_one() -> None:
    install()

    async def story(_: LittleApp, phone: Phone) -> None:
        await phone.tap("Break")
        await phone.wait_for(lambda: bool(phone.crashes), "the crash")
        assert SORRY in phone.crashes[0]
        assert "ZeroDivisionError" not in phone.crashes[0]
        assert "Traceback" not in phone.crashes[0]

    run(story)


def test_a_patch_that_does_not_fit_is_a_fault() -> None:
    mirror = Mirror()
    mirror.register({"views": [{"_c": "View", "_i": 5, "controls": [{"_c": "Text", "_i": 6, "value": "a"}]}]})
    mirror.patch(5, [[0, {"controls": [1, {0: [2]}]}], [0, 2, "value", "b"]])
    assert mirror.texts() == ["b"]
    with pytest.raises(OutOfStep):
        mirror.patch(7, [[0], [0, 0, "value", "c"]])
    with pytest.raises(OutOfStep):
        mirror.patch(5, [[0, {"controls": [1]}], [2, 1, 4]])
    with pytest.raises(OutOfStep):
        mirror.patch(5, [[0, {"controls": [1]}], [1, 1, 9, "far away"]])


def test_hidden_and_disabled_parts_are_not_read_but_are_there() -> None:
    mirror = Mirror()
    hidden = {"_c": "Column", "_i": 6, "visible": False, "controls": [{"_c": "Text", "_i": 7, "value": "secret"}]}
    mirror.register({"views": [{"_c": "View", "_i": 5, "controls": [hidden]}]})
    assert mirror.texts() == []
    assert "secret" in list(mirror.strings())


def test_the_memory_has_the_clients_methods() -> None:
    memory: dict[str, Any] = {}
    assert remember(memory, "set", {"key": "a.b", "value": "1"}) is True
    assert remember(memory, "get", {"key": "a.b"}) == "1"
    assert remember(memory, "get", {"key": "x"}) is None
    assert remember(memory, "contains_key", {"key": "a.b"}) is True
    assert remember(memory, "get_keys", {"key_prefix": "a."}) == ["a.b"]
    assert remember(memory, "remove", {"key": "a.b"}) is True
    assert remember(memory, "clear", {}) is True
    assert memory == {}
    with pytest.raises(AssertionError):
        remember(memory, "launch", {})


def test_words_near_others_are_found_by_their_common_surroundings() -> None:
    def row(number: int, name: str) -> dict[str, Any]:
        texts = [{"_c": "Text", "_i": number + 1, "value": name}, {"_c": "Button", "_i": number + 2, "content": "Sit"}]
        texts[1]["on_click"] = True
        return {"_c": "Row", "_i": number, "controls": texts}

    phone = Phone("http://127.0.0.1:1/")
    phone.mirror.register({"views": [{"_c": "View", "_i": 5, "controls": [row(10, "Aki"), row(20, "Ben")]}]})
    found = phone.handler("Sit", "click", near="Ben")
    assert found is not None
    assert found.id == 22
    assert phone.find("Sit", near="Aki").id == 12  # type: ignore[union-attr]
    assert isinstance(ft.Text("x"), BaseControl)
