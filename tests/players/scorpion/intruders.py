"""Random legal declarations of the intruders: they search for their missions, fight or bluff, and leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.board.board import Board
from referee.core.offers import Offer, Way
from referee.core.values import Prompt
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.moves import MOVEMENTS
from referee.scorpion.views.view_model import IntruderView, View

Move = dict[str, Any]
Step = dict[str, Any]


def intruder_move(random: Random, view: View, prompts: Sequence[Prompt], board: Board) -> Move | None:
    """Return a declaration by an intruder player's own view and prompts, or `None` if there is nothing to do."""
    by_ask: dict[str, list[Prompt]] = {}
    for prompt in prompts:
        by_ask.setdefault(prompt.ask.removeprefix("scorpion.ask."), []).append(prompt)
    if "answer_cat" in by_ask:
        use = by_ask["answer_cat"][0].choices("answer_cat", "use")
        return {"type": "answer_cat", "use": len(use) > 1 and random.random() < 0.15}
    if "answer_hidden_sentry" in by_ask:
        return by_ask["answer_hidden_sentry"][0].offers[0].any_of(random)
    if "intruders" not in by_ask:
        return None
    offers = by_ask["intruders"][0].offers
    searches = [offer for offer in offers if offer.move == "declare_searches"]
    paths = [offer for offer in offers if offer.move == "lock_path" and "intruder" in offer.fields]
    if searches and random.random() < 0.85:
        public = {c.who for c in view.characters}
        named = [o for o in searches if any(each.get("intruder") in public for each in o.choices("searches"))]
        return random.choice(named or searches).any_of(random)
    if paths:
        offer = random.choice(paths)
        who = offer.choices("intruder")[0]
        cards = [each for each in offers if each.move == "play_intruder_card" and each.choices("intruder") == (who,)]
        if cards and random.random() < 0.06:
            return random.choice(cards).any_of(random)
        return _path(random, view, offer, board)
    return {"type": "end_intruder_phase"} if any(offer.move == "end_intruder_phase" for offer in offers) else None


def path_of(random: Random, view: View, prompts: Sequence[Prompt], board: Board, who: str) -> Move | None:
    """Return a path of one character, or `None` if none is offered."""
    offers = (o for p in prompts for o in p.offers if o.move == "lock_path" and who in o.choices("intruder"))
    offer = next(offers, None)
    return None if offer is None else _path(random, view, offer, board)


def own(view: View, who: str) -> IntruderView:
    """Return what a player knows of a character."""
    assert view.intruders is not None
    return next(c for c in view.intruders.characters if c.who == who)


def _path(random: Random, view: View, offer: Offer, board: Board) -> Move:
    """Return a random path among the offered ones, mostly towards the character's goal."""
    who, offered = offer.choices("intruder")[0], offer.fields["steps"]
    assert isinstance(offered, Way)
    me = own(view, who)
    goal = _goal(random, view, me, board)
    at, steps = me.zone, []
    roped = random.random() < 0.5
    for _ in range(random.choice((0, 1, 2, 2, 3, 3))):
        choices = [s for s in offered.onward(at or "") if s["do"] in MOVEMENTS and _wanted(s, me, view, roped)]
        if not choices:
            break
        step = _towards(random, choices, goal, board)
        steps.append(step)
        steps += _on_arrival(random, view, me, step, steps)
        if step.get("to") is None or step["do"].startswith("rope") or step["to"] in board.moats:
            break
        at = step["to"]
    if steps and steps[-1]["do"] != "exit_map" and random.random() < 0.03 and me.hand:
        spare = [card for card in me.hand if card not in ("cat", "secret_passage", *_used(steps))]
        if spare:
            steps.append({"do": "bluff", "card": random.choice(spare)})
    return {"type": "lock_path", "intruder": who, "steps": steps}


def _wanted(step: Step, me: IntruderView, view: View, roped: bool) -> bool:
    if step["do"] == "exit_map":
        public = next((c for c in view.characters if c.who in (me.who, "intruder")), None)
        return bool(public and public.accomplished) or view.turn >= 19
    return step["do"] not in ("rope_new", "enter_passage") or roped


def _goal(random: Random, view: View, me: IntruderView, board: Board) -> str | None:
    """Return the zone to move to: an unsearched castle zone, the mission's known zone, or the edge; `None` for any."""
    public = next((c for c in view.characters if c.who in (me.who, "intruder")), None)
    if me.zone not in board or random.random() < 0.1:
        return None
    if public is not None and public.accomplished:
        return min(board.edge_zones, key=lambda z: (board.walking.between(me.zone or z, z), z))
    known = [note.zone for note in view.found if note.found == me.mission]
    if known:
        return known[0]
    searched = {note.zone for note in view.found}
    left = sorted(board.mark_zones - searched) or sorted(board.mark_zones)
    left.sort(key=lambda z: (board.walking.between(me.zone or z, z), z))
    return random.choice(left[:3])


def _towards(random: Random, choices: Sequence[Step], goal: str | None, board: Board) -> Step:
    leaving = [s for s in choices if s["do"] == "exit_map"]
    if leaving:
        return leaving[0]
    into = [s for s in choices if s["do"] == "enter_passage"]
    if into and random.random() < 0.4:
        return into[0]
    walks = [s for s in choices if s.get("to") in board]
    if goal is None or not walks or random.random() < 0.1:
        return random.choice(list(choices))
    return min(walks, key=lambda s: (board.walking.between(s["to"], goal), s["to"]))


def _on_arrival(random: Random, view: View, me: IntruderView, step: Step, before: Sequence[Step]) -> list[Step]:
    """Return the cards to use against guards on arrival."""
    gone = {guard for s in before for guard in s.get("guards", ())}
    there = [f.id for f in view.figures if f.zone == step.get("to") and not f.drunk and f.id not in gone]
    hand = dict(me.hand or {})
    for card in _used(before):
        hand[card] = hand.get(card, 0) - 1
    used: list[Step] = []
    if not there or random.random() < 0.3:
        return used
    for guard in there:
        held = [c for c in (*KENJUTSU, "shuriken", "potent_sake") if hand.get(c, 0) > 0]
        drunk = sum(f.drunk for f in view.figures) + sum(s["do"] == "sake" for s in (*before, *used))
        held = [c for c in held if c != "potent_sake" or drunk < 3]
        if not held:
            break
        card = random.choice(held)
        hand[card] -= 1
        used.append(_against(card, guard))
    return used


def _against(card: str, guard: str) -> Step:
    if card in KENJUTSU:
        return {"do": "kenjutsu", "guards": [guard], "value": KENJUTSU[card]}
    return {"do": "shuriken" if card == "shuriken" else "sake", "guards": [guard]}


def _used(steps: Sequence[Step]) -> list[str]:
    """Return the cards that a path has used so far."""
    names: Mapping[str, str] = {"shuriken": "shuriken", "sake": "potent_sake", "rope_new": "rope"}
    found = []
    for step in steps:
        if step["do"] == "kenjutsu":
            found.append(f"kenjutsu{step['value']}")
        elif step["do"] == "bluff":
            found.append(step["card"])
        elif step["do"] in names:
            found.append(names[step["do"]])
    return found
