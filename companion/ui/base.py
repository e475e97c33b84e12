"""The basis of every component: memoised blocks, acts that compare equal, text, icons and spoken names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, cast, overload

import flet as ft

from companion.flet_runtime.render import Living, is_fast_drawing, without_component
from companion.flet_runtime.session_ids import numbered_for_nobody
from companion.flet_runtime.templates import make_still, once
from companion.ui import theme
from companion.ui.usable import Usable

if TYPE_CHECKING:
    from companion.ui.theme import Look

P = ParamSpec("P")
STILLS = 128
"""The number of stills of one sort that are cached."""

Handler = Callable[..., Any]
"""What a control does when it is used; called without arguments unless its component says otherwise."""


@dataclass(slots=True, unsafe_hash=True)  # not frozen: many are made for every drawing, and frozen ones take longer
class Act:
    """A callable with its arguments; two acts are equal if both are the same."""

    fn: Handler
    args: tuple[Any, ...] = ()
    kwargs: tuple[tuple[str, Any], ...] = ()

    def __call__(self, *more: Any) -> None:
        """Call it; a component that passes a value (such as the chosen one) adds it as the last argument."""
        self.fn(*self.args, *more, **dict(self.kwargs))


def act(fn: Handler, *args: Any, **kwargs: Any) -> Act:
    """Bind arguments to one of the phone's actions: `act(actions.pages.go, "history")`."""
    return Act(fn, args, tuple(sorted(kwargs.items())) if kwargs else ())


def block(fn: Callable[P, Any]) -> Callable[P, ft.Control]:
    """Make a function a part of screens that is drawn again only when an argument changed.

    Arguments are values that compare by `==` (strings, numbers, tuples, frozen dataclasses), or callables: two
    functions with the same code that hold the same values count as equal (`companion.flet_runtime.render`).

    A block that is given no callable, and draws nothing that can be tapped or has a state, is a *still*: drawn once
    for all phones that show it. Any other is a memoised component of one phone. Which of the two a block is depends on
    its arguments alone: if it depended on earlier drawings, a phone could tell from its frames what others have drawn.
    Stills in the Moon palette, for secrets, are cached for one phone alone: the time of a drawing must not reveal what
    another phone has drawn in secret.
    """
    alone: Callable[P, ft.Control] = ft.memo(ft.component(fn))  # type: ignore[no-untyped-call]
    living = any("Actions" in str(each) for each in fn.__annotations__.values())  # takes one phone's actions

    def made(*args: Any, key: str | None = None, **given: Any) -> Any:
        with numbered_for_nobody(), without_component():
            control = fn(*args, **given)
        if key is not None:
            control.key = key
        return make_still(control, fn)

    shared = lru_cache(maxsize=STILLS, typed=True)(made)  # typed: the client distinguishes 1, 1.0 and true

    @wraps(fn)
    def drawn(*args: Any, **given: Any) -> Any:
        if living or not is_fast_drawing() or any(map(callable, args)) or any(map(callable, given.values())):
            return alone(*args, **given)
        with suppress(Living, TypeError):  # TypeError: an argument has no hash
            return once(made, *args, **given) if getattr(args[0], "secret", False) else shared(*args, **given)
        return alone(*args, **given)

    return cast("Callable[P, ft.Control]", drawn)


@overload
def steady(done: Act) -> Act: ...


@overload
def steady(done: Act | None) -> Act | None: ...


def steady(done: Act | None) -> Act | None:
    """Return an act that does what `done` does at the time of the tap, and stays equal when `done` changes. A hook.

    So the blocks that hold it need not be drawn again when `done` changes. None stays None.
    """
    latest: ft.MutableRef[Act] = ft.use_ref()
    latest.current = done
    return None if done is None else act(_latest, latest)


def _latest(latest: ft.MutableRef[Act], *more: Any) -> None:
    if latest.current is not None:
        latest.current(*more)


def on(handler: Handler | None, *args: Any) -> Callable[[Any], None] | None:
    """Return a control's event handler that calls `handler` with `args` and drops the event."""
    if handler is None:
        return None

    def handle(_: Any) -> None:
        handler(*args)

    return handle


def text(
    look: Look,
    name: str,
    value: str,
    color: str | None = None,
    *,
    bold: bool | None = None,
    size: float = 0,
    line: float = 0,
    lines: int | None = None,
    align: ft.TextAlign = ft.TextAlign.START,
    struck: bool = False,
    expand: bool | int | None = None,
) -> ft.Text:
    """Return words in a type style of `theme.TYPE`. With `lines` they are cut with `…`."""
    return ft.Text(
        value,
        style=theme.text_style(look, name, color, bold=bold, size=size, line=line, struck=struck),
        text_align=align,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        expand=expand,
    )


def at_most(look: Look, lines: int) -> int | None:
    """Return a limit on lines for text of the usual size; larger text takes the lines that it needs."""
    return lines if look.scale <= 1.15 else None


