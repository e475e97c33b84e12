"""A screen that is drawn again, in the real session of a page, with a phone that keeps its own copy."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import flet as ft
import msgpack
import pytest
from flet.components.utils import current_component
from flet.controls.context import _context_page
from flet.controls.object_patch import Operation
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.flet_runtime.constructors import KINDS, below
from companion.flet_runtime.encode import packed
from companion.flet_runtime.install import install
from companion.flet_runtime.render import Living
from companion.flet_runtime.templates import Template, filled, is_still, make_still
from companion.ui import block
from companion.ui.base import Act, act, on
from companion.ui.theme import Look, make_look
from tests.wire.mirror import Mirror
from tests.wire.test_redraw import first_difference, shown


class Watched(Connection):
    """A connection to a phone that applies what it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.pubsubhub = PubSubHub()
        self.mirror = Mirror()
        self.patches: list[list[Any]] = []

    def send_message(self, message: Message) -> None:
        action, body = msgpack.unpackb(packed(message)[1:], strict_map_key=False)
        assert action == MessageAction.PATCH_CONTROL.value
        self.mirror.patch(body["id"], body["patch"])
        self.patches.append(body["patch"][1:])


class Stage:
    """A page that shows what `scene` draws."""

    def __init__(self, scene: Callable[[], Any], connection: Watched | None = None) -> None:
        install()
        self.scene = scene
        self.connection = connection or Watched()
        self.session = Session(self.connection)
        self.connection.mirror.register(msgpack.unpackb(_bytes(self.session.get_page_patch())))
        _context_page.set(self.session.page)

        @ft.component
        def App() -> Any:
            self.app = current_component()
            return self.scene()

        self.session.page.render(App)

    @property
    def mirror(self) -> Mirror:
        """What the phone shows."""
        return self.connection.mirror

    def draw(self, scene: Callable[[], Any]) -> list[list[Any]]:
        """Draw something else. Returns the operations that the phone was sent."""
        self.scene = scene
        self.connection.patches.clear()
        self.app.update()
        return [operation for patch in self.connection.patches for operation in patch]

    def control(self, words: str) -> Any:
        """Return the control that the phone shows these words with."""
        found = self.mirror.find_all(words)
        return self.controls()[found[0].id]

    def controls(self) -> dict[int, Any]:
        """Return what stands on the host's side, by number."""

        def walk(item: Any) -> Iterator[tuple[int, Any]]:
            kind = KINDS[item.__class__]
            if kind.sort == "control":
                yield item._i, item
            for each in below(item, kind):
                yield from walk(each)

        return {self.session.page._i: self.session.page, **dict(walk(self.session.page))}


def _bytes(page: Any) -> bytes:
    return packed(Message(page, None))[2:-1]


def on_stage(check: Callable[[], None]) -> None:
    """Run a test where sessions live: on an event loop."""

    async def run() -> None:
        check()

    asyncio.run(run())


memoised_drawings = 0


@ft.memo
@ft.component
def memoised(words: str) -> ft.Control:
    global memoised_drawings
    memoised_drawings += 1
    return ft.Text(words, size=3)


@ft.component
def plain(words: str, below: Any = None) -> ft.Control:
    return ft.Container(below, tooltip=words)


@ft.component
def broken(fault: bool) -> ft.Control:
    return ft.Text(["sound"][fault])


@block
def tapped(words: str, acts: tuple[Act, ...]) -> ft.Control:
    """Draw a still, unless something in it can be tapped."""
    return ft.Row([ft.Text(words), *(ft.Container(tooltip=words, on_click=on(each)) for each in acts)])


TAPPED = ft.TextSpan("a", on_click=print)


@block
def moonlit(look: Look, words: str) -> ft.Control:
    return ft.Text(words, color=look.p.text)


@block
def pictured(words: str, keys: tuple[str, ...] = (), inner: tuple[str, ...] = ()) -> ft.Control:
    """Draw a still, in which other stills may stand."""
    shown: list[ft.Control] = [ft.Text(words, key=key) for key in keys]
    return ft.Stack([*shown, *(pictured(each) for each in inner)], tooltip=words)


