"""A match of Shinobazu as it is played by thumbs: cards in the players' hands, phones beside them.

The script of a match is made beforehand, with real cards and the referee. Then it is played again through the
screens of the phones, each declaration on the phone of the seat that makes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

from companion.i18n import num
from models import Store
from referee import shinobazu
from referee.core.journal import ACT, Entry, Match, fold
from referee.core.values import PUBLIC, Seat
from referee.shinobazu.cards import CARDS
from tests.browser.phones import BrowserPhone
from tests.hosted import Hosted
from tests.players.shinobazu import Habits, Players

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")


@dataclass(frozen=True)
class Step:
    """One declaration of a script: who makes it, what it is, and the states before and after it."""

    before: Any
    seat: str
    move: dict[str, Any]
    after: Any


class Thumbs(Players):
    """Players who enter every hand and say everything the way the screens ask for it."""

    def _may(self, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Any:
        seat = prompt["seat"]
        if prompt["ask"] == "shinobazu.ask.enter_hand" and seat in self.willing:
            self.willing.discard(seat)
            # Whatever order they are tapped in, the phone keeps them in the order of its picker.
            return seat, {"type": "enter_hand", "cards": sorted(self.hands[seat], key=CARDS.index)}
        return None

    def _lay(self, prompt: Mapping[str, Any], required: Any, view: Mapping[str, Any]) -> Any:
        seat, move = super()._lay(prompt, required, view)
        if move["to"] == seat and seat != view["start"]:
            move.setdefault("declare", self._choice())
        return seat, move

    def _turn_over(self, *_: Any) -> Any:
        return self.random.choice(self.seats), {"type": "turn_over"}

    def _end_round(self, *_: Any) -> Any:
        return self.random.choice(self.seats), {"type": "end_round"}


def script(seed: int, seats: int, habits: Habits | None = None, depth: str = "plays") -> list[Step]:
    """Return a whole match of that seed."""
    state = beginning(seats, depth)
    usual = Habits(enters=1.0, withdraws=0.0, pushes=0.3)
    players = Thumbs(seed, [f"p{n}" for n in range(1, seats + 1)], habits or usual)
    steps: list[Step] = []
    while True:
        view = shinobazu.view(state, PUBLIC).model_dump(mode="json")
        prompts = [p.model_dump(mode="json") for p in shinobazu.prompts(state, PUBLIC)]
        said = players.next(view, prompts)
        if said is None:
            return steps
        ruling = shinobazu.judge(state, said[0], shinobazu.MOVE.validate_python(said[1]))
        assert ruling.upheld, (said, ruling)
        steps.append(Step(state, *said, ruling.state))
        state = ruling.state


def beginning(seats: int, depth: str = "plays") -> Any:
    """Return the state in which a match begins."""
    seated = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(NAMES[:seats], 1)]
    return shinobazu.begin(shinobazu.OPTIONS.model_validate({"depth": depth}), seated)


def late(steps: Sequence[Step], seats: int) -> list[Step]:
    """Return a script in which every hand is entered as late as can be: when its seat is to lay a card."""
    waiting: dict[str, dict[str, Any]] = {}
    order: list[tuple[str, dict[str, Any]]] = []
    for step in steps:
        if step.move["type"] == "enter_hand":
            waiting[step.seat] = step.move
            continue
        if step.seat in waiting and step.move["type"] in ("lead", "lay"):
            order.append((step.seat, waiting.pop(step.seat)))
        order.append((step.seat, step.move))
    return judged(order, seats)


def judged(order: Sequence[tuple[str, dict[str, Any]]], seats: int) -> list[Step]:
    """Return declarations as steps; every one has to be upheld."""
    state, made = beginning(seats), []
    for seat, move in order:
        ruling = shinobazu.judge(state, seat, shinobazu.MOVE.validate_python(move))
        assert ruling.upheld, (seat, move, ruling)
        made.append(Step(state, seat, move, ruling.state))
        state = ruling.state
    return made


def short(seats: int, wanted: Callable[[Sequence[Step]], bool], seed: int = 1) -> list[Step]:
    """Return the first match, from this seed on, that has what is wanted."""
    return next(steps for each in count(seed) if wanted(steps := script(each, seats)))


def kinds(steps: Sequence[Step]) -> set[str]:
    """Return what is declared in a match: the types of its moves, with the answers and choices they carry."""
    said = {step.move["type"] for step in steps}
    said |= {step.move["answer"] for step in steps if "answer" in step.move}
    said |= {"push" for step in steps if step.move.get("to", step.seat) != step.seat}
    return said | {step.move["declare"] for step in steps if "declare" in step.move}


class Table:
    """The phones at one table, by seat. Plays a script's steps on them."""

    def __init__(self, phones: Mapping[str, BrowserPhone], names: Sequence[str] = NAMES) -> None:
        self.phones = dict(phones)
        self.names = {f"p{n}": name for n, name in enumerate(names, 1)}
        self.looks = True
        """Whether who lays a card looks at the hand first."""

    def play(self, steps: Sequence[Step]) -> None:
        """Play steps one after the other."""
        for step in steps:
            self.make(step)

    def make(self, step: Step) -> None:
        """Make one declaration with the thumb of the seat that makes it."""
        getattr(self, f"_{step.move['type']}")(self.phones[step.seat], step)

    # Hands

    def _enter_hand(self, phone: BrowserPhone, step: Step) -> None:
        own = next(s for s in shinobazu.view(step.before, PUBLIC).seats if s.seat == step.seat)
        phone.tap(_t(phone, "enter_my_cards"))
        for card in step.move["cards"]:
            if card not in own.returned:
                phone.choose(words(phone, card))
        phone.tap(_t(phone, "lock_it"))
        self.check_covered_hand(phone, len(step.move["cards"]))
        self.look(phone, hand_of(step.after, step.seat))

    def look(self, phone: BrowserPhone, hand: Sequence[str]) -> None:
        """Hold the pad, see the hand, and let go."""
        phone.press(pad(phone))
        self.check_open_hand(phone, hand)
        phone.lift()
        self.check_covered_hand(phone, len(hand))

    def check_open_hand(self, phone: BrowserPhone, hand: Sequence[str]) -> None:
        """Wait until the whole hand lies open, in its order."""
        for place, card in enumerate(hand, 1):
            phone.is_offered(re.compile(re.escape(_t(phone, "card_open", n=place, card=words(phone, card)))))

    def check_covered_hand(self, phone: BrowserPhone, size: int) -> None:
        """Wait until every card of the hand is a back again."""
        for place in range(1, size + 1):
            phone.is_offered(_t(phone, "card_covered", n=place))

    # Turns

    def _lead(self, phone: BrowserPhone, step: Step) -> None:
        self._choose_card(phone, step)
        if step.move["to"] != step.seat:
            phone.choose(self.names[step.move["to"]])
        phone.tap(phone.t(f"shinobazu.colour.{step.move['colour']}").capitalize())

    def _lay(self, phone: BrowserPhone, step: Step) -> None:
        place = self._choose_card(phone, step)
        if step.move["to"] != step.seat:
            if not phone.offers(_t(phone, "push", n=place, name=self.names[step.move["to"]])):
                phone.choose(self.names[step.move["to"]])
            phone.tap(_t(phone, "push", n=place, name=self.names[step.move["to"]]))
            return
        if "declare" in step.move:
            phone.tap(_t(phone, step.move["declare"]))
        else:
            phone.tap(_t(phone, "lay_fight", n=place))

    def _choose_card(self, phone: BrowserPhone, step: Step) -> int:
        """Look at the hand, cover it, and tap the back of the card by its place."""
        hand = hand_of(step.before, step.seat)
        self.is_asked(step)
        if self.looks:
            self.look(phone, hand)
        place = hand.index(step.move["card"]) + 1
        phone.choose(_t(phone, "card_covered", n=place))
        return place

    def is_asked(self, step: Step) -> None:
        """Wait until the phone of its seat asks for the card of this step: it has heard of what went before."""
        phone = self.phones[step.seat]
        phone.sees(re.compile(re.escape(_t(phone, "ask.leads" if step.move["type"] == "lead" else "ask.lays"))))

    def _declare(self, phone: BrowserPhone, step: Step) -> None:
        phone.tap(_t(phone, step.move["choice"]))

    # The showdown

    def _turn_over(self, phone: BrowserPhone, step: Step) -> None:
        due = shinobazu.view(step.before, PUBLIC).reveals
        phone.tap(_t(phone, "turn_over_one" if len(due) == 1 else "turn_over"))

    def _duel_challenge(self, phone: BrowserPhone, step: Step) -> None:
        name = self.names[step.move["target"]]
        if sum(s.stays for s in shinobazu.view(step.before, PUBLIC).seats) > 1:
            phone.choose(name)
        phone.tap(_t(phone, "challenge_name", name=name))

    def _duel_decline(self, phone: BrowserPhone, step: Step) -> None:
        phone.tap(_t(phone, "nobody"))

    def _duel_answer(self, phone: BrowserPhone, step: Step) -> None:
        if step.move["answer"] == "accept":
            phone.tap(_t(phone, "accept"))
            return
        phone.tap(re.compile("^" + re.escape(_t(phone, "refuse_for", n="").strip())))

    def _end_round(self, phone: BrowserPhone, step: Step) -> None:
        phone.tap(onward(phone, step.before))

    # Depth scores

    def _battle_result(self, phone: BrowserPhone, step: Step) -> None:
        view, move = shinobazu.view(step.before, PUBLIC), step.move
        phone.sees(re.compile(re.escape(_t(phone, "line.result", set=view.set, round=view.round))))
        if move["start_pushed"]:
            phone.choose(_t(phone, "start_pushed", name=self.names[view.start]))
        for seat in move["passers"]:
            phone.choose(f"{self.names[seat]}: {_t(phone, 'pass')}")
        if move["three"]:
            phone.choose(_t(phone, "three_made"))
        if move["winner"]:
            phone.choose(f"{self.names[move['winner']]}: {_t(phone, 'wins')}")
        for seat in move["losers"]:
            phone.choose(f"{self.names[seat]}: {_t(phone, 'loses')}")
        many = "one" if len(move["losers"]) == 1 else "many"
        key = f"enter_result_{many}" if move["winner"] else f"enter_losers_{many}"
        last = self.names[move["losers"][-1]]
        winner = self.names[move["winner"]] if move["winner"] else ""
        phone.tap(re.compile(re.escape(_t(phone, key, winner=winner, losers="LOSERS")).replace("LOSERS", f".*{last}")))

    def _duel_result(self, phone: BrowserPhone, step: Step) -> None:
        view, outcome = shinobazu.view(step.before, PUBLIC), step.move["outcome"]
        challenger, target = self.names[view.challenger or ""], self.names[step.move["target"]]
        phone.sees(re.compile(re.escape(_t(phone, "ask.duel_result", name=challenger))))
        if sum(s.stays for s in view.seats) > 1:
            phone.choose(target)
        words = {
            "challenger_wins": (_t(phone, "wins_of", name=challenger), _t(phone, "wins_of", name=challenger)),
            "target_wins": (_t(phone, "wins_of", name=target), _t(phone, "wins_of", name=target)),
            "tie": (_t(phone, "equal"), _t(phone, "both_lose")),
            "refused": (_t(phone, "refused"), _t(phone, "refuses", name=target)),
        }
        choice, main = words[outcome]
        phone.choose(choice)
        phone.tap_last(main)

    def _no_duel(self, phone: BrowserPhone, step: Step) -> None:
        phone.tap(_t(phone, "no_duel"))

    def meet(self, state: Any) -> None:
        """Wait until every phone of the table shows the end of this round."""
        for phone in self.phones.values():
            phone.is_offered(onward(phone, state))


