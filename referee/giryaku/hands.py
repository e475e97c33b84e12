"""Hands and decks: what somebody surely knows of them, drawing and losing cards, and what can be proved."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.base import replace
from referee.core.judging import firm, passes, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.giryaku.cards import COLUMNS, HAND, KINDS, POOL, Counts, counted, lower, plus, surplus, upper, without
from referee.giryaku.moves import EnterHand, WithdrawHand
from referee.giryaku.state import Noted, Player, State, lying, player, rival, tell, with_player
from referee.giryaku.view_model import Claim, Finding

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
    """Add a finding and tell everybody, or `to` alone whom it concerns. With `once` the same is not found again."""
    if once and any(n.finding.kind == kind and n.finding.player == player for n in state.findings):
        return state
    finding = Finding.model_validate(
        {
            "kind": kind,
            "player": player,
            "turn": turn,
            "proved": state.turn,
            "cards": cards,
            "certainty": "reported" if reported or to else "proved",
        }
    )
    notice = tell(f"finding.{kind}", CLAUSE[kind], player=player, turn=turn, cards=list(cards))
    told.append(notice if to is None else notice.model_copy(update={"to": (to,)}))
    return replace(state, findings=(*state.findings, Noted(finding, to)))


# A flipped board


def misfits(p: Player, faces: Mapping[int, str]) -> tuple[str, ...]:
    """Return which cards cannot have been under the flip: those shown, and those that lie down with these faces."""
    if p.flip is None:
        return ()
    down = (faces.get(card.id, card.card) for card in lying(p) if card.down)
    more = without((*p.flip.shown, *(kind for kind in down if kind is not None)), p.flip.pool)
    return more if len(more) > p.flip.extra else ()


def shown(state: State, owner: str, faces: Mapping[int, str], told: list[Notice]) -> State:
    """Note what is seen of face-down cards; claims that it contradicts are found."""
    p = player(state, owner)
    if p.flip is None or not faces:
        return state
    known = dict(p.flip.faces) | dict(faces)
    false = [claim for claim in p.flip.claims if contradicted(claim, known)]
    for claim in false:
        state = found(state, "false_claim", told, player=owner, turn=claim.turn, cards=tuple(claim.pair))
    claims = tuple(claim for claim in p.flip.claims if claim not in false)
    return with_player(state, owner, flip=replace(p.flip, faces=tuple(known.items()), claims=claims))


def contradicted(claim: Claim, faces: Mapping[int, str]) -> bool:
    """Tell whether cards that were seen cannot make the claimed pair."""
    seen = [faces[i] for i in claim.cards if i in faces]
    return bool(without(seen, claim.pair))


def stood(ids: tuple[int | None, ...], faces: Mapping[int, str]) -> bool:
    """Tell whether some column may have been N×N at a moment, as far as its cards were seen."""
    return any(
        (a := ids[lower(c)]) is not None
        and (b := ids[upper(c)]) is not None
        and faces.get(a, "N") == faces.get(b, "N") == "N"
        for c in COLUMNS
    )


def audit_stand(state: State, owner: str, told: list[Notice], *, last: bool) -> State:
    """When the board is shown: did N×N stand at every moment since it was rearranged (GIRYAKU-7.5, 7.14)?

    The `last` moment does not count where its owner ended the flip there.
    """
    p = player(state, owner)
    assert p.flip is not None
    faces = dict(p.flip.faces)
    moments = p.flip.moments if last else p.flip.moments[:-1]
    for turn, ids in moments:
        if not stood(ids, faces):
            return found(state, "stayed_down", told, player=owner, turn=turn)
    return state


def open_checks(p: Player) -> int:
    """Count the claims and the stretch of a flip that nothing shown has decided."""
    if p.flip is None:
        return 0
    faces = dict(p.flip.faces)
    unseen = any(card is not None and card.down and card.kind is None for card in p.board)
    return sum(any(i not in faces for i in claim.cards) for claim in p.flip.claims) + unseen


def in_sight(p: Player, private: bool = False) -> Counts:
    """Return the cards of a player that are known at this moment: to everybody, or to the player's phone as well.

    What was turned down and has not been shown since still lies there, unless something was withdrawn unseen.
    """
    seen = [*p.known]
    secret = False
    if private and p.entered is not None:
        seen = [*without(p.known, p.entered), *p.entered]
    for card in p.board:
        if card is None:
            continue
        kind = card.kind if private else card.card
        if kind is not None:
            seen.append(kind)
        else:
            secret = True
    if secret and p.flip is not None and not p.flip.gone:
        down = [card.card for card in p.board if card is not None and card.down and card.card is not None]
        if not private:
            seen.extend(without(p.flip.pool, (*p.flip.shown, *down)))
    return plus(p.graveyard, counted(seen))


def require_fits(state: State, seat: str, context: RulingContext, *, private: bool = False) -> None:
    """Refuse what no deck can hold: a second extra card of one owner, or more of a kind than the box has.

    Only what everybody knows of the other player counts, and nothing is counted that has been found out already.
    """
    let_be = found_out(state, seat)
    own = surplus(in_sight(player(state, seat), private))
    two = sum(own) > 1 and "GIRYAKU-2.2" not in let_be
    context.require(not two, "GIRYAKU-2.2", "giryaku.two_extra_cards", private=private, seat=seat)
    other = surplus(in_sight(rival(state, seat)))
    for i, kind in enumerate(KINDS if "GIRYAKU-1.1" not in let_be else ()):
        context.require(own[i] + other[i] <= POOL[i], "GIRYAKU-1.1", "giryaku.box_holds", private=private, card=kind)


def found_out(state: State, seat: str) -> frozenset[str]:
    """Return the clauses that are known not to hold of a box: the match goes on all the same (ledger section 8)."""
    found = [n.finding for n in state.findings]
    own = any(f.kind in ("wrong_deck", "unchecked") and f.player == seat for f in found)
    box = any(f.kind in ("wrong_deck", "wrong_decks", "unchecked") for f in found)
    return frozenset(clause for clause, known in (("GIRYAKU-2.2", own), ("GIRYAKU-1.1", box)) if known)


def may_withdraw(state: State, p: Player) -> bool:
    """Tell whether a player may give up what is noted of a hand: not twice, and where it is noted or counted."""
    counted = p.since is not None or any(any(surplus(in_sight(each))) for each in state.players)
    return p.hand > 0 and counted and "GIRYAKU-2.2" not in found_out(state, p.seat)


def audited(state: State, told: list[Notice]) -> State:
    """Add what the cards in sight prove about the decks, and who owns which extra card."""
    both = [surplus(in_sight(p)) for p in state.players]
    if not any(map(any, both)):
        return state
    for p, more in zip(state.players, both, strict=True):
        if sum(more) > 1:
            cards = tuple(kind for kind, n in zip(KINDS, more, strict=True) for _ in range(n))
            state = found(state, "wrong_deck", told, player=p.seat, turn=None, cards=cards, once=True)
        elif sum(more) == 1 and p.extra is None:
            state = with_player(state, p.seat, extra=KINDS[more.index(1)])
    over = tuple(kind for i, kind in enumerate(KINDS) if both[0][i] + both[1][i] > POOL[i])
    if over and all(sum(more) <= 1 for more in both):
        state = found(state, "wrong_decks", told, player=None, turn=None, cards=over, once=True)
    return state


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
