"""The table display: the set-up before turn 1, then tracks and map readable from two metres, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

import flet as ft

from companion.boards.drawing import ACROSS, drawing_of
from companion.games.scorpion.answer import Answer, last_answer
from companion.games.scorpion.events import event_rows
from companion.games.scorpion.facts import Ctx
from companion.games.scorpion.map import mark_box, on_board, public_map
from companion.games.scorpion.scores.screen import board
from companion.games.scorpion.setup.guards import placed, wanted
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import asleep
from companion.ui import act, aloud, block, button_side, edge, icon, label_row, named, row, text, theme
from companion.ui.map.board_map import board_map
from companion.ui.map.drawing import MapFacts
from companion.ui.theme import Look

IC = ft.Icons


def on_the_table(ctx: Ctx) -> list[ft.Control]:
    """Return what must be placed on the board, as everybody may know it; nothing after the set-up."""
    if ctx.view.phase != "setup" or ctx.view.options.depth == "scores":
        return []
    lines = [to_do(ctx.look, done, words) for done, words in todo(ctx)]
    return [label_row(ctx.look, ctx.t("by_hand.head")), *lines]


def todo(ctx: Ctx) -> Iterator[tuple[bool, str]]:
    """Yield what must be done, and whether the app knows that it was; it cannot see markers."""
    t, view = ctx.t, ctx.view
    (sentries, patrols), (all_sentries, all_patrols) = placed(view), wanted(view)
    yield False, t("by_hand.markers")
    for each, left in (("sentries", all_sentries - sentries), ("patrols", all_patrols - patrols)):
        if left > 0:
            yield False, t(f"by_hand.{each}", n=left)
    if any(p.role == "sword" for p in view.players):
        count = {weapon: sum(f.weapon == weapon for f in view.figures) for weapon in ("sword", "spear")}
        yield sentries >= all_sentries and patrols >= all_patrols, t("by_hand.weapons", **count)
    if sentries >= all_sentries and patrols >= all_patrols:
        yield True, t("by_hand.stand")
    elif view.figures:
        yield False, t("by_hand.so_far", n=len(view.figures))


@block
def to_do(look: Look, done: bool, words: str) -> ft.Control:
    glyph = IC.CHECK_SHARP if done else IC.TABLE_RESTAURANT_SHARP
    said = text(look, "subject" if look.wide else "label", words, bold=look.wide, expand=True)
    return named(aloud(words), row([icon(look, glyph, 24 if look.wide else 18, look.p.text_2), said], 10))


MAP, MAP_WIDE = 300.0, 580.0
"""The height of the map in pixels: on a display of 1024 by 768 the whole board is visible."""
SHOWN, SHOWN_WIDE = 4, 5
"""The public events shown: on a phone, and on a tablet."""


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    return left(ctx), [*side(ctx), *sound(ctx)]


def left(ctx: Ctx) -> list[ft.Control]:
    if ctx.view.options.depth == "scores":
        return board(ctx)
    facts = public_map(ctx, concerned=concerned(ctx))
    if not ctx.look.wide:
        return [tracks(ctx), board_map(ctx.look, facts, None, MAP)]
    # Nobody touches a display: the whole board is shown.
    return [ft.Row([whole_map(ctx.look, facts, MAP_WIDE)], alignment=ft.MainAxisAlignment.CENTER)]


def whole_map(look: Look, facts: MapFacts, height: float) -> ft.Control:
    """Return a map that shows the whole board at this height, as wide as that needs."""
    across = round(height * ACROSS / drawing_of(facts.board).height)
    return ft.Container(board_map(look, facts, None, height, across), width=across)


def side(ctx: Ctx) -> list[ft.Control]:
    """Return what is beside the map: tracks, the last answer, the public record.

    Parts with a key keep their place in the tree while others come and go above them.
    """
    if ctx.view.options.depth == "scores":
        return sleepers(ctx)
    rows: list[ft.Control] = [tracks(ctx), *sleepers(ctx)] if ctx.look.wide else []
    rows += on_the_table(ctx)
    found = last_answer(ctx)
    if found is not None:
        rows.append(large_answer(ctx.look, found, key="answer"))  # type: ignore[call-arg]
    events = event_rows(ctx, SHOWN_WIDE if ctx.look.wide else SHOWN, skip=found is not None)
    if events:
        over = ctx.where if ctx.look.wide else ""
        rows.append(label_row(ctx.look, ctx.t("last_events"), over, key="events"))  # type: ignore[call-arg]
    return [*rows, *events]


def sound(ctx: Ctx) -> list[ft.Control]:
    """Return the switch of the display's sound: the same tone for every public answer."""
    if ctx.snap.role != "display" or ctx.view.options.depth == "scores":
        return []
    words = ctx.t("sound_off" if ctx.snap.sound else "sound_on")
    switch = act(ctx.actions.settings.sound, not ctx.snap.sound)
    return [button_side(ctx.look, words, switch, IC.HEARING_SHARP, 48, key="sound")]  # type: ignore[call-arg]


def concerned(ctx: Ctx) -> tuple[str, ...]:
    """Return the zone in focus: that of the open question, else of the newest event that has one."""
    pending = ctx.view.pending
    if pending is not None and pending.unit:
        first = pending.unit.split("+")[0]
        at = next((f.zone for f in ctx.view.figures if f.id == first), "")
    else:
        at = next((str(e.data["zone"]) for e in ctx.view.record[::-1] if "zone" in e.data), "")
    return on_board(at)


def sleepers(ctx: Ctx) -> list[ft.Control]:
    away = [ctx.name(s.seat) for s in ctx.view.players if asleep(ctx.snap, s.seat)]
    words = [ctx.t("phone_sleeps", name=name) for name in away]
    return [text(ctx.look, "caption", " ".join(words), ctx.look.p.text_2, lines=2)] if words else []


@block
def large_answer(look: Look, answer: Answer) -> ft.Control:
    """Draw the answer to the last check in letters readable from two metres; both outcomes have the same layout."""
    p = look.p
    size = 84 if look.wide else 56
    sign = mark_box(look, answer.glyph, answer.lit, size, line=theme.LINE, ink=p.text, radius=theme.R_BUTTON)
    words = ft.Column(
        [
            text(look, "label", answer.over, p.text_2, lines=2),
            text(look, "display" if look.wide else "headline", answer.outcome, lines=2),
            text(look, "caption", answer.sub, p.text_2, lines=2),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    box = ft.Container(
        row([sign, words], 14), padding=12, bgcolor=p.surface,
        border=edge(theme.LINE, p.accent_text if answer.lit else p.text), border_radius=theme.R_PANEL,
        height=None if look.scale > 1.15 else (128 if look.wide else 112),
    )  # fmt: skip
    return named(aloud(answer.outcome, answer.over, answer.sub), box, live_region=True)