def onward(phone: BrowserPhone, state: Any) -> str:
    """Return the name of the button that leads on from the end of a round."""
    view = shinobazu.view(state, PUBLIC)
    if view.ends:
        return _t(phone, "end_match")
    if view.round == 3:
        return _t(phone, "start_set", n=view.set + 1)
    return _t(phone, "start_round", n=view.round + 1)


def hand_of(state: Any, seat: str) -> tuple[str, ...]:
    """Return a seat's hand in its order on the phone."""
    return cast(tuple[str, ...], shinobazu.view(state, seat).private[0].hand)


def words(phone: BrowserPhone, card: str) -> str:
    """Return a card as a phone says it."""
    colour, value = card.split()
    return phone.t("shinobazu.card", colour=phone.t(f"shinobazu.colour.{colour}"), value=num(int(value)))


def pad(phone: BrowserPhone, tap: bool = False) -> re.Pattern[str]:
    """Return how the covered hold pad is named, however little room its words have."""
    return re.compile(re.escape(phone.t("kit.tap_to_look" if tap else "kit.slide_to_keep")))


def keep_open(phone: BrowserPhone) -> None:
    """Slide the finger that holds the pad up, and lift it: the secrets stay open."""
    phone.slide(0, -70)
    phone.is_offered(phone.t("kit.cover"))
    phone.lift()


