"""Public events as lines: their turn, a mark, and what happened in words."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.sounds import ANSWERS
from companion.ui import aloud, edge, icon, named, row, still, text, theme
from companion.ui.base import inset, rule
from companion.ui.look import Look
from referee.scorpion.trackers import Event

IC = ft.Icons
MARKS: dict[str, ft.IconData] = {
    "heard": IC.HEARING_SHARP,
    "heard_nothing": IC.HEARING_DISABLED_SHARP,
    "cat_played": IC.PETS_SHARP,
    "listen_declared": IC.HEARING_SHARP,
    "search_declared": IC.SEARCH_SHARP,
    "search_answered": IC.SEARCH_SHARP,
    "guards_moved": IC.DIRECTIONS_WALK_SHARP,
    "patrol_turned": IC.TURN_RIGHT_SHARP,
    "discovered": IC.VISIBILITY_SHARP,
    "lost_sight": IC.VISIBILITY_OFF_SHARP,
    "entrance_found": IC.DOOR_SLIDING_SHARP,
    "wounded": IC.BLOODTYPE_SHARP,
    "died": IC.CLOSE_SHARP,
    "guard_killed": IC.CLOSE_SHARP,
    "escaped": IC.DIRECTIONS_RUN_SHARP,
    "mission_accomplished": IC.CHECK_SHARP,
    "card_played": IC.STYLE_SHARP,
    "guard_card": IC.STYLE_SHARP,
    "drawn": IC.STYLE_SHARP,
}
LIT = frozenset({"heard", "discovered"})
"""Events with a filled mark: somebody is there."""
QUIET = frozenset(
    {"alert_phase", "card_phase", "patrol_phase", "intruder_phase", "alert_fell", "listen_declared", "adjusted"}
)
"""Events that the tracks or a house ruling show by themselves, or that an answer follows."""


def told(ctx: Ctx, most: int, *, skip: bool) -> list[ft.Control]:
    """Return the newest public events, newest first. With `skip` the one that the answer above already tells is out."""
    events = [(at, e) for at, e in enumerate(ctx.view.record) if e.kind not in QUIET][::-1]
    if skip and (answered := next((each for each in events if each[1].kind in ANSWERS), None)) is not None:
        events.remove(answered)
    return [event_row(ctx, event, f"event{at}") for at, event in events[:most]]


def event_row(ctx: Ctx, event: Event, key: str | None = None) -> ft.Control:
    """Return one public event: its turn, its mark, what happened. With a key it stays as it is while others come."""
    words, mark = ctx.say(f"scorpion.{event.kind}", event.data), MARKS.get(event.kind, IC.CIRCLE_SHARP)
    return _event(ctx.look, event.turn, mark, words, event.kind in LIT, key=key)  # type: ignore[call-arg]


@still
def _event(look: Look, turn: int, glyph: ft.IconData, words: str, lit: bool) -> ft.Control:
    p = look.p
    size = 40.0 if look.wide else 30.0
    mark = ft.Container(
        icon(look, glyph, size * 0.6, p.on_accent if lit else p.text),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=p.accent if lit else None,
        border=edge(theme.LINE if look.wide else theme.HAIR, p.accent if lit else p.line_strong),
        border_radius=theme.R_CARD,
    )
    number = text(look, "subject" if look.wide else "label", str(turn), p.text_2, align=ft.TextAlign.END)
    number.width = 32
    said = text(look, "subject" if look.wide else "caption", words, lines=2, expand=True)
    return named(
        aloud(look.t("scorpion.screen.in_turn", turn=turn), words),
        ft.Container(
            row([number, mark, said], 12),
            padding=inset(0, 7 if look.wide else 3),
            border=rule("bottom", p.line),
        ),
    )
