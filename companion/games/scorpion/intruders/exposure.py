"""What the table can know of an intruder now, and after what is planned: for its player, on the open screen alone."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.intruders.foreseen import Exposed, Foreseen
from companion.games.scorpion.intruders.people import called
from companion.i18n import num
from companion.ui import aloud, block, named, panel, text
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
    spoken = (title, ctx.t(f"{X}record"), f"{now} {ctx.t(f'{X}now')}", f"{after} {ctx.t(f'{X}after')}")
    left = one.after if one is not None and one.after is not None else 0
    return [_panel(ctx.look, ctx.t(f"{X}numbers", now=now, after=after, n=left), _why(ctx, one), spoken)]


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
def _panel(look: Look, numbers: str, why: str, spoken: tuple[str, ...]) -> ft.Control:
    """Draw the two numbers in one line and why below it; to a screen reader each is said with what it counts."""
    large = look.scale > 1.15
    words = [
        text(look, "subject", numbers, lines=None if large else 2),
        text(look, "caption", why or " ", look.p.text_2, lines=None if large else 3, line=17),
    ]
    inside = ft.Column([*words], spacing=2, tight=True)
    return named(aloud(*spoken, why), panel(look, inside, strong=True, padding=inset(12, 6)))
