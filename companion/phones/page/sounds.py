"""A sound on the table display, when a public answer appears: the same whatever the answer is.

The title triggers it: it counts the public answers, and `assets/web/chime.js` plays when the number rises. It is sent
right behind the picture that shows the answer, and knows nothing but that there is one more. The device keeps in its
storage that it is wanted, so a display that was reloaded still plays.
"""

from __future__ import annotations

from companion.contract.offered import ui_of
from companion.contract.snapshot import Snapshot
from companion.phones.page.titles import ENDED, TITLE, TURN
from companion.phones.page.voice import in_title
from companion.ui.look import Look


def title_of(look: Look, snap: Snapshot) -> str:
    """Return the title of a page that shows no secret: whether it is my turn or the match is over, what a display says,
    and the number of public answers."""
    news = f"{TURN}{look.t('table_screen.your_turn')}. " if my_turn(snap) else ""
    if snap.screen == "play" and snap.view is not None and snap.view.result is not None:
        news = f"{ENDED}{look.t('table_screen.over_line')}. "
    said = f"{news}{TITLE}{in_title(look, snap)}"
    return f"{said} ♪{answers(snap)}" if snap.sound else said


def my_turn(snap: Snapshot) -> bool:
    """Tell whether a seat of this phone must act; a covered snapshot has the prompts that everybody knows."""
    playing = snap.role == "seat" and snap.screen == "play" and snap.held == "covered"
    return playing and any(each.must and each.seat in snap.my_seats for each in snap.prompts)


def answers(snap: Snapshot) -> int:
    """Return how many answers everybody has been given in a match; none in a game that has no such answers."""
    count = ui_of(snap.match.game).public_answers if snap.match is not None else None
    return 0 if count is None or snap.view is None else count(snap.view)
