"""The ranking by points (SCROLL-5.5 to 5.8, 7.3, 8, 10), audits, and the analysis of a match.

Audits prove breaches from public facts (ledger section 8) and change no points. No card enters a hand during a round,
and all are played by trick 7, so every revoke is proved when the round ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from referee.core.acts import Step
from referee.core.analysis import Phrase, Standing
from referee.core.base import replace
from referee.core.cards import (
    ASIDE,
    CardGame,
    CertainCards,
    HiddenCards,
    PointsCourse,
    PointsReached,
    certain_cards,
    of_suit,
    owed,
    ranked,
    strongest,
    suit_of,
)
from referee.core.judging import given, uphold
from referee.core.values import Notice, Place, Result, Ruling, RulingContext
from referee.scroll_trick.cards import HAND, SHADOW
from referee.scroll_trick.moves import ClaimRevoke
from referee.scroll_trick.state import (
    Play,
    Player,
    State,
    Trick,
    cards,
    clockwise,
    everybody,
    humans,
    led,
    played,
    player,
    shown_cards,
    start_of,
    taken,
    tell,
    undealt,
)
from referee.scroll_trick.view_model import Finding, StandingView


def due(state: State) -> Mapping[str, int]:
    """Return how many scrolls each seat turns in this round, or between rounds in the next (SCROLL-5.4 to 5.8)."""
    return due_in(state, state.round + (state.phase == "between"))


def due_in(state: State, number: int) -> Mapping[str, int]:
    """Return how many scrolls each seat turns in a round.

    The highest seats turn 1 in round 2 and 2 in round 3, the second highest turn 1 in round 3, by what was captured in
    earlier rounds (5.10). The shadow is ranked but turns nothing extra, unless the option says so (O12).
    """
    humans_rank_alone = state.options.shadow_rank == "humans_only"
    points = {p.seat: p.before(number) for p in (state.players if humans_rank_alone else everybody(state))}
    turns = dict.fromkeys(points, 0)
    if number > 1:
        first = strongest(points)
        turns |= dict.fromkeys(first, number - 1)
        rest = {seat: n for seat, n in points.items() if seat not in first}
        if number == 3 and rest and (len(first) == 1 or state.options.rank_ties_round3 == "dense"):
            turns |= dict.fromkeys(strongest(rest), 1)
    if state.options.shadow_rank != "ranked_turns":
        turns.pop(SHADOW, None)
    return turns


def lowest(state: State) -> tuple[str, ...]:
    """Return the seats that may take the marker: the lowest, restricted by the option (SCROLL-7.3, 10.6; O4)."""
    return lowest_of(state, {p.seat: p.points for p in state.players}, state.marker)


def lowest_of(state: State, points: Mapping[str, int], holder: str | None) -> tuple[str, ...]:
    """Return the seats that may take the marker from `holder`, with these points."""
    worst = min(points.values())
    low = tuple(seat for seat, n in points.items() if n == worst)
    if len(low) == 1 or state.options.low_tie == "table" or holder is None:
        return low
    if state.options.low_tie == "holder_keeps" and holder in low:
        return (holder,)
    around = clockwise(humans(state), holder)
    return (next(seat for seat in (*around[1:], around[0]) if seat in low),)


def shadow_is_lowest(state: State) -> bool:
    return state.shadow is not None and state.shadow.points < min(p.points for p in state.players)


def shadow_leads_on_points(state: State) -> bool:
    """Tell whether the shadow's points end a two-player match after round 1 or 2 (SCROLL-10.3; O13)."""
    if state.shadow is None:
        return False
    best = max(p.points for p in state.players)
    ties = state.options.shadow_tie == "tie_ends"
    return state.shadow.points > best or (ties and state.shadow.points == best)


def final_key(p: Player) -> tuple[int, int, int]:
    """Return what decides the match: points, then scrolls, then plus scrolls (SCROLL-8.2 to 8.4)."""
    return p.points, len(p.captured), sum(value > 0 for value in p.captured)


def ranked_players(state: State) -> tuple[Player, ...]:
    """Return the players ranked at the end, with the shadow unless the option excludes it (O14)."""
    return state.players if state.options.shadow_final == "humans_only" else everybody(state)


def best(state: State) -> tuple[str, ...]:
    """Return the seats that are first after both tie-breaks; people before the shadow (SCROLL-8.2 to 8.4; O14)."""
    first = strongest({p.seat: final_key(p) for p in ranked_players(state)})
    people = tuple(seat for seat in first if seat != SHADOW)
    return people or first


def standings(state: State) -> tuple[StandingView, ...]:
    """Return the ranking, first place first. Ties share a place; the table's choice comes before them."""
    ranks = {p.seat: p for p in ranked_players(state)}
    keys = {seat: (*final_key(p), seat == state.chosen, seat != SHADOW) for seat, p in ranks.items()}
    rows = []
    for seat in ranked(keys):
        rank = 1 + sum(key > keys[seat] for key in keys.values())
        points, tiles, plus = final_key(ranks[seat])
        rows.append(StandingView(seat=seat, place=rank, points=points, tiles=tiles, plus=plus))
    return tuple(rows)


