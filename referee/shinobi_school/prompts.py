"""Who must or may do what now. What is legal only because of a secret is there for its owner alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.values import GAME_MASTER, TABLE, Prompt, Viewer
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.field import collectable, least
from referee.shinobi_school.moves import End, Side
from referee.shinobi_school.ranking import best
from referee.shinobi_school.scores import most_lost
from referee.shinobi_school.state import (
    Player,
    State,
    losers,
    may_agree,
    numbers,
    open_sides,
    player,
    seats,
)
from referee.shinobi_school.supply import accounted, most_in_heaven


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return what is asked, as `viewer` may know it: first what must be done, then what may be."""
    return (*_ASKS[state.phase](state, viewer), *_entries(state, viewer), *_start_player(state))


def _ask(who: str, ask: str, legal: dict[str, Any], /, *, must: bool = True, **params: Any) -> Prompt:
    return Prompt(seat=who, ask=f"shinobi_school.ask.{ask}", must=must, params=params, legal=legal)


def _mine(viewer: Viewer, seat: str) -> bool:
    return viewer in (seat, GAME_MASTER)


def _deal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    each = state.deal.cards
    yield _ask(TABLE, "confirm_deal", {"cards": each}, round=state.round, cards=each)


def _split(state: State, viewer: Viewer) -> Iterator[Prompt]:
    each = state.deal.cards
    for p in state.players:
        if not p.ready:
            low = int(state.options.empty_side == "forbid")
            legal: dict[str, Any] = {"least": low, "most": each - low, "numbers": list(numbers(state))}
            if _mine(viewer, p.seat) and p.hand is not None:
                legal["cards"] = list(p.hand)
            yield _ask(p.seat, "lay_earth", legal, cards=each)


def _reveal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    missing = [p.seat for p in state.players if p.laid is None]
    legal = {"missing": missing, "most": state.deal.cards, "numbers": list(numbers(state))}
    yield _ask(TABLE, "reveal_earths", legal, seats=missing)


def _field(state: State, viewer: Viewer) -> Iterator[Prompt]:
    left = {number: COPIES - sum(accounted(state, number).values()) for number in numbers(state)}
    yield _ask(TABLE, "first_field", {"numbers": [number for number, n in left.items() if n > 0]})


def _start(state: State, viewer: Viewer) -> Iterator[Prompt]:
    ask = "draw_start_player" if state.options.first_start == "random" else "set_start_player"
    yield _ask(TABLE, ask, {"player": list(seats(state))})


def _turn(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.active is not None
    me, open_ = player(state, state.active), open_sides(state)
    legal = {
        "sides": list(open_),
        "place": {side: placements(state, me, side, _mine(viewer, me.seat)) for side in open_},
        "collect": {side: list(collections(state, me, side)) for side in open_},
    }
    asks = "turn" if len(open_) == 2 else f"{open_[0]}_action"
    yield _ask(me.seat, asks, legal, seat=me.seat)
    if may_agree(state):
        for p in state.players:
            if not p.agrees:
                yield _ask(p.seat, "agree_flush", {}, must=False)


def placements(state: State, p: Player, side: Side, owner: bool) -> dict[str, list[int]]:
    """Return by number the fewest and most cards that may be placed from a side (SCHOOL-3.3, 4, 5, 7).

    Of a heaven that was registered its owner is told what it holds; others what everybody knows it can.
    """
    found = {}
    for number in numbers(state):
        few = least(state.field, number)
        if few is None:
            continue
        if side == "earth":
            most = p.earth.count(number)
        else:
            most = most_in_heaven(state, p, number)
            if owner and p.heaven is not None:
                most = min(most, p.heaven.count(number))
        if few <= most:
            found[str(number)] = [few, most]
    return found


def collections(state: State, p: Player, side: Side) -> tuple[End, ...]:
    """Return the ends that may be collected into a side (SCHOOL-4.6 to 4.8, 5.2, 7.7)."""
    holds = p.heaven_size if side == "heaven" else len(p.earth)
    if state.options.collect_into_empty == "forbid" and not holds:
        return ()
    own = {action.end for action in state.actions if action.kind == "place"}
    forbidden = own if state.options.collect_own == "forbid" else set()
    return tuple(end for end in collectable(state.field) if end not in forbidden)


def _scoring(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in losers(state):
        if p.left is None:
            legal: dict[str, Any] = {"count": p.heaven_size, "known": list(p.known)}
            legal["most"] = {str(n): most for n in numbers(state) if (most := most_in_heaven(state, p, n))}
            if _mine(viewer, p.seat) and p.heaven is not None:
                legal["cards"] = list(p.heaven)
            yield _ask(p.seat, "show_heaven", legal, seat=p.seat, count=p.heaven_size)


def _score(state: State, viewer: Viewer) -> Iterator[Prompt]:
    legal = {"winner": list(seats(state)), "numbers": list(numbers(state))}
    yield _ask(TABLE, "round_cards", legal, round=state.round)
    legal = {"winner": list(seats(state)), "least": -most_lost(state), "most": -1}
    yield _ask(TABLE, "round_points", legal, must=False, round=state.round)


def _close(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield _ask(TABLE, "close_game", {})


def _tie(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield _ask(TABLE, "break_tie", {"player": list(best(state))}, seats=list(best(state)))


def _ended(state: State, viewer: Viewer) -> Iterator[Prompt]:
    return iter(())


def _entries(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Whoever has not laid his earth may register his hand, whoever has may register his heaven (SCHOOL-6.2)."""
    each = state.deal.cards
    if state.phase not in ("deal", "split", "reveal", "field", "start") or state.options.depth == "scores":
        return
    for p in state.players:
        if p.noted or p.withdrawn:
            continue
        if not p.ready:
            legal = {"count": each, "numbers": list(numbers(state))}
            yield _ask(p.seat, "register_hand", legal, must=False, count=each)
        elif p.laid is not None or state.phase in ("field", "start"):
            legal = {"numbers": list(numbers(state))}
            if _mine(viewer, p.seat) or p.laid is None:
                legal["count"] = each - len(p.earth if p.laid is None else p.laid)
            yield _ask(p.seat, "register_heaven", legal, must=False)


def _start_player(state: State) -> Iterator[Prompt]:
    """Until the first turn the table may name another start player (SCHOOL-11.1)."""
    if state.round > 1 or state.phase not in ("deal", "split", "reveal", "field", "score"):
        return
    ask = "draw_start_player" if state.options.first_start == "random" else "set_start_player"
    yield _ask(TABLE, ask, {"player": list(seats(state))}, must=False)


_ASKS: Mapping[str, Callable[[State, Viewer], Iterator[Prompt]]] = {
    "deal": _deal,
    "split": _split,
    "reveal": _reveal,
    "field": _field,
    "start": _start,
    "turn": _turn,
    "scoring": _scoring,
    "score": _score,
    "close": _close,
    "tie": _tie,
    "ended": _ended,
}
