"""Fields that report each letter as it is typed, and never lose one to a screen drawn meanwhile; and the PIN pad."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import flet as ft

from companion.ui import Handler, act, block, column, edge, icon, named, on, pressable, row, text, theme
from companion.ui.theme import Look

KEPT = 64
"""The number of its own last texts that a field remembers."""


@dataclass(eq=False, slots=True)
class Typing:
    """What one field was given and what was typed into it since.

    The host's answer to a letter comes when the next ones have been typed already. So typed text is never sent back: as
    long as a screen brings one of the field's own texts, the field keeps the text that it was given (`seed`).
    """

    seed: str
    on_typed: Handler
    given: int = 0
    said: list[str] = field(default_factory=list)
    entered: bool = False
    """Whether it has the focus."""
    look_again: Handler | None = None
    """Draws the hint again, alone."""

    @property
    def text(self) -> str:
        return self.said[-1] if self.said else self.seed

    @property
    def hints(self) -> bool:
        return not self.text and not self.entered

    def settle(self, value: str) -> None:
        """Take the text that a screen brings. One that was not typed here replaces the field's text."""
        if value != self.seed and value not in self.said:
            self.seed = value
            self.given += 1
            self.said.clear()

    def tell(self, event: ft.Event[ft.TextField]) -> None:
        written, hinted = str(event.control.value or ""), self.hints
        self.said.append(written)
        del self.said[:-KEPT]
        self._turn(hinted)
        self.on_typed(written)

    def enter(self, _: object) -> None:
        hinted, self.entered = self.hints, True
        self._turn(hinted)

    def leave(self, _: object) -> None:
        hinted, self.entered = self.hints, False
        self._turn(hinted)

    def _turn(self, hinted: bool) -> None:
        if hinted != self.hints and self.look_again is not None:
            self.look_again()


@block
def live_field(
    look: Look,
    value: str,
    on_type: Handler,
    *,
    name: str,
    hint: str = "",
    glyph: ft.IconData | None = None,
    bare: bool = False,
    autofocus: bool = False,
    limit: int | None = None,
    digits: bool = False,
) -> ft.Control:
    """Return a field; `on_type(text)` is called with each letter.

    `bare` omits the edge, for a field inside a list's row; it shows its hint while it is empty and without focus.
    `name` is spoken by screen readers and shown as the label of a field that is not bare. `limit` is the most
    characters that can be typed; `digits` allows nothing else, and phones show their number keys.
    """

    def begin() -> Typing:
        return Typing(value, on_type)

    typing = ft.use_memo(begin, [])
    typing.on_typed = on_type
    typing.settle(value)
    return _field(look, typing, typing.given, name, hint, glyph, bare, autofocus, limit, digits)


@block
def _field(
    look: Look,
    typing: Typing,
    given: int,
    name: str,
    hint: str,
    glyph: ft.IconData | None,
    bare: bool,
    autofocus: bool,
    limit: int | None,
    digits: bool,
) -> ft.Control:
    p = look.p
    # When it is drawn again for another reason, such as brightness, it must hold its current text.
    box = ft.TextField(
        value=typing.text,
        # The client speaks a field's label as its name, and its hint if there is no label.
        hint_text=None if bare else hint or None,
        label=_hint(look, typing, typing.given, name, hint) if bare else name,
        max_length=limit,
        counter=ft.Container(width=0, height=0) if limit else None,
        autofocus=autofocus,
        autocorrect=False,
        keyboard_type=ft.KeyboardType.NUMBER if digits else ft.KeyboardType.TEXT,
        input_filter=ft.InputFilter("[0-9]*") if digits else None,
        text_align=ft.TextAlign.CENTER if digits else None,
        prefix_icon=ft.Icon(glyph, size=theme.ICON, color=p.text_2) if glyph else None,
        text_style=theme.text_style(look, "body", bold=True),
        label_style=theme.text_style(look, "label", p.text_2),
        hint_style=theme.text_style(look, "body", p.text_3),
        border=_edges(look, bare),
        bgcolor=None if bare else p.surface,
        cursor_color=p.text,
        content_padding=ft.Padding.symmetric(horizontal=0 if bare else 14, vertical=12),
        on_change=typing.tell,
        on_focus=typing.enter if bare else None,
        on_blur=typing.leave if bare else None,
        expand=True if bare else None,
    )
    # A row that can be dragged would be spoken as one with the field in it.
    return ft.Semantics(content=box, container=True, expand=True) if bare else box


