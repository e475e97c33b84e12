"""The end of rounds, sets and the match (SHINOBAZU-9), audits, and the analysis of a match.

Audits prove breaches from public facts (ledger section 8) and change no points. No card enters a hand during a set, so
whatever a player lays later was in hand before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from referee.core.acts import Step
from referee.core.analysis import Phrase, Standing
from referee.core.base import replace
from referee.core.cards import (
    ASIDE,
    CardGame,
    CertainCards,
    HiddenCards,
    PointsCourse,
    PointsReached,
    by_round,
    certain_cards,
    in_hand,
    owed,
)
from referee.core.judging import firm, shown, tell, uphold
from referee.core.values import Notice, Place, Result, Ruling, RulingContext
from referee.shinobazu.cards import CARDS, COLOURS, HAND, colour_of
from referee.shinobazu.moves import END, ShowHand
from referee.shinobazu.state import (
    FightCard,
    Player,
    State,
    all_remembered,
    discard,
    distinct_cards,
    elsewhere,
    face_down,
    laid_by,
    leftwards,
    lies_open,
    open_cards,
    player,
    round_led,
    seats,
    seen_cards,
    surely_held,
    with_player,
)
from referee.shinobazu.view_model import Finding, Led, ScoreRound


def next_start(state: State) -> str:
    """Return the next start player: the last to receive points, of several the nearest to the left.

    The present start player is at distance 0 (SHINOBAZU-9.1 to 9.3), or by option comes last.
    """
    order = leftwards(state, state.start)
    if state.options.start_tie == "include_start":
        order = (order[-1], *order[:-1])
    return next(seat for seat in order if seat in state.gained)


def ends(state: State) -> bool:
    """Tell whether the match would end with the present round (SHINOBAZU-9.7)."""
    return any(p.points >= END for p in state.players)


def result(state: State) -> Result | None:
    """Return the result of an ended match: fewest points win, ties share the win (SHINOBAZU-9.8)."""
    if state.phase != "ended":
        return None
    order = sorted(state.players, key=lambda p: p.points)
    ranking = tuple(
        Place(seat=p.seat, place=1 + sum(q.points < p.points for q in order), points=p.points) for p in order
    )
    winners = tuple(p.seat for p in state.players if p.points == order[0].points)
    return Result(winners=winners, ranking=ranking, reason="shinobazu.fewest_points", clause="SHINOBAZU-9.8")


def on_the_sheet(state: State, winner: str | None, losers: tuple[str, ...]) -> State:
    """Enter a decided battle on the score sheet."""
    points = tuple(p.points for p in state.players)
    return replace(state, rounds=(*state.rounds, ScoreRound(state.set, state.round, winner, losers, points)))


def duel_on_the_sheet(state: State, outcome: str) -> State:
    last = replace(state.rounds[-1], duel=outcome, points=tuple(p.points for p in state.players))
    return replace(state, rounds=(*state.rounds[:-1], last))


def standing(state: State) -> Standing:
    """Return the points after the last decided battle, with its set and round."""
    last = state.rounds[-1] if state.rounds else None
    return Standing((0, 0) if last is None else (last.set, last.round), {p.seat: p.points for p in state.players})


def round_is_over(state: State, told: list[Notice]) -> State:
    """End the duel: discard what does not stay, and tell the next start player (SHINOBAZU-8.5, 8.7, 8.14, 9.1, 9.2).

    The remaining passers' cards are due to be shown (9.4, 9.5).
    """
    state = discard(state, [seat for seat in seats(state) if seat not in state.stays])
    state = replace(state, phase="round_end", challenger=None, challenged=None, three=False)
    several = "SHINOBAZU-9.2" if len(state.gained) > 1 else "SHINOBAZU-9.1"
    told.append(tell("shinobazu.next_start", several, seat=next_start(state)))
    return replace(state, due=face_down(state, state.stays))


def reneged(state: State, fight: FightCard, lead: str) -> str | bool | None:
    """Return the card that proves a renege, `False` if there was none, `None` while undecided (SHINOBAZU-4.4).

    It concerns the player who laid the card, not its owner, and the announced lead, never that of a battle after
    SHINOBAZU-5.4 or of a duel.
    """
    me = player(state, fight.laid_by)
    mine = laid_by(state, me.seat)
    earlier = [c.card for c in mine if c.round < fight.round]
    rest = [c.card for c in mine if c.round > fight.round and c.card is not None]
    rest += me.shown_hand or ()
    if fight.card is not None:
        if colour_of(fight.card) == lead:
            return False
        all_known = len(earlier) == fight.round - 1 and None not in earlier
        held = rest + [c for c in me.returned if c not in earlier] if all_known else rest
        if proofs := owed(held, fight.card, lead):
            return proofs[0]
    all_seen = len(rest) >= HAND - fight.round
    return False if all_seen and all(colour_of(card) != lead for card in rest) else None


def audit(state: State, seat: str, told: list[Notice]) -> State:
    """Add findings that have just become provable about the cards that `seat` laid in this set."""
    known = {(f.kind, f.player, f.set, f.round) for f in state.findings}
    for fight in laid_by(state, seat):
        led = round_led(state, fight.round)
        if fight.card is None or led is None:
            continue
        kind = "false_lead" if led.start == seat else "renege"
        breach = _breach(state, fight)
        if breach and (kind, seat, state.set, fight.round) not in known:
            proving = breach if isinstance(breach, str) else None
            state = found(state, kind, fight, told, lead=led.lead, proving=proving)
    return state


CLAUSE = {
    "renege": "SHINOBAZU-4.4",
    "false_lead": "SHINOBAZU-4.1",
    "double_card": "SHINOBAZU-1.2",
    "wrong_entry": "SHINOBAZU-3.1",
}


def found(state: State, kind: str, fight: FightCard, told: list[Notice], **facts: str | None) -> State:
    """Add a finding about an open card, with its `lead` and the card `proving` it, and tell everybody.

    Of two equal cards one was named wrongly, so a double card is only reported, not proved.
    """
    at = {"set": state.set, "proved_set": state.set, "proved_round": state.round}
    certainty = "reported" if kind == "double_card" else "proved"
    finding = shown(Finding, fight, kind=kind, player=fight.laid_by, certainty=certainty, **at, **facts)
    told.append(tell(f"shinobazu.finding.{kind}", CLAUSE[kind], **finding.model_dump(mode="json", exclude={"kind"})))
    return replace(state, findings=(*state.findings, finding))


def open_checks(state: State) -> int:
    """Return the number of lead and follow checks that public facts have not decided."""
    return state.open_before + sum(_breach(state, fight) is None for fight in state.cards)


def _breach(state: State, fight: FightCard) -> str | bool | None:
    """Return whether a leader named another colour (SHINOBAZU-4.1), or the card that proves a renege (4.4).

    `None` while undecided.
    """
    led = round_led(state, fight.round)
    if led is None:
        return None
    if led.start != fight.laid_by:
        return reneged(state, fight, led.lead)
    return None if fight.card is None else colour_of(fight.card) != led.lead


def reneges(state: State) -> tuple[str, ...]:
    """Return the seats proved not to have followed suit, once for each time (SHINOBAZU-4.4)."""
    return tuple(f.player for f in state.findings if f.kind == "renege" and f.certainty == "proved")


def cleared(state: State) -> State:
    """Return the state for a new round: a new start player (SHINOBAZU-9.1 to 9.3), nothing laid or declared."""
    plays = state.options.depth == "plays"
    start = next_start(state)
    return replace(
        state,
        phase="turns" if plays else "battle",
        start=start,
        active=start if plays else None,
        lead=None,
        stays=(),
        answer=None,
        duel_leads=(),
        battle=None,
        duel=None,
        refused=None,
        gained=(),
        players=tuple(
            replace(p, laid=False, declared=None, kept=p.kept + 1 if p.seat in state.stays else 0)
            for p in state.players
        ),
    )


def next_round(state: State) -> Ruling:
    """Begin a round; the remaining passers' cards stay open in front of them (SHINOBAZU-9.4, 9.9)."""
    state = replace(state, round=state.round + 1)
    told = [tell("shinobazu.round_begins", "SHINOBAZU-9.9", set=state.set, round=state.round, seat=state.start)]
    return uphold(state, told)


