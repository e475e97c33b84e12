"""The alert phase: the alert marker, the draw by its level, plausible guard cards, and the fall of the alert."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, passes
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import Cards, cards, fits_deck, plus
from referee.scorpion.contact import all_late, coming_late
from referee.scorpion.parts import Split
from referee.scorpion.secrecy import announced, publish, uphold, whisper
from referee.scorpion.state import State, Stock, stock, two_guard_players, with_stock
from referee.scorpion.turns import answered_first, between_actions, guard_role, nothing_open


def is_possible(state: State, mine: Stock, more: tuple[str, ...]) -> bool:
    """Tell whether a guard player can have these cards in addition to the known ones (section 16.2)."""
    own = (*placed(state, mine), *more)
    if mine.listed is not None:
        return Counter(own) <= Counter(mine.listed)
    listed = None if state.options.guard_deck is None else {str(k): n for k, n in state.options.guard_deck.items()}
    others = tuple(card for other in state.stocks if other.role != mine.role for card in lying(state, other))
    return fits_deck("guards", (*own, *others), listed)


def placed(state: State, one: Stock) -> Cards:
    """Return a player's cards whose place is known: in hand, drawn, or visible to everybody."""
    return plus(plus(one.hand or (), one.drawn or ()), lying(state, one))


def lying(state: State, one: Stock) -> Cards:
    """Return a player's visible cards: used this turn, in front, or as wounds."""
    wounds = sum(role == one.role for c in state.characters for role in c.wounds)
    return (*one.discard, *("secret_passage",) * one.front, *("kenjutsu",) * wounds)


def seen(state: State) -> Cards:
    """Return all visible guard cards: used this turn, in front for the passage, and as wounds."""
    discarded = (card for s in state.stocks for card in s.discard)
    front, wounds = sum(s.front for s in state.stocks), sum(len(c.wounds) for c in state.characters)
    return (*discarded, *("secret_passage",) * front, *("kenjutsu",) * wounds)


HAND_CARDS = 2
"""The maximum number of hand cards used in the card phase (SCORPION-14.1)."""

# Opening


def open_alert_phase(state: State, told: list[Notice]) -> State:
    """Shuffle the discards back and determine the draw by the alert level (SCORPION-10.1, 10.2, 10.4).

    The caller has advanced the turn and reset the guards' flags and counters. If nothing is to be drawn, the alert
    falls at once, and the phase may end by itself.
    """
    entered = state.options.guard_cards == "entered"
    stocks = tuple(
        replace(s, deck_size=s.deck_size + len(s.discard), discard=(), drawn=() if entered else None, drew=False)
        for s in state.stocks
    )
    state = replace(
        state,
        phase="alert",
        opened=False,
        drawn_at=state.alert,
        stocks=stocks,
        splits=tuple(split for split in state.splits if split.what == "wounds"),
    )
    state = all_late(state)
    total = cards_to_draw(state)
    state = publish(state, told, "alert_phase", "SCORPION-10.1", turn=state.turn, level=state.alert, draw=total)
    if total:
        return state
    state = _drawn(replace(state, stocks=tuple(replace(s, drew=True) for s in state.stocks)), told)
    passes = state.options.empty_alert_phase == "passes" and answered_first(state) is None
    return open_card_phase(state, told) if passes else state


def cards_to_draw(state: State) -> int:
    """Return the number of cards that the guards draw this turn in total (SCORPION-10.4, OP-21)."""
    return min(state.drawn_at, sum(s.deck_size for s in state.stocks) + coming_late(state))


def all_have_drawn(state: State) -> bool:
    return all(s.drew for s in state.stocks)


def _drawn(state: State, told: list[Notice]) -> State:
    """Lower the alert by one level after the last draw (SCORPION-8.4, 10.8)."""
    if not all_have_drawn(state) or not state.alert:
        return state
    before = state.alert
    state = replace(state, alert=before - 1)
    return publish(state, told, "alert_fell", "SCORPION-10.8", before=before, after=before - 1)


# Two guard players


def agreed(state: State, what: str) -> dict[str, int] | None:
    split = next((each for each in state.splits if each.what == what and len(each.by) == 2), None)
    return None if split is None else {"sword": split.sword, "spear": split.spear}


