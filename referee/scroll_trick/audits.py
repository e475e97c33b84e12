"""What can be proved afterwards, from what everybody saw (ledger section 8). It changes no points.

No card enters a hand during a round, and all are played by trick 7: every revoke is proved when the round ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from referee.core.cards.tricks import of_suit, owed, suit_of
from referee.core.judging import given, uphold
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scroll_trick.cards import HAND
from referee.scroll_trick.moves import ClaimRevoke
from referee.scroll_trick.rounds.ranking import due_in, lowest_of
from referee.scroll_trick.state import (
    Play,
    State,
    Trick,
    cards,
    led,
    played,
    player,
    shown_cards,
    start_of,
    tell,
    undealt,
)
from referee.scroll_trick.view_model import Finding


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
    """Report what the card that `seat` has just played proves about the seat's earlier ones (SCROLL-6.4; ledger A1).

    Where the option says so, the table then decides whether the match goes back to that trick.
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
    """Return the kinds of which a player has shown to hold none, as far as nothing has disproved it."""
    lied = {trick.number for trick, _, _, _ in revokes(state, seat)}
    return {
        kind
        for trick, play in played(state, seat)
        if (kind := led(trick)) is not None and suit_of(play.card) != kind and trick.number not in lied
    }


def audit_capacity(state: State, told: list[Notice]) -> State:
    """Report when cards that nobody has seen have no place left to be (ledger A4).

    Of the players who claim to hold none of those kinds one did not follow; which one is not known yet.
    """
    seen = shown_cards(state)
    unseen = [card for card in cards(state) if card not in seen]
    left = {kind: len(of_suit(unseen, kind)) for kind in state.options.kinds}
    aside = undealt(state) + (0 if state.shadow is None else state.shadow.closed)
    void = {p.seat: voids(state, p.seat) for p in state.players}
    doubled = any(f.kind == "double_card" and _stands(state, f) for f in state.findings)
    if doubled or not any(void.values()):
        return state
    told_already = {(f.suspects, f.kinds) for f in state.findings if f.kind == "capacity" and _stands(state, f)}
    for size in range(1, len(left) + 1):
        for kinds in combinations(left, size):
            room = aside + sum(p.closed for p in state.players if not set(kinds) <= void[p.seat])
            if sum(left[kind] for kind in kinds) <= room:
                continue
            suspects = tuple(p.seat for p in state.players if p.closed and set(kinds) <= void[p.seat])
            if (suspects, kinds) in told_already:
                return state
            trick = state.tricks[-1].number
            finding = Finding(kind="capacity", round=state.round, trick=trick, suspects=suspects, kinds=kinds)
            return found(state, finding, "SCROLL-6.4", told)
    return state


def audit_starts(state: State) -> State:
    """Report who turned too few or too many scrolls, and who should have started, on corrected points (ledger A8)."""
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
    """Answer a claim that somebody did not follow: proved, disproved, or not yet proved (ledger A1)."""
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
    """Return who was proved not to have followed, once for each trick that stands so (SCROLL-6.4)."""
    return tuple(f.player for f in state.findings if f.kind == "revoke" and f.player is not None and not f.rewound)
