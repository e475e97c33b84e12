"""What each viewer may know: the only door through which anything leaves a state.

The public part is made of what lies on the table and of the public record; the private parts are put
beside it for those who may know them. Nothing is made first and taken out afterwards.
"""

from __future__ import annotations

from typing import Any

from referee.core.looking import for_all_viewers, known, shown
from referee.core.values import Viewer
from referee.scorpion.cards import counts
from referee.scorpion.ending import result
from referee.scorpion.hearing import hears
from referee.scorpion.moves import PASSAGE
from referee.scorpion.record import taken_over
from referee.scorpion.setup.hands import deck_of
from referee.scorpion.state import (
    FOR_THE_GAME,
    Character,
    Figure,
    Heading,
    Listening,
    Moving,
    Patrol,
    Pending,
    Placing,
    Reacting,
    Splitting,
    State,
    Stock,
    character,
    confidants,
    disputed,
    figure,
    in_passage,
    known_as,
    needs_passage_card,
    open_to,
    seats_of,
    two_guard_players,
    unit_of,
    unit_text,
)
from referee.scorpion.views.reasoning import reasoning
from referee.scorpion.views.view_model import (
    BoardView,
    CharacterView,
    FigureView,
    GuardsView,
    IntrudersView,
    IntruderView,
    MarksView,
    PassageView,
    PatrolView,
    PendingView,
    PlayerView,
    RopeView,
    SearchNote,
    SecretPassageView,
    SplitView,
    StockView,
    View,
    WalkView,
)


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; a viewer that nobody knows sees what everybody sees."""
    who = known(state, viewer)
    return View.model_construct(viewer=who, **public(state), **_private(state, who))


# What everybody sees


@for_all_viewers
def public(state: State) -> dict[str, Any]:
    """Return the fields of a view that are the same for everybody."""
    return {
        "options": state.options,
        "board": BoardView(id=state.board.id, hash=state.board.hash, zones=len(state.board.zones)),
        "players": tuple(PlayerView(seat=p.seat, name=p.name, role=p.role) for p in state.players),
        "phase": state.phase,
        "turn": state.turn,
        "alert": state.alert,
        "ready": ready(state),
        "figures": tuple(_figure(state, f) for f in state.figures),
        "patrols": tuple(_patrol(state, p) for p in state.patrols),
        "stocks": tuple(_stock(state, s) for s in state.stocks),
        "characters": _characters(state),
        "passages": tuple(
            PassageView(owner=p.owner, found=p.found) for p in state.passages if p.found and state.phase != "setup"
        ),
        "ropes": tuple(RopeView(a=r.a, b=r.b, found=True) for r in state.ropes if r.found),
        "pending": _pending(state, state.pending[-1]) if state.pending else None,
        "drawn_at": state.drawn_at,
        "cards_used": state.cards_used,
        "hand_used": state.hand_used,
        "focused": bool(state.focused),
        "searches": len(state.searches),
        "splits": tuple(
            SplitView(what=what, sword=sword, spear=spear, by=by, agreed=len(by) > 1)
            for what, sword, spear, by in state.splits
        ),
        "bonus_cards_due": dict(state.bonus_cards_due),
        "bonus_sleepers_due": state.bonus_sleepers_due,
        "found": _found(state),
        "record": state.record,
        "scores": state.scores,
        "result": result(state),
    }


def ready(state: State) -> tuple[str, ...]:
    """Return the sides whose part of the set-up is locked, in a fixed order: when each was, nobody is told."""
    return tuple(
        side
        for side in ("guards", "intruders")
        if all(p.locked for p in state.players if p.seat in seats_of(state, side))
    )


def _figure(state: State, f: Figure) -> FigureView:
    lasting = f.drunk is None or f.drunk >= FOR_THE_GAME
    return shown(
        FigureView,
        f,
        unit=None if f.drunk is not None else unit_text(unit_of(state, f.id)),
        drunk=f.drunk is not None,
        sober_in=None if lasting else f.drunk,
    )


def _patrol(state: State, p: Patrol) -> PatrolView:
    first = figure(state, p.members[0])
    assert first is not None
    zone, route = first.zone, state.board.route
    ahead = route.continuations(p.behind, zone) if zone in route.zones else ()
    return PatrolView(unit=unit_text(p.members), members=p.members, zone=zone, behind=p.behind, ahead=tuple(ahead))


def _stock(state: State, s: Stock) -> StockView:
    """Return what lies open of a guard player's cards; before turn 1 not even whether they are chosen."""
    chosen = state.phase != "setup"
    hand, deck = (s.hand_size, s.deck_size) if chosen else (0, 0)
    return shown(StockView, s, hand_size=hand, deck_size=deck, discard=counts(s.discard))


def _characters(state: State) -> tuple[CharacterView, ...]:
    """Return the intruders as everybody knows them; before a hidden lone wolf is known, one nameless intruder."""
    if state.identity_public:
        return tuple(_character(state, c) for c in state.characters if c.status != "absent")
    return tuple(_character(state, c) for c in state.characters if c.status != "absent")[:1] or (
        CharacterView(who="intruder", seat=seats_of(state, "intruders")[0], status="waiting"),
    )


