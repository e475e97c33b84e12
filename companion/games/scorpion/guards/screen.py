"""A guard player's phone, in the order of a turn: draw, cards, moves, patrols, and waiting for the intruders."""

from __future__ import annotations

from companion.games.scorpion.facts import prompt_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.guards.cards import choosing, chosen
from companion.games.scorpion.guards.draw import drawing
from companion.games.scorpion.guards.facts import cards_ask
from companion.games.scorpion.guards.post import placing
from companion.games.scorpion.guards.share import wounds
from companion.games.scorpion.guards.wait import listening, waiting
from companion.games.scorpion.guards.walk import heading, patrolling, stepping
from companion.games.table.context import Screen


def guards(ctx: Ctx) -> Screen:
    """Return what a guard player sees from the first turn to the end, and what they are asked."""
    answers = {
        "assign_wound_cards": wounds,
        "step": stepping,
        "guard_stop": heading,
        "place_hidden_sentry": placing,
        "draw_cards": drawing,
        "patrols": patrolling,
    }
    for ask, draw in answers.items():
        if prompt_of(ctx.snap, ctx.me, ask) is not None:
            return draw(ctx)
    pending = ctx.view.pending
    if pending is not None and pending.kind == "listening":
        return listening(ctx)
    return choosing(ctx) if cards_ask(ctx) or chosen(ctx).act else waiting(ctx)