def _t(phone: BrowserPhone, key: str, **params: Any) -> str:
    return phone.t(f"shinobazu.screen.{key}", **params)


# Around the match


def open_table(host: BrowserPhone, names: Sequence[str] = NAMES[:3], depth: str = "plays") -> str:
    """Open a table on a phone that shows home, with these names; return the match's address on this machine."""
    t = host.t
    host.tap(t("app.home.open"))
    host.is_offered(t("app.new.open"))
    if depth == "scores":
        host.tap(t("app.depth.scores"))
    return open_for(host, names)


def open_for(host: BrowserPhone, names: Sequence[str]) -> str:
    """Seat players in a new match and open its table; return the match's address on this machine."""
    seat_players(host, names)
    host.tap(host.t("app.new.open"))
    host.page.wait_for_url(re.compile(r"/m/\w+$"), wait_until="commit")
    host.sees(re.compile(re.escape(names[-1])))
    return host.page.url


def seat_players(host: BrowserPhone, names: Sequence[str]) -> None:
    """Name the seats of a new match, which has four, and remove those that are left."""
    t = host.t
    for number, name in enumerate(names, 1):
        host.write(number, name)
        host.is_offered(t("app.new.edit_seat", n=number, name=name))
    for number in range(4, len(names), -1):
        host.tap(t("app.new.edit_seat", n=number, name=t("app.player_n", n=number)))
        host.tap(t("app.new.remove", name=t("app.player_n", n=number)))


def sit(phone: BrowserPhone, name: str) -> None:
    """Take a free seat in the lobby."""
    phone.tap(phone.t("app.lobby.sit.aloud", name=name))
    phone.sees(re.compile(f"^{name}, {phone.t('app.this_phone')}"))


def journal_of(host: Hosted, code: str) -> Match:
    """Read a match's journal from the database, and let the referee judge it anew."""
    store = Store.open(host.database)
    try:
        return journal_in(store, code)
    finally:
        store.close()


def journal_in(store: Store, code: str) -> Match:
    """Read a match's journal from a store that is open, and let the referee judge it anew."""
    record = store.matches.get(code)
    seats = [Seat(seat=s.seat, name=s.name) for s in record.players]
    rows = store.journals.entries(record.id)
    entries = [Entry(number=r.number, actor=r.actor, act=ACT.validate_python(r.act)) for r in rows]
    from referee.core.games import game

    return fold(game(record.game), record.options, seats, entries)
