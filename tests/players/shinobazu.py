"""Random players of Shinobazu with real cards in their hands, and twins of their matches.

The players know the physical table: the deck and all hands. Of the app they see what everybody sees (public view and
prompts, as JSON), and they declare only what it asks for. Only `play` and `twin` use the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from referee import shinobazu
from referee.core.values import GAME_MASTER, TABLE, Seat
from tests.players import people
from tests.players.people import People, Played, Said, played, seated

DECK = tuple(f"{colour} {value}" for colour in ("black", "red", "blue") for value in (-3, 1, 2, 4, 5))


@dataclass(frozen=True)
class Habits:
    """Probabilities, from 0 to 1, with which players do what is optional or wrong."""

    enters: float = 0.5
    """Enter the hand at the beginning of a set."""
    records: float = 0.5
    """Record a card laid from a hand that was not entered."""
    withdraws: float = 0.02
    pushes: float = 0.4
    passes: float = 0.5
    challenges: float = 0.7
    accepts: float = 0.6
    shows: float = 0.7
    """Show the hand after the end."""
    reneges: float = 0.0
    """Lay another colour than the lead, unrecorded and from a hand that was not entered."""
    lies: float = 0.0
    """Announce another colour, under the same conditions."""
    misrecords: float = 0.0
    """Record another card of the hand than the laid one."""


HONEST = Habits()
OPEN = Habits(enters=1.0)
SILENT = Habits(enters=0.0, records=0.0)
CROOKED = Habits(enters=0.2, records=0.3, reneges=0.5, lies=0.5)
CARELESS = Habits(enters=0.2, records=0.9, misrecords=0.3)


@dataclass
class Laid:
    """A card on the physical table. `recorded` is what its player entered, if anything."""

    seat: str
    to: str
    set: int
    round: int
    card: str
    recorded: str | None
    held: tuple[str, ...]
    """The rest of the hand from which it was laid."""


class Players(People[Habits]):
    def __init__(self, seed: int, seats: Sequence[str], habits: Habits = HONEST) -> None:
        super().__init__(Random(f"shinobazu {seed}"), seats, habits)
        self.set = 0
        self.hands: dict[str, list[str]] = {}
        self.willing: set[str] = set()
        self.history: list[Laid] = []

    def _look(self, view: Mapping[str, Any]) -> None:
        if view["options"]["depth"] == "plays" and view["set"] != self.set:
            self._deal(view)

    def _which(self, required: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        return required[0]

    def _answer(
        self, prompt: Mapping[str, Any], view: Mapping[str, Any], required: Sequence[Mapping[str, Any]]
    ) -> Said | None:
        said: Said | None = getattr(self, "_" + prompt["ask"].rpartition(".")[2])(prompt, required, view)
        return said

    def truth(self, owner: str) -> Laid:
        """Return the current card in front of a seat."""
        return next(laid for laid in reversed(self.history) if laid.to == owner)

    def _deal(self, view: Mapping[str, Any]) -> None:
        self.set = view["set"]
        self.hands = {s["seat"]: list(s["returned"]) for s in view["seats"]}
        out = {card for hand in self.hands.values() for card in hand}
        rest = [card for card in DECK if card not in out]
        self.random.shuffle(rest)
        for hand in self.hands.values():
            while len(hand) < 3:
                hand.append(rest.pop())
            self.random.shuffle(hand)
        self.willing = {seat for seat in self.seats if self._chance(self.habits.enters)}

    # What may be declared

    def _may(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said | None:
        seat = prompt["seat"]
        match prompt["ask"]:
            case "shinobazu.ask.enter_hand" if seat in self.willing and self._chance(0.7):
                self.willing.discard(seat)
                if self._named_before(seat) & set(self.hands[seat]):
                    return None
                return seat, {"type": "enter_hand", "cards": list(self.hands[seat])}
            case "shinobazu.ask.show_hand" if self._chance(self.habits.shows):
                return seat, {"type": "show_hand", "cards": list(self.hands[seat])}
            case "shinobazu.ask.configure" if self._chance(0.1):
                return TABLE, {"type": "configure", "start": self.random.choice(self.seats)}
        return None

    # What must be declared, in the order of play

    def _lead(self, prompt: Mapping[str, Any], _: Any, view: Mapping[str, Any]) -> Said:
        seat, to = prompt["seat"], self._receiver(prompt)
        card = self.random.choice(self.hands[seat])
        colour = card.split()[0]
        record = self._record(seat, card, view, colour)
        if record is None and not self._entered(seat, view) and self._chance(self.habits.lies):
            colour = self.random.choice([c for c in ("black", "red", "blue") if c != colour])
        self._lays(seat, to, card, record, view)
        return seat, _with_card({"type": "lead", "to": to, "colour": colour}, record)

    def _lay(self, prompt: Mapping[str, Any], _: Any, view: Mapping[str, Any]) -> Said:
        seat, to, lead = prompt["seat"], self._receiver(prompt), view["lead"]
        if self._entered(seat, view) and self._chance(self.habits.withdraws):
            return seat, {"type": "withdraw_hand"}
        hand = self.hands[seat]
        follow = [card for card in hand if card.split()[0] == lead]
        off = [card for card in hand if card.split()[0] != lead]
        if follow and off and not self._entered(seat, view) and self._chance(self.habits.reneges):
            card, record = self.random.choice(off), None
        else:
            card = self.random.choice(follow or hand)
            record = self._record(seat, card, view, lead if follow else None)
        self._lays(seat, to, card, record, view)
        move = _with_card({"type": "lay", "to": to}, record)
        if to == seat and self._chance(0.5):
            move["declare"] = self._choice()
        return seat, move

    def _declare(self, prompt: Mapping[str, Any], *_: Any) -> Said:
        return prompt["seat"], {"type": "declare", "choice": self._choice()}

    def _turn_over(self, prompt: Mapping[str, Any], required: Sequence[Mapping[str, Any]], view: Any) -> Said:
        true = all(self.truth(o).recorded == self.truth(o).card for o in prompt["params"]["seats"])
        if true and self._chance(0.7):
            return self.random.choice([TABLE, GAME_MASTER, *self.seats]), {"type": "turn_over"}
        return self._reveal(self.random.choice(required[1:]), required, view)

    def _reveal(self, prompt: Mapping[str, Any], *_: Any) -> Said:
        owner = prompt["seat"]
        laid = self.truth(owner)
        move: dict[str, Any] = {"type": "reveal", "card": laid.card}
        if laid.recorded == laid.card and self._chance(0.5):
            del move["card"]
        if self._chance(0.5):
            return self.random.choice([TABLE, GAME_MASTER]), move | {"owner": owner}
        return owner, move

    def _duel_challenge(self, prompt: Mapping[str, Any], *_: Any) -> Said:
        if not self._chance(self.habits.challenges):
            return prompt["seat"], {"type": "duel_decline"}
        target = self.random.choice(_choices(prompt, "duel_challenge", "target"))
        return prompt["seat"], {"type": "duel_challenge", "target": target}

    def _duel_answer(self, prompt: Mapping[str, Any], *_: Any) -> Said:
        answer = "accept" if self._chance(self.habits.accepts) else "refuse"
        return prompt["seat"], {"type": "duel_answer", "answer": answer}

    def _choose_duel_lead(self, prompt: Mapping[str, Any], *_: Any) -> Said:
        colour = self.random.choice(_choices(prompt, "choose_duel_lead", "colour"))
        return prompt["seat"], {"type": "choose_duel_lead", "colour": colour}

    def _end_round(self, *_: Any) -> Said:
        return self.random.choice([TABLE, GAME_MASTER, *self.seats]), {"type": "end_round"}

    # Depth scores: possible results

    def _battle_result(self, prompt: Mapping[str, Any], _: Any, view: Mapping[str, Any]) -> Said:
        pushed = self._chance(0.3)
        passers = [s for s in self.seats if (s != view["start"] or pushed) and self._chance(self.habits.passes)]
        fighters = [s for s in self.seats if s not in passers]
        carried = any(s["kept"] for s in view["seats"] if s["seat"] in fighters)
        enough = 1 if view["options"]["single_three"] == "three_applies" else 2
        three = bool(passers) and len(fighters) >= enough and carried and self._chance(0.3)
        forced = passers if three or len(fighters) < 2 else []
        fought = forced if len(fighters) == 1 and not three else [*fighters, *forced]
        winner, losers = self._result(fought)
        move = {"passers": passers, "winner": winner, "losers": losers, "three": three, "start_pushed": pushed}
        return self.random.choice([TABLE, *self.seats]), {"type": "battle_result", **move}

    def _result(self, fought: Sequence[str]) -> tuple[str | None, list[str]]:
        losers = self.random.sample(list(fought), self.random.choice([1, 1, 1, self.random.randint(1, len(fought))]))
        others = [s for s in fought if s not in losers]
        if not others or (len(others) > 1 and self._chance(0.3)):
            return None, losers
        return self.random.choice(others), losers

    def _duel_result(self, prompt: Mapping[str, Any], *_: Any) -> Said:
        seat = self.random.choice([TABLE, *self.seats])
        if not self._chance(self.habits.challenges):
            return seat, {"type": "no_duel"}
        target = self.random.choice(_choices(prompt, "duel_result", "target"))
        outcome = self.random.choice(["refused", "challenger_wins", "target_wins", "tie"])
        move: dict[str, Any] = {"type": "duel_result", "target": target, "outcome": outcome}
        if outcome == "refused" and self._chance(0.5):
            offered = [offer["fields"] for offer in prompt["offers"] if "k" in offer["fields"]]
            move["k"] = next(o["k"]["of"][-1] for o in offered if o["target"]["of"] == [target])
        return seat, move

    # Hands

    def _receiver(self, prompt: Mapping[str, Any]) -> str:
        to, seat = _choices(prompt, prompt["ask"].rpartition(".")[2], "to"), prompt["seat"]
        others = [s for s in to if s != seat]
        if others and (seat not in to or self._chance(self.habits.pushes)):
            return str(self.random.choice(others))
        return str(seat)

    def _choice(self) -> str:
        return "pass" if self._chance(self.habits.passes) else "fight"

    def _entered(self, seat: str, view: Mapping[str, Any]) -> bool:
        return any(s["seat"] == seat and s["hand_entered"] for s in view["seats"])

    def _record(self, seat: str, card: str, view: Mapping[str, Any], colour: str | None) -> str | None:
        """Return what is recorded: nothing, the card, or by mistake another one of the same hand."""
        if self._entered(seat, view):
            return card
        if card in self._named_before(seat) or not self._chance(self.habits.records):
            return None
        returned = {c for s in view["seats"] for c in s["returned"]}
        others = [
            c
            for c in self.hands[seat]
            if c not in {card} | returned | self._named_before(seat) and (colour is None or c.split()[0] == colour)
        ]
        return self.random.choice(others) if others and self._chance(self.habits.misrecords) else card

    def _named_before(self, seat: str) -> set[str | None]:
        """Return the cards that a seat has recorded in this set; a wrong record may name one still in hand."""
        return {laid.recorded for laid in self.history if laid.seat == seat and laid.set == self.set}

    def _lays(self, seat: str, to: str, card: str, record: str | None, view: Mapping[str, Any]) -> None:
        self.hands[seat].remove(card)
        held = tuple(self.hands[seat])
        self.history.append(Laid(seat, to, view["set"], view["round"], card, record, held))


def _choices(prompt: Mapping[str, Any], move: str, field: str) -> list[Any]:
    """Return what a field of an offered move may hold."""
    offered = [offer["fields"] for offer in prompt["offers"] if offer["move"] == move]
    return list(dict.fromkeys(value for fields in offered for value in fields[field]["of"]))


def _with_card(move: dict[str, Any], card: str | None) -> dict[str, Any]:
    return move if card is None else move | {"card": card}


# Whole matches


def any_options(random: Random, depth: str = "plays") -> dict[str, Any]:
    """Return options that are drawn at random."""
    choices = {
        name: field.annotation.__args__  # type: ignore[union-attr]
        for name, field in shinobazu.OPTIONS.model_fields.items()
        if name not in ("depth", "start")
    }
    return {name: random.choice(values) for name, values in choices.items()} | {"depth": depth}


def playing(
    seed: int, count: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST, most: int = 2000
) -> tuple[list[Played], Players, Any]:
    """Play a match; see `played`."""
    return played(shinobazu, Players(seed, [seat.seat for seat in seated(count)], habits), options, most)


def play(
    seed: int, count: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST
) -> list[tuple[str, dict[str, Any]]]:
    """Return the declarations of a whole match."""
    return [(p.actor, p.move) for p in playing(seed, count, options, habits)[0]]


# Twins


judged = partial(people.judged, shinobazu)


def twin(
    moves: Sequence[Said],
    viewer: str,
    random: Random,
    *,
    options: Mapping[str, Any],
    seats: Sequence[Seat],
    tries: int = 40,
    accept: Callable[[Sequence[Said]], bool] | None = None,
) -> list[Said] | None:
    """Return a match with the same public record that differs only in what `viewer` may not know.

    Either the unseen cards of the present set change places, in hands, face down and among the unused; or somebody laid
    their own cards in another order; or recorded another card, possibly one that lies elsewhere. `None` if no such
    match is found.
    """
    states, upheld = judged(moves, options, seats)
    state = states[-1]
    if not upheld or viewer == GAME_MASTER or state.phase == "ended":
        return None
    begins = next((n + 1 for n in reversed(range(len(moves))) if states[n].set < state.set), 0)
    unknown = _unknown(moves[begins:], state, viewer)
    used = {card for actor, move in moves[begins:] if actor != viewer for card in _secret_cards(move)} & set(unknown)
    swaps = _swaps(moves[begins:], state, viewer)
    if not used and not swaps:
        return None
    for _ in range(tries):
        how = random.choice(("places", "order", "entry")) if used and swaps else "order" if swaps else "places"
        if how == "entry":
            who, old = random.choice(swaps)
            changes = {who: {old: random.choice(DECK)}}
        elif how == "order":
            who = random.choice(swaps)[0]
            own = {card for seat, card in swaps if seat == who}
            own |= {card for p in state.players if p.seat == who for card in p.returned}
            rest = sorted(own - {c.card for c in state.cards})
            changes = {who: dict(zip(rest, random.sample(rest, len(rest)), strict=True))}
        else:
            other = dict(zip(unknown, random.sample(unknown, len(unknown)), strict=True))
            changes = {s.seat: other for s in seats if s.seat != viewer}
        changed = [
            (actor, _changed(move, changes.get(actor, {})) if n >= begins else move)
            for n, (actor, move) in enumerate(moves)
        ]
        if changed != list(moves) and judged(changed, options, seats)[1] and (accept is None or accept(changed)):
            return changed
    return None


def _swaps(moves: Sequence[Said], state: Any, viewer: str) -> list[tuple[str, str]]:
    """Return the unseen cards that others recorded, as pairs of seat and card.

    Once records have proved contradictory at a reveal, their content matters to everybody, so none are returned.
    """
    if any(c.void or c.recorded not in (None, c.card or c.recorded) for c in state.cards):
        return []
    seen = {(c.laid_by, c.recorded) for c in state.cards if c.card is not None}
    entered = {(actor, card) for actor, move in moves if actor != viewer for card in _secret_cards(move)}
    return sorted(entered - seen)


def _unknown(moves: Sequence[Said], state: Any, viewer: str) -> list[str]:
    """Return the cards of this set that neither the public nor the viewer has seen, in a fixed order."""
    known = {c.card for c in state.cards if c.card is not None}
    known |= {card for p in state.players for card in p.returned}
    known |= {card for actor, move in moves if actor == viewer for card in _secret_cards(move)}
    # A wrong record stays wrong: the card named at the reveal is known, the recorded one is not.
    return [card for card in DECK if card not in known]


def _secret_cards(move: Mapping[str, Any]) -> list[str]:
    if move["type"] == "enter_hand":
        return list(move["cards"])
    return [move["card"]] if move["type"] in ("lead", "lay") and move.get("card") else []


def _changed(move: dict[str, Any], other: Mapping[str, str]) -> dict[str, Any]:
    if move["type"] == "enter_hand":
        return move | {"cards": [other.get(card, card) for card in move["cards"]]}
    if move["type"] in ("lead", "lay") and move.get("card"):
        return move | {"card": other.get(move["card"], move["card"])}
    return move
