"""Hands and decks: their certain cards, drawing and losing cards, and what audits prove."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.base import replace
from referee.core.judging import firm, passes, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.giryaku.cards import COLUMNS, HAND, KINDS, POOL, Card, Counts, counted, listed, plus, surplus, without
from referee.giryaku.moves import EnterHand, WithdrawHand
from referee.giryaku.state import Noted, Player, State, lying, player, rival, tell, with_player
from referee.giryaku.view_model import Claim, Finding, Moment

CLAUSE = {
    "wrong_deck": "2.2",
    "wrong_decks": "1.1",
    "swapped_card": "2.9",
    "raid_contradicted": "8.6",
    "flip_cards": "7.7",
    "stayed_down": "7.14",
    "false_claim": "6.3",
    "recount": "9.1",
    "unchecked": "2.2",
}


def found(
    state: State,
    kind: str,
    told: list[Notice],
    *,
    player: str | None,
    turn: int | None,
    cards: tuple[str, ...] = (),
    reported: bool = False,
    once: bool = False,
    to: str | None = None,
) -> State:
    """Add a finding and tell everybody, or only `to`. With `once`, an equal finding is not repeated."""
    if once and any(n.finding.kind == kind and n.finding.player == player for n in state.findings):
        return state
    certainty = "reported" if reported or to else "proved"
    breach = {"kind": kind, "player": player, "turn": turn, "proved": state.turn, "cards": cards}
    finding = Finding.model_validate(breach | {"certainty": certainty})
    notice = tell(f"finding.{kind}", CLAUSE[kind], player=player, turn=turn, cards=list(cards))
    told.append(notice if to is None else notice.model_copy(update={"to": (to,)}))
    return replace(state, findings=(*state.findings, Noted(finding, to)))


# Flipped boards


def misfits(p: Player, faces: Mapping[int, str]) -> tuple[str, ...]:
    """Return the cards that cannot be part of a flip: of those shown, and those lying face down with these faces."""
    if p.flip is None:
        return ()
    down = (faces.get(card.id, card.card) for card in lying(p) if card.down)
    more = without((*p.flip.shown, *(kind for kind in down if kind is not None)), p.flip.pool)
    return more if len(more) > p.flip.extra else ()


def new_misfits(p: Player, faces: Mapping[int, str]) -> tuple[str, ...]:
    """Return the same, but nothing if these faces add none to what a house ruling has let stand before."""
    more = misfits(p, faces)
    return more if len(more) > len(misfits(p, {})) else ()


def shown(state: State, owner: str, faces: Mapping[int, Card], told: list[Notice]) -> State:
    """Record the faces of face-down cards that were seen, and find false claims."""
    p = player(state, owner)
    if p.flip is None or not faces:
        return state
    known = {**p.flip.faces, **faces}
    false = [claim for claim in p.flip.claims if seen_cards_exclude(claim, known)]
    for claim in false:
        state = found(state, "false_claim", told, player=owner, turn=claim.turn, cards=tuple(claim.pair))
    claims = tuple(claim for claim in p.flip.claims if claim not in false)
    return with_player(state, owner, flip=replace(p.flip, faces=known, claims=claims))


def seen_cards_exclude(claim: Claim, faces: Mapping[int, str]) -> bool:
    """Tell whether the seen cards exclude the claimed pair."""
    seen = [faces[i] for i in claim.cards if i in faces]
    return bool(without(seen, claim.pair))


def may_have_stood(moment: Moment, faces: Mapping[int, str]) -> bool:
    """Tell whether some column may have been N×N at a moment, by the cards that were seen."""
    ninja = {cell for cell, number in moment.cards.items() if faces.get(number, "N") == "N"}
    return any({f"{c}L", f"{c}U"} <= ninja for c in COLUMNS)


def audit_stand(state: State, owner: str, told: list[Notice]) -> State:
    """Report the first moment since the rearrangement at which N×N cannot have stood (GIRYAKU-7.5, 7.14).

    Called when the board is shown. The last moment counts only at the end of the match; otherwise the owner ended the
    flip there.
    """
    p = player(state, owner)
    assert p.flip is not None
    for moment in p.flip.moments if state.phase == "ended" else p.flip.moments[:-1]:
        if not may_have_stood(moment, p.flip.faces):
            return found(state, "stayed_down", told, player=owner, turn=moment.turn)
    return state


def open_checks(p: Player) -> int:
    """Return the number of claims, and of flips, that nothing shown has verified."""
    if p.flip is None:
        return 0
    unseen = any(card.down and card.kind is None for card in lying(p))
    return sum(any(i not in p.flip.faces for i in claim.cards) for claim in p.flip.claims) + unseen


def in_sight(p: Player, private: bool = False) -> Counts:
    """Return a player's cards known now: to everybody, or with `private` to the player's phone.

    Cards that were turned down and not shown since count as lying there, unless some were withdrawn unseen.
    """
    seen = [*without(p.known, p.entered), *p.entered] if private and p.entered is not None else [*p.known]
    kinds = [card.kind if private else card.card for card in p.board if card is not None]
    seen += filter(None, kinds)
    if not private and None in kinds and p.flip is not None and not p.flip.gone:
        down = [card.card for card in lying(p) if card.down and card.card is not None]
        seen.extend(without(p.flip.pool, (*p.flip.shown, *down)))
    return plus(p.graveyard, counted(seen))


def require_fits(state: State, seat: str, context: RulingContext, *, private: bool = False) -> None:
    """Refuse what no deck can hold: a second extra card of one owner, or more of a kind than the box has.

    Only public knowledge of the other player counts, and nothing that findings have already reported.
    """
    let_be = found_out(state, seat)
    own = surplus(in_sight(player(state, seat), private))
    two = sum(own) > 1 and "GIRYAKU-2.2" not in let_be
    context.require(not two, "GIRYAKU-2.2", "giryaku.two_extra_cards", private=private, seat=seat)
    other = surplus(in_sight(rival(state, seat)))
    for i, kind in enumerate(KINDS if "GIRYAKU-1.1" not in let_be else ()):
        context.require(own[i] + other[i] <= POOL[i], "GIRYAKU-1.1", "giryaku.box_holds", private=private, card=kind)


def found_out(state: State, seat: str) -> frozenset[str]:
    """Return the clauses that the box is known not to fulfil; the match goes on regardless (ledger section 8)."""
    found = [n.finding for n in state.findings]
    is_own_finding = any(f.kind in ("wrong_deck", "unchecked") and f.player == seat for f in found)
    box = any(f.kind in ("wrong_deck", "wrong_decks", "unchecked") for f in found)
    return frozenset(clause for clause, known in (("GIRYAKU-2.2", is_own_finding), ("GIRYAKU-1.1", box)) if known)


def may_withdraw(state: State, p: Player) -> bool:
    """Tell whether a player may withdraw the notes of a hand: not twice, and only if it is noted or counted."""
    counted = p.since is not None or any(any(surplus(in_sight(each))) for each in state.players)
    return p.hand > 0 and counted and "GIRYAKU-2.2" not in found_out(state, p.seat)


def audited(state: State, told: list[Notice]) -> State:
    """Add what the known cards prove about the decks, and which extra cards the players have."""
    both = [surplus(in_sight(p)) for p in state.players]
    if not any(map(any, both)):
        return state
    for p, more in zip(state.players, both, strict=True):
        if sum(more) > 1:
            state = found(state, "wrong_deck", told, player=p.seat, turn=None, cards=listed(more), once=True)
        elif sum(more) == 1 and p.extra is None:
            state = with_player(state, p.seat, extra=KINDS[more.index(1)])
    over = tuple(kind for i, kind in enumerate(KINDS) if both[0][i] + both[1][i] > POOL[i])
    if over and all(sum(more) <= 1 for more in both):
        state = found(state, "wrong_decks", told, player=None, turn=None, cards=over, once=True)
    return state


def enter_hand(state: State, seat: str, move: EnterHand, context: RulingContext) -> Ruling:
    """Judge a player's secret note of the whole hand, which restricts plays until the next draw (GIRYAKU-3.5)."""
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
    """Judge the withdrawal of a player's notes; the cards are no longer counted, and everybody is told."""
    p = player(state, seat)
    firm(may_withdraw(state, p), "GIRYAKU-2.2", "giryaku.nothing_to_give_up")
    told: list[Notice] = []
    state = with_player(state, seat, entered=None, since=None)
    return uphold(found(state, "unchecked", told, player=seat, turn=None, reported=True), told)


