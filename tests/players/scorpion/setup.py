"""Random legal declarations before turn 1 and at the start of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.board.board import Board
from referee.core.offers import Counts, Offer
from referee.core.values import Prompt
from referee.scorpion.cards import KINDS, LEAST, SUGGESTED, TOTALS, Deck, cards, counts
from referee.scorpion.views.view_model import View

Move = dict[str, Any]
LETTERS = "ABCDEF"


class Box:
    """The physical cards of a table, with decks as an honest owner would have counted them."""

    def __init__(self, random: Random, options: Mapping[str, Any]) -> None:
        self.decks: dict[Deck, dict[str, int]] = {}
        for deck in ("guards", "ninja", "traitor"):
            listed = options.get(f"{deck.removesuffix('s')}_deck")
            self.decks[deck] = dict(listed) if listed else made_up_deck(random, deck)
        self.missions = random.sample(LETTERS, 6)
        """The tiles in the order in which they are drawn."""

    def hand(self, random: Random, deck: Deck, size: int, among: Mapping[str, int] | None = None) -> dict[str, int]:
        """Return a hand: the suggested one if it fits, sometimes, or a random one."""
        there = Counter(dict(among) if among is not None else self.decks[deck])
        suggested = Counter(SUGGESTED[deck])
        if among is None and suggested.total() == size and suggested <= there and random.random() < 0.5:
            return dict(suggested)
        return counts(tuple(random.sample(cards(there), size)))


def made_up_deck(random: Random, deck: Deck) -> dict[str, int]:
    """Return a random deck list that includes everything that every box has."""
    found: Counter[str] = Counter()
    for family, n in LEAST[deck].items():
        for _ in range(n):
            values = ("kenjutsu1", "kenjutsu2") if family == "kenjutsu" and deck != "guards" else (family,)
            found[random.choice(values)] += 1
    while found.total() < TOTALS[deck]:
        found[random.choice(KINDS[deck])] += 1
    return dict(found)


def setup_move(random: Random, box: Box, view: View, prompt: Prompt, board: Board) -> Move | None:
    """Return the next set-up declaration of a seat, or `None` while it waits."""
    if prompt.offer("lock_setup") is not None:
        return {"type": "lock_setup"}
    missing = [key.removeprefix("scorpion.missing.") for key in prompt.params["missing"]]
    of_side = _guards if prompt.params["side"] == "guards" else _intruders
    for part in missing:
        move = of_side(random, box, view, prompt, part, board)
        if move is not None:
            return move
    return None


def _size(prompt: Prompt, move: str, whose: str = "") -> int:
    """Return the number of cards to be chosen, by what is offered."""
    offered = (o for o in prompt.offers if o.move == move and whose in ("", *o.choices("intruder")))
    return next(size for offer in offered if (size := size_of(offer, "cards")) is not None)


def _guards(random: Random, box: Box, view: View, prompt: Prompt, part: str, board: Board) -> Move | None:
    entered = view.options.guard_cards == "entered"
    match part:
        case "split":
            all_cards = list(cards(box.decks["guards"]))
            random.shuffle(all_cards)
            half = len(all_cards) // 2
            sword, spear = counts(tuple(all_cards[:half])), counts(tuple(all_cards[half:]))
            return {"type": "split_guard_cards", "sword": sword, "spear": spear}
        case "guard_hand":
            if prompt.offer("choose_guard_hand") is None:
                return None
            own = view.guards[0].deck if len(view.stocks) > 1 else None
            hand = box.hand(random, "guards", _size(prompt, "choose_guard_hand"), own) if entered else None
            return {"type": "choose_guard_hand", "cards": hand}
        case "sentries" if posts := prompt.choices("place_sentry", "zone"):
            return {"type": "place_sentry", "zone": random.choice(posts), "weapon": _weapon(random, view)}
        case "patrols" if prompt.offer("place_patrol") is not None:
            return _patrol(random, view, prompt)
        case "sleepers" | "marks":
            offer = prompt.offer(f"record_{part}")
            return None if offer is None else offer.any_of(random)
    return None


def _weapon(random: Random, view: View) -> str:
    """Return a weapon; with two guard players the one with fewer figures on the board."""
    if len(view.stocks) < 2:
        return random.choice(("sword", "spear"))
    swords = sum(f.weapon == "sword" for f in view.figures)
    return "sword" if 2 * swords <= len(view.figures) else "spear"


def _patrol(random: Random, view: View, prompt: Prompt) -> Move:
    ways = [offer for offer in prompt.offers if offer.move == "place_patrol"]
    first = _weapon(random, view)
    second = random.choice(("sword", "spear")) if len(view.stocks) < 2 else {"sword": "spear", "spear": "sword"}[first]
    return random.choice(ways).any_of(random) | {"weapons": [first, second]}


def _intruders(random: Random, box: Box, view: View, prompt: Prompt, part: str, board: Board) -> Move | None:
    entered = view.options.intruder_cards == "entered"
    assert view.intruders is not None
    mine = [c.who for c in view.intruders.characters if _seat_of(view, c.who) == prompt.seat]
    kind, _, who = part.partition("_")
    match kind:
        case "character":
            return {"type": "choose_character", "intruder": random.choice(("ninja", "traitor"))}
        case "mission":
            lacking = [c.who for c in view.intruders.characters if c.mission is None and c.who in mine]
            lacking = [w for w in lacking if _plays(view, w)]
            return {"type": "draw_missions"} | {w: box.missions[w == "traitor"] for w in lacking}
        case "hand":
            deck: Deck = "ninja" if who == "ninja" else "traitor"
            hand = box.hand(random, deck, _size(prompt, "choose_intruder_hand", who)) if entered else None
            return {"type": "choose_intruder_hand", "intruder": who, "cards": hand}
        case "start" if zones := starts(prompt, "set_start", who):
            return {"type": "set_start", "intruder": who, "zone": _start(random, view, who, zones)}
        case "passage":
            named = [list(p.entrances) for p in view.intruders.passages if len(p.entrances) == 2]
            rivals = view.options.disputed == "on"
            zones = prompt.choices("set_passage", "entrances")
            entrances = named[0] if named and not rivals else _entrances(random, view, mine, zones)
            return {"type": "set_passage", "entrances": entrances} | ({"intruder": mine[0]} if rivals else {})
    return None


def _seat_of(view: View, who: str) -> str:
    """Return the seat that plays a character."""
    roles = {p.role: p.seat for p in view.players}
    return roles.get(who) or roles["intruders"]


def starts(prompt: Prompt, move: str, who: str) -> tuple[Any, ...]:
    """Return the start zones that are offered for a character."""
    return next((o.choices("zone") for o in prompt.offers if o.move == move and who in o.choices("intruder")), ())


def _entrances(random: Random, view: View, mine: Sequence[str], zones: Sequence[str]) -> list[str]:
    """Return two entrances, often one at a start zone so that the passage is used."""
    assert view.intruders is not None
    starts = [c.start for c in view.intruders.characters if c.who in mine and c.start in zones]
    first = random.choice(starts) if starts and random.random() < 0.5 else None
    return [first or random.choice(zones), random.choice(zones)]


def _plays(view: View, who: str) -> bool:
    assert view.intruders is not None
    return all(c.status != "absent" for c in view.intruders.characters if c.who == who)


def _start(random: Random, view: View, who: str, zones: Sequence[str]) -> str:
    """Return a start zone, mostly one without guards."""
    guarded = {f.zone for f in view.figures}
    free = [z for z in zones if z not in guarded]
    return random.choice(free if free and random.random() < 0.95 else list(zones))


def return_move(random: Random, box: Box, view: View, prompt: Prompt) -> Move | None:
    """Return a declaration at the start of a turn with returns."""
    match prompt.ask.removeprefix("scorpion.ask."):
        case "respawn":
            who = prompt.params["intruder"]
            deck: Deck = "ninja" if who == "ninja" else "traitor"
            entered = view.options.intruder_cards == "entered"
            kept = view.options.passage_after_return == "keeps" and any(
                c.who == who and c.permitted for c in view.characters
            )
            among = Counter(box.decks[deck])
            if kept:
                among["secret_passage"] -= 1
            hand = box.hand(random, deck, _size(prompt, "respawn"), among) if entered else None
            zone = _start(random, view, who, starts(prompt, "respawn", who))
            return {"type": "respawn", "intruder": who, "zone": zone, "cards": hand}
        case "redraw_mission" | "bonus_sleepers":
            return prompt.offers[0].any_of(random)
    return None


def size_of(offer: Offer, field: str) -> int | None:
    """Return how many cards or sleepers a field of an offer holds; `None` if kinds are not entered."""
    choice = offer.fields.get(field)
    return choice.total if isinstance(choice, Counts) else None
