"""Which rulings bring secrets out, and what the journal still tells."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.values import GAME_MASTER, Notice, Viewer
from referee.shinobi_school.state import State, player

REVEALING = frozenset(
    {
        "shinobi_school.revealed",
        "shinobi_school.earths_clash",
        "shinobi_school.first_field",
        "shinobi_school.heaven_shown",
        "shinobi_school.finding.entry",
    }
)
"""The notices that bring out what was hidden: earths that lay face down, cards of the stock, heavens, entries."""


def reveals(before: State, after: State, notices: Sequence[Notice]) -> bool:
    """Tell whether a ruling brings out what was hidden: nobody can take that back alone (METSUKE-2.3).

    Where only results are declared nothing is hidden. The end of a match opens all entries and the whole journal.
    A set that is placed from heaven is its player's own to show, and may be taken back.
    """
    if before.options.depth == "scores":
        return False
    if after.phase == "ended" or any(notice.message in REVEALING for notice in notices):
        return True
    costs = (n.params["seat"] for n in notices if n.message == "shinobi_school.counted_out")
    return any(player(before, seat).heaven_size for seat in costs)


# What the journal still tells (open point O15)


def remembered(now: State, then: State, viewer: Viewer) -> bool:
    """Tell whether `viewer` may still read what was declared in the state `then`: no more than the view shows.

    Forgotten are the turns that the view no longer shows, what they began with (the earths and the field as they
    were turned up), and, unless the view shows them, the cards that were swept.
    """
    if viewer == GAME_MASTER or now.phase == "ended" or then.phase not in ("reveal", "field", "start", "turn"):
        return True
    if then.round != now.round:
        return False
    if now.options.history_visible == "all":
        return True
    shown = 1 if now.options.history_visible == "last_turn" else 0
    return len(then.turns) >= len(now.turns) - shown and not _swept_by(now, then)


def _swept_by(now: State, then: State) -> bool:
    """Tell whether the field was swept by what was declared then: it closed the turn, or all agreed before it."""
    at = len(then.turns)
    fresh = [*(turn.swept for turn in now.turns), now.fresh]
    if then.phase != "turn" or at >= len(fresh):
        return False
    if fresh[at] and not then.fresh:
        return True
    closes = bool(then.actions) or (at < len(now.turns) and all(a.kind == "pass" for a in now.turns[at].actions))
    by_rule = then.placed or now.options.opening_flush == "start_leads"
    return closes and by_rule and fresh[at + 1 : at + 2] == [True]
