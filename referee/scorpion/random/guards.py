"""Random but legal declarations of the guards: they declare what their prompts offer, and chase whom they see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.board.board import Board
from referee.core.values import Prompt
from referee.scorpion.cards import cards
from referee.scorpion.moves import OTHER_EXIT, PASSAGE
from referee.scorpion.random.setup import Box
from referee.scorpion.view_model import View

Move = dict[str, Any]
PLAYS = {
    "sentry_listen": "guard",
    "patrol_listen": "unit",
    "sentry_search": "guard",
    "patrol_search": "unit",
}


def guard_move(random: Random, box: Box, view: View, prompts: Sequence[Prompt], board: Board) -> Move | None:
    """Return a declaration of a guard player by his own view and prompts, or None while he has nothing to do."""
    by_ask = {p.ask.removeprefix("scorpion.ask."): p for p in prompts}
    if "attack" in by_ask and by_ask["attack"].legal.get("attacks") and random.random() < 0.9:
        attacks = by_ask["attack"].legal["attacks"]
        guard = random.choice(sorted(attacks))
        return {"type": "attack_intruder", "guard": guard, "intruder": random.choice(list(attacks[guard]))}
    if "merge" in by_ask and random.random() < 0.1:
        return _merge(random, view, by_ask["merge"], board)
    if "split" in by_ask and random.random() < 0.3 and (split := _split(random, view, by_ask["split"])):
        return split
    for ask, make in _ANSWERS.items():
        if ask in by_ask:
            return make(random, box, view, by_ask, board)
    return None


def _split(random: Random, view: View, prompt: Prompt) -> Move | None:
    total, proposed = prompt.legal["total"], prompt.legal["proposed"]
    role = next(p.role for p in view.players if p.seat == view.viewer)
    if proposed is not None and role not in proposed["by"]:
        sword = proposed["sword"]
    elif proposed is not None:
        return None
    else:
        sword = random.randint(0, total)
    sizes = {s.role: s.deck_size for s in view.stocks}
    if prompt.params["share"] == "draw" and (sword > sizes["sword"] or total - sword > sizes["spear"]):
        return None
    return {"type": "agree_split", "what": prompt.params["share"], "sword": sword, "spear": total - sword}


def _merge(random: Random, view: View, prompt: Prompt, board: Board) -> Move | None:
    zone, units = random.choice(sorted(prompt.legal["zones"].items()))
    role = next(p.role for p in view.players if p.seat == view.viewer)
    armed = {f.unit for f in view.figures if role in ("guards", f.weapon)}
    own = random.choice([unit for unit in units if unit in armed])
    rest = [unit for unit in units if unit != own]
    chosen = [own, *random.sample(rest, random.randint(1, len(rest)))]
    patrols = [p for p in view.patrols if p.unit in chosen]
    guards = sorted(id for unit in chosen for id in unit.split("+"))
    move: Move = {"type": "merge_units", "guards": guards}
    if zone in board.route.zones:
        behinds = [p.behind for p in patrols] or list(board.route.behinds(zone))
        move["behind"] = random.choice(behinds)
    return move


def _draw(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    n = asks["draw"].legal["n"]
    if view.options["guard_cards"] == "counted":
        return {"type": "draw_cards", "n": n}
    return {"type": "draw_cards", "n": n, "cards": dict(Counter(random.sample(deck(box, view), n)))}


def deck(box: Box, view: View) -> list[str]:
    """Return what lies in a guard player's deck, as he can work it out from the cards of his box."""
    own = view.guards[0]
    if own.deck is not None:
        return list(cards(own.deck))
    left = Counter(box.decks["guards"])
    stock = view.stocks[0]
    left -= Counter(own.hand or {}) + Counter(own.drawn or {}) + Counter(stock.discard)
    left -= Counter(kenjutsu=sum(c.wounds for c in view.characters), secret_passage=stock.front)
    return sorted(left.elements())


