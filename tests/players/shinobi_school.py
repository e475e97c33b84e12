"""Random players of Shinobi School with real cards in their hands, and twins of their matches.

The players know the physical table: the deck, all heavens and earths. Of the app they see what everybody sees (public
view and prompts), and they declare only what it asks for. Only `playing` and `twin` use the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, get_args

from referee import shinobi_school
from referee.core.values import GAME_MASTER, TABLE, Seat
from tests.players import people
from tests.players.people import People, Played, Said, played, seated

PATIENCE = 6
"""The number of laps after which everybody places whatever is possible, so that rounds end."""


@dataclass(frozen=True)
class Habits:
    """Probabilities, from 0 to 1, with which players do what is optional or wrong."""

    registers: float = 0.4
    notes: float = 0.5
    """Note the earth that is laid."""
    checks: float = 0.03
    counts: float = 0.03
    withdraws: float = 0.02
    collects: float = 0.25
    passes: float = 0.1
    misregisters: float = 0.0
    misnotes: float = 0.0


HONEST = Habits()
OPEN = Habits(registers=1.0, notes=1.0, checks=0.1)
SILENT = Habits(registers=0.0, notes=0.0)
LAZY = Habits(passes=0.5, collects=0.5)
CARELESS = Habits(registers=0.6, notes=0.8, misregisters=0.6, misnotes=0.3)


class Players(People[Habits]):
    def __init__(self, seed: int, seats: Sequence[str], habits: Habits = HONEST) -> None:
        super().__init__(Random(f"shinobi school {seed}"), seats, habits)
        self.round = 0
        self.stock: list[int] = []
        self.hands: dict[str, list[int]] = {}
        self.heaven: dict[str, list[int]] = {}
        self.earth: dict[str, list[int]] = {}
        self.entries: dict[str, list[int]] = {}
        """What each player registered of the deal, or of the heaven after the reveal; it may be wrong."""
        self.noted: dict[str, list[int]] = {}
        self.asked: set[Any] = set()

    def _look(self, view: Mapping[str, Any]) -> None:
        if view["phase"] == "deal" and view["round"] != self.round:
            self._deal(view)

    # The deal and the split

    def _deal(self, view: Mapping[str, Any]) -> None:
        self.round = view["round"]
        deck = [number for number in range(1, view["highest"] + 1) for _ in range(5)]
        self.random.shuffle(deck)
        each = view["dealt"]
        self.hands = {seat: deck[n * each : (n + 1) * each] for n, seat in enumerate(self.seats)}
        self.stock = deck[len(self.seats) * each :]
        self.entries, self.noted = {}, {}
        for seat, hand in self.hands.items():
            size = self.random.randint(1, each - 1) if self._chance(0.9) else self.random.choice((0, each))
            self.earth[seat], self.heaven[seat] = hand[:size], hand[size:]

    def _confirm_deal(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        given = {"cards": view["dealt"]} if self._chance(0.5) else {}
        return self._anybody(), {"type": "confirm_deal", **given}

    def _lay_earth(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        if view["options"]["empty_side"] == "forbid":
            if not self.earth[seat]:
                self.earth[seat].append(self.heaven[seat].pop())
            if not self.heaven[seat]:
                self.heaven[seat].append(self.earth[seat].pop())
        earth = list(self.earth[seat])
        if any("split" in offer["fields"] for offer in prompt["offers"]) and self._chance(self.habits.registers / 4):
            self.noted[seat], self.entries[seat] = earth, list(self.heaven[seat])
            return seat, {"type": "lay_earth", "split": {"heaven": list(self.heaven[seat]), "earth": earth}}
        if self._chance(self.habits.misnotes) and earth:
            earth[0] = self.random.choice([n for n in range(1, view["highest"] + 1) if earth.count(n) < 5])
        fits = seat not in self.entries or not Counter(earth) - Counter(self.entries[seat])
        if not fits or not self._chance(self.habits.notes):
            return seat, {"type": "lay_earth"}
        self.noted[seat] = earth
        return seat, {"type": "lay_earth", "cards": earth}

    def _reveal_earths(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        named = {seat: list(self.earth[seat]) for seat in prompt["params"]["seats"]}
        wrong = [seat for seat, earth in self.noted.items() if sorted(earth) != sorted(self.earth[seat])]
        named |= {seat: list(self.earth[seat]) for seat in wrong}
        for seat, entry in list(self.entries.items()):
            left = Counter(entry)
            left.subtract(self.earth[seat])
            if len(entry) == view["dealt"] and min(left.values()) >= 0:
                self.entries[seat] = sorted(left.elements())
        return self._anybody(), {"type": "reveal_earths", "earths": named}

    def _turn_up_earth(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        if len(prompt["params"]["seats"]) == 1 or self._chance(0.5):
            return self._reveal_earths(prompt, view)
        self.noted[seat] = list(self.earth[seat])
        return seat, {"type": "reveal_earths", "earths": {seat: list(self.earth[seat])}}

    def _first_field(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        flips = [self.stock.pop(), self.stock.pop()]
        while len(set(flips)) == 1:
            flips.append(self.stock.pop())
        return self._anybody(), {"type": "first_field", "cards": flips}

    def _set_start_player(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        who = TABLE if view["options"]["first_start"] == "random" else self._anybody()
        return who, {"type": "set_start_player", "player": self.random.choice(self.seats)}

    # What may be declared

    def _may(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said | None:
        seat, ask = prompt["seat"], prompt["ask"].rpartition(".")[2]
        key = (ask, seat, view["round"])
        match ask:
            case "agree_flush" if seat != TABLE:
                return (seat if self._chance(0.9) else TABLE), {"type": "agree_flush"}
            case "register_hand" | "register_heaven" if key not in self.asked and view["phase"] != "turn":
                self.asked.add(key)
                if self._chance(self.habits.registers / 2):
                    return self._register(seat, ask, view)
            case "set_start_player" if key not in self.asked and view["start"] is None:
                self.asked.add(key)
                if self._chance(0.3):
                    return TABLE, {"type": "set_start_player", "player": self.random.choice(self.seats)}
        return None

    def _register(self, seat: str, ask: str, view: Mapping[str, Any]) -> Said | None:
        if ask == "register_heaven" and sorted(self.noted.get(seat, self.earth[seat])) != sorted(self.earth[seat]):
            return None
        cards = list(self.hands[seat] if ask == "register_hand" else self.heaven[seat])
        if ask == "register_hand" and self._chance(self.habits.misregisters):
            cards[0] = self.random.choice([n for n in range(1, view["highest"] + 1) if cards.count(n) < 5])
        self.entries[seat] = list(cards)
        return seat, {"type": ask, "cards": cards}

    # A turn

    def _turn(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        if self._chance(self.habits.counts):
            who = self.random.choice(self.seats)
            return self._anybody(), {"type": "count_heaven", "player": who, "size": len(self.heaven[who])}
        registered = next(s["noted"] for s in view["seats"] if s["seat"] == seat)
        if registered and self._chance(self.habits.withdraws):
            self.entries.pop(seat, None)
            return seat, {"type": "withdraw_entry"}
        if self._chance(self.habits.checks):
            return self.random.choice(self.seats), {"type": "check_move", "move": self._any_move(view)}
        hurry = view["turn"] > PATIENCE * len(self.seats)
        places = [(side, *each) for side in view["open"] for each in self._placeable(seat, side, prompt)]
        fields = [offer["fields"] for offer in prompt["offers"] if offer["move"] == "collect"]
        collects = [(each["side"]["of"][0], each["end"]["of"][0]) for each in fields]
        if places and (hurry or not self._chance(self.habits.passes)):
            if collects and not hurry and self._chance(self.habits.collects):
                return self._collects(seat, *self.random.choice(collects), view)
            side, number, least, most = self.random.choice(places)
            size = most if hurry or self._chance(0.7) else self.random.randint(least, most)
            return self._places(seat, side, number, size)
        if collects and not hurry and self._chance(self.habits.collects):
            return self._collects(seat, *self.random.choice(collects), view)
        if self._chance(0.7):
            return seat, {"type": "end_turn"}
        return seat, {"type": "pass_action", "side": self.random.choice(view["open"])}

    _heaven_action = _earth_action = _turn

    def _any_move(self, view: Mapping[str, Any]) -> dict[str, Any]:
        side = self.random.choice(("heaven", "earth"))
        if self._chance(0.3):
            return {"type": "collect", "side": side, "end": self.random.choice(("top", "bottom"))}
        number = self.random.randint(1, view["highest"])
        return {"type": "place", "side": side, "number": number, "size": self.random.randint(1, 3)}

    def _placeable(self, seat: str, side: str, prompt: Mapping[str, Any]) -> list[tuple[int, int, int]]:
        """Return the possible placements: from heaven all that public knowledge allows, even against entries."""
        held = Counter(self.heaven[seat] if side == "heaven" else self.earth[seat])
        can = dict(prompt["params"]["heaven"]) if side == "heaven" else {}
        for fields in (offer["fields"] for offer in prompt["offers"] if offer["move"] == "place" and side == "earth"):
            if fields["side"]["of"] == (side,):
                can |= dict.fromkeys(fields["number"]["of"], (fields["size"]["least"], fields["size"]["most"]))
        found = []
        for number, (least, most) in can.items():
            have = min(held[int(number)], most)
            assert held[int(number)] <= most, "the app knows better than the cards on the table"
            if have >= least:
                found.append((int(number), least, have))
        return found

    def _places(self, seat: str, side: str, number: int, size: int) -> Said:
        if side == "heaven" and seat in self.entries:
            if self.entries[seat].count(number) < size:
                del self.entries[seat]
                return seat, {"type": "withdraw_entry"}
            for _ in range(size):
                self.entries[seat].remove(number)
        cards = self.heaven[seat] if side == "heaven" else self.earth[seat]
        for _ in range(size):
            cards.remove(number)
        return seat, {"type": "place", "side": side, "number": number, "size": size}

    def _collects(self, seat: str, side: str, end: str, view: Mapping[str, Any]) -> Said:
        tier = view["field"][0 if end == "top" else -1]
        cards = [tier["number"]] * tier["size"]
        (self.heaven if side == "heaven" else self.earth)[seat].extend(cards)
        if side == "heaven" and seat in self.entries:
            self.entries[seat].extend(cards)
        return seat, {"type": "collect", "side": side, "end": end}

    # Scores

    def _score_round(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        return self._anybody(), {"type": "score_round"}

    def _show_heaven(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        move = {"type": "show_heaven", "cards": list(self.heaven[seat])}
        if self._chance(0.3):
            return self.random.choice((TABLE, GAME_MASTER)), move | {"player": seat}
        return seat, move

    def _break_tie(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        return self._anybody(), {"type": "break_tie", "player": self.random.choice(prompt["params"]["seats"])}

    def _round_cards(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        winner, *others = self.random.sample(self.seats, len(self.seats))
        if self._chance(0.2):
            points = {seat: -self.random.randint(1, 30) for seat in others}
            return self._anybody(), {"type": "round_points", "winner": winner, "points": points}
        deck = [number for number in range(1, view["highest"] + 1) for _ in range(5)]
        self.random.shuffle(deck)
        left = {}
        for seat in others:
            heaven = [deck.pop() for _ in range(self.random.randint(0, 6))]
            earth = [deck.pop() for _ in range(self.random.randint(0 if heaven else 1, 6))]
            left[seat] = {"heaven": heaven, "earth": earth}
        return self._anybody(), {"type": "round_cards", "winner": winner, "left": left}

    def _close_game(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        return self._anybody(), {"type": "close_game"}


# Whole matches


def any_options(random: Random, depth: str = "plays") -> dict[str, Any]:
    """Return options that are drawn at random; most matches have one round."""
    choices = {
        name: get_args(field.annotation)
        for name, field in shinobi_school.OPTIONS.model_fields.items()
        if name not in ("depth", "start", "rounds", "deal_table")
    }
    options = {name: random.choice(values) for name, values in choices.items()} | {"depth": depth}
    options["rounds"] = random.choice((1, 1, 1, 1, 1, 2, 3))
    if random.random() < 0.2:
        options["deal_table"] = {"3": {"cards": 9, "highest": 9}, "4": {"cards": 12, "highest": 12}}
    return options


NOT_READ = frozenset({"rounds", "standings", "turns", "findings", "now"})
"""Parts of the view that the players do not use."""


def playing(
    seed: int, count: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST, most: int = 3000
) -> tuple[list[Played], Players, Any]:
    """Play a match; see `played`.

    A heaven that contradicts another player's wrong entry is upheld, as by a house ruling.
    """

    def waived(said: Said) -> frozenset[str]:
        clashes = habits.misregisters and said[1]["type"] == "show_heaven"
        return frozenset({"SCHOOL-1.1"}) if clashes else frozenset()

    def seen(view: Any) -> dict[str, Any]:
        told: dict[str, Any] = view.model_dump(exclude=set(NOT_READ))
        return told

    players = Players(seed, [seat.seat for seat in seated(count)], habits)
    return played(shinobi_school, players, options, most, seen=seen, waived=waived)


def play(
    seed: int, count: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST
) -> list[tuple[str, dict[str, Any]]]:
    """Return the declarations of a whole match."""
    return [(p.actor, p.move) for p in playing(seed, count, options, habits)[0]]


# Twins


judged = partial(people.judged, shinobi_school)


def twin(
    moves: Sequence[Said],
    viewer: str,
    random: Random,
    *,
    options: Mapping[str, Any],
    seats: Sequence[Seat],
    tries: int = 40,
) -> list[Said] | None:
    """Return a match with the same public record that differs only in what `viewer` may not know.

    Others have registered another hand or heaven in the present round, laid another earth that is still face down, or
    asked about another move. `None` if no such match is found.
    """
    states, upheld = judged(moves, options, seats)
    state = states[-1]
    if not upheld or viewer == GAME_MASTER or state.phase in ("ended", "tie"):
        return None
    begins = next((n + 1 for n in reversed(range(len(moves))) if states[n].round < state.round), 0)
    closed = state.phase in ("deal", "split", "reveal")
    open_entries = state.phase != "scoring"
    secrets = []
    for n, (actor, move) in enumerate(moves):
        kind = move["type"]
        mine = n >= begins and actor != viewer
        entry = mine and open_entries and (kind in ("register_hand", "register_heaven") or "split" in move)
        earth = mine and closed and kind == "lay_earth" and "cards" in move
        if entry or earth or (kind == "check_move" and actor != viewer):
            secrets.append(n)
    if not secrets:
        return None
    for _ in range(tries):
        changed = list(moves)
        for n in random.sample(secrets, random.randint(1, len(secrets))):
            actor, move = changed[n]
            changed[n] = actor, _other(move, random, state.deal.highest, closed)
        if changed != list(moves) and judged(changed, options, seats)[1]:
            return changed
    return None


def _other(move: dict[str, Any], random: Random, highest: int, closed: bool) -> dict[str, Any]:
    """Return a secret declaration with different content; of a split with an open earth, only another heaven."""
    if move["type"] == "check_move":
        side = random.choice(("heaven", "earth"))
        if random.random() < 0.5:
            return {"type": "check_move", "move": {"type": "collect", "side": side, "end": "top"}}
        number, size = random.randint(1, highest), random.randint(1, 4)
        return {"type": "check_move", "move": {"type": "place", "side": side, "number": number, "size": size}}
    if "split" in move:
        return move | {"split": _other_split(move["split"], random, highest, closed)}
    cards = list(move["cards"])
    if move["type"] == "lay_earth" and random.random() < 0.5:
        return move | {"cards": random.sample(cards, random.randint(0, len(cards)))}
    for _ in range(random.randint(1, 3)):
        if cards:
            cards[random.randrange(len(cards))] = random.randint(1, highest)
    return move | {"cards": cards}


def _other_split(split: Mapping[str, Any], random: Random, highest: int, closed: bool) -> dict[str, Any]:
    cards = [*split["heaven"], *(split["earth"] if closed else ())]
    random.shuffle(cards)
    for _ in range(random.randint(0, 3)):
        if cards:
            cards[random.randrange(len(cards))] = random.randint(1, highest)
    size = random.randint(0, len(cards)) if closed else len(cards)
    return {"heaven": cards[:size], "earth": cards[size:] if closed else split["earth"]}
