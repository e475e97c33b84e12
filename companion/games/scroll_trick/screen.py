"""The table of Ninja Scroll Trick on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from companion.games.scroll_trick.answers import answering
from companion.games.scroll_trick.asks import awaited, waits
from companion.games.scroll_trick.cards.entry import entering, entry
from companion.games.scroll_trick.display import public
from companion.games.scroll_trick.facts import PREPARING, Pick, asked_of, moment_of
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.gm import all_open, captured_sheet, card_sheet, changes, for_somebody
from companion.games.scroll_trick.hand import board, cover, in_sight, mine
from companion.games.scroll_trick.lessons import LESSONS
from companion.games.scroll_trick.menu import box_sheet, claim_sheet, own_rows, start_sheet
from companion.games.scroll_trick.refusal import ADVICE, CLEARS, insteads, what
from companion.games.scroll_trick.rounds.between import between, finding_rows
from companion.games.scroll_trick.rounds.end import ended, outcome
from companion.games.scroll_trick.scores import sheet_if_any
from companion.games.table.context import Screen
from companion.games.table.table import table_of
from companion.games.table.table_screen import TableScreen


def seat_screen(ctx: Ctx) -> Screen:
    """Return what a seat's phone shows now: an entry under the cover, what is asked, or the table."""
    if entering(ctx):
        return entry(ctx)
    prompt = asked_of(ctx.snap, ctx.me)
    if prompt is not None:
        return answering(ctx, prompt)
    if ctx.view.options.depth == "scores":
        return sheet_if_any(ctx), waits(ctx)
    if ctx.view.phase in ("between", "tie"):
        return [*between(ctx), *(cover(ctx, below=True) if ctx.covers == "parts" else [])], waits(ctx)
    own = [mine(ctx), *cover(ctx)] if ctx.me and ctx.view.phase not in PREPARING else []
    return [*in_sight(ctx, [*board(ctx), *own]), *finding_rows(ctx)], waits(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    outcome=outcome,
    lessons=LESSONS,
    public=public,
    sheets={"start": start_sheet, "box": box_sheet, "claim": claim_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=for_somebody,
    ruling=captured_sheet,
    changes=changes,
    master_sheets={"other_card": card_sheet},
)
table = table_of(SCREEN)
