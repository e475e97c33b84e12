"""Who must or may do what now. What is legal only because of a secret is there for its owner alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.tricks import of_suit
from referee.core.values import GAME_MASTER, TABLE, Prompt, Viewer
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, SET, SHADOW, VALUES
from referee.scroll_trick.contest import the_trick
from referee.scroll_trick.hands import open_duty, playable
from referee.scroll_trick.phases import ENTRY
from referee.scroll_trick.ranking import best, due, lowest
from referee.scroll_trick.scores import at_stake, captured
from referee.scroll_trick.shadow import step
from referee.scroll_trick.state import (
    Laid,
    Player,
    State,
    active,
    cards,
    everybody,
    humans,
    led,
    open_cards,
    order,
    played,
    player,
    seat_of,
    shown,
)
from referee.scroll_trick.strength import ahead
from referee.scroll_trick.supply import possible


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return what is asked, as `viewer` may know it: first what must be done, then what may be."""
    if state.remedy is not None:
        at = state.findings[state.remedy]
        ask = _ask(TABLE, "remedy", {"choice": ["stand", "rewind"]}, seat=at.player, trick=at.trick)
        return (ask, *_box(state))
    return (*_ASKS[state.phase](state, viewer), *_register(state), *_box(state))


def _ask(who: str, ask: str, legal: dict[str, Any], /, *, must: bool = True, **params: Any) -> Prompt:
    return Prompt(seat=who, ask=f"scroll_trick.ask.{ask}", must=must, params=params, legal=legal)


def _mine(viewer: Viewer, seat: str) -> bool:
    return viewer in (seat, GAME_MASTER)


def _unseen(state: State) -> list[str]:
    """Return the cards that nobody has shown in this round."""
    gone = shown(state)
    return [card for card in cards(state) if card not in gone]


def _setup(state: State, viewer: Viewer) -> Iterator[Prompt]:
    if state.marker is None:
        yield _ask(TABLE, "set_start_player", {"player": list(humans(state))})
    if state.options.depth == "plays":
        for p in everybody(state):
            if not p.has_set:
                who = TABLE if p.seat == SHADOW else p.seat
                yield _ask(who, "take_start_scrolls", {"player": p.seat, "values": list(SET)}, player=p.seat)


def _deal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield _ask(TABLE, "confirm_deal", {"cards": HAND}, seat=state.marker, round=state.round)
    if state.round == 1:
        yield _ask(TABLE, "set_start_player", {"player": list(humans(state))}, must=False)