@ft.component
def _hint(look: Look, typing: Typing, given: int, name: str, hint: str) -> ft.Control:
    """Return a label that is visible as a hint, or not at all, and always spoken as the field's name."""
    times, turn = ft.use_state(0)

    def look_again() -> None:
        turn(times + 1)

    typing.look_again = look_again
    style = theme.text_style(look, "body", look.p.text_3)
    return ft.Text(hint if typing.hints else " ", style=style, semantics_label=name, no_wrap=True)


def _edges(look: Look, bare: bool) -> dict[ft.ControlState, ft.InputBorder]:
    def line(color: str) -> ft.InputBorder:
        side = ft.BorderSide(0, ft.Colors.TRANSPARENT) if bare else ft.BorderSide(theme.LINE, color)
        return ft.OutlineInputBorder(side=side, border_radius=theme.R_BUTTON)

    return {ft.ControlState.DEFAULT: line(look.p.line_strong), ft.ControlState.FOCUSED: line(look.p.text)}


LEAST, MOST = 4, 8
"""The least and the most digits of a PIN."""
WIDTH, HEIGHT = 84, 52
"""The size of a key in pixels."""
_ROWS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("", "0", "<"))


def use_digits() -> tuple[int, Handler, Handler, Callable[[], str]]:
    """Return the number of digits entered, handlers to add and delete one, and a function to return and clear them."""
    entered, draw = ft.use_state(0)
    # A thumb may be faster than the screen: the next digit follows the last one, drawn or not.
    typed = ft.use_ref("")

    def hold(digits: str) -> None:
        typed.current = digits
        draw(len(digits))

    def more(digit: str) -> None:
        hold(((typed.current or "") + digit)[:MOST])

    def less() -> None:
        hold((typed.current or "")[:-1])

    def take() -> str:
        digits = typed.current or ""
        hold("")
        return digits

    return entered, more, less, take


@block
def pin_pad(look: Look, entered: int, on_digit: Handler, on_delete: Handler) -> ft.Control:
    """Return the pad. `entered` is the number of digits; `on_digit(text)` is called with one more."""
    p, t = look.p, look.t
    dots = [
        ft.Container(
            width=14,
            height=14,
            border_radius=7,
            border=edge(2, p.text if n < entered else p.line_strong),
            bgcolor=p.text if n < entered else None,
        )
        for n in range(max(LEAST, entered))
    ]
    shown = ft.Semantics(
        content=ft.Container(row(dots, spacing=12, alignment=ft.MainAxisAlignment.CENTER), height=32),
        label=t("app.curtain.entered", n=entered),
        live_region=True,
        container=True,
        exclude_semantics=True,
    )
    return column([shown, *(_keys(look, keys, on_digit, on_delete) for keys in _ROWS)], spacing=8)


def _keys(look: Look, keys: tuple[str, ...], on_digit: Handler, on_delete: Handler) -> ft.Control:
    return row([_key(look, key, on_digit, on_delete) for key in keys], spacing=8, alignment=ft.MainAxisAlignment.CENTER)


def _key(look: Look, key: str, on_digit: Handler, on_delete: Handler) -> ft.Control:
    if not key:
        return named("", ft.Container(width=WIDTH, height=HEIGHT))
    handler = on_delete if key == "<" else act(on_digit, key)
    label = look.t("app.curtain.delete") if key == "<" else look.t("app.curtain.digit", n=key)
    face = (
        icon(look, ft.Icons.BACKSPACE_SHARP) if key == "<" else text(look, "headline", key, align=ft.TextAlign.CENTER)
    )
    box = ft.Container(
        face,
        width=WIDTH,
        height=HEIGHT,
        alignment=ft.Alignment.CENTER,
        bgcolor=look.p.surface,
        border=edge(theme.LINE, look.p.line_strong),
        border_radius=theme.R_BUTTON,
        ink=True,
        on_click=on(handler),
    )
    return pressable(label, box, handler)