def _around(spacing: int, lined: bool, first: ft.Control, rest: list[ft.Control], last: ft.Control) -> ft.Control:
    """Put a control above a list of them, in a frame if it is lined, and another one below both."""
    column = ft.Column([ft.Text("above"), first, ft.Row(rest, spacing=spacing)], spacing=spacing)
    return ft.Stack([ft.Container(column, border=ft.Border.all(1, "#000000")) if lined else column, last])


def around(chance: Random, depth: int) -> Any:
    """Return a random drawing from a template, with others like it in its slots."""
    rest = siblings(chance, depth, lambda: around(chance, depth - 1) if depth > 0 and chance.random() < 0.3 else None)
    first = around(chance, depth - 1) if depth > 0 and chance.random() < 0.4 else tree(chance, depth - 1)
    fixed = chance.choice([4, 4, 4, 6]), chance.random() < 0.2
    return filled(_around, fixed, first, rest, tree(chance, 0), key=chance.choice([None, None, "k"]))


@ft.component
def sheltered(seed: int, depth: int) -> Any:
    return around(Random(seed), depth)


def tree(chance: Random, depth: int = 4) -> ft.Control:
    """Return a random drawing."""
    key, words = chance.choice([None, None, None, "a", "b", "c"]), chance.choice("xyz")
    match chance.choice("twmpcfrsiill" if depth > 0 else "ti"):
        case "l":
            drawn = sheltered(chance.randrange(1000), depth - 1)
        case "i":
            keys = tuple(chance.sample("abc", chance.randrange(4)))
            inner = tuple(chance.choice("xyz") for _ in range(chance.randrange(3)))
            drawn = pictured(words, keys, inner, key=key)  # type: ignore[call-arg]
        case "m":
            drawn = memoised(words)
        case "p":
            drawn = plain(words, tree(chance, depth - 1) if chance.random() < 0.7 else None)
        case "c":
            held = tree(chance, depth - 1) if chance.random() < 0.7 else None
            border = chance.choice([None, ft.Border.all(1, "#000000"), ft.Border.all(2, "#000000")])
            drawn = ft.Container(held, key=key, border=border, on_click=chance.choice([None, print, repr]))
        case "r":
            drawn = ft.Row(siblings(chance, depth), key=key, spacing=chance.choice([4, 6]))
        case "f":
            drawn = ft.TextField(words, key=key)
        case "s":
            spans = [ft.TextSpan(chance.choice("xyz")) for _ in range(chance.randrange(3))]
            drawn = ft.Column([*siblings(chance, depth), ft.Text(words, spans=spans)], tight=chance.random() < 0.5)
        case _:
            drawn = ft.Text(words, key=key, size=chance.choice([None, 3, 4]), opacity=chance.choice([1.0, 0.5]))
    return drawn


def siblings(chance: Random, depth: int, other: Callable[[], Any] = lambda: None) -> list[ft.Control]:
    """Return up to four random drawings, of which no two have the same key; in their place, at times, an `other`."""
    several = [other() or tree(chance, depth - 1) for _ in range(chance.randrange(5))]
    named = {each.key: each for each in several}
    return [each for each in several if each.key is None or named[each.key] is each]


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_drawn_after_whatever_the_phone_shows_it_and_every_control_of_it_answers(seed: int) -> None:
    def check() -> None:
        chance = Random(seed)
        stage = Stage(lambda: tree(Random(0)))
        for _ in range(12):
            drawing = chance.randrange(10**6)
            whole = chance.choice([tree, around])
            stage.draw(lambda: whole(Random(drawing), 4))  # noqa: B023  drawn at once
            new = Stage(lambda: whole(Random(drawing), 4))  # noqa: B023
            _context_page.set(stage.session.page)
            assert first_difference(shown(stage), shown(new)) == "", drawing
            controls = stage.controls()
            seen = [found.id for found in stage.mirror.walk()]
            assert len(seen) == len(set(seen))  # a still, too, has a number of its own wherever it stands
            own = {number: control for number, control in controls.items() if not is_still(control)}
            assert own.keys() <= set(seen)
            for found in stage.mirror.walk():
                if found.id not in own:
                    assert found.id not in stage.session.index
                    continue
                control = own[found.id]
                assert (control._c, control._i) == (found.kind, found.id)
                assert control.page is stage.session.page
                if isinstance(control, ft.TextField) or "on_click" in control._values:
                    assert stage.session.index[found.id] is control
            gone = {number for number in stage.session.index if number not in controls}
            assert not [number for number in gone if "on_click" in stage.session.index[number]._values]

    on_stage(check)