def result(state: State) -> Result | None:
    """Return the result of an ended match (SCROLL-8.2 to 8.5, 10.3, 10.5)."""
    if state.phase != "ended":
        return None
    ranking = tuple(Place(seat=row.seat, place=row.place, points=row.points) for row in standings(state))
    if state.game_over:
        return Result(winners=(), ranking=ranking, reason="scroll_trick.game_over", clause="SCROLL-10.3")
    winners = best(state) if state.chosen is None else (state.chosen,)
    why, clause = _decided_by(state, winners)
    return Result(winners=winners, ranking=ranking, reason=f"scroll_trick.{why}", clause=clause)


def _decided_by(state: State, winners: tuple[str, ...]) -> tuple[str, str]:
    """Return what decided between the first and the next: a message key and its clause."""
    if winners == (SHADOW,):
        return "shadow_wins", "SCROLL-10.5"
    if state.chosen is not None:
        return "table_chose", "SCROLL-8.5"
    if len(winners) > 1:
        return "shared_win", "SCROLL-8.5"
    keys = {p.seat: final_key(p) for p in ranked_players(state)}
    won = keys.pop(winners[0])
    next_best = max(keys.values())
    if won == next_best:
        return "before_shadow", "SCROLL-10.5"
    if won[:2] == next_best[:2]:
        return "more_plus", "SCROLL-8.4"
    if won[:1] == next_best[:1]:
        return "more_scrolls", "SCROLL-8.3"
    return "most_points", "SCROLL-8.2"


def standing(state: State) -> Standing:
    """Return the points, with round and trick."""
    return Standing((state.round, len(state.tricks)), {p.seat: p.points for p in state.players})


def found(state: State, finding: Finding, clause: str, told: list[Notice]) -> State:
    params = finding.model_dump(mode="json", exclude={"kind", "rewound", "was_open"}, exclude_none=True)
    told.append(tell(f"finding.{finding.kind}", clause, **params))
    return replace(state, findings=(*state.findings, finding))


def revokes(state: State, seat: str) -> Iterator[tuple[Trick, Play, Trick, Play]]:
    """Yield each trick of this round in which a player did not follow, with the first card that proves it (A1)."""
    mine = played(state, seat)
    for n, (trick, play) in enumerate(mine):
        kind = led(trick)
        assert kind is not None
        for later, proof in mine[n + 1 :]:
            if owed([proof.card], play.card, kind):
                yield trick, play, later, proof
                break


def audit_revokes(state: State, seat: str, told: list[Notice]) -> State:
    """Report revokes proved by the card that `seat` has just played (SCROLL-6.4; ledger A1).

    By option, the table then decides whether the match goes back to that trick.
    """
    known = {(f.trick, f.player) for f in state.findings if f.kind == "revoke" and _stands(state, f)}
    for trick, play, later, proof in revokes(state, seat):
        if (trick.number, seat) in known:
            continue
        finding = Finding(
            kind="revoke",
            player=seat,
            round=state.round,
            trick=trick.number,
            lead=led(trick),
            card=play.card,
            proving=proof.card,
            proved_trick=later.number,
            was_open=proof.opened,
        )
        state = found(state, finding, "SCROLL-6.4", told)
        if proof.opened:
            told.append(tell("finding.was_open", "SCROLL-6.6", card=proof.card, trick=trick.number))
        if state.remedy is None and start_of(state, trick.number) is not None:
            state = replace(state, remedy=len(state.findings) - 1)
    return state


def _stands(state: State, finding: Finding) -> bool:
    return finding.round == state.round and not finding.rewound


def voids(state: State, seat: str) -> set[str]:
    """Return the kinds that a player has shown not to hold, unless disproved."""
    lied = {trick.number for trick, _, _, _ in revokes(state, seat)}
    return {
        kind
        for trick, play in played(state, seat)
        if (kind := led(trick)) is not None and suit_of(play.card) != kind and trick.number not in lied
    }


def audit_capacity(state: State, told: list[Notice]) -> State:
    """Report when unseen cards have no possible place left (ledger A4).

    One of the players who claim to hold none of those kinds did not follow; which one is not known yet.
    """
    seen = shown_cards(state)
    unseen = [card for card in cards(state) if card not in seen]
    left = {kind: len(of_suit(unseen, kind)) for kind in state.options.kinds}
    aside = undealt(state) + (0 if state.shadow is None else state.shadow.closed)
    void = {p.seat: voids(state, p.seat) for p in state.players}
    doubled = any(f.kind == "double_card" and _stands(state, f) for f in state.findings)
    if doubled or not any(void.values()):
        return state
    found_already = {(f.suspects, f.kinds) for f in state.findings if f.kind == "capacity" and _stands(state, f)}
    for size in range(1, len(left) + 1):
        for kinds in combinations(left, size):
            room = aside + sum(p.closed for p in state.players if not set(kinds) <= void[p.seat])
            if sum(left[kind] for kind in kinds) <= room:
                continue
            suspects = tuple(p.seat for p in state.players if p.closed and set(kinds) <= void[p.seat])
            if (suspects, kinds) in found_already:
                return state
            trick = state.tricks[-1].number
            finding = Finding(kind="capacity", round=state.round, trick=trick, suspects=suspects, kinds=kinds)
            return found(state, finding, "SCROLL-6.4", told)
    return state