def even_split(state: State, total: int, there: Mapping[str, int]) -> dict[str, int]:
    """Return how two guard players share cards by default: evenly, an odd one to the smaller hand (OP-22).

    If there are fewer cards for one, the other makes up for them (OP-21).
    """
    sword, spear = stock(state, "sword"), stock(state, "spear")
    sword_comes_first = state.options.split_fallback == "sword_first" or sword.hand_size <= spear.hand_size
    swords = (total + 1) // 2 if sword_comes_first else total // 2
    swords = max(total - there["spear"], min(swords, there["sword"]))
    return {"sword": swords, "spear": total - swords}


def _even_draw(state: State) -> dict[str, int]:
    return even_split(state, cards_to_draw(state), {s.role: s.deck_size for s in state.stocks})


def draw_due(state: State, role: str) -> int:
    """Return the number of cards that a guard player must draw now (SCORPION-10.4, 10.7)."""
    if state.phase != "alert" or stock(state, role).drew:
        return 0
    if not two_guard_players(state):
        return cards_to_draw(state)
    return (agreed(state, "draw") or _even_draw(state))[role]


def agree_split(state: State, seat: str, move: moves.AgreeSplit, context: RulingContext) -> Ruling:
    """Judge a proposal, or its acceptance, of how two guard players share draws, hand cards or bonus cards.

    SCORPION-10.7, 14.2, 23.9. Without agreement, OP-22 applies, or one hand card each.
    """
    role = guard_role(state, seat)
    clause, by = _may_agree(state, role, move, context)
    roles = tuple(r for r in ("sword", "spear") if r == role or r in by)
    rest = tuple(split for split in state.splits if split.what != move.what)
    state = replace(state, splits=(*rest, Split(move.what, move.sword, move.spear, roles)))
    if by and move.what == "draw":
        state = _settled(state)
    if by and move.what == "bonus":
        shares = (("sword", move.sword), ("spear", move.spear))
        state = replace(state, bonus_cards_due=tuple((r, n) for r, n in shares if n))
    kind = "split_agreed" if by else "split_proposed"
    return announced(state, kind, clause, seat=seat, what=move.what, sword=move.sword, spear=move.spear)


def _may_agree(state: State, role: str, move: moves.AgreeSplit, context: RulingContext) -> tuple[str, tuple[str, ...]]:
    """Return the clause and the roles that have proposed the same. Raises `Refused` if no agreement is possible."""
    firm(two_guard_players(state), "SCORPION-10.7", "scorpion.nobody_to_agree_with")
    clause, total = _shared(state, move)
    context.require(move.sword + move.spear == total, clause, "scorpion.wrong_sum", total=total)
    proposed = (move.what, (move.sword, move.spear))
    by = next((split.by for split in state.splits if (split.what, split.shares) == proposed), ())
    firm(role not in by, clause, "scorpion.said_already")
    firm(agreed(state, move.what) is None, clause, "scorpion.agreed_already")
    return clause, by


def _shared(state: State, move: moves.AgreeSplit) -> tuple[str, int]:
    """Return the clause and the number to be shared. Raises `Refused` if it can no longer be shared."""
    used = {s.role: s.hand_used for s in state.stocks}
    firm(state.phase == move.phase, "SCORPION-9.2", "scorpion.other_phase", phase=state.phase)
    match move.what:
        case "draw":
            nothing_open(state)
            _may_draw(state, "")
            enough = move.sword <= stock(state, "sword").deck_size and move.spear <= stock(state, "spear").deck_size
            firm(enough, "SCORPION-10.7", "scorpion.deck_too_short")
            return "SCORPION-10.7", cards_to_draw(state)
        case "hand_cards":
            nothing_open(state)
            firm(move.sword >= used["sword"] and move.spear >= used["spear"], "SCORPION-14.2", "scorpion.used_more")
            return "SCORPION-14.2", HAND_CARDS
        case "bonus":
            for role, n in (("sword", move.sword), ("spear", move.spear)):
                mine = stock(state, role)
                firm(n <= mine.deck_size + len(mine.discard), "SCORPION-23.9", "scorpion.deck_too_short")
            return "SCORPION-23.9", sum(n for _, n in state.bonus_cards_due)


