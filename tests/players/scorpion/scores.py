"""A random player of the depth `scores`, who declares for the table only what the prompts offer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from referee.core.values import TABLE, Prompt
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.scores.asks import plain_choices

Move = dict[str, Any]
OFTEN: Mapping[str, int] = {
    "start": 100,
    "finish": 30,
    "returned": 100,
    "next_turn": 18,
    "alert": 6,
    "card_played": 15,
    "focus": 4,
    "wound": 6,
    "death": 1,
    "guard_added": 3,
    "guard_removed": 5,
    "drunk": 3,
    "sobered": 3,
    "sleeper_woken": 6,
    "search": 25,
    "mission": 15,
    "escape": 1,
    "passage": 8,
}
"""The weight of each type among those possible; most matches take 40 to 120 declarations."""


def next_scores_move(view: dict[str, Any], asked: Iterable[Prompt], random: Random) -> tuple[str, Move] | None:
    """Return the next actor and move, or `None` when nothing more is asked; any seat may declare for the table."""
    prompts = [prompt for prompt in asked if prompt.ask not in ALWAYS]
    if not prompts:
        return None
    kinds = [prompt.offers[0].move for prompt in prompts]
    chosen = random.choices(range(len(prompts)), [_weight(kind, view) for kind in kinds])[0]
    kind, prompt = kinds[chosen], prompts[chosen]
    move = {"type": kind, **random.choice(plain_choices(prompt))}
    if kind == "search" and random.random() < 0.7:
        move |= _labelled(move["found"], prompt.params["zones"], random)
    seats = [TABLE, *(player["seat"] for player in view["players"])]
    return random.choice(seats), move


def _weight(kind: str, view: dict[str, Any]) -> int:
    """Return a type's weight, which is higher for `escape` once missions are accomplished."""
    done = sum(c["accomplished"] and c["status"] != "escaped" for c in view["characters"])
    return OFTEN[kind] * (1 + 9 * done if kind == "escape" else 1)


def _labelled(found: str, zones: Mapping[str, str], random: Random) -> Move:
    """Return a zone that may contain what was found: a known one, or a new one while more are possible."""
    again = {"trap": ["trap"], "hidden_sentry": [], "nothing": ["nothing", "hidden_sentry"]}.get(found, [found])
    known = [zone for zone, what in zones.items() if what in again]
    full = {"trap": 2, "hidden_sentry": 2, "nothing": 99}.get(found, 1)
    fresh = [f"Z{len(zones) + 1}"] if sum(what == found for what in zones.values()) < full else []
    names = known + fresh
    return {"zone": random.choice(names)} if names else {}