def test_a_drawing_that_is_the_same_sends_nothing_and_keeps_every_control() -> None:
    def check() -> None:
        stage = Stage(lambda: ft.Column([ft.Text("a"), memoised("b"), plain("c")]))
        before = stage.control("a")
        assert stage.draw(lambda: ft.Column([ft.Text("a"), memoised("b"), plain("c")])) == []
        assert stage.control("a") is before

    on_stage(check)


def test_one_drawing_is_told_in_one_message_with_what_differs_alone() -> None:
    def check() -> None:
        stage = Stage(lambda: ft.Column([ft.Text("a"), ft.Text("keeps"), plain("b", ft.Text("c"))]))
        told = stage.draw(lambda: ft.Column([ft.Text("A"), ft.Text("keeps"), plain("b", ft.Text("C"))]))
        assert [(operation[0], *operation[2:]) for operation in told] == [(0, "value", "A"), (0, "value", "C")]
        assert len(stage.connection.patches) == 1

    on_stage(check)


def test_a_memoised_component_is_drawn_again_for_other_arguments_only() -> None:
    def check() -> None:
        stage = Stage(lambda: ft.Column([memoised("a")]))
        drawings = memoised_drawings
        stage.draw(lambda: ft.Column([memoised("a")]))
        assert memoised_drawings == drawings
        stage.draw(lambda: ft.Column([memoised("b")]))
        assert memoised_drawings == drawings + 1

    on_stage(check)


def test_a_handler_that_changed_is_called_though_the_phone_is_told_nothing() -> None:
    def check() -> None:
        called: list[str] = []
        stage = Stage(lambda: ft.Container(ft.Text("a"), tooltip="tap", on_click=lambda _: called.append("old")))
        told = stage.draw(lambda: ft.Container(ft.Text("a"), tooltip="tap", on_click=lambda _: called.append("new")))
        stage.control("tap").on_click(None)
        assert (told, called) == ([], ["new"])

    on_stage(check)


def test_a_control_with_a_key_moves_and_one_with_another_key_is_another_control() -> None:
    def check() -> None:
        stage = Stage(lambda: ft.Row([ft.Text("a", key="a"), ft.Text("b", key="b")]))
        first = stage.control("a")
        stage.draw(lambda: ft.Row([ft.Text("b", key="b"), ft.Text("A", key="a")]))
        assert stage.mirror.texts() == ["b", "A"]
        assert stage.control("A") is first
        stage.draw(lambda: ft.Row([ft.Text("b", key="b"), ft.Text("A", key="c")]))
        assert stage.control("A") is not first

    on_stage(check)


def test_what_comes_above_others_or_goes_leaves_them_as_they_are() -> None:
    def check() -> None:
        below: tuple[Callable[[], ft.Control], ...] = (
            lambda: memoised("a"), lambda: pictured("b"), lambda: ft.Container(ft.Row([ft.Text("c")])),
        )  # fmt: skip
        stage = Stage(lambda: ft.Column([each() for each in below]))
        stays = stage.control("a"), stage.control("c")
        told = stage.draw(lambda: ft.Column([ft.Container(ft.Text("new")), *(each() for each in below)]))
        assert [operation[0] for operation in told] == [Operation.Add.value]
        assert stage.mirror.texts() == ["new", "a", "b", "c"]
        told = stage.draw(lambda: ft.Column([below[0](), below[2]()]))
        assert {operation[0] for operation in told} == {Operation.Remove.value, Operation.Move.value}
        assert (stage.control("a"), stage.control("c")) == stays

    on_stage(check)