def shares_to_agree(state: State, role: str, what: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs of shares (sword, spear) that a guard player may propose now."""
    total = cards_to_draw(state) if what == "draw" else HAND_CARDS
    every = (moves.AgreeSplit(what=what, sword=n, spear=total - n) for n in range(total + 1))  # type: ignore[arg-type]
    return tuple((each.sword, each.spear) for each in every if passes(_may_agree, state, role, each, RulingContext()))


def _settled(state: State) -> State:
    """Mark players whose agreed share of the draw is 0 as having drawn."""
    split = agreed(state, "draw")
    assert split is not None
    return replace(state, stocks=tuple(replace(s, drew=True) if not split[s.role] else s for s in state.stocks))


# Drawing


def draw_cards(state: State, seat: str, move: moves.DrawCards, context: RulingContext) -> Ruling:
    """Judge a guard player's draw of the due cards, whose kinds are secret (SCORPION-10.4 to 10.7)."""
    role = guard_role(state, seat)
    between_actions(state, move)
    _may_draw(state, role)
    due = draw_due(state, role)
    clause = "SCORPION-10.7" if two_guard_players(state) else "SCORPION-10.4"
    firm(due > 0, clause, "scorpion.draws_none")
    context.require(move.n == due, clause, "scorpion.draw_number", n=move.n, due=due, level=state.drawn_at)
    firm(move.n <= stock(state, role).deck_size, "SCORPION-10.4", "scorpion.deck_too_short")
    if two_guard_players(state) and agreed(state, "draw") is None:
        rest = tuple(s for s in state.splits if s.what != "draw")
        even = Split("draw", **_even_draw(state), by=("sword", "spear"))
        state = _settled(replace(state, splits=(*rest, even)))
    told: list[Notice] = []
    state = _take(state, role, move)
    state = publish(state, told, "drawn", "SCORPION-10.4", seat=seat, n=move.n, level=state.drawn_at)
    if move.cards:
        kinds = {kind: n for kind, n in sorted(move.cards.items()) if n}
        told.append(whisper((seat,), "drawn_kinds", "SCORPION-10.5", cards=kinds))
    return uphold(_drawn(state, told), told)


def _may_draw(state: State, role: str) -> None:
    """Refuse a draw, or an agreement about it, if nothing is drawn or it was drawn already (SCORPION-10.4, 10.7).

    An empty role means both players.
    """
    firm(state.drawn_at, "SCORPION-10.4", "scorpion.draws_at_no_alert")
    mine = [s for s in state.stocks if not role or s.role == role]
    if not any(s.drew for s in mine) or (not role and agreed(state, "draw")):
        return
    seats = {p.seat for p in state.players if not role or p.role == role}
    drawn = any(e.kind == "drawn" and e.data["seat"] in seats for e in state.record if e.turn == state.turn)
    firm(not drawn, "SCORPION-10.4", "scorpion.drawn_already")
    firm(sum(s.deck_size for s in state.stocks) == 0, "SCORPION-10.4", "scorpion.draws_none")
    raise Refused("SCORPION-10.4", "scorpion.deck_is_empty", firm=True)


def _take(state: State, role: str, move: moves.DrawCards) -> State:
    mine: Stock = stock(state, role)
    changes: dict[str, Any] = {
        "drew": True,
        "drawn_size": mine.drawn_size + move.n,
        "deck_size": mine.deck_size - move.n,
    }
    if state.options.guard_cards == "counted":
        firm(move.cards is None, "SCORPION-10.4", "scorpion.only_numbers", private=True)
    else:
        kinds = cards(move.cards or {})
        firm(len(kinds) == move.n, "SCORPION-10.4", "scorpion.name_the_drawn", private=True, n=move.n)
        firm(is_possible(state, mine, kinds), "SCORPION-1.3", "scorpion.not_in_the_deck", private=True)
        changes["drawn"] = plus(mine.drawn or (), kinds)
    return with_stock(state, role, **changes)


def end_alert_phase(state: State, seat: str, move: moves.EndAlertPhase, context: RulingContext) -> Ruling:
    """Judge the end of the alert phase, once everything is drawn and answered (SCORPION-9.2, 10.4, 10.10)."""
    guard_role(state, seat)
    between_actions(state, move, "SCORPION-9.2")
    firm(all_have_drawn(state), "SCORPION-10.4", "scorpion.draw_first")
    told: list[Notice] = []
    return uphold(open_card_phase(state, told), told)


def open_card_phase(state: State, told: list[Notice]) -> State:
    """Add unused drawn cards to the hands and begin the card phase (SCORPION-10.10)."""
    stocks = tuple(
        replace(
            s,
            hand=None if s.hand is None else plus(s.hand, s.drawn or ()),
            hand_size=s.hand_size + s.drawn_size,
            drawn=None if s.drawn is None else (),
            drawn_size=0,
            hand_used=0,
        )
        for s in state.stocks
    )
    state = replace(state, phase="cards", stocks=stocks, hand_used=0)
    return publish(state, told, "card_phase", "SCORPION-10.10", turn=state.turn)
