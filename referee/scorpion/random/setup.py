"""Random but legal declarations before turn 1 and at the start of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.board.board import Board
from referee.core.values import Prompt
from referee.scorpion.cards import KINDS, LEAST, SUGGESTED, TOTALS, Deck, cards, counts
from referee.scorpion.view_model import View

Move = dict[str, Any]
LETTERS = "ABCDEF"


class Box:
    """The physical cards on a table, as an honest owner would have counted them."""

    def __init__(self, random: Random, options: Mapping[str, Any]) -> None:
        self.decks: dict[Deck, dict[str, int]] = {}
        for deck in ("guards", "ninja", "traitor"):
            listed = options.get(f"{deck.removesuffix('s')}_deck")
            self.decks[deck] = dict(listed) if listed else made_up_deck(random, deck)
        self.missions = random.sample(LETTERS, 6)
        """The tiles in the order in which they are drawn."""

    def hand(self, random: Random, deck: Deck, size: int, among: Mapping[str, int] | None = None) -> dict[str, int]:
        """Choose a hand: the suggested one if it fits, else any."""
        there = Counter(dict(among) if among is not None else self.decks[deck])
        suggested = Counter(SUGGESTED[deck])
        if among is None and suggested.total() == size and suggested <= there and random.random() < 0.5:
            return dict(suggested)
        return counts(tuple(random.sample(cards(there), size)))


def made_up_deck(random: Random, deck: Deck) -> dict[str, int]:
    """Make up a deck list with all that every box surely has."""
    found: Counter[str] = Counter()
    for family, n in LEAST[deck].items():
        for _ in range(n):
            values = ("kenjutsu1", "kenjutsu2") if family == "kenjutsu" and deck != "guards" else (family,)
            found[random.choice(values)] += 1
    while found.total() < TOTALS[deck]:
        found[random.choice(KINDS[deck])] += 1
    return dict(found)


def setup_move(random: Random, box: Box, view: View, prompt: Prompt, board: Board) -> Move | None:
    """Return the next declaration of a seat that still sets up, or None while it waits."""
    legal = prompt.legal
    if legal.get("lock"):
        return {"type": "lock_setup"}
    missing = [key.removeprefix("scorpion.missing.") for key in legal["missing"]]
    of_side = _guards if prompt.params["side"] == "guards" else _intruders
    for part in missing:
        move = of_side(random, box, view, prompt, part, board)
        if move is not None:
            return move
    return None


def _guards(random: Random, box: Box, view: View, prompt: Prompt, part: str, board: Board) -> Move | None:
    legal, entered = prompt.legal, view.options["guard_cards"] == "entered"
    match part:
        case "split":
            all_cards = list(cards(box.decks["guards"]))
            random.shuffle(all_cards)
            half = len(all_cards) // 2
            sword, spear = counts(tuple(all_cards[:half])), counts(tuple(all_cards[half:]))
            return {"type": "split_guard_cards", "sword": sword, "spear": spear}
        case "guard_hand":
            own = view.guards[0].deck if len(view.stocks) > 1 else None
            hand = box.hand(random, "guards", legal["hand"]["size"], own) if entered else None
            return {"type": "choose_guard_hand", "cards": hand}
        case "sentries" if legal.get("posts"):
            weapon = _weapon(random, view)
            return {"type": "place_sentry", "zone": random.choice(legal["posts"]), "weapon": weapon}
        case "patrols" if legal.get("route"):
            return _patrol(random, view, legal["route"])
        case "sleepers":
            places = [zone for zone in legal["barracks"] for _ in range(2)]
            asleep = Counter(random.sample(places, legal["sleepers"]))
            return {"type": "record_sleepers", "sleepers": dict(asleep)}
        case "marks":
            return {"type": "record_marks", "marks": _marks(random, legal["marks"], board)}
    return None


def _weapon(random: Random, view: View) -> str:
    """Return a weapon; of two guard players' the one that stands less often on the board."""
    if len(view.stocks) < 2:
        return random.choice(("sword", "spear"))
    swords = sum(f.weapon == "sword" for f in view.figures)
    return "sword" if 2 * swords <= len(view.figures) else "spear"


