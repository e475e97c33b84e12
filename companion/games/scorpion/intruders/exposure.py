"""What the table can know of an intruder now, and after what is planned: for its player, on the open screen alone."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.intruders.foreseen import Exposed, Foreseen
from companion.games.scorpion.intruders.people import called
from companion.i18n import num
from companion.ui import aloud, block, edge, icon, named, panel, text, theme
from companion.ui.base import inset
from companion.ui.look import Look

X = "in.exposed."
UNKNOWN = "–"
"""In the place of a number that is still worked out."""


def exposure_panel(ctx: Ctx, who: str) -> list[ft.Control]:
    """Return in how many zones an intruder can be by the open record, now and after the plan, and why.

    While that is worked out the numbers are missing, and nothing moves when they come.
    """
    if ctx.acting or not who:
        return []
    found = ctx.snap.foreseen
    one = next((each for each in found.people if each.who == who), None) if isinstance(found, Foreseen) else None
    title = ctx.t(f"{X}of_me") if ctx.role == who else ctx.t(f"{X}of", who=called(ctx, who))
    now = UNKNOWN if one is None else num(one.now)
    after = UNKNOWN if one is None or one.after is None else num(one.after)
    words = (title, ctx.t(f"{X}record"), ctx.t(f"{X}now"), ctx.t(f"{X}after"))
    return [_panel(ctx.look, words, now, after, _why(ctx, one))]


def _why(ctx: Ctx, one: Exposed | None) -> str:
    """Return what tells most of the plan, and what would be known without it."""
    if one is None:
        return ""
    said = [ctx.t(f"{X}refused")] if one.after is None and ctx.view.phase == "intruders" else []
    if one.why is not None:
        kind, params = one.why
        own = f"scorpion.screen.{X}why.{kind}"
        said.append(ctx.say(own if ctx.look.t.has(own) else f"scorpion.{kind}", params))
    if one.still is not None:
        said.append(ctx.t(f"{X}unsearched" if one.locked else f"{X}staying", n=one.still))
    stop = ctx.look.t("map.stop")
    return "".join(each.rstrip(".。") + stop for each in said).strip()


@block
def _panel(look: Look, words: tuple[str, ...], now: str, after: str, why: str) -> ft.Control:
    title, record, zones_now, after_path = words
    p, large = look.p, look.scale > 1.15
    tag = ft.Container(
        text(look, "caption", record, p.text_2), padding=inset(8, 2), border=edge(theme.HAIR, p.line_strong),
        border_radius=theme.R_CARD,
    )  # fmt: skip
    head: list[ft.Control] = [
        text(look, "caption", title, p.text, bold=True, line=17, expand=None if large else True),
        tag,
    ]
    # The number that the plan leads to is told by its place and words, not by its colour alone.
    both: list[ft.Control] = [
        _number(look, now, zones_now, p.text),
        icon(look, ft.Icons.ARROW_FORWARD_SHARP, 24, p.text_2),
        _number(look, after, after_path, p.accent_text),
    ]
    parts: list[ft.Control] = [
        ft.Column(head, spacing=4, tight=True) if large else ft.Row(head, spacing=8),
        ft.Column(both, spacing=0, tight=True) if look.scale >= 1.5 else ft.Row(both, spacing=10),
        text(look, "caption", why or " ", p.text_2, lines=None if large else 2, line=17),
    ]
    spoken = aloud(title, record, f"{now} {zones_now}", f"{after} {after_path}", why)
    return named(spoken, panel(look, ft.Column(parts, spacing=2, tight=True), padding=inset(12, 6)))


def _number(look: Look, number: str, words: str, color: str) -> ft.Control:
    return ft.Row(
        [text(look, "numeral_s", number, color), text(look, "caption", words, look.p.text_2)],
        spacing=8, tight=True, vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )  # fmt: skip
