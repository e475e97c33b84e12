"""The raid: what it takes from a hand, and the extra turn that it brings (GIRYAKU-8.5 to 8.7, OP-3)."""

from __future__ import annotations

from referee.core.judging import firm, one
from referee.core.replacing import replace
from referee.core.values import Notice, RulingContext
from referee.giryaku.decks import require_fits
from referee.giryaku.hands import denied, left, refilled, spied_on
from referee.giryaku.moves import PickHand, RaidTake, RevealLost
from referee.giryaku.state import Player, State, Task, player, rival, tell, with_player
from referee.giryaku.turns.resolving import buried, first_do
from referee.giryaku.turns.turn import begins, end


def raid_take(state: State, seat: str, move: RaidTake, context: RulingContext, told: list[Notice]) -> State:
    """The raider buries one card of the hand in sight (GIRYAKU-8.6). The note of that hand is the raider's secret.

    The card must be in that hand as far as the raider has noted it, and as its owner's phone knows it. Who looks
    at the whole hand may know what its owner noted of it; nobody else may.
    """
    enemy, card = rival(state, seat), one(move.card, "GIRYAKU-8.6", "giryaku.bury_one")
    told.append(tell("raid_took", "8.6", seat=seat, other=enemy.seat, card=card, size=enemy.size + 1))
    if move.seen is not None:
        whole = len(move.seen) == enemy.hand
        firm(whole, "GIRYAKU-8.6", "giryaku.seen_size", private=True, count=enemy.hand, entered=len(move.seen))
        firm(card in move.seen, "GIRYAKU-8.6", "giryaku.not_seen", private=True, card=card)
        state = spied_on(state, seat, tuple(move.seen), told)
    elif noted_without(enemy, card):
        context.refuse("GIRYAKU-8.6", "giryaku.not_noted", private=True, card=card)
        state = with_player(state, enemy.seat, spied=None)
    there = not denied(state, enemy, card)
    context.require(there, "GIRYAKU-8.6", "giryaku.not_in_that_hand", private=True, card=card, other=enemy.seat)
    return lost_of_hand(state, enemy.seat, card, context, told)


def noted_without(owner: Player, card: str) -> bool:
    """Tell whether a card cannot be in a hand, for all that the raider noted of it: the raider's secret."""
    return owner.spied is not None and len(owner.spied) >= owner.hand and card not in owner.spied


def lost_of_hand(state: State, owner: str, card: str, context: RulingContext, told: list[Notice]) -> State:
    """Return the table with a card of a hand in its owner's graveyard (GIRYAKU-1.5, 1.7)."""
    state = buried(left(state, owner, card, told), owner, (card,))
    require_fits(state, owner, context)
    return state


def refill(state: State, task: Task, told: list[Notice]) -> State:
    """A hand that a skill has shrunk is filled at once (GIRYAKU-3.6, 8.6)."""
    return refilled(state, task.seat, told, "3.6")


def bonus(state: State, task: Task, told: list[Notice]) -> State:
    """After a raid one more turn may be taken (GIRYAKU-8.7): after a refill, or by option as an action before it.

    In the last turn of a match there is none, unless the option says so (OP-3c); without a hand none either (OP-3a).
    """
    seat = task.seat
    if state.options.raid_extra == "turn_after_refill":
        if state.last == seat and state.options.final_turn_extra == "denied":
            told.append(tell("no_extra_turn", "9.6", seat=seat))
            return end(state, task, told)
        state = refilled(state, seat, told)
    if not player(state, seat).hand:
        return end(state, task, told)
    return first_do(state, Task("extra_turn", seat))


def extra_taken(state: State, seat: str, told: list[Notice]) -> State:
    """The raider goes on (GIRYAKU-8.7); a whole turn is the raider's next own one, a further action is not."""
    told.append(tell("extra_taken", "8.7", seat=seat))
    if state.options.raid_extra == "turn_after_refill":
        first = state.chained or player(state, seat).turns == 1
        return begins(state, seat, told, chained=first)
    return replace(state, phase="turn", bonus=True, queue=())


def pick_hand(state: State, seat: str, move: PickHand, told: list[Notice]) -> State:
    """S×N: a card of the other hand is picked unseen (GIRYAKU-7.2); its owner shows it and refills at once (3.6)."""
    enemy = rival(state, seat)
    firm(not isinstance(move.index, str), "GIRYAKU-7.2", "giryaku.pick_unseen", count=enemy.hand)
    one = isinstance(move.index, int) and 1 <= move.index <= enemy.hand
    firm(one, "GIRYAKU-7.2", "giryaku.pick_index", count=enemy.hand)
    told.append(tell("picked", "7.2", seat=seat, other=enemy.seat, index=move.index))
    return first_do(state, Task("reveal_lost", enemy.seat), Task("refill", enemy.seat))


def hand_lost(state: State, seat: str, move: RevealLost, context: RulingContext, told: list[Notice]) -> State:
    """The owner shows the card that was picked (GIRYAKU-1.7, 7.2); a hand that was noted whole must hold it."""
    firm(move.cell is None, "GIRYAKU-7.2", "giryaku.lost_of_hand")
    told.append(tell("lost", "7.2", seat=seat, card=move.card, size=player(state, seat).size + 1))
    return own_lost(state, seat, move.card, context, told)


def own_lost(state: State, seat: str, card: str, context: RulingContext, told: list[Notice]) -> State:
    """Return the table with a card of the own hand in the graveyard: the own note of the hand must hold it."""
    held = not denied(state, player(state, seat), card)
    context.require(held, "GIRYAKU-7.2", "giryaku.not_in_hand", private=True, card=card)
    return lost_of_hand(state, seat, card, context, told)
