"""What is asked, and the screen that answers it: one for each ask of the referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.scroll_trick.cards.entry import entering, entry
from companion.games.scroll_trick.facts import name_of
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.prepare import (
    choose_trump,
    confirm_deal,
    lay_shadow,
    open_card,
    place_scrolls,
    set_start_player,
    take_start_scrolls,
    turn_scroll,
)
from companion.games.scroll_trick.rounds.between import break_tie, draw_scrolls, give_marker
from companion.games.scroll_trick.scores import close, score
from companion.games.scroll_trick.trick import play, refill_shadow, remedy, shadow_play, take_trick
from companion.games.table.context import Screen
from referee.core.values import Prompt

ANSWERS: Mapping[str, Callable[[Ctx, Prompt], Screen]] = {
    "set_start_player": set_start_player,
    "take_start_scrolls": take_start_scrolls,
    "confirm_deal": confirm_deal,
    "choose_trump": choose_trump,
    "lay_shadow": lay_shadow,
    "open_card": open_card,
    "place_scrolls": place_scrolls,
    "turn_scroll": turn_scroll,
    "lead": play,
    "follow": play,
    "follow_open": play,
    "shadow_play": shadow_play,
    "take_trick": take_trick,
    "refill_shadow": refill_shadow,
    "remedy": remedy,
    "draw_scrolls": draw_scrolls,
    "give_marker": give_marker,
    "break_tie": break_tie,
    "score_round": score,
    "score_trick": score,
    "close_round": close,
    "final": close,
}


def answering(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the answer to what is asked, or the secret entry that is open."""
    if entering(ctx):
        return entry(ctx)
    return ANSWERS[name_of(prompt)](ctx, prompt)
