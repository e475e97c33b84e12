"""A match looked at once more: the course of points, the battle that decided it, and what was known of closed cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from referee.core.acts import Step
from referee.core.analysis import Phrase
from referee.core.cards import ASIDE, CardGame, Course, Known, Reached, Room, by_round, certain_cards, in_hand
from referee.shinobazu.model import CARDS, COLOURS, colour_of
from referee.shinobazu.rounds import result
from referee.shinobazu.state import (
    FightCard,
    LedRound,
    Player,
    State,
    all_remembered,
    elsewhere,
    laid_by,
    round_led,
    shown,
)

LAID = "laid"
AXIS = "shinobazu.analysis.axis"


def moment(state: State) -> str:
    """Return set and round."""
    return f"{state.set}.{state.round}"


def _reached(steps: Sequence[Step]) -> Iterator[Reached]:
    return by_round(steps, lambda before, _: moment(before))


def _known(steps: Sequence[Step]) -> Iterator[Known]:
    """Yield what was certain of closed cards each time that one was shown or laid."""
    for step in steps:
        state: State = step.ruling.state
        if state.cards != step.before.cards and state.phase != "ended":
            yield Known(step.number, moment(state), state.set, closed(state))


def closed(state: State) -> Mapping[tuple[str, str], int] | None:
    """Return which closed card is where for certain, if everybody followed; None where nothing fits."""
    if not all(all_remembered(state, p.seat) for p in state.players):
        return None
    seen = shown(state)
    hidden = dict.fromkeys((card for card in CARDS if card not in seen), 1)
    back = frozenset(card for p in state.players for card in p.returned)
    certain: Mapping[tuple[str, str], int] | None = None
    for each in product(*(tuple(_explained(state, p)) for p in state.players)):
        rooms = {place: room for of_one in each for place, room in of_one.items()}
        aside = len(hidden) - sum(room.size for room in rooms.values())
        if aside < 0:
            return None  # cards were named wrongly
        found = certain_cards(hidden, rooms | {ASIDE: Room(aside, back)})
        if found is None:
            continue
        certain = found if certain is None else {at: 1 for at in found if at in certain}
        if not certain:
            break
    return certain


def _explained(state: State, p: Player) -> Iterator[Mapping[str, Room]]:
    """Yield what a player's closed cards can be, by each way in which everybody knows that they may have followed.

    Whoever lays another colour than the lead has none of it then, nor later in the set (SHINOBAZU-4.4); whoever leads
    lays the colour that is announced (4.1); what was seen to return to a hand is in that hand or was laid from it
    (9.5). A card that nobody has seen was of the lead colour, or there was none in the hand.
    """
    gone, shown_hand = frozenset(elsewhere(state, p.seat)), p.shown_hand or ()
    ways: list[tuple[frozenset[str], dict[str, Room]]] = [(frozenset(), {})]
    for fight in sorted(laid_by(state, p.seat), key=lambda fight: fight.round):
        longer = []
        for lacked, rooms in ways:
            for colours, lacks in _may_be(fight, round_led(state, fight.round)):
                left = colours - lacked
                place = {f"{LAID} {fight.round} {p.seat}": Room(1, gone | _of({*COLOURS} - left))}
                if left:
                    longer.append((lacked | lacks, rooms if fight.card else rooms | place))
        ways = longer
    for lacked, rooms in ways:
        if not any(colour_of(card) in lacked for card in shown_hand):
            yield rooms | {p.seat: Room(p.hand_size - len(shown_hand), gone | _of(lacked))}


def _may_be(fight: FightCard, led: LedRound | None) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the colours that a card can have, and with each the colour that its player then had none of."""
    colours = frozenset(COLOURS if fight.card is None else {colour_of(fight.card)})
    if led is None:
        yield colours, frozenset()
        return
    lead = frozenset({led.colour})
    yield colours & lead, frozenset()
    if led.start != fight.laid_by:
        yield colours - lead, lead


def _of(colours: Iterable[str]) -> frozenset[str]:
    return frozenset(card for card in CARDS if colour_of(card) in colours)


def _said(place: str, cards: Sequence[str]) -> Phrase:
    laid, _, rest = place.partition(" ")
    if laid == LAID and rest:
        number, _, seat = rest.partition(" ")
        return Phrase(
            message="shinobazu.analysis.certain_laid", params={"seat": seat, "round": int(number), "cards": list(cards)}
        )
    return in_hand(place, cards)


ANALYSIS = CardGame(
    result=result,
    moment=moment,
    axis=AXIS,
    points=Course(_reached, how=Phrase(message="shinobazu.analysis.how", clause="SHINOBAZU-9.8"), axis=AXIS),
    fewest=True,
    known=_known,
    said=_said,
    sure=Phrase(message="shinobazu.analysis.sure"),
)