def test_one_that_comes_to_a_slot_while_another_goes_leaves_the_rest_as_it_is() -> None:
    def check() -> None:
        def scene(*others: ft.Control) -> Callable[[], Any]:
            return lambda: filled(_counted, (4,), ft.Text("a"), [ft.Container(each) for each in others])

        stage = Stage(ft.Row)
        stage.draw(scene(ft.Icon(ft.Icons.ADD), ft.Text("b"), ft.Row([ft.Text("c")])))
        stays = stage.control("b"), stage.control("c")
        stage.draw(scene(ft.Text("B"), ft.Row([ft.Text("C")]), ft.Column([ft.Text("d")])))
        assert stage.mirror.texts() == ["a", "B", "C", "d"]
        assert (stage.control("B"), stage.control("C")) == stays

    on_stage(check)


def test_what_cannot_be_drawn_stays_and_the_rest_is_drawn(caplog: pytest.LogCaptureFixture) -> None:
    def check() -> None:
        stage = Stage(lambda: ft.Column([broken(False), ft.Text("a")]))
        with caplog.at_level(logging.ERROR, logger="metsuke"):
            stage.draw(lambda: ft.Column([broken(True), ft.Text("b")]))
        assert stage.mirror.texts() == ["sound", "b"]
        assert "could not be drawn: IndexError" in caplog.text
        stage.draw(lambda: ft.Column([broken(False), ft.Text("c")]))
        assert stage.mirror.texts() == ["sound", "c"]

    on_stage(check)


def test_a_component_keeps_its_state_and_its_own_changes_are_drawn() -> None:
    def check() -> None:
        setters: list[Any] = []

        @ft.component
        def counting(words: str) -> ft.Control:
            count, put = ft.use_state(0)
            setters.append(put)
            return ft.Text(f"{words} {count}")

        stage = Stage(lambda: ft.Column([counting("a")]))
        setters[-1](3)
        stage.draw(lambda: ft.Column([counting("b")]))
        assert stage.mirror.texts() == ["b 3"]

    on_stage(check)


def test_a_still_is_drawn_once_for_all_and_told_where_it_differs() -> None:
    def check() -> None:
        one, other = Stage(lambda: ft.Row([pictured("a", ("b",))])), Stage(lambda: ft.Row([pictured("a", ("b",))]))
        still_of = lambda stage: next(each for each in stage.controls().values() if is_still(each))  # noqa: E731
        before = still_of(one)
        assert before is still_of(other)
        _context_page.set(one.session.page)
        told = one.draw(lambda: ft.Row([pictured("c", ("b",))]))
        assert sorted(operation[2:] for operation in told) == [["tooltip", "c"], ["value", "c"]]
        assert ("c" in one.mirror.texts(), "c" in other.mirror.texts()) == (True, False)
        assert still_of(other) is before is not still_of(one)

    on_stage(check)


made = 0


def _counted(spacing: int, words: ft.Control, others: list[ft.Control]) -> ft.Control:
    global made
    made += 1
    return ft.Row([words, ft.Container(ft.Row(others), padding=spacing)], spacing=spacing)