def _patrol(random: Random, view: View, route: Mapping[str, Sequence[str | None]]) -> Move:
    zone = random.choice(list(route))
    first = _weapon(random, view)
    second = random.choice(("sword", "spear")) if len(view.stocks) < 2 else {"sword": "spear", "spear": "sword"}[first]
    return {"type": "place_patrol", "zone": zone, "behind": random.choice(route[zone]), "weapons": [first, second]}


def _marks(random: Random, usable: Sequence[str], board: Board) -> dict[str, str]:
    by_castle = {castle: [z for z in usable if board.zone(z).castle == castle] for castle in ("A", "B")}
    letters = random.sample(LETTERS, 6)
    marks: dict[str, str] = {}
    for castle, some in (("A", letters[:3]), ("B", letters[3:])):
        marks |= dict(zip(some, random.sample(by_castle[castle], 3), strict=True))
    rest = [z for z in usable if z not in marks.values()]
    return marks | dict(zip(("T1", "T2", "H1", "H2"), random.sample(rest, 4), strict=True))


def _intruders(random: Random, box: Box, view: View, prompt: Prompt, part: str, board: Board) -> Move | None:
    legal, entered = prompt.legal, view.options["intruder_cards"] == "entered"
    kind, _, who = part.partition("_")
    match kind:
        case "character":
            return {"type": "choose_character", "intruder": random.choice(("ninja", "traitor"))}
        case "mission":
            assert view.intruders is not None
            lacking = [c.who for c in view.intruders.characters if c.mission is None and c.who in legal["hands"]]
            lacking = [w for w in lacking if _plays(view, w)]
            return {"type": "draw_missions"} | {w: box.missions[w == "traitor"] for w in lacking}
        case "hand":
            deck: Deck = "ninja" if who == "ninja" else "traitor"
            hand = box.hand(random, deck, legal["hands"][who]["size"]) if entered else None
            return {"type": "choose_intruder_hand", "intruder": who, "cards": hand}
        case "start" if legal["starts"].get(who):
            return {"type": "set_start", "intruder": who, "zone": _start(random, view, who, legal["starts"][who])}
        case "passage":
            assert view.intruders is not None
            named = [list(p.entrances) for p in view.intruders.passages if len(p.entrances) == 2]
            mine = [c.who for c in view.intruders.characters if c.who in legal["hands"]]
            rivals = view.options["disputed"] == "on"
            entrances = named[0] if named and not rivals else _entrances(random, view, mine, legal["entrances"])
            return {"type": "set_passage", "entrances": entrances} | ({"intruder": mine[0]} if rivals else {})
    return None


def _entrances(random: Random, view: View, mine: Sequence[str], zones: Sequence[str]) -> list[str]:
    """Return two entrances, often one of them where somebody starts: so the passage is used."""
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
    """Return a declaration at the start of a turn in which somebody returns."""
    legal = prompt.legal
    match prompt.ask.removeprefix("scorpion.ask."):
        case "respawn":
            who = prompt.params["intruder"]
            deck: Deck = "ninja" if who == "ninja" else "traitor"
            entered = view.options["intruder_cards"] == "entered"
            size = legal["hand"]["size"]
            kept = view.options["passage_after_return"] == "keeps" and any(
                c.who == who and c.permitted for c in view.characters
            )
            among = Counter(box.decks[deck])
            if kept:
                among["secret_passage"] -= 1
            hand = box.hand(random, deck, size, among) if entered else None
            return {
                "type": "respawn",
                "intruder": who,
                "zone": _start(random, view, who, legal["zones"]),
                "cards": hand,
            }
        case "redraw_mission":
            letter = random.choice(legal["letters"])
            return {"type": "redraw_mission", "intruder": prompt.params["intruder"], "letter": letter}
        case "bonus_sleepers":
            places = [zone for zone, n in legal["free"].items() for _ in range(n)]
            return {"type": "bonus_sleepers", "sleepers": dict(Counter(random.sample(places, prompt.params["n"])))}
    return None
