"""The end of a match (GIRYAKU-9), and its analysis: what decided it, and since when a hand was known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.acts import Step
from referee.core.analysis import Phrase, Standing
from referee.core.base import replace
from referee.core.cards import CardGame, CertainCards, HiddenCards, PointsCourse, PointsReached, certain_cards
from referee.core.values import Notice, Place, Result
from referee.giryaku.cards import DECK, KINDS, POOL
from referee.giryaku.hands import in_sight
from referee.giryaku.state import Player, State, lying, rival, tell
from referee.giryaku.view_model import End, Ended

CLAUSE_OF: Mapping[End, str] = {
    "empty_board": "9.2",
    "self_emptied": "9.2",
    "onmyoji_pair": "9.3",
    "fewer_graveyard": "9.1",
    "equal_graveyards": "9.9",
}


def wins(state: State, seat: str, reason: End, told: list[Notice]) -> State:
    """End the match with a winner at once, dropping the rest of a skill and the refill (GIRYAKU-9.2, 9.3, 9.10)."""
    told.append(tell(f"won_{reason}", CLAUSE_OF[reason], seat=seat, other=rival(state, seat).seat))
    return replace(state, phase="ended", queue=(), active=None, outcome=Ended(reason, seat))


def counts(state: State, told: list[Notice]) -> State:
    """End the match after the last turn: the smaller graveyard wins, equal ones draw (GIRYAKU-9.1, 9.6, 9.9)."""
    a, b = state.players
    sizes = {a.seat: a.size, b.seat: b.size}
    if a.size == b.size:
        told.append(tell("drawn_match", "9.9", sizes=sizes))
        outcome = Ended("equal_graveyards")
    else:
        winner = a.seat if a.size < b.size else b.seat
        told.append(tell("won_fewer", "9.1", seat=winner, sizes=sizes))
        outcome = Ended("fewer_graveyard", winner)
    return replace(state, phase="ended", queue=(), active=None, outcome=outcome)


def result(state: State) -> Result | None:
    """Return the result of an ended match. Points are the cards in the graveyard, of which fewer are better."""
    if state.outcome is None:
        return None
    reason, winner = state.outcome.reason, state.outcome.winner
    rows = sorted(state.players, key=lambda p: (p.seat != winner, p.size))
    ranking = tuple(
        Place(seat=p.seat, place=1 if winner is None or p.seat == winner else 2, points=p.size) for p in rows
    )
    winners = tuple(p.seat for p in state.players) if winner is None else (winner,)
    return Result(winners=winners, ranking=ranking, reason=f"giryaku.{reason}", clause=f"GIRYAKU-{CLAUSE_OF[reason]}")


def standing(state: State) -> Standing:
    """Return the numbers of cards in the graveyards, by turn."""
    return Standing((state.turn,), {p.seat: p.size for p in state.players})


DECKED, DOWN = "deck", "down"
COUNTED = frozenset({"giryaku.fewer_graveyard", "giryaku.equal_graveyards"})
"""The reasons of a result that depend on the graveyards; all others end the match at once."""


def moment(state: State) -> str:
    return str(state.turn)


def _ended_at_once(ended: Result) -> bool:
    """Tell whether an empty board or two onmyoji in a column ended the match (GIRYAKU-9.2, 9.3)."""
    return ended.reason not in COUNTED


def _reached(steps: Sequence[Step]) -> Iterator[PointsReached]:
    for step in steps:
        state: State = step.ruling.state
        if state.phase != "setup":
            yield PointsReached(step.number, moment(state), {p.seat: p.size for p in state.players})


def _known(steps: Sequence[Step]) -> Iterator[CertainCards]:
    for step in steps:
        state: State = step.ruling.state
        if state.phase in ("turn", "resolve") and state.players != step.before.players:
            yield CertainCards(step.number, moment(state), 0, hands(state))


def hands(state: State) -> dict[tuple[str, str], int] | None:
    """Return the cards that are certainly in a hand, by kind and seat; `None` if no decks fit (GIRYAKU-2.1, 2.2)."""
    found: dict[tuple[str, str], int] = {}
    for p in state.players:
        certain = _of(state, p)
        if certain is None:
            return None
        found |= {(kind, p.seat): n for kind, n in certain.items() if n}
    return found


def _of(state: State, p: Player) -> dict[str, int] | None:
    """Return what one seat's hand certainly holds: the minimum over all extra cards that its owner may have."""
    seen = in_sight(p)
    other = rival(state, p.seat)
    rivals = [] if other.extra is None else [other.extra]
    least: dict[str, int] | None = None
    kinds: tuple[str, ...] = KINDS
    for i, extra in enumerate(kinds):
        if (p.extra is not None and p.extra != extra) or POOL[i] <= rivals.count(extra):
            continue
        left = {kind: DECK[n] + (kind == extra) - seen[n] for n, kind in enumerate(kinds)}
        if min(left.values()) < 0:
            continue
        closed = p.hand - len(p.known)
        unseen = sum(left.values()) - p.deck - closed
        if closed < 0 or unseen < 0 or unseen > len(lying(p)):
            return None  # a public card was declared wrongly
        rooms = {p.seat: HiddenCards(closed), DECKED: HiddenCards(p.deck), DOWN: HiddenCards(unseen)}
        certain = certain_cards(left, rooms)
        held = {kind: 0 if certain is None else certain.get((kind, p.seat), 0) for kind in kinds}
        least = held if least is None else {kind: min(n, held[kind]) for kind, n in least.items()}
    return None if least is None else {kind: n + p.known.count(kind) for kind, n in least.items()}


GRAVEYARDS = PointsCourse(
    _reached,
    how=Phrase(message="giryaku.analysis.how", clause="GIRYAKU-9.1"),
    axis="giryaku.analysis.turn",
    title="giryaku.analysis.graveyards",
    unit="analysis.cards_unit",
)
ANALYSIS = CardGame(
    result=result,
    moment=moment,
    axis=GRAVEYARDS.axis,
    points=GRAVEYARDS,
    fewest=True,
    at_once=_ended_at_once,
    known=_known,
)
