"""Who must or may do something now. Offers that rest on a secret are shown to its owner only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.judging import firm
from referee.core.moves import Cited, Move, in_depth, out_of_order
from referee.core.offers import Choice, Offer, One, Some, offer
from referee.core.values import GAME_MASTER, TABLE, Prompt, Refused, Viewer
from referee.scroll_trick import choices
from referee.scroll_trick import moves as m
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, SET, SHADOW
from referee.scroll_trick.moves import CheckCard, ClaimRevoke, RegisterHand
from referee.scroll_trick.ranking import best, due, lowest
from referee.scroll_trick.scores import at_stake, before_round, captured, may_enter_round
from referee.scroll_trick.shadow import step
from referee.scroll_trick.state import Laid, State, active, everybody, has_played, humans, led, order, player, seat_of
from referee.scroll_trick.supply import cards_are_dealt, possible
from referee.scroll_trick.tricks import leader_of, the_trick

OF_SHADOW = frozenset({m.LayShadow, m.ShadowPlay, m.RefillShadow})
IN_REMEDY = frozenset({m.Remedy, m.ClaimRevoke, m.Configure})
"""The moves that are allowed while the remedy of a revoke is due."""


def may_be_declared(state: State, move: Move) -> None:
    """Refuse a move of another depth or phase (SCROLL-1.2), or after the end (8.1)."""
    kind = type(move)
    firm(in_depth(move, state.options.depth), "SCROLL-1.2", "scroll_trick.other_depth")
    firm(kind not in OF_SHADOW or state.shadow is not None, "SCROLL-9.1", "scroll_trick.no_shadow")
    if state.remedy is not None and kind not in IN_REMEDY:
        raise Refused("SCROLL-6.4", "scroll_trick.remedy_first", firm=True, seat=state.findings[state.remedy].player)
    if cited := _refused(state, move):
        raise Refused(cited[0], f"scroll_trick.{cited[1]}", firm=True, seats=list(awaited(state)))


def _refused(state: State, move: Move) -> Cited | None:
    """Return what refuses a move at the wrong moment, also where that depends on more than the phase."""
    cited, kind = out_of_order(move, state), type(move)
    if cited is None:
        return move.about.late[""] if kind is m.SetStartPlayer and start_is_settled(state) else None
    if state.phase == "ended":
        return ("SCROLL-10.3", "shadow_ended_it") if state.game_over else cited
    if kind is m.TurnScroll and state.round == 1:
        return "SCROLL-5.4", "no_turning_in_round_1"
    if cited == ("SCROLL-6.18", "round_not_over") and state.round == ROUNDS:
        return "SCROLL-7.4", "nothing_after_round_3"
    return cited


def start_is_settled(state: State) -> bool:
    """Tell whether cards or scrolls are in play, so that the start player can no longer be named (SCROLL-2.11)."""
    entered = bool(state.entries) or any(p.captured for p in everybody(state))
    return state.round > 1 or entered or state.phase not in m.SetStartPlayer.about.during


def awaited(state: State) -> tuple[str, ...]:
    """Return the seats that must declare now; the table if anybody may."""
    who: list[str] = []
    match state.phase:
        case "trump":
            who = [state.marker or TABLE]
        case "open" | "trick":
            who = [active(state) or TABLE]
        case "place":
            who = [p.seat for p in state.players if not p.placed]
        case "turn":
            turns = due(state)
            who = [p.seat for p in everybody(state) if p.turned < turns.get(p.seat, 0)]
        case "resolve":
            won = leader_of(state.tricks[-1], state.trump)
            who = [TABLE if won is None else won.seat]
        case "between" if state.options.depth == "plays":
            who = [p.seat for p in state.players if not p.drawn]
    return tuple(who) or (TABLE,)


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return the prompts as `viewer` may know them: first what must be done, then what may be.

    After the end only claims are answered (ledger A1).
    """
    if state.phase == "ended":
        return tuple(_claim(state))
    if state.remedy is not None:
        at = state.findings[state.remedy]
        answer = offer("remedy", choice=One(of=("stand", "rewind")))
        ask = _ask(TABLE, "remedy", answer, seat=at.player, trick=at.trick)
        return (ask, *_claim(state), *_box(state))
    aside = (*_register(state, viewer), *_withdraw(state), *_check(state, viewer), *_claim(state), *_box(state))
    return (*_ASKS[state.phase](state, viewer), *aside)


def _ask(
    who: str, ask: str, /, *offers: Offer, must: bool = True, alternative: str | None = None, **params: Any
) -> Prompt:
    ask = f"scroll_trick.ask.{ask}"
    return Prompt(seat=who, ask=ask, must=must, params=params, offers=offers, alternative=alternative)


def _is_mine(viewer: Viewer, seat: str) -> bool:
    return viewer in (seat, GAME_MASTER)