def audit_starts(state: State) -> State:
    """Report wrong numbers of turned scrolls and wrong start players, by corrected points (ledger A8)."""
    found = []
    for began in state.started:
        points = {p.seat: p.before(began.round) for p in state.players}
        low = lowest_of(state, points, began.holder)
        if began.marker not in low:
            found.append(Finding(kind="marker", player=began.marker, round=began.round, suspects=low))
        due = due_in(state, began.round)
        for seat, turned in began.turned:
            should = due.get(seat, 0)
            if turned != should:
                found.append(Finding(kind="turning", player=seat, round=began.round, turned=turned, due=should))
    rest = tuple(f for f in state.findings if f.kind not in ("marker", "turning"))
    remedy = None if state.remedy is None else rest.index(state.findings[state.remedy])
    return replace(state, findings=(*rest, *found), remedy=remedy)


def claim_revoke(state: State, seat: str, move: ClaimRevoke, context: RulingContext) -> Ruling:
    """Judge a claim that somebody did not follow: proved, disproved, or not yet proved (ledger A1)."""
    accused = player(state, move.accused).seat
    theirs = ((t, p) for t in state.tricks if t.number == move.trick for p in t.plays if p.seat == accused)
    trick, play = given(next(theirs, None), "SCROLL-6.4", "scroll_trick.nothing_played", seat=accused, trick=move.trick)
    params = {"seat": seat, "accused": accused, "trick": move.trick, "kind": led(trick), "card": play.card}
    proof = next((p for t, _, _, p in revokes(state, accused) if t is trick), None)
    if proof is not None:
        return uphold(state, [tell("claim_proved", "SCROLL-6.4", proving=proof.card, **params)])
    followed = suit_of(play.card) == led(trick)
    over = any(t.number == HAND for t, _ in played(state, accused))
    answer = "claim_followed" if followed else "claim_disproved" if over else "claim_open"
    return uphold(state, [tell(answer, "SCROLL-6.4", **params)])


def reneges(state: State) -> tuple[str, ...]:
    """Return the seats proved not to have followed, once for each trick that was not rewound (SCROLL-6.4)."""
    return tuple(f.player for f in state.findings if f.kind == "revoke" and f.player is not None and not f.rewound)


AXIS = "scroll_trick.analysis.axis"


def moment(state: State) -> str:
    """Return round and trick as `round.trick`, or only the round before its first trick."""
    number = len(taken(state)) or state.entries
    return f"{state.round}.{number}" if number else str(state.round)


def _reached(steps: Sequence[Step]) -> Iterator[PointsReached]:
    """Yield the points after each trick and any other change."""
    before = None
    for step in steps:
        state: State = step.ruling.state
        points = {p.seat: p.points for p in everybody(state)}
        if before is None or points != before or len(taken(state)) > len(taken(step.before)):
            yield PointsReached(step.number, moment(state), points)
        before = points


def _known(steps: Sequence[Step]) -> Iterator[CertainCards]:
    """Yield what was certain of closed cards each time that one was shown."""
    before: dict[str, str] = {}
    for step in steps:
        state: State = step.ruling.state
        seen = shown_cards(state)
        if seen != before and state.phase in ("trick", "resolve", "refill"):
            yield CertainCards(step.number, moment(state), state.round, closed(state))
        before = seen


def closed(state: State) -> Mapping[tuple[str, str], int] | None:
    """Return the certain places of closed cards, if everybody followed (SCROLL-6.4); `None` if nothing fits."""
    seen = shown_cards(state)
    hidden = [card for card in cards(state) if card not in seen]
    rooms = {
        p.seat: HiddenCards(
            p.closed, frozenset(card for kind in voids(state, p.seat) for card in of_suit(hidden, kind))
        )
        for p in state.players
    }
    if state.shadow is not None:
        rooms[SHADOW] = HiddenCards(state.shadow.closed)
    rooms[ASIDE] = HiddenCards(undealt(state))
    if sum(room.size for room in rooms.values()) != len(hidden):
        return None  # cards were named wrongly, or forgotten
    return certain_cards(dict.fromkeys(hidden, 1), rooms)


ANALYSIS = CardGame(
    result=result,
    moment=moment,
    axis=AXIS,
    seats=everybody,
    points=PointsCourse(_reached, how=Phrase(message="scroll_trick.analysis.how", clause="SCROLL-1.3"), axis=AXIS),
    known=_known,
)
