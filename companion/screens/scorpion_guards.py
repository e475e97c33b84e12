"""A guard player's phone, in the order of a turn: draw, cards, moves, patrols, and waiting for the intruders."""

from __future__ import annotations

from companion.screens.desk import Screen
from companion.screens.scorpion_facts import prompt_of
from companion.screens.scorpion_frame import Ctx
from companion.screens.scorpion_guards_cards import choosing, chosen
from companion.screens.scorpion_guards_draw import drawing
from companion.screens.scorpion_guards_facts import cards_ask
from companion.screens.scorpion_guards_post import placing
from companion.screens.scorpion_guards_share import wounds
from companion.screens.scorpion_guards_wait import listening, waiting
from companion.screens.scorpion_guards_walk import heading, patrolling, stepping


def guards(ctx: Ctx) -> Screen:
    """Return what a guard player sees from the first turn to the end, and what he is asked."""
    answers = {
        "step": stepping,
        "heading": heading,
        "place_hidden_sentry": placing,
        "wound_cards": wounds,
        "draw": drawing,
        "patrols": patrolling,
    }
    for ask, draw in answers.items():
        if prompt_of(ctx.snap, ctx.me, ask) is not None:
            return draw(ctx)
    pending = ctx.view.pending
    if pending is not None and pending.kind == "listening":
        return listening(ctx)
    return choosing(ctx) if cards_ask(ctx) or chosen(ctx).act else waiting(ctx)