def _cards(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    """Play a card, listen by focus, or end the phase."""
    alert = "alert_cards" in asks
    legal = asks["alert_cards" if alert else "cards"].legal
    end: Move = {"type": "end_alert_phase" if alert else "end_card_phase"}
    if "focus" in asks and random.random() < 0.3:
        return {"type": "focus_listen", "unit": random.choice(asks["focus"].legal["units"])}
    playable: list[Move] = []
    for card, field in PLAYS.items():
        playable += [{"type": f"play_{card}", field: target} for target in legal[card]]
    if legal["awaken"]:
        zone = random.choice(sorted(legal["awaken"]))
        weapons = [random.choice(("sword", "spear")) for _ in range(random.randint(1, legal["awaken"][zone]))]
        playable.append({"type": "play_awaken", "zone": zone, "weapons": weapons, "together": random.random() < 0.5})
    passage = legal["secret_passage"]
    if passage["unlock"]:
        playable += [{"type": "play_guard_passage"}] * 3
    playable += [{"type": "play_guard_passage", "guard": guard} for guard in passage["guards"]]
    if not playable or random.random() < (0.2 if alert else 0.35):
        return end
    near = _near_the_seen(view, playable)
    return random.choice(near if near and random.random() < 0.7 else playable)


def _near_the_seen(view: View, playable: Sequence[Move]) -> list[Move]:
    """Return the plays of guards who search, while somebody is to be chased."""
    seen = any(c.status == "visible" for c in view.characters)
    return [m for m in playable if seen and m["type"] in ("play_sentry_search", "play_patrol_search")]


def _step(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    """Walk on: towards whoever is visible, into the passage now and then, else anywhere; or stop."""
    steps, may_stop = asks["step"].legal["to"], asks["step"].legal["stop"]
    if may_stop and (not steps or random.random() < 0.15):
        return {"type": "guard_stop"}
    hidden_ways = [z for z in steps if z in (PASSAGE, OTHER_EXIT)]
    if hidden_ways and random.random() < 0.5:
        return {"type": "guard_step", "to": random.choice(hidden_ways)}
    seen = [c.zone for c in view.characters if c.status == "visible" and c.zone is not None and c.zone in board]
    zones = [z for z in steps if z in board]
    if seen and zones and random.random() < 0.8:
        target = random.choice(seen)
        return {"type": "guard_step", "to": min(zones, key=lambda z: (board.walking.between(z, target), z))}
    return {"type": "guard_step", "to": random.choice(steps)}


def _heading(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    return {"type": "guard_stop", "behind": random.choice(asks["heading"].legal["behind"])}


def _patrols(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move | None:
    legal = asks["patrols"].legal
    unit = next((u for u, steps in legal["to"].items() if steps), None)
    if unit is not None and (not legal["end"] or random.random() < 0.7):
        return {"type": "guard_step", "unit": unit, "to": random.choice(legal["to"][unit])}
    return {"type": "end_patrol_phase"} if legal["end"] else None


def _place_hidden(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    legal = asks["place_hidden_sentry"].legal
    if "replace" in legal:
        decline = random.random() < 0.4
        return {"type": "place_hidden_sentry", "replace": None if decline else random.choice(legal["replace"])}
    return {"type": "place_hidden_sentry", "weapon": random.choice(legal["weapons"])}


def _wound_cards(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    n = asks["wound_cards"].legal["cards"]
    sword = random.randint(0, n)
    proposed = next((s for s in view.splits if s.what == "wounds"), None)
    if proposed is not None and random.random() < 0.7:
        sword = proposed.sword
    return {"type": "assign_wound_cards", "sword": sword, "spear": n - sword}


def _bonus_cards(random: Random, box: Box, view: View, asks: Mapping[str, Prompt], board: Board) -> Move:
    n = asks["bonus_cards"].params["cards"]
    role = next(p.role for p in view.players if p.seat == view.viewer)
    stock = next(s for s in view.stocks if s.role == role)
    discarded = list(cards(stock.discard))
    seen = random.sample(discarded, random.randint(max(0, n - stock.deck_size), min(n, len(discarded))))
    move: Move = {"type": "bonus_cards", "discard": dict(Counter(seen))}
    if view.options["guard_cards"] == "counted":
        return move | {"deck_count": n - len(seen)}
    return move | {"deck": dict(Counter(random.sample(deck(box, view), n - len(seen))))}


_ANSWERS = {
    "step": _step,
    "heading": _heading,
    "place_hidden_sentry": _place_hidden,
    "wound_cards": _wound_cards,
    "bonus_cards": _bonus_cards,
    "draw": _draw,
    "alert_cards": _cards,
    "cards": _cards,
    "patrols": _patrols,
}
"""How each question is answered, the most urgent first."""