def _trump(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.marker is not None
    yield _ask(state.marker, "choose_trump", {"kind": list(state.options.kinds)})


def _shadow(state: State, viewer: Viewer) -> Iterator[Prompt]:
    values = [v for v in VALUES if v in SET] if state.round == 1 else list(_from_pile(state))
    yield _ask(TABLE, "lay_shadow", {"count": OPEN, "cards": _unseen(state), "values": values})


def _from_pile(state: State) -> tuple[int, ...]:
    """Return the values that a scroll from the pile may have, as everybody knows."""
    return possible(state, everybody(state)[0], Laid(""))


def _open(state: State, viewer: Viewer) -> Iterator[Prompt]:
    seat = active(state)
    assert seat is not None
    me = player(state, seat)
    legal = {"cards": _may_be_in_hand(state, me)} if _mine(viewer, seat) else {}
    yield _ask(seat, "open_card", legal, count=me.opened + 1)


def _may_be_in_hand(state: State, me: Player) -> list[str]:
    """Return the closed cards of a registered hand, or every card that nobody has shown."""
    if me.hand is not None and not me.doubted:
        return [card for card in me.hand if card not in open_cards(me)]
    return _unseen(state)


def _place(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if not p.placed:
            legal: dict[str, Any] = {"cards": list(open_cards(p))}
            if _mine(viewer, p.seat):
                own = SET if state.round == 1 else p.held
                legal["values"] = list(own or ())
            yield _ask(p.seat, "place_scrolls", legal)


def _turn(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for seat, count in due(state).items():
        p = seat_of(state, seat)
        if p.turned >= count:
            continue
        hidden = [one for one in p.open if one.value is None]
        if seat == SHADOW:
            legal = {"cards": [hidden[0].card], "values": list(possible(state, p, hidden[0])), "player": SHADOW}
            yield _ask(TABLE, "turn_scroll", legal, count=count - p.turned, player=seat)
            continue
        legal = {"cards": [one.card for one in hidden], "values": list(possible(state, p, hidden[0]))}
        if _mine(viewer, seat):
            legal["noted"] = {one.card: one.recorded for one in hidden if one.recorded is not None}
        yield _ask(seat, "turn_scroll", legal, count=count - p.turned, player=seat)


def _trick(state: State, viewer: Viewer) -> Iterator[Prompt]:
    seat, trick = active(state), the_trick(state)
    assert seat is not None
    if seat == SHADOW:
        does = step(state)
        assert does is not None
        why = [reason.model_dump(mode="json") for reason in does.why]
        yield _ask(TABLE, "shadow_play", {"card": does.card, "why": why}, card=does.card)
        return
    me, kind = player(state, seat), led(trick)
    legal = _open_to_play(state, me, kind)
    if _mine(viewer, seat):
        legal["cards"] = _cards(state, me, kind)
    if kind is None:
        yield _ask(seat, "lead", legal, trick=trick.number)
    else:
        bound = bool(open_duty(state, me, kind))
        yield _ask(seat, "follow_open" if bound else "follow", legal, kind=kind, trick=trick.number)


def _open_to_play(state: State, me: Player, kind: str | None) -> dict[str, Any]:
    """Return what everybody knows of a seat's choice: its open cards, and whether a closed one may do."""
    bound = open_duty(state, me, kind)
    first = bound and state.options.follow_open == "open_first"
    return {"open": list(bound or open_cards(me)), "closed": me.closed > 0 and not first}


def _cards(state: State, me: Player, kind: str | None) -> list[str]:
    """Return what a player may play: of his registered hand, or all that he cannot rule out."""
    mine = playable(state, me)
    if mine is not None:
        return list(mine)
    public = _open_to_play(state, me, kind)
    closed = _unseen(state) if public["closed"] else []
    if kind is not None and open_duty(state, me, kind):
        closed = list(of_suit(closed, kind))
    return [*public["open"], *closed]


def _resolve(state: State, viewer: Viewer) -> Iterator[Prompt]:
    trick = the_trick(state)
    won = ahead(trick, state.trump)
    assert won is not None
    scrolls = []
    for play in trick.plays:
        if play.laid.tile:
            p = seat_of(state, play.seat)
            may = list(possible(state, p, play.laid))
            kept = play.laid.value is None and p.noted
            scrolls.append({"seat": play.seat, "card": play.card, "values": may, "noted": kept})
    who = TABLE if won.seat == SHADOW else won.seat
    yield _ask(who, "take_trick", {"player": won.seat, "scrolls": scrolls}, seat=won.seat, count=len(scrolls))


def _refill(state: State, viewer: Viewer) -> Iterator[Prompt]:
    does = step(state)
    assert does is not None
    assert state.shadow is not None
    legal: dict[str, Any] = {"opens": does.opens, "turns": does.turns is not None}
    legal["cards"] = _unseen(state) if does.opens else []
    row = state.shadow.open
    scroll = row[0] if row else Laid("")
    legal["values"] = list(possible(state, state.shadow, scroll)) if does.turns is not None else []
    legal["why"] = [reason.model_dump(mode="json") for reason in does.why]
    yield _ask(TABLE, "refill_shadow", legal, card=does.turns)


def _between(state: State, viewer: Viewer) -> Iterator[Prompt]:
    if state.options.depth == "plays":
        for p in state.players:
            if not p.drawn:
                legal = {"values": list(_from_pile(state))} if _mine(viewer, p.seat) else {}
                yield _ask(p.seat, "draw_scrolls", legal, count=OPEN)
    if not state.marker_given:
        yield _ask(TABLE, "give_marker", {"player": list(lowest(state))}, seats=list(lowest(state)))


def _score(state: State, viewer: Viewer) -> Iterator[Prompt]:
    count, all_ = captured(state), at_stake(state)
    left = all_ - count
    if left:
        legal: dict[str, Any] = {"player": list(order(state)), "values": list(VALUES), "left": left}
        if not state.entries and not count:
            yield _ask(TABLE, "score_round", legal, round=state.round, count=all_)
        if state.entries < HAND:
            must = bool(state.entries or count)
            yield _ask(TABLE, "score_trick", legal, must=must, trick=state.entries + 1, left=left)
    else:
        yield _ask(TABLE, "final" if state.round == ROUNDS else "close_round", {}, round=state.round)


def _tie(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield _ask(TABLE, "break_tie", {"player": list(best(state))}, seats=list(best(state)))


def _ended(state: State, viewer: Viewer) -> Iterator[Prompt]:
    return iter(())


def _register(state: State) -> Iterator[Prompt]:
    """Whoever has not played yet in this round may register his hand (SCROLL-3.2)."""
    if state.phase not in ENTRY:
        return
    for p in state.players:
        if p.hand is None and not p.withdrawn and not played(state, p.seat):
            yield _ask(p.seat, "register_hand", {"open": list(open_cards(p))}, must=False, count=HAND)


def _box(state: State) -> Iterator[Prompt]:
    """Until the owner of the box has counted its scrolls, he may (SCROLL-2.5)."""
    if state.options.tile_counts is None and state.phase in ("setup", "deal", "between", "score"):
        yield _ask(TABLE, "configure", {"values": list(VALUES)}, must=False)


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
    "ended": _ended,
}