def test_what_stands_around_the_slots_is_made_once_and_what_is_in_them_told_where_it_differs() -> None:
    def check() -> None:
        def scene(spacing: int, words: str, *others: str) -> Callable[[], Any]:
            return lambda: filled(_counted, (spacing,), ft.Text(words), [ft.Text(each) for each in others])

        stage = Stage(ft.Row)
        stage.draw(scene(4, "a", "b"))
        makings, texts = made, (stage.control("a"), stage.control("b"))
        assert stage.draw(scene(4, "a", "b")) == []
        assert [operation[2:] for operation in stage.draw(scene(4, "A", "B"))] == [["value", "A"], ["value", "B"]]
        stage.draw(scene(4, "A", "B", "c"))
        stage.draw(scene(4, "A"))
        stage.draw(scene(4, "A", "B", "c"))
        assert (made, stage.mirror.texts()) == (makings, ["A", "B", "c"])
        told = stage.draw(scene(6, "a", "B", "c"))
        assert sorted(operation[2:] for operation in told) == [["padding", 6], ["spacing", 6], ["value", "a"]]
        stage.draw(scene(6, "A", "B"))
        assert stage.mirror.texts() == ["A", "B"]
        assert stage.control("A") is texts[0]

    on_stage(check)


@ft.component
def nothing_or(words: str) -> Any:
    return filled(_counted, (4,), ft.Text(words), []) if words else None


def test_a_template_may_stand_where_nothing_stood_and_nothing_where_it_stood() -> None:
    def check() -> None:
        stage = Stage(ft.Row)
        for words in ("", "a", "b", "", "c"):
            stage.draw(lambda: ft.Row([nothing_or(words)]))  # noqa: B023  drawn at once
            assert stage.mirror.texts() == [words] * bool(words)

    on_stage(check)


def _in_a_row(*each: ft.Control) -> ft.Control:
    return ft.Row(list(each))


@ft.component
def spelled(words: str) -> Any:
    return filled(_in_a_row, (), *map(ft.Text, words))


def test_a_template_with_more_or_fewer_slots_is_drawn_anew() -> None:
    def check() -> None:
        stage = Stage(ft.Row)
        for words in ("ab", "abc", "a", "ad", "ade"):
            stage.draw(lambda: ft.Row([spelled(words)]))  # noqa: B023  drawn at once
            assert stage.mirror.texts() == list(words)

    on_stage(check)


def test_templates_among_others_in_a_slot_may_have_no_slots_of_their_own() -> None:
    def check() -> None:
        def scene(*words: str) -> Callable[[], Any]:
            rows = lambda: [filled(_in_a_row, (), *map(ft.Text, each)) for each in words]  # noqa: E731
            return lambda: filled(_counted, (4,), ft.Text("a"), rows())

        stage = Stage(ft.Row)
        for words in (("b", "", "c"), ("", "d"), ("cd", "", "d", "b")):
            stage.draw(scene(*words))
            assert stage.mirror.texts() == ["a", *"".join(words)]

    on_stage(check)


def test_a_template_puts_each_of_its_slots_into_a_place() -> None:
    with pytest.raises(TypeError, match="does not put each of its slots"):
        Template(lambda one, _: ft.Row([one]), (), (ft.Text("a"), ft.Text("b")), None).made()


def test_what_has_a_life_of_its_own_is_no_still() -> None:
    for control in (ft.Container(on_click=print), ft.Row([ft.TextField()]), ft.Column([ft.Text(spans=[TAPPED])])):
        with pytest.raises(Living, match="of one phone"):
            make_still(control, print)


def test_what_one_phone_was_drawn_changes_nothing_of_what_others_are_sent() -> None:
    def check() -> None:
        still, living, later = (Stage(lambda acts=acts: tapped("a", acts)) for acts in ((), (act(print),), ()))
        assert [is_still(stage.app._b) for stage in (still, living, later)] == [True, False, True]

    on_stage(check)


def test_a_still_in_moonlight_is_of_one_phone_and_stays_while_nothing_in_it_changes() -> None:
    def check() -> None:
        moon = make_look(secret=True)
        stages = [Stage(ft.Row), Stage(ft.Row)]

        def drawn(stage: Stage, *others: ft.Control) -> Any:
            _context_page.set(stage.session.page)
            stage.draw(lambda: ft.Row([moonlit(moon, "a"), *others]))
            return stage.app._b.controls[0]

        first, second = map(drawn, stages)
        assert (first.value, second.value) == ("a", "a")
        assert first is not second
        assert drawn(stages[0], ft.Text("b")) is first

    on_stage(check)
