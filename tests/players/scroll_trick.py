"""Random players of Ninja Scroll Trick with real cards and scrolls, and twins of their matches.

The players know the physical table: all hands, the shadow's row, and the place of each scroll. Of the app they see what
everybody sees (public view and prompts, as JSON), and they declare only what it asks for. Only `playing` and `twin` use
the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from referee import scroll_trick
from referee.core.values import GAME_MASTER, TABLE, Seat
from tests.players import people
from tests.players.people import People, Played, Said, played, seated

VALUES = (10, 7, 5, 3, 1, -1, -3, -5)
SET = (3, 1, -1)
SHADOW = "shadow"


@dataclass(frozen=True)
class Habits:
    """Probabilities, from 0 to 1, with which players do what is optional or wrong."""

    registers: float = 0.4
    notes: float = 0.5
    """Note the scrolls drawn or laid."""
    checks: float = 0.05
    claims: float = 0.02
    counts: float = 0.1
    """Count the scrolls of the box, when asked."""
    reneges: float = 0.0
    """Withhold a closed card of the led kind, if nothing on the phone prevents it."""
    misregisters: float = 0.0
    misnotes: float = 0.0
    rewinds: float = 0.5


HONEST = Habits()
OPEN = Habits(registers=1.0, notes=1.0, checks=0.3)
SILENT = Habits(registers=0.0, notes=0.0)
CROOKED = Habits(registers=0.1, reneges=0.6, claims=0.1)
CARELESS = Habits(registers=0.6, notes=0.9, misregisters=0.5, misnotes=0.4)


@dataclass
class Table:
    """What lies on the physical table in a round, and in each hand."""

    hands: dict[str, list[str]] = field(default_factory=dict)
    """Closed cards."""
    open: dict[str, list[str]] = field(default_factory=dict)
    """Open cards; of the shadow the face-up part of its row."""
    row: list[str] = field(default_factory=list)
    """The face-down part of the shadow's row."""
    scrolls: dict[str, int] = field(default_factory=dict)
    """The value of the scroll on a card."""
    pile: list[int] = field(default_factory=list)
    noted: dict[str, int] = field(default_factory=dict)
    """The value that the owner entered for the scroll on a card."""
    entries: dict[str, list[str]] = field(default_factory=dict)
    """The hands registered."""


@dataclass(frozen=True)
class Kept:
    """A card played at the physical table, and the cards that its player kept."""

    round: int
    trick: int
    seat: str
    kind: str
    card: str
    left: tuple[str, ...]


