"""The table of Shinobi School on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.shinobi_school.asks import awaited
from companion.games.shinobi_school.display import public
from companion.games.shinobi_school.end import ended, tie
from companion.games.shinobi_school.facts import Pick, moment_of
from companion.games.shinobi_school.frame import Ctx
from companion.games.shinobi_school.gm import all_open, answering, changes, ruling
from companion.games.shinobi_school.lately import finding_rows
from companion.games.shinobi_school.lessons import LESSONS
from companion.games.shinobi_school.menu import count_sheet, mansions_sheet, own_rows
from companion.games.shinobi_school.refusal import ADVICE, CLEARS, insteads, what
from companion.games.shinobi_school.rounds.begin import first_field, reveal, start
from companion.games.shinobi_school.rounds.scoring import scoring, won
from companion.games.shinobi_school.rounds.split import deal, entering, entry, split
from companion.games.shinobi_school.scores import close, score
from companion.games.shinobi_school.turn.check import check_sheet
from companion.games.shinobi_school.turn.play import turns
from companion.games.table.context import Screen
from companion.games.table.table import table_of
from companion.games.table.table_screen import TableScreen

PHASES: Mapping[str, Callable[[Ctx], Screen]] = {
    "deal": deal,
    "split": split,
    "reveal": reveal,
    "field": first_field,
    "start": start,
    "turn": turns,
    "won": won,
    "scoring": scoring,
    "score": score,
    "close": close,
    "tie": tie,
}
"""What a seat's phone shows in each phase, in the order of play."""


def seat_screen(ctx: Ctx) -> Screen:
    return entry(ctx) if entering(ctx) else PHASES[ctx.view.phase](ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    lessons=LESSONS,
    public=public,
    sheets={"mansions": mansions_sheet, "count": count_sheet, "check": check_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=answering,
    ruling=ruling,
    changes=changes,
)
table = table_of(SCREEN)