def _character(state: State, c: Character) -> CharacterView:
    status = c.status if c.status != "in_play" else "hidden"
    zone = PASSAGE if c.decoy else c.zone
    if c.status == "in_play" and in_passage(zone):
        status = "passage"
    elif c.status == "in_play" and c.visible:
        status = "visible"
    setting_up = state.phase == "setup"
    return CharacterView(
        who=known_as(state, c.who),
        seat=c.seat,
        status="waiting" if setting_up else status,  # type: ignore[arg-type]
        zone=zone if status in ("visible", "passage") and not setting_up else None,
        wounds=len(c.wounds),
        accomplished=c.accomplished,
        hand_size=c.hand_size if state.identity_public and not setting_up else None,
        played=counts(c.played),
        permitted=c.permitted or bool(c.decoy),
        life=c.life,
    )


def _pending(state: State, open_: Pending) -> PendingView:
    """Return an open question without what only one side may know."""
    match open_:
        case Listening(unit=unit):
            return PendingView(kind="listening", unit=unit_text(unit), cause=open_.kind, role=open_.role)
        case Moving(unit=unit):
            moving = {"unit": unit_text(unit), "cause": open_.cause, "left": open_.left, "role": open_.role}
            return PendingView(kind="moving", **moving)  # type: ignore[arg-type]
        case Heading(unit=unit):
            return PendingView(kind="heading", unit=unit_text(unit), role=open_.role)
        case Reacting(who=who, zone=zone):
            return PendingView(kind="reacting", intruder=known_as(state, who), zone=zone)
        case Placing(who=who, zone=zone):
            return PendingView(kind="placing", intruder=known_as(state, who), zone=zone)
        case Splitting(roles=roles):
            return PendingView(kind="splitting", cards=len(roles))


def _found(state: State) -> tuple[SearchNote, ...]:
    """Return the search log that anybody at the table may keep (SCORPION-18.14)."""
    before = state.record[0].data["found"] if taken_over(state) else ()
    return (
        *(SearchNote(**note) for note in before),
        *(
            SearchNote(turn=e.turn, zone=e.data["zone"], found=e.data["found"])
            for e in state.record
            if e.kind == "search_answered"
        ),
    )


# What only some may know


def _private(state: State, viewer: Viewer) -> dict[str, Any]:
    return {
        "guards": _guards(state, viewer),
        "intruders": _intruders(state, viewer),
        "reasoning": reasoning(state, viewer),
    }


def _guards(state: State, viewer: Viewer) -> tuple[GuardsView, ...]:
    """Return the marks, common to both guard players, beside each player's own cards (SCORPION-3.7)."""
    if state.options.depth == "scores" or not open_to(state, viewer, seats_of(state, "guards")):
        return ()
    own = [p.role for p in state.players if p.role in ("guards", "sword", "spear")]
    if two_guard_players(state) and viewer in seats_of(state, "guards") and state.phase != "ended":
        own = [p.role for p in state.players if p.seat == viewer]
    marks = MarksView(
        objectives=dict(state.marks.objectives),
        traps=state.marks.traps,
        hidden=state.marks.hidden,
        sleepers=dict(state.marks.sleepers),
    )
    return tuple(_cards(state, s, marks) for s in state.stocks if s.role in own)


def _cards(state: State, s: Stock, marks: MarksView) -> GuardsView:
    deck = deck_of(state, s.role) if s.chosen else s.listed
    return GuardsView(
        role=s.role,
        marks=marks,
        hand=None if s.hand is None else counts(s.hand),
        drawn=None if s.drawn is None else counts(s.drawn),
        deck=None if deck is None else counts(deck),
    )


def _intruders(state: State, viewer: Viewer) -> IntrudersView | None:
    """Return an intruder player's own secrets and, unless they are rivals, the partner's (SCORPION-2.8, 30.1)."""
    if state.options.depth == "scores" or not open_to(state, viewer, seats_of(state, "intruders")):
        return None
    everything = viewer not in seats_of(state, "intruders") or state.phase == "ended"
    own = [c for c in state.characters if everything or viewer in confidants(state, c.who)]
    names = {c.who for c in own}
    shared = everything or not disputed(state)
    return IntrudersView(
        characters=tuple(_intruder(state, c) for c in own),
        ropes=tuple(
            RopeView(a=r.a, b=r.b, owner=r.owner, found=r.found) for r in state.ropes if shared or r.owner in names
        ),
        passages=tuple(
            SecretPassageView(owner=p.owner, entrances=p.entrances)
            for p in state.passages
            if p.owner is None or everything or p.owner in names
        ),
    )


def _intruder(state: State, c: Character) -> IntruderView:
    listening = state.pending[-1] if state.pending and isinstance(state.pending[-1], Listening) else None
    return shown(
        IntruderView,
        c,
        hand=None if c.hand is None else counts(c.hand),
        walks=tuple(shown(WalkView, w) for w in c.walks),
        needs_passage_card=needs_passage_card(state, c.who),
        in_range=None if listening is None else hears(state, listening.unit, character(state, c.who)),
    )
