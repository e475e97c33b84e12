"""Hands: what somebody surely knows of them, drawing and losing cards (GIRYAKU-3.4 to 3.6, ledger section 8)."""

from __future__ import annotations

from referee.core.judging import firm, passes, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.giryaku.audits import found
from referee.giryaku.cards import HAND, without
from referee.giryaku.decks import may_withdraw, require_fits
from referee.giryaku.moves import EnterHand, WithdrawHand
from referee.giryaku.state import Player, State, player, rival, tell, with_player


def enter_hand(state: State, seat: str, move: EnterHand, context: RulingContext) -> Ruling:
    """A player notes their whole hand secretly; it is held against what they play until they draw (GIRYAKU-3.5)."""
    p = player(state, seat)
    count = len(move.cards)
    firm(p.hand, "GIRYAKU-3.5", "giryaku.no_hand_to_enter")
    firm(count == p.hand, "GIRYAKU-3.5", "giryaku.hand_size", private=True, count=p.hand, entered=count)
    after = hand_fits(state, p, move.cards, context, [])
    told = [tell("hand_entered", "3.5", seat=seat)]
    noted = {"cards": list(move.cards)}
    told.append(Notice(to=(seat,), message="giryaku.hand_noted", params=noted, clause="GIRYAKU-3.5"))
    return uphold(after, told)


def withdraw_hand(state: State, seat: str, move: WithdrawHand, context: RulingContext) -> Ruling:
    """A player gives up what they noted, and their cards are counted no more; all hear that, and nothing else."""
    p = player(state, seat)
    firm(may_withdraw(state, p), "GIRYAKU-2.2", "giryaku.nothing_to_give_up")
    told: list[Notice] = []
    state = with_player(state, seat, entered=None, since=None)
    return uphold(found(state, "unchecked", told, player=seat, turn=None, reported=True), told)


def hand_fits(state: State, p: Player, cards: tuple[str, ...], context: RulingContext, told: list[Notice]) -> State:
    """Return the table with a hand noted, if it holds what is surely in it and both decks can hold all that."""
    missing = without(p.known, cards)
    context.require(not missing, "GIRYAKU-2.9", "giryaku.kept_missing", private=True, cards=list(missing))
    if p.entered is not None and p.since and holds(state, p):
        lost = without(p.entered, cards)
        context.require(not lost, "GIRYAKU-3.5", "giryaku.entry_missing", private=True, cards=list(lost))
    after = with_player(state, p.seat, entered=cards, since=0)
    require_fits(after, p.seat, context, private=True)
    return after


def holds(state: State, p: Player) -> bool:
    """Tell whether what a player noted of the hand can be true, by what lies open: secret.

    A note that cannot be true binds nobody: what lies on the table is true.
    """
    return p.entered is None or passes(require_fits, state, p.seat, RulingContext(), private=True)


def denied(state: State, p: Player, card: str) -> bool:
    """Tell whether a card cannot be in a hand, for all that its owner noted and that can be true: secret."""
    return p.denies(card) and holds(state, p)


def refilled(state: State, seat: str, told: list[Notice], clause: str = "3.4") -> State:
    """Return the table after a hand is filled up to two, as far as the deck goes (GIRYAKU-3.4, 3.6)."""
    p = player(state, seat)
    return drawn(state, seat, min(max(0, HAND - p.hand), p.deck), told, clause)


def drawn(state: State, seat: str, count: int, told: list[Notice], clause: str) -> State:
    """Return the table after somebody has drawn unseen; what is noted of the hand is then only a part of it."""
    if not count:
        return state
    p = player(state, seat)
    told.append(tell("drawn", clause, seat=seat, count=count, deck=p.deck - count))
    return with_player(state, seat, hand=p.hand + count, deck=p.deck - count, since=more(p, count))


def more(p: Player, count: int) -> int | None:
    """Return how many cards a player has drawn since the hand was noted, with these."""
    return None if p.since is None else p.since + count


def played(
    state: State,
    seat: str,
    card: str | None,
    context: RulingContext,
    told: list[Notice],
    clause: str,
    noted: str | None = None,
) -> State:
    """Return the table after a card has left a hand by its owner's doing; `card` is None where nobody else sees it.

    A hand that its owner noted whole must hold the card; a house ruling may let it stand.
    """
    p = player(state, seat)
    firm(p.hand > 0, clause, "giryaku.hand_empty")
    own = card or noted
    other = own is not None and denied(state, p, own)
    context.require(not other, clause, "giryaku.not_in_hand", private=True, card=own)
    return left(state, seat, card, told, noted)


def left(state: State, seat: str, card: str | None, told: list[Notice], noted: str | None = None) -> State:
    """Return the table after a card has left a hand, whoever took it; contradictions are found (ledger section 8).

    `noted` is a card that only its owner's phone knows. The owner's note falls where nobody named the card, as
    everybody sees; where a house ruling let a card stand that it contradicts, it falls and nobody else sees that.
    """
    p = player(state, seat)
    if card is not None and len(p.known) == p.hand and card not in p.known:
        state = found(state, "swapped_card", told, player=seat, turn=None, cards=p.known)
    if card is not None and p.spied is not None and len(p.spied) == p.hand and card not in p.spied:
        state = found(state, "raid_contradicted", told, player=seat, turn=state.turn, cards=p.spied, reported=True)
    own = card or noted
    known = None if p.entered is None or own is None or p.denies(own) else without(p.entered, (own,))
    return with_player(
        state,
        seat,
        hand=p.hand - 1,
        known=() if card is None else _rest(p.known, p.hand, card),
        spied=None if card is None or p.spied is None else _rest(p.spied, p.hand, card),
        entered=known,
        since=None if own is None else p.since,
    )


def _rest(known: tuple[str, ...], hand: int, card: str) -> tuple[str, ...]:
    """Return what is surely left of a hand after a card; nothing, where the card shows that all was wrong."""
    return () if len(known) >= hand and card not in known else without(known, (card,))


def spied_on(state: State, raider: str, seen: tuple[str, ...], told: list[Notice]) -> State:
    """Return the table with a raided hand noted on the raider's phone: the kept card must be in it."""
    owner = rival(state, raider)
    missing = without(owner.known, seen)
    if missing:
        state = found(state, "swapped_card", told, player=owner.seat, turn=None, cards=missing, to=raider)
    return with_player(state, owner.seat, spied=seen)
