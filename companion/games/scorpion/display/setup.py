"""What is done on the table itself before turn 1: the display says it, for no seat is asked it (SCORPION-2, 4)."""

from __future__ import annotations

from collections.abc import Iterator

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.setup.guards import placed, wanted
from companion.ui import aloud, icon, label_row, named, row, still, text
from companion.ui.look import Look

IC = ft.Icons


def on_the_table(ctx: Ctx) -> list[ft.Control]:
    """Return what is to be laid and placed on the board, as everybody may know it; nothing after the set-up."""
    if ctx.view.phase != "setup" or ctx.view.options.depth == "scores":
        return []
    lines = [to_do(ctx.look, done, words) for done, words in todo(ctx)]
    return [label_row(ctx.look, ctx.t("by_hand.head")), *lines]


def todo(ctx: Ctx) -> Iterator[tuple[bool, str]]:
    """Yield what is to be done, and whether the app knows that it is; a marker it cannot see."""
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


@still
def to_do(look: Look, done: bool, words: str) -> ft.Control:
    glyph = IC.CHECK_SHARP if done else IC.TABLE_RESTAURANT_SHARP
    said = text(look, "subject" if look.wide else "label", words, bold=look.wide, expand=True)
    return named(aloud(words), row([icon(look, glyph, 24 if look.wide else 18, look.p.text_2), said], 10))