def about_wide(words: str, size: float = 16) -> float:
    """Return the approximate width of bold words in pixels: a kana or kanji is as wide as it is high."""
    return sum(size if char >= "\u2e80" or char in "%mwMW" else size * 0.6 for char in words)


def figure(look: Look, value: str, color: str | None = None, size: float = 18) -> ft.Text:
    """Return a letter or number for a box of fixed size: it stays on one line and grows no further than numerals."""
    return ft.Text(
        value,
        style=theme.text_style(look, "mark", color, size=size),
        text_align=ft.TextAlign.CENTER,
        no_wrap=True,
        overflow=ft.TextOverflow.VISIBLE,
    )


def spans(
    look: Look,
    name: str,
    *parts: tuple[str, bool],
    color: str | None = None,
    lines: int | None = None,
    light: str = "",
) -> ft.Text:
    """Return one line of words of which some (`True`) are bold and in the text colour, the rest in `color`.

    `light` is the type style of the rest, if it differs.
    """
    return ft.Text(
        spans=[
            ft.TextSpan(
                words,
                theme.text_style(look, name, bold=True)
                if bold
                else theme.text_style(look, light or name, color or look.p.text_2, bold=False),
            )
            for words, bold in parts
        ],
        style=theme.text_style(look, name),
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
    )


def pair(look: Look, first: str, second: str, *, style: str = "caption", loud: bool = False, gap_: float = 6) -> ft.Row:
    """Return a bold subject, cut with `…` where room is short, and light words after it (bold when `loud`)."""
    subject = text(look, "subject", first, lines=1)
    subject.expand, subject.expand_loose = True, True
    after = text(look, style, second, None if loud else look.p.text_2, bold=loud, lines=1)
    return ft.Row([subject, after], spacing=gap_, tight=False)


def icon(look: Look, name: ft.IconData, size: float = theme.ICON, color: str | None = None) -> ft.Icon:
    """Return a Material icon (use the `_SHARP` forms) in the text colour."""
    return ft.Icon(name, size=size, color=color or look.p.text)


# Equal values are the same objects: two drawings then have nothing in them to compare.


@lru_cache(maxsize=512)
def edge(width: float, color: str) -> ft.Border:
    return ft.Border.all(width, color)


@lru_cache(maxsize=512)
def rule(side: Literal["top", "bottom", "left", "right"], color: str, width: float = theme.HAIR) -> ft.Border:
    return ft.Border(**{side: ft.BorderSide(width, color)})


@lru_cache(maxsize=512)
def inset(left: float, top: float | None = None, right: float | None = None, bottom: float | None = None) -> ft.Padding:
    """Return a padding; an omitted side is as its opposite, and an omitted `top` is 0."""
    upper = 0 if top is None else top
    return ft.Padding(left, upper, left if right is None else right, upper if bottom is None else bottom)


def named(label: str, content: ft.Control, **roles: Any) -> ft.Semantics:
    """Give a picture or a group one name, which a screen reader speaks instead of its contents."""
    expand = roles.pop("expand", None)
    return ft.Semantics(content=content, label=label, container=True, exclude_semantics=True, expand=expand, **roles)


def pressable(
    label: str,
    content: ft.Control,
    handler: Handler | None,
    *,
    selected: bool | None = None,
    expand: bool | int | None = None,
) -> ft.Semantics:
    """Make `content` a named button for screen readers, which can press it. Touches are handled by `content` itself."""
    return Usable(
        content=content,
        label=label,
        button=True,
        selected=selected,
        container=True,
        exclude_semantics=True,
        on_click=on(handler),
        expand=expand,
    )


def tap_box(
    look: Look, content: ft.Control, handler: Handler | None, *, lit: bool, off: bool = False, **box: Any
) -> ft.Container:
    """Return a box to tap: filled with ink if chosen (`lit`), with a thin line if it cannot be (`off`)."""
    p = look.p
    box = {"bgcolor": None, "border_radius": theme.R_BUTTON, "alignment": ft.Alignment.CENTER} | box
    box["bgcolor"] = p.text if lit else box["bgcolor"]
    line = p.text if lit else p.line if off else p.line_strong
    return ft.Container(content, border=edge(theme.LINE, line), on_click=on(handler), **box)


def gap(height: float = 0, width: float = 0) -> ft.Container:
    return ft.Container(height=height or None, width=width or None)


def column(controls: Sequence[ft.Control], spacing: float = 0, **rest: Any) -> ft.Column:
    """Return controls one below the other, as wide as the available space."""
    rest.setdefault("horizontal_alignment", ft.CrossAxisAlignment.STRETCH)
    return ft.Column(list(controls), spacing=spacing, tight=True, **rest)


def fill_column(*controls: ft.Control) -> ft.Column:
    """Return controls one below the other without gaps, in all the width that a row leaves them."""
    return ft.Column(list(controls), spacing=0, tight=True, expand=True)


def row(controls: Sequence[ft.Control], spacing: float = 8, **rest: Any) -> ft.Row:
    """Return controls side by side, centred on one line."""
    return ft.Row(list(controls), spacing=spacing, **rest)
