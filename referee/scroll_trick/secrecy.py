"""Which rulings tell what was hidden, and what the journal and the view still tell."""

from __future__ import annotations

from referee.core.values import GAME_MASTER, Viewer
from referee.scroll_trick.cards import SHADOW
from referee.scroll_trick.phases import CONTEST
from referee.scroll_trick.state import Player, State, Trick, everybody, shown_cards, taken

NAMING = CONTEST | {"shadow", "open", "place", "turn"}
"""The phases whose declarations name cards of this round."""


def remembered(now: State, then: State, viewer: Viewer) -> bool:
    """Tell whether a line names no card of a trick that the view hides (O19).

    The cards that were opened and laid before the first trick go with the first trick that is hidden. Tricks that
    the table took back (O18) can be read: their cards have to be laid as they were.
    """
    if viewer == GAME_MASTER or now.options.history_visible == "all" or then.phase not in NAMING:
        return True
    if then.round != now.round:
        return then.round > now.round
    hidden = {trick.number for trick in taken(now)} - {trick.number for trick in shown_again(now, viewer)}
    if then.phase not in CONTEST:
        return not hidden
    return len(then.tricks) + (then.phase == "refill") not in hidden


def shown_again(state: State, viewer: Viewer) -> tuple[Trick, ...]:
    """Return the taken tricks that the app shows, as the option says (O19); the game master sees all."""
    done = tuple(trick for trick in taken(state) if trick.plays)
    if state.options.history_visible == "all" or viewer == GAME_MASTER or state.phase == "ended":
        return done
    return done[-1:] if state.options.history_visible == "last_trick" else ()


def reveals(before: State, after: State) -> bool:
    """Tell whether a ruling brought in cards or scrolls, or told what was hidden (METSUKE-2.3; O20).

    A scroll that is turned is seen; a card that is shown or a scroll that is captured was a secret where its owner
    had entered it. Whether they had is public, so this tells nobody more than they know.
    """
    seats = zip(everybody(before), everybody(after), strict=True)
    return any(_came_in(old, new) or _turned_up(old, new) for old, new in seats) or _out_of_entries(before, after)


def _came_in(old: Player, new: Player) -> bool:
    """Cards are dealt, laid in the shadow's row or taken back into hands, or scrolls are drawn."""
    more = len(new.open) + new.closed > len(old.open) + old.closed
    row = new.seat == SHADOW and new.opened > old.opened
    return more or row or (new.drawn and not old.drawn)


def _turned_up(old: Player, new: Player) -> bool:
    up = {one.card for one in old.open if one.value is not None}
    return any(one.value is not None and one.card not in up for one in new.open)


def _out_of_entries(before: State, after: State) -> bool:
    entered = {p.seat for p in before.players if p.hand is not None}
    seen = shown_cards(before)
    if any(seat in entered for card, seat in shown_cards(after).items() if card not in seen):
        return True
    noted = {p.seat for p in before.players if p.noted or p.held is not None}
    return any(seat in noted for seat, card in _captured(after) - _captured(before))


def _captured(state: State) -> set[tuple[str, str]]:
    """Return the scrolls of this round's tricks that everybody has seen: who played them, and on which card."""
    plays = (play for trick in state.tricks for play in trick.plays)
    return {(play.seat, play.card) for play in plays if play.laid.tile and play.laid.value is not None}