# Before the first deal


def _setup(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield from _start(state)
    if state.options.depth != "plays":
        return
    lacking = tuple(p.seat for p in everybody(state) if not p.has_set)
    values = Some(of=SET, least=OPEN, most=OPEN, optional=True)
    for seat in lacking:
        if seat != SHADOW:
            answer = offer("take_start_scrolls", player=One(of=(None, seat)), values=values)
            yield _ask(seat, "take_start_scrolls", answer, player=seat)
    if lacking:
        must = SHADOW in lacking
        answer = offer("take_start_scrolls", player=One(of=(None, *lacking)), values=values)
        yield _ask(TABLE, "take_start_scrolls", answer, must=must, player=SHADOW if must else TABLE)


def _start(state: State) -> Iterator[Prompt]:
    """Yield a prompt to name the start player, until something is in play (SCROLL-2.11)."""
    if not start_is_settled(state):
        answer = offer("set_start_player", player=One(of=humans(state)))
        yield _ask(TABLE, "set_start_player", answer, must=state.marker is None)


# The preparation phase


def _deal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    answer = offer("confirm_deal", cards=One(of=(None, HAND)))
    yield _ask(TABLE, "confirm_deal", answer, seat=state.marker, round=state.round)
    yield from _start(state)


def _trump(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.marker is not None
    yield _ask(state.marker, "choose_trump", offer("choose_trump", kind=One(of=state.options.kinds)))


def _shadow(state: State, viewer: Viewer) -> Iterator[Prompt]:
    values = SET if state.round == 1 else possible(state, everybody(state)[0], Laid(""))
    cards = Some(of=choices.unseen(state), least=OPEN, most=OPEN)
    yield _ask(TABLE, "lay_shadow", offer("lay_shadow", cards=cards, value=One(of=values)), count=OPEN)


def _open(state: State, viewer: Viewer) -> Iterator[Prompt]:
    seat = active(state)
    assert seat is not None
    me = player(state, seat)
    card: dict[str, Choice] = {"card": One(of=choices.may_open(state, me))} if _is_mine(viewer, seat) else {}
    yield _ask(seat, "open_card", offer("open_card", **card), count=me.opened + 1)


def _place(state: State, viewer: Viewer) -> Iterator[Prompt]:
    bare = offer("place_scrolls")
    for p in state.players:
        if not p.placed:
            noted = (offer("place_scrolls", scrolls=choices.placed(state, p)),) if _is_mine(viewer, p.seat) else ()
            yield _ask(p.seat, "place_scrolls", bare, *noted)
    yield _ask(TABLE, "place_scrolls", bare, must=False)


def _turn(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for seat, count in due(state).items():
        p = seat_of(state, seat)
        left = count - p.turned
        if left > 0:
            offers = choices.turning(state, p, left, mine=_is_mine(viewer, seat))
            who = TABLE if seat == SHADOW else seat
            yield _ask(who, "turn_scroll", *offers, count=left, player=seat)


# The contest phase


def _trick(state: State, viewer: Viewer) -> Iterator[Prompt]:
    seat, trick = active(state), the_trick(state)
    assert seat is not None
    if seat == SHADOW:
        does = step(state)
        assert does is not None
        yield _ask(TABLE, "shadow_play", offer("shadow_play", card=One(of=(None, does.card))), card=does.card)
        return
    me, kind = player(state, seat), led(trick)
    card: dict[str, Choice] = {"card": One(of=choices.may_play(state, me))} if _is_mine(viewer, seat) else {}
    lying, closed = choices.open_to_play(state, me, kind)
    facts: dict[str, Any] = {"trick": trick.number, "kind": kind, "open": list(lying), "closed": closed}
    yield _ask(seat, "play_card", offer("play_card", **card), **facts)


def _resolve(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts to take the trick, for the winner and for the table."""
    trick = the_trick(state)
    won = leader_of(trick, state.trump)
    assert won is not None
    offers = tuple(choices.taking(state, trick, won.seat, viewer=viewer))
    facts: dict[str, Any] = {"seat": won.seat, "count": sum(play.laid.tile for play in trick.plays)}
    if won.seat != SHADOW:
        yield _ask(won.seat, "take_trick", *offers, alternative="take_trick", **facts)
    yield _ask(TABLE, "take_trick", *offers, must=won.seat == SHADOW, alternative="take_trick", **facts)


def _refill(state: State, viewer: Viewer) -> Iterator[Prompt]:
    does = step(state)
    assert does is not None
    assert state.shadow is not None
    fields: dict[str, Choice] = {}
    if does.opens:
        fields["card"] = One(of=choices.unseen(state))
    if does.turns is not None:
        row = state.shadow.open
        fields["value"] = One(of=possible(state, state.shadow, row[0] if row else Laid("")))
    yield _ask(TABLE, "refill_shadow", offer("refill_shadow", **fields), card=does.turns)


# Between rounds, and the end


def _between(state: State, viewer: Viewer) -> Iterator[Prompt]:
    if state.options.depth == "plays":
        bare, late = offer("draw_scrolls"), [p for p in state.players if not p.drawn]
        for p in late:
            answer = offer("draw_scrolls", values=choices.drawn(state)) if _is_mine(viewer, p.seat) else bare
            yield _ask(p.seat, "draw_scrolls", answer, count=OPEN)
    if not state.marker_given:
        low = lowest(state)
        yield _ask(TABLE, "give_marker", offer("give_marker", player=One(of=low)), seats=list(low))
    if state.options.depth == "plays" and late:
        yield _ask(TABLE, "draw_scrolls", bare, must=False, count=OPEN)


def _tie(state: State, viewer: Viewer) -> Iterator[Prompt]:
    first = best(state)
    yield _ask(TABLE, "break_tie", offer("break_tie", player=One(of=first)), seats=list(first))


def _score(state: State, viewer: Viewer) -> Iterator[Prompt]:
    count, all_ = captured(state), at_stake(state)
    left = all_ - count
    if not left:
        close = "final" if state.round == ROUNDS else "close_round"
        yield _ask(TABLE, close, offer(close), round=state.round)
    elif may_enter_round(state):
        whole = offer("score_round", captured=choices.of_round(before_round(state)))
        yield _ask(TABLE, "score_round", whole, round=state.round, count=all_)
    if state.entries < HAND:
        captures = choices.scoring(state) if left else [Some(of=(), most=0, optional=True)]
        offers = [offer("score_trick", player=One(of=order(state)), values=some) for some in captures]
        must = bool(left and (state.entries or count))
        yield _ask(TABLE, "score_trick", *offers, must=must, trick=state.entries + 1, left=left)
    yield from _start(state)


# What may be declared besides


def _register(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts to register a hand, before the first play of a round (SCROLL-3.2)."""
    if state.phase not in RegisterHand.about.during:
        return
    for p in state.players:
        if p.hand is None and not p.withdrawn and not has_played(state, p.seat):
            cards: dict[str, Choice] = {"cards": choices.hand(state, p)} if _is_mine(viewer, p.seat) else {}
            yield _ask(p.seat, "register_hand", offer("register_hand", **cards), must=False, count=HAND)


def _withdraw(state: State) -> Iterator[Prompt]:
    """Yield prompts to withdraw entries (ledger A7); that something was entered is public."""
    for p in state.players:
        noted = p.noted or p.held is not None
        what = (*(("hand",) if p.hand is not None else ()), *(("scrolls",) if noted else ()))
        if what:
            yield _ask(p.seat, "withdraw_entry", offer("withdraw_entry", what=One(of=what)), must=False)


def _check(state: State, viewer: Viewer) -> Iterator[Prompt]:
    if state.phase in CheckCard.about.during:
        for p in state.players:
            if p.hand:
                card: dict[str, Choice] = {"card": One(of=p.hand)} if _is_mine(viewer, p.seat) else {}
                yield _ask(p.seat, "check_card", offer("check_card", **card), must=False)


def _claim(state: State) -> Iterator[Prompt]:
    """Yield prompts to claim that somebody did not follow in a trick of this round (ledger A1)."""
    if state.phase not in ClaimRevoke.about.during:
        return
    everyone = humans(state)
    whole = tuple(t.number for t in state.tricks if {play.seat for play in t.plays} >= set(everyone))
    offers = [offer("claim_revoke", accused=One(of=everyone), trick=One(of=whole))] if whole else []
    for trick in state.tricks:
        accused = tuple(play.seat for play in trick.plays if play.seat in everyone)
        if trick.number not in whole and accused:
            offers.append(offer("claim_revoke", accused=One(of=accused), trick=One(of=(trick.number,))))
    if offers:
        yield from (_ask(seat, "claim_revoke", *offers, must=False) for seat in everyone)


def _box(state: State) -> Iterator[Prompt]:
    """Yield a prompt to enter the contents of the box: scrolls at any time, cards before the deal (SCROLL-2.5)."""
    offers = tuple(choices.box(state, dealt=cards_are_dealt(state)))
    if offers:
        yield _ask(TABLE, "configure", *offers, must=False)


_ASKS: Mapping[str, Callable[[State, Viewer], Iterator[Prompt]]] = {
    "setup": _setup,
    "deal": _deal,
    "trump": _trump,
    "shadow": _shadow,
    "open": _open,
    "place": _place,
    "turn": _turn,
    "trick": _trick,
    "resolve": _resolve,
    "refill": _refill,
    "between": _between,
    "score": _score,
    "tie": _tie,
}
