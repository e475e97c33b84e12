"""What one deck and both decks can hold, held against what lies open (GIRYAKU-1.1, 2.1, 2.2, ledger section 8)."""

from __future__ import annotations

from referee.core.values import Notice, RulingContext
from referee.giryaku.audits import found
from referee.giryaku.cards import KINDS, POOL, Counts, counted, plus, surplus, without
from referee.giryaku.state import Player, State, player, rival, with_player


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
