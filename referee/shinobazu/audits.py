"""What can be proved afterwards, from what everybody saw (ledger section 8). It changes no points.

No card enters a hand during a set: whatever a player lays later was in hand before.
"""

from __future__ import annotations

from referee.core.cards.tricks import owed
from referee.core.judging import tell
from referee.core.replacing import replace
from referee.core.values import Notice
from referee.shinobazu.model import HAND, Finding, colour_of
from referee.shinobazu.state import FightCard, State, laid_by, player, round_led


def led_wrongly(fight: FightCard, lead: str) -> bool | None:
    """Tell whether a lead card is not of the announced colour; None while nobody has seen it (4.1)."""
    return None if fight.card is None else colour_of(fight.card) != lead


def reneged(state: State, fight: FightCard, lead: str) -> str | bool | None:
    """Return the card that proves a renege, False when there was none, None as long as it is open (4.4).

    The player of the card is asked, not its owner, and the announced lead counts, never that of a
    battle after SHINOBAZU-5.4 or of a duel.
    """
    me = player(state, fight.laid_by)
    mine = laid_by(state, me.seat)
    earlier = [c.card for c in mine if c.round < fight.round]
    rest = [c.card for c in mine if c.round > fight.round and c.card is not None]
    rest += me.shown_hand or ()
    if fight.card is not None:
        if colour_of(fight.card) == lead:
            return False
        known = len(earlier) == fight.round - 1 and None not in earlier
        held = rest + [c for c in me.returned if c not in earlier] if known else rest
        if proofs := owed(held, fight.card, lead):
            return proofs[0]
    all_seen = len(rest) >= HAND - fight.round
    return False if all_seen and all(colour_of(card) != lead for card in rest) else None


def audit(state: State, seat: str, told: list[Notice]) -> State:
    """Add what has just become provable about the cards that `seat` laid in this set."""
    known = {(f.kind, f.player, f.set, f.round) for f in state.findings}
    for fight in laid_by(state, seat):
        led = round_led(state, fight.round)
        if fight.card is None or led is None:
            continue
        if led.start == seat:
            if led_wrongly(fight, led.colour) and ("false_lead", seat, state.set, fight.round) not in known:
                state = found(state, "false_lead", fight, told, lead=led.colour)
        elif ("renege", seat, state.set, fight.round) not in known:
            proof = reneged(state, fight, led.colour)
            if isinstance(proof, str):
                state = found(state, "renege", fight, told, lead=led.colour, proving=proof)
    return state


CLAUSE = {
    "renege": "SHINOBAZU-4.4",
    "false_lead": "SHINOBAZU-4.1",
    "double_card": "SHINOBAZU-1.2",
    "wrong_entry": "SHINOBAZU-3.1",
}


def found(
    state: State,
    kind: str,
    fight: FightCard,
    told: list[Notice],
    *,
    lead: str | None = None,
    proving: str | None = None,
) -> State:
    """Add a finding about an open card and tell everybody.

    Of two equal cards one was named wrongly, so a double card is only reported, not proved.
    """
    finding = Finding.model_validate(
        {
            "kind": kind,
            "player": fight.laid_by,
            "set": state.set,
            "round": fight.round,
            "card": fight.card,
            "lead": lead,
            "proving": proving,
            "proved_set": state.set,
            "proved_round": state.round,
            "certainty": "reported" if kind == "double_card" else "proved",
        }
    )
    told.append(tell(f"shinobazu.finding.{kind}", CLAUSE[kind], **finding.model_dump(mode="json", exclude={"kind"})))
    return replace(state, findings=(*state.findings, finding))


def open_checks(state: State) -> int:
    """Count the lead and follow checks that what everybody saw has not decided, either way."""
    count = state.open_before
    for fight in state.cards:
        count += _followed(state, fight) is None
    return count


def _followed(state: State, fight: FightCard) -> str | bool | None:
    """Return what the check of a card has come to; None as long as it is open."""
    led = round_led(state, fight.round)
    if led is None:
        return None
    leads = led.start == fight.laid_by
    return led_wrongly(fight, led.colour) if leads else reneged(state, fight, led.colour)


def reneges(state: State) -> tuple[str, ...]:
    """Return who was proved not to have followed suit, once for each time (SHINOBAZU-4.4)."""
    return tuple(f.player for f in state.findings if f.kind == "renege" and f.certainty == "proved")
