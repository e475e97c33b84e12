"""Random legal declarations of the guards: they declare what their prompts offer, and chase visible intruders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.board.board import Board
from referee.core.values import Prompt
from referee.scorpion.cards import cards
from referee.scorpion.moves import OTHER_EXIT, PASSAGE
from referee.scorpion.views.view_model import View
from tests.players.scorpion.setup import Box

Move = dict[str, Any]


def guard_move(random: Random, box: Box, view: View, prompts: Sequence[Prompt], board: Board) -> Move | None:
    """Return a declaration by a guard player's own view and prompts, or `None` if there is nothing to do."""
    by_ask = {p.ask.removeprefix("scorpion.ask."): p for p in prompts}
    if "attack_intruder" in by_ask and by_ask["attack_intruder"].offers and random.random() < 0.9:
        return random.choice(by_ask["attack_intruder"].offers).any_of(random)
    if "merge_units" in by_ask and by_ask["merge_units"].offers and random.random() < 0.1:
        return random.choice(by_ask["merge_units"].offers).any_of(random)
    if "agree_split" in by_ask and random.random() < 0.3 and (split := _split(random, view, by_ask["agree_split"])):
        return split
    for ask, make in _ANSWERS.items():
        if ask in by_ask:
            return make(random, box, view, by_ask, board)
    return None


def _split(random: Random, view: View, prompt: Prompt) -> Move | None:
    """Accept the partner's proposal, or propose something and wait; hand cards only before one is played."""
    if prompt.params["share"] == "hand_cards" and view.hand_used:
        return None
    made = [offer.any_of(random) for offer in prompt.offers]
    proposed = prompt.params["proposed"]
    if proposed is not None:
        role = next(p.role for p in view.players if p.seat == view.viewer)
        made = [] if role in proposed["by"] else [move for move in made if move["sword"] == proposed["sword"]]
    return random.choice(made) if made else None


def _draw(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    n = asks["draw_cards"].params["n"]
    if view.options.guard_cards == "counted":
        return {"type": "draw_cards", "n": n}
    return {"type": "draw_cards", "n": n, "cards": dict(Counter(random.sample(deck(box, view), n)))}


def deck(box: Box, view: View) -> list[str]:
    """Return the cards in a guard player's deck, which the owner can derive from the cards of the box."""
    own = view.guards[0]
    if own.deck is not None:
        return list(cards(own.deck))
    left = Counter(box.decks["guards"])
    stock = view.stocks[0]
    left -= Counter(own.hand or {}) + Counter(own.drawn or {}) + Counter(stock.discard)
    left -= Counter(kenjutsu=sum(c.wounds for c in view.characters), secret_passage=stock.front)
    return sorted(left.elements())


def _cards(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    """Play a card, use a focus listen, or end the phase."""
    alert = "alert_cards" in asks
    offers = asks["alert_cards" if alert else "cards"].offers
    if "focus_listen" in asks and random.random() < 0.3:
        return asks["focus_listen"].offers[0].any_of(random)
    playable: list[Move] = []
    for offer in offers[1:]:
        for _ in range(max(1, len((*offer.choices("guard"), *offer.choices("unit"))))):
            made = offer.any_of(random)
            if random.random() < 0.7:
                made = {name: value for name, value in made.items() if name not in ("way", "stop", "behind")}
            playable.append(made)
    if not playable or random.random() < (0.2 if alert else 0.35):
        return offers[0].any_of(random)
    near = _near_the_seen(view, playable)
    return random.choice(near if near and random.random() < 0.7 else playable)


def _near_the_seen(view: View, playable: Sequence[Move]) -> list[Move]:
    """Return the searches among the plays, while an intruder is visible."""
    seen = any(c.status == "visible" for c in view.characters)
    return [m for m in playable if seen and m["type"] in ("play_sentry_search", "play_patrol_search")]


def _step(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    """Move on, towards a visible intruder, sometimes into the passage, else anywhere; or stop."""
    prompt = asks["step"]
    steps = [to for to in prompt.choices("guard_step", "to") if isinstance(to, str)]
    may_stop = prompt.offer("guard_stop") is not None
    if may_stop and (not steps or random.random() < 0.15):
        return random.choice([offer for offer in prompt.offers if offer.move == "guard_stop"]).any_of(random)
    hidden_ways = [z for z in steps if z in (PASSAGE, OTHER_EXIT)]
    if hidden_ways and random.random() < 0.5:
        return {"type": "guard_step", "to": random.choice(hidden_ways)}
    seen = [c.zone for c in view.characters if c.status == "visible" and c.zone is not None and c.zone in board]
    zones = [z for z in steps if z in board]
    if seen and zones and random.random() < 0.8:
        target = random.choice(seen)
        return {"type": "guard_step", "to": min(zones, key=lambda z: (board.walking.between(z, target), z))}
    return {"type": "guard_step", "to": random.choice(steps)}


def _patrols(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move | None:
    prompt = asks["patrols"]
    end = prompt.offer("end_patrol_phase")
    unit = next(iter(prompt.choices("guard_step", "unit")[-1:]), None)
    if unit is not None and (end is None or random.random() < 0.7):
        to = [to for offer in prompt.offers if unit in offer.choices("unit") for to in offer.choices("to")]
        return {"type": "guard_step", "unit": unit, "to": random.choice([zone for zone in to if isinstance(zone, str)])}
    return None if end is None else end.any_of(random)


def _any(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    """Answer an open question with a random offer."""
    prompt = next(asks[ask] for ask in ("guard_stop", "place_hidden_sentry") if ask in asks)
    return random.choice(prompt.offers).any_of(random)


def _wound_cards(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    prompt = asks["assign_wound_cards"]
    made = [offer.any_of(random) for offer in prompt.offers]
    proposed = prompt.params["proposed"]
    if proposed is not None and random.random() < 0.7:
        return next(move for move in made if move["sword"] == proposed["sword"])
    return random.choice(made)


def _bonus_cards(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    n = asks["bonus_cards"].params["cards"]
    role = next(p.role for p in view.players if p.seat == view.viewer)
    stock = next(s for s in view.stocks if s.role == role)
    discarded = list(cards(stock.discard))
    seen = random.sample(discarded, random.randint(max(0, n - stock.deck_size), min(n, len(discarded))))
    move: Move = {"type": "bonus_cards", "discard": dict(Counter(seen))}
    if view.options.guard_cards == "counted":
        return move | {"deck_count": n - len(seen)}
    return move | {"deck": dict(Counter(random.sample(deck(box, view), n - len(seen))))}


_ANSWERS = {
    "step": _step,
    "guard_stop": _any,
    "place_hidden_sentry": _any,
    "assign_wound_cards": _wound_cards,
    "bonus_cards": _bonus_cards,
    "draw_cards": _draw,
    "alert_cards": _cards,
    "cards": _cards,
    "patrols": _patrols,
}
"""The function that answers each prompt, most urgent first."""