def hand_fits(state: State, p: Player, cards: tuple[str, ...], context: RulingContext, told: list[Notice]) -> State:
    """Note a hand if it contains its certain cards and both decks allow it."""
    missing = without(p.known, cards)
    context.require(not missing, "GIRYAKU-2.9", "giryaku.kept_missing", private=True, cards=list(missing))
    if p.entered is not None and p.since and holds(state, p):
        lost = without(p.entered, cards)
        context.require(not lost, "GIRYAKU-3.5", "giryaku.entry_missing", private=True, cards=list(lost))
    after = with_player(state, p.seat, entered=cards, since=0)
    require_fits(after, p.seat, context, private=True)
    return after


def holds(state: State, p: Player) -> bool:
    """Tell whether a player's note of the hand can be true, by public cards; a secret.

    A note that cannot be true is ignored: the cards on the table are true.
    """
    return p.entered is None or passes(require_fits, state, p.seat, RulingContext(), private=True)


def note_excludes(state: State, p: Player, card: str) -> bool:
    """Tell whether the owner's note, if it can be true, excludes a card from the hand; a secret."""
    return p.lacks(p.entered, card) and holds(state, p)


def refilled(state: State, seat: str, told: list[Notice], clause: str = "3.4") -> State:
    """Refill a hand to two cards, as far as the deck allows (GIRYAKU-3.4, 3.6)."""
    p = player(state, seat)
    return drawn(state, seat, min(max(0, HAND - p.hand), p.deck), told, clause)