class Players(People[Habits]):
    def __init__(self, seed: int, seats: Sequence[str], habits: Habits = HONEST) -> None:
        super().__init__(Random(f"scroll trick {seed}"), seats, habits)
        self.everybody = self.seats if len(seats) > 2 else (*self.seats, SHADOW)
        self.box: Mapping[int, int] = {}
        self.table = Table()
        self.drawn: dict[str, list[int]] = {}
        self.held: set[str] = set()
        """The seats that entered what they drew."""
        self.starts: dict[int, Table] = {}
        """The table at the beginning of each trick of the round."""
        self.history: list[Kept] = []
        self.asked: set[Any] = set()

    def _any_of(self, prompt: Mapping[str, Any], field: str) -> Any:
        return self.random.choice(prompt["offers"][0]["fields"][field]["of"])

    # What may be declared

    def _may(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said | None:
        seat, ask = prompt["seat"], prompt["ask"].rpartition(".")[2]
        key = (ask, seat, view["round"])
        if ask == "register_hand" and key not in self.asked:
            self.asked.add(key)
            return self._register(seat, view) if self._chance(self.habits.registers) else None
        if ask == "configure" and key not in self.asked and self.box:
            self.asked.add(key)
            if self._chance(self.habits.counts):
                return self._anybody(), {"type": "configure", "tile_counts": dict(self.box)}
        if ask == "score_trick" and prompt["params"]["left"] and self._chance(0.3):
            return self._score_trick(prompt, view)
        return None

    def _register(self, seat: str, view: Mapping[str, Any]) -> Said:
        hand = [*self.table.hands[seat], *self.table.open.get(seat, [])]
        if self._chance(self.habits.misregisters) and self.table.hands[seat]:
            shown = {card for cards in self.table.open.values() for card in cards} | set(hand)
            others = [card for card in self._deck(view) if card not in shown]
            hand[0] = self.random.choice(others)
        self.random.shuffle(hand)
        self.table.entries[seat] = list(hand)
        return seat, {"type": "register_hand", "cards": hand}

    def _aside(self, seat: str, view: Mapping[str, Any]) -> Said | None:
        """Return an optional action on the turn: check a card, or claim that somebody did not follow."""
        mine = next(s for s in view["seats"] if s["seat"] == seat)
        if mine["registered"] and self._chance(self.habits.checks):
            known = [card for card in self._hand(seat) if card in self.table.entries[seat]]
            return (seat, {"type": "check_card", "card": self.random.choice(known)}) if known else None
        if view["tricks"] and self._chance(self.habits.claims):
            trick = self.random.choice(view["tricks"])["number"]
            return seat, {"type": "claim_revoke", "accused": self.random.choice(self.seats), "trick": trick}
        return None

    # Before the first deal

    def _set_start_player(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return self._anybody(), {"type": "set_start_player", "player": self._any_of(prompt, "player")}

    def _take_start_scrolls(self, prompt: Mapping[str, Any], view: Any) -> Said:
        whose = prompt["params"]["player"]
        if self._chance(0.1):
            return TABLE, {"type": "take_start_scrolls"}
        if whose == SHADOW:
            return self._anybody(), {"type": "take_start_scrolls", "player": SHADOW}
        return whose, {"type": "take_start_scrolls", "values": self.random.sample(SET, 3)}

    # The preparation phase

    def _confirm_deal(self, prompt: Any, view: Mapping[str, Any]) -> Said:
        if view["round"] == 1:
            self._fill_box(view)
            self.drawn = {seat: list(SET) for seat in self.everybody}
        deck = list(self._deck(view))
        self.random.shuffle(deck)
        hands = {seat: [deck.pop() for _ in range(7)] for seat in self.everybody}
        pile = self.table.pile
        self.table = Table(hands, {seat: [] for seat in self.everybody}, hands.pop(SHADOW, []), pile=pile)
        self.starts = {}
        return self._anybody(), {"type": "confirm_deal"}

    def _deck(self, view: Mapping[str, Any]) -> list[str]:
        return [f"{kind} {n}" for kind in view["options"]["kinds"] for n in view["options"]["numbers"]]

    def _fill_box(self, view: Mapping[str, Any]) -> None:
        counts = view["options"]["tile_counts"]
        self.box = {int(v): n for v, n in counts.items()} if counts else any_box(self.random)
        self.table.pile = list((Counter(self.box) - Counter(SET * len(self.everybody))).elements())
        self.random.shuffle(self.table.pile)

    def _choose_trump(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return prompt["seat"], {"type": "choose_trump", "kind": self._any_of(prompt, "kind")}

    def _lay_shadow(self, prompt: Any, view: Mapping[str, Any]) -> Said:
        t = self.table
        t.open[SHADOW], t.row = t.row[:3], t.row[3:]
        scrolls = list(SET) if view["round"] == 1 else [t.pile.pop() for _ in range(3)]
        self.random.shuffle(scrolls)
        t.scrolls |= dict(zip(t.open[SHADOW], scrolls, strict=True))
        return self._anybody(), {"type": "lay_shadow", "cards": list(t.open[SHADOW]), "value": scrolls[0]}

    def _open_card(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        card = self.random.choice(self.table.hands[seat])
        if self._entry_forbids(seat, card, view):
            return self._withdraw(seat, "hand")
        self.table.hands[seat].remove(card)
        self.table.open[seat].append(card)
        return seat, {"type": "open_card", "card": card}

    def _entry_forbids(self, seat: str, card: str, view: Mapping[str, Any]) -> bool:
        registered = next(s["registered"] for s in view["seats"] if s["seat"] == seat)
        return bool(registered) and card not in self.table.entries.get(seat, [card])

    def _withdraw(self, seat: str, what: str) -> Said:
        return seat, {"type": "withdraw_entry", "what": what}

    def _place_scrolls(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        if self._chance(0.05):
            for each in [s["seat"] for s in view["seats"] if not s["placed"] and s["seat"] != SHADOW]:
                self._lay(each, note=False)
            return TABLE, {"type": "place_scrolls"}
        noted = self._lay(seat, note=self._chance(self.habits.notes))
        return seat, {"type": "place_scrolls"} | ({"scrolls": noted} if noted else {})

    def _lay(self, seat: str, note: bool) -> dict[str, int]:
        cards, values = self.table.open[seat], self.drawn[seat]
        self.random.shuffle(values)
        laid = dict(zip(cards, values, strict=True))
        self.table.scrolls |= laid
        if not note:
            return {}
        if self._chance(self.habits.misnotes):
            laid = dict(zip(cards, self.random.sample(values, 3), strict=True))
        self.table.noted |= laid
        return laid

    def _turn_scroll(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        whose, count = prompt["params"]["player"], prompt["params"]["count"]
        hidden = [c["card"] for s in view["seats"] if s["seat"] == whose for c in s["cards"] if c["value"] is None]
        cards = hidden[:count] if whose == SHADOW else self.random.sample(hidden, count)
        values = [self.table.scrolls[card] for card in cards]
        one = count == 1 and self._chance(0.5)
        move: dict[str, Any] = {"type": "turn_scroll"}
        move |= {"card": cards[0], "value": values[0]} if one else {"card": cards, "value": values}
        if whose == SHADOW:
            return self._anybody(), move | {"player": SHADOW}
        noted = [self._noted(whose, card, view) for card in cards]
        if any(n not in (None, value) for n, value in zip(noted, values, strict=True)):
            return self._withdraw(whose, "scrolls")
        if None not in noted and self._chance(0.5):
            del move["value"]
        return whose, move

    def _noted(self, seat: str, card: str, view: Mapping[str, Any]) -> int | None:
        now = next(s["noted"] for s in view["seats"] if s["seat"] == seat)
        return self.table.noted.get(card) if now else None

    # The contest phase

    def _play_card(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        return self._lead(prompt, view) if prompt["params"]["kind"] is None else self._follow(prompt, view)

    def _lead(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat = prompt["seat"]
        self._remember(prompt["params"]["trick"])
        return self._aside(seat, view) or self._plays(seat, self.random.choice(self._hand(seat)), view, None)

    def _follow(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat, kind = prompt["seat"], prompt["params"]["kind"]
        opened = _of_kind(self.table.open[seat], kind)
        closed = _of_kind(self.table.hands[seat], kind)
        hand = self._hand(seat)
        off = [card for card in hand if _kind(card) != kind]
        aside = self._aside(seat, view)
        if aside is not None:
            return aside
        registered = next(s["registered"] for s in view["seats"] if s["seat"] == seat)
        if registered and set(self._hand(seat)) - set(self.table.entries[seat]):
            return self._withdraw(seat, "hand")
        if opened and view["options"]["follow_open"] == "open_first":
            may = opened
        elif opened or closed:
            may = [*opened, *closed]
            if not opened and off and not registered and self._chance(self.habits.reneges):
                may = off
        else:
            may = hand
        return self._plays(seat, self.random.choice(may), view, kind)

    def _hand(self, seat: str) -> list[str]:
        return [*self.table.open[seat], *self.table.hands[seat]]

    def _plays(self, seat: str, card: str, view: Mapping[str, Any], kind: str | None) -> Said:
        if self._entry_forbids(seat, card, view):
            return self._withdraw(seat, "hand")
        cards = self.table.open[seat] if card in self.table.open[seat] else self.table.hands[seat]
        cards.remove(card)
        if kind is not None:
            left = tuple(self._hand(seat))
            self.history.append(Kept(view["round"], view["trick"], seat, kind, card, left))
        return seat, {"type": "play_card", "card": card}

    def _shadow_play(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        self._remember(view["trick"])
        card = prompt["params"]["card"]
        self.table.open[SHADOW].remove(card)
        return self._anybody(), {"type": "shadow_play"} | ({"card": card} if self._chance(0.5) else {})

    def _remember(self, trick: int) -> None:
        self.starts.setdefault(trick, deepcopy(self.table))

    def _take_trick(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        values = {}
        up = {p["seat"]: p["value"] for p in view["now"]["plays"]}
        offer = prompt["offers"][0]["fields"]
        for play in (play for play in view["now"]["plays"] if play["tile"]):
            seat, card, value = play["seat"], play["card"], self.table.scrolls[play["card"]]
            may = offer["values"]["of"].get(seat, {"of": [None]})["of"]
            known = up[seat] is not None or len([v for v in may if v is not None]) == 1
            noted = None if seat == SHADOW else self._noted(seat, card, view)
            if noted is not None:
                known = noted == value
            if not (known and self._chance(0.5)):
                values[seat] = value
        return self._anybody(), {"type": "take_trick", "player": prompt["params"]["seat"], "values": values}

    def _refill_shadow(self, prompt: Mapping[str, Any], view: Any) -> Said:
        t, move = self.table, {"type": "refill_shadow"}
        offered = prompt["offers"][0]["fields"]
        if "card" in offered:
            card = t.row.pop(0)
            t.open[SHADOW].append(card)
            t.scrolls[card] = t.pile.pop()
            move["card"] = card
        value = {"value": t.scrolls[t.open[SHADOW][0]]} if "value" in offered else {}
        return self._anybody(), move | value

    def _remedy(self, prompt: Mapping[str, Any], view: Any) -> Said:
        if not self._chance(self.habits.rewinds):
            return self._anybody(), {"type": "remedy", "choice": "stand"}
        trick = prompt["params"]["trick"]
        self.table = deepcopy(self.starts[trick])
        self.starts = {n: t for n, t in self.starts.items() if n <= trick}
        self.history = [k for k in self.history if (k.round, k.trick) < (view["round"], trick)]
        return self._anybody(), {"type": "remedy", "choice": "rewind"}

    # Between rounds, and the end

    def _draw_scrolls(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        seat, pile = prompt["seat"], self.table.pile
        if self._chance(0.1):
            for each in [s["seat"] for s in view["seats"] if not s["drawn"] and s["seat"] != SHADOW]:
                self.drawn[each] = [pile.pop() for _ in range(3)]
            return TABLE, {"type": "draw_scrolls"}
        self.drawn[seat] = [pile.pop() for _ in range(3)]
        note = self._chance(self.habits.notes)
        return seat, {"type": "draw_scrolls"} | ({"values": list(self.drawn[seat])} if note else {})

    def _give_marker(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return self._anybody(), {"type": "give_marker", "player": self._any_of(prompt, "player")}

    def _break_tie(self, prompt: Mapping[str, Any], view: Any) -> Said:
        return self._anybody(), {"type": "break_tie", "player": self._any_of(prompt, "player")}

    # Depth scores: possible captures

    def _stock(self, view: Mapping[str, Any]) -> list[int]:
        """Return the captures of this round that are not entered yet."""
        if view["round"] == 1 and not self.box:
            self._fill_box(view)
        key = ("stock", view["round"])
        if key not in self.asked:
            self.asked.add(key)
            at_stake = [*SET * len(self.everybody)] if view["round"] == 1 else []
            all_ = 3 * len(self.seats) + (7 if len(self.seats) == 2 else 0)
            at_stake += [self.table.pile.pop() for _ in range(all_ - len(at_stake))]
            self.random.shuffle(at_stake)
            self.stock = at_stake
        return self.stock

    def _score_round(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        captured: dict[str, list[int]] = {seat: [] for seat in self.everybody}
        for value in self._stock(view):
            captured[self.random.choice(self.everybody)].append(value)
        self.stock = []
        return self._anybody(), {"type": "score_round", "captured": captured}

    def _score_trick(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Said:
        stock, last = self._stock(view), prompt["params"]["trick"] == 7
        most = len(self.everybody)
        rest = (7 - prompt["params"]["trick"]) * most
        least = max(0, len(stock) - rest)
        count = len(stock) if last else self.random.randint(least, min(most, len(stock)))
        values = [stock.pop() for _ in range(count)]
        winner = self.random.choice(self.everybody)
        return self._anybody(), {"type": "score_trick", "player": winner, "values": values}

    def _close_round(self, *_: Any) -> Said:
        return self._anybody(), {"type": "close_round"}

    def _final(self, *_: Any) -> Said:
        return self._anybody(), {"type": "final"}


def _kind(card: str) -> str:
    return card.rpartition(" ")[0]


def _of_kind(cards: Sequence[str], kind: str) -> list[str]:
    return [card for card in cards if _kind(card) == kind]


# Whole matches


def any_box(random: Random) -> dict[int, int]:
    """Return possible numbers of scrolls of each value in a box."""
    box = {value: 5 if value in SET else 1 for value in VALUES}
    for _ in range(25):
        box[random.choice(VALUES)] += 1
    return box


def any_options(random: Random, count: int, depth: str = "plays") -> dict[str, Any]:
    """Return options that are drawn at random."""
    drawn: dict[str, Any] = {"depth": depth}
    for name, field_ in scroll_trick.OPTIONS.model_fields.items():
        values = getattr(field_.annotation, "__args__", ())
        if name != "depth" and values and all(isinstance(value, str) for value in values):
            drawn[name] = random.choice(values)
    if count == 2:
        drawn["next_lead"] = "winner"
    if random.random() < 0.3:
        drawn["tile_counts"] = any_box(random)
    if random.random() < 0.3:
        drawn["kinds"] = ["Wind", "Red Fire", "水", "木", "Moon 2"]
        drawn["numbers"] = random.sample(range(12), 7)
    if random.random() < 0.3:
        drawn["start"] = f"p{random.randint(1, count)}"
    return drawn


def playing(
    seed: int, count: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST, most: int = 3000
) -> tuple[list[Played], Players, Any]:
    """Play a match; see `played`."""
    return played(scroll_trick, Players(seed, [seat.seat for seat in seated(count)], habits), options, most)


def play(
    seed: int, count: int, options: Mapping[str, Any] | None = None, habits: Habits = HONEST, most: int = 3000
) -> list[tuple[str, dict[str, Any]]]:
    """Return the declarations of a whole match, or the first of them."""
    return [(p.actor, p.move) for p in playing(seed, count, options, habits, most)[0]]


# Twins


judged = partial(people.judged, scroll_trick)


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

    Others have registered other closed cards, or noted other values of scrolls that are still face down. `None` if no
    such match is found.
    """
    states, upheld = judged(moves, options, seats)
    state = states[-1]
    if not upheld or viewer == GAME_MASTER or state.phase == "ended":
        return None
    # Scrolls drawn between rounds lie on the cards of the next round.
    between = next((n for n in reversed(range(len(moves))) if states[n].round < state.round), -1)
    begins = next((n + 1 for n in reversed(range(between + 1)) if states[n].phase != "between"), 0)
    secret = {"register_hand", "draw_scrolls", "place_scrolls"}
    for _ in range(tries):
        changed = list(moves)
        for whose in (s.seat for s in seats if s.seat != viewer):
            mine = [n for n, (seat, move) in enumerate(moves) if n >= begins and seat == whose]
            mine = [n for n in mine if moves[n][1]["type"] in secret | {"check_card"}]
            if mine and random.random() < 0.7:
                _change(changed, mine, state, whose, random)
        if changed != list(moves) and judged(changed, options, seats)[1]:
            return changed
    return None


def _change(changed: list[Said], mine: Sequence[int], state: Any, seat: str, random: Random) -> None:
    """Change what one seat entered on its phone, as far as nobody has seen it."""
    said = {changed[n][1]["type"]: n for n in mine}
    if "register_hand" in said:
        n = said["register_hand"]
        other = _other_cards(changed[n][1]["cards"], state, seat, random)
        changed[n] = seat, changed[n][1] | {"cards": [other.get(c, c) for c in changed[n][1]["cards"]]}
        for m in mine:
            if changed[m][1]["type"] == "check_card":
                card = changed[m][1]["card"]
                changed[m] = seat, changed[m][1] | {"card": other.get(card, card)}
    placed = changed[said["place_scrolls"]][1].get("scrolls") if "place_scrolls" in said else None
    drawn = changed[said["draw_scrolls"]][1].get("values") if "draw_scrolls" in said else None
    out = _surfaced(state, seat)
    if state.phase == "between" and drawn and any(p.seat == seat and p.drawn for p in state.players):
        changed[said["draw_scrolls"]] = seat, {"type": "draw_scrolls", "values": random.choices(VALUES, k=3)}
    elif placed:
        hidden = [card for card in placed if card not in out]
        values = [placed[card] for card in hidden]
        new = random.sample(values, len(values)) if state.round == 1 else random.choices(VALUES, k=len(values))
        laid = placed | dict(zip(hidden, new, strict=True))
        changed[said["place_scrolls"]] = seat, {"type": "place_scrolls", "scrolls": laid}
        if drawn:
            changed[said["draw_scrolls"]] = seat, {"type": "draw_scrolls", "values": list(laid.values())}
    elif drawn:
        kept = [value for value in out.values() if value in drawn]
        rest = random.choices(VALUES, k=3 - len(kept))
        changed[said["draw_scrolls"]] = seat, {"type": "draw_scrolls", "values": [*kept, *rest]}


def _other_cards(entry: Sequence[str], state: Any, seat: str, random: Random) -> dict[str, str]:
    """Return other cards to replace those that the owner has not shown."""
    deck = [f"{kind} {n}" for kind in state.options.kinds for n in state.options.numbers]
    shown = {laid.card for p in state.players if p.seat == seat for laid in p.open}
    shown |= {play.card for trick in state.tricks for play in trick.plays if play.seat == seat}
    hidden = [card for card in entry if card not in shown]
    return dict(zip(hidden, random.sample([c for c in deck if c not in shown], len(hidden)), strict=True))


def _surfaced(state: Any, seat: str) -> dict[str, int]:
    """Return the scrolls of a seat that were seen in this round, by their cards."""
    laid = [laid for p in state.players if p.seat == seat for laid in p.open]
    laid += [play.laid for trick in state.tricks for play in trick.plays if play.seat == seat]
    return {one.card: one.value for one in laid if one.value is not None}