def next_set(state: State) -> Ruling:
    """Begin a set: kept cards return to their owner's hand, and hands are filled to three (SHINOBAZU-9.5, 9.6)."""
    told = [tell("shinobazu.set_begins", "SHINOBAZU-9.6", set=state.set + 1, round=1, seat=state.start)]
    players = []
    for p in state.players:
        back = open_cards(state, p.seat)
        if back:
            told.append(tell("shinobazu.returned", "SHINOBAZU-9.5", seat=p.seat, cards=list(back)))
        players.append(replace(p, hand_size=HAND, hand=None, doubted=False, withdrawn=False, returned=back, kept=0))
    unproved = open_checks(state)
    state = replace(state, set=state.set + 1, round=1, players=tuple(players), cards=(), leads=(), open_before=unproved)
    return uphold(state, told)


def show_hand(state: State, seat: str, move: ShowHand, context: RulingContext) -> Ruling:
    """Judge the remaining hand that a player shows after the end, for the last audit (SHINOBAZU-9.10)."""
    me, cards = player(state, seat), move.cards
    firm(me.shown_hand is None, "SHINOBAZU-9.10", "shinobazu.hand_already_shown")
    size = me.hand_size
    firm(size, "SHINOBAZU-9.10", "shinobazu.hand_empty")
    firm(len(cards) == size, "SHINOBAZU-9.10", "shinobazu.hand_size", count=size, entered=len(cards))
    distinct_cards(cards)
    seen = [card for card in cards if card in elsewhere(state, seat)]
    if seen:
        context.refuse("SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=seen[0])
    missing = [card for card in surely_held(state, seat) if card not in cards]
    if missing:
        context.refuse("SHINOBAZU-9.5", "shinobazu.returned_missing", card=missing[0])
    told = [tell("shinobazu.hand_shown", "SHINOBAZU-9.10", seat=seat, cards=list(cards))]
    state = with_player(state, seat, shown_hand=cards)
    for card in cards:
        held = FightCard(seat, seat, state.round, card=card)
        if card in seen:
            state = found(lies_open(state, seat, card), "double_card", held, told, proving=card)
        if me.hand is not None and not me.doubted and card not in me.hand:
            state = found(state, "wrong_entry", held, told)
    return uphold(audit(state, seat, told), told)


LAID = "laid"
AXIS = "shinobazu.analysis.axis"


def moment(state: State) -> str:
    """Return set and round as `set.round`."""
    return f"{state.set}.{state.round}"


def _reached(steps: Sequence[Step]) -> Iterator[PointsReached]:
    return by_round(steps, lambda before, _: moment(before))


def _known(steps: Sequence[Step]) -> Iterator[CertainCards]:
    """Yield what was certain of face-down cards after each that was shown or laid."""
    for step in steps:
        state: State = step.ruling.state
        if state.cards != step.before.cards and state.phase != "ended":
            yield CertainCards(step.number, moment(state), state.set, closed(state))


def closed(state: State) -> Mapping[tuple[str, str], int] | None:
    """Return the certain places of face-down cards, if everybody followed suit; `None` if nothing fits."""
    if not all(all_remembered(state, p.seat) for p in state.players):
        return None
    seen = seen_cards(state)
    hidden = dict.fromkeys((card for card in CARDS if card not in seen), 1)
    back = frozenset(card for p in state.players for card in p.returned)
    certain: Mapping[tuple[str, str], int] | None = None
    for each in product(*(tuple(_explained(state, p)) for p in state.players)):
        rooms = {place: room for of_one in each for place, room in of_one.items()}
        aside = len(hidden) - sum(room.size for room in rooms.values())
        if aside < 0:
            return None  # cards were named wrongly
        found = certain_cards(hidden, rooms | {ASIDE: HiddenCards(aside, back)})
        if found is None:
            continue
        certain = found if certain is None else {at: 1 for at in found if at in certain}
        if not certain:
            break
    return certain


def _explained(state: State, p: Player) -> Iterator[Mapping[str, HiddenCards]]:
    """Yield the constraints on a player's face-down cards, for each way in which the player may have followed suit.

    A player who lays another colour than the lead has none of the lead then, nor later in the set (SHINOBAZU-4.4); a
    leader lays the announced colour (4.1); a card seen to return to a hand is in it or was laid from it (9.5). An
    unseen card was of the lead colour, or there was none in the hand.
    """
    gone, shown_hand = frozenset(elsewhere(state, p.seat)), p.shown_hand or ()
    explanations: list[tuple[frozenset[str], dict[str, HiddenCards]]] = [(frozenset(), {})]
    for fight in sorted(laid_by(state, p.seat), key=lambda fight: fight.round):
        longer = []
        for lacked, rooms in explanations:
            for colours, lacks in _may_be(fight, round_led(state, fight.round)):
                left = colours - lacked
                place = {f"{LAID} {fight.round} {p.seat}": HiddenCards(1, gone | _of({*COLOURS} - left))}
                if left:
                    longer.append((lacked | lacks, rooms if fight.card else rooms | place))
        explanations = longer
    for lacked, rooms in explanations:
        if not any(colour_of(card) in lacked for card in shown_hand):
            yield rooms | {p.seat: HiddenCards(p.hand_size - len(shown_hand), gone | _of(lacked))}


def _may_be(fight: FightCard, led: Led | None) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the possible colours of a card, each with the colour that its player then lacked."""
    colours = frozenset(COLOURS if fight.card is None else {colour_of(fight.card)})
    if led is None:
        yield colours, frozenset()
        return
    lead = frozenset({led.lead})
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
    points=PointsCourse(_reached, how=Phrase(message="shinobazu.analysis.how", clause="SHINOBAZU-9.8"), axis=AXIS),
    fewest=True,
    known=_known,
    said=_said,
    sure=Phrase(message="shinobazu.analysis.sure"),
)