def drawn(state: State, seat: str, count: int, told: list[Notice], clause: str) -> State:
    """Draw cards unseen; a note of the hand then covers only part of it."""
    if not count:
        return state
    p = player(state, seat)
    told.append(tell("drawn", clause, seat=seat, count=count, deck=p.deck - count))
    return with_player(state, seat, hand=p.hand + count, deck=p.deck - count, since=more(p, count))


def more(p: Player, count: int) -> int | None:
    """Return the number of cards drawn since the hand was noted, plus `count`."""
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
    """Remove a card that its owner plays from the hand; `card` is `None` if nobody else sees it.

    A fully noted hand must contain the card, unless a house ruling upholds the move.
    """
    p = player(state, seat)
    firm(p.hand > 0, clause, "giryaku.hand_empty")
    own = card or noted
    other = own is not None and note_excludes(state, p, own)
    context.require(not other, clause, "giryaku.not_in_hand", private=True, card=own)
    return left(state, seat, card, told, noted)


def left(state: State, seat: str, card: str | None, told: list[Notice], noted: str | None = None) -> State:
    """Remove a card from a hand, whoever took it, and find contradictions (ledger section 8).

    `noted` is a card that only its owner's phone knows. The owner's note is dropped if nobody named the card, which is
    public; it is dropped secretly if a house ruling upheld a card that it excludes. So is what others know of the hand,
    if the card shows that it was wrong.
    """
    p = player(state, seat)
    if card is not None and p.lacks(p.known, card):
        state = found(state, "swapped_card", told, player=seat, turn=None, cards=p.known)
    if card is not None and p.spied is not None and p.lacks(p.spied, card):
        state = found(state, "raid_contradicted", told, player=seat, turn=state.turn, cards=p.spied, reported=True)
    own = card or noted
    return with_player(
        state,
        seat,
        hand=p.hand - 1,
        known=() if card is None or p.lacks(p.known, card) else without(p.known, (card,)),
        spied=None if card is None or p.spied is None else () if p.lacks(p.spied, card) else without(p.spied, (card,)),
        entered=None if p.entered is None or own is None or p.lacks(p.entered, own) else without(p.entered, (own,)),
        since=None if own is None else p.since,
    )


def spied_on(state: State, raider: str, seen: tuple[str, ...], told: list[Notice]) -> State:
    """Record a raided hand as noted on the raider's phone; it must contain the kept card."""
    owner = rival(state, raider)
    missing = without(owner.known, seen)
    if missing:
        state = found(state, "swapped_card", told, player=owner.seat, turn=None, cards=missing, to=raider)
    return with_player(state, owner.seat, spied=seen)
