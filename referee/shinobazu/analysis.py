"""A match looked at once more: the course of points, the battle that decided it, and what was known of closed cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.analysis import Phrase
from referee.core.cards.analysis import CardGame, in_hand
from referee.core.cards.certain import ASIDE, Room, certain_cards
from referee.core.cards.certainties import Known
from referee.core.cards.points import Course, Reached, by_round
from referee.core.steps import Step
from referee.shinobazu.ending import result
from referee.shinobazu.model import CARDS, colour_of
from referee.shinobazu.state import State, all_remembered, elsewhere, laid_by, round_led, shown

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
    """Return which closed card is where for certain, if everybody followed; None where nothing fits.

    Whoever showed another colour than the lead had none of it then, nor later in the set (SHINOBAZU-4.4); whoever led
    laid the colour that was announced (4.1); what was seen to return to a hand is in that hand or was laid from it
    (9.5). That a card which nobody has seen may not be of the lead colour, and its player's hand then holds none of
    it, excludes nothing here: what is certain is so, but more may have been.
    """
    seen = shown(state)
    hidden = [card for card in CARDS if card not in seen]
    rooms: dict[str, Room] = {}
    for p in state.players:
        if not all_remembered(state, p.seat):
            return None
        gone, void = elsewhere(state, p.seat), set[str]()
        for fight in sorted(laid_by(state, p.seat), key=lambda fight: fight.round):
            led = round_led(state, fight.round)
            if fight.card is None:
                leads = led is not None and led.start == p.seat
                other = {c for c in CARDS if leads and led is not None and colour_of(c) != led.colour}
                rooms[f"{LAID} {fight.round} {p.seat}"] = Room(1, frozenset(gone | other | _of(void)))
            elif led is not None and led.start != p.seat and colour_of(fight.card) != led.colour:
                void.add(led.colour)
        held = p.hand_size - len(p.shown_hand or ())
        rooms[p.seat] = Room(held, frozenset(gone | _of(void)))
    aside = len(hidden) - sum(room.size for room in rooms.values())
    if aside < 0:
        return None  # cards were named wrongly
    back = {card for p in state.players for card in p.returned}
    rooms[ASIDE] = Room(aside, frozenset(back))
    return certain_cards(dict.fromkeys(hidden, 1), rooms)


def _of(colours: set[str]) -> set[str]:
    return {card for card in CARDS if colour_of(card) in colours}


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
