"""What each viewer may know of a state, including what the guards can conclude about the intruders.

Views are the only way for secrets to leave a state. The public part is made from the visible table and the public
record; private parts are added for viewers who may know them. Nothing is made first and removed afterwards.

With the option `reasoning`, the guards are shown what they can know of the intruders. It is computed from the public
record and the guards' own secrets alone. Both guard players know the same, and for a longer record only the new events
are evaluated.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from referee.core.judging import for_all_viewers, known, shown
from referee.core.values import PUBLIC, Viewer
from referee.scorpion.cards import counts
from referee.scorpion.hearing import hears
from referee.scorpion.knowledge import Knowledge, is_supported, knowledge_of
from referee.scorpion.knowledge.own import own_of
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.parts import Event, Heading, Moving, Patrol, Splitting
from referee.scorpion.secrecy import was_taken_over
from referee.scorpion.setup.hands import deck_of
from referee.scorpion.state import (
    FOR_THE_GAME,
    Character,
    Figure,
    Listening,
    Pending,
    Placing,
    Reacting,
    State,
    Stock,
    character,
    confidants,
    figure,
    is_disputed,
    is_in_passage,
    is_open_to,
    known_as,
    needs_passage_card,
    seats_of,
    two_guard_players,
    unit_of,
    unit_text,
)
from referee.scorpion.turns import result
from referee.scorpion.views.view_model import (
    BoardView,
    CharacterView,
    FigureView,
    GuardsView,
    IntrudersView,
    IntruderView,
    MarksView,
    OutView,
    PassageView,
    PatrolView,
    PendingView,
    PlayerView,
    ReasoningView,
    RopeView,
    SearchNote,
    SecretPassageView,
    SplitView,
    StockView,
    View,
    WalkView,
    WhereView,
)

KEPT: Final = 64
"""The maximum number of records whose knowledge is cached, over all matches."""


def reasoning(state: State, viewer: Viewer) -> ReasoningView | None:
    """Return what a guard player can know during the match, if the option `reasoning` shows it; else `None`."""
    guards = _helped(state)
    return known_by(state, guards[0]) if viewer in guards else None


def prepare(state: State) -> Callable[[], ReasoningView] | None:
    """Return a function that computes in advance what guards will see; `None` if it is already cached."""
    guards = _helped(state)
    return partial(known_by, state, guards[0]) if guards and not _is_ready(state, guards[0]) else None


def _helped(state: State) -> tuple[str, ...]:
    """Return the guards' seats during the match, if the option `reasoning` helps them."""
    if state.options.reasoning != "guards" or state.phase in ("setup", "ended"):
        return ()
    return seats_of(state, "guards") if is_supported(state.options) else ()


def known_by(state: State, viewer: Viewer = PUBLIC) -> ReasoningView:
    """Return what a viewer can know now, regardless of the option `reasoning`."""
    folded = _folded(state, viewer)
    if folded.view is None:
        folded.view = _reasoning(state, folded.knowledge)
    return folded.view


def knowledge(state: State) -> Knowledge:
    """Return what anybody can know from the public record."""
    return _folded(state, PUBLIC).knowledge


class Relearnt(NamedTuple):
    """The possible zones of an intruder by two records of one match."""

    who: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def relearnt(before: State, after: State) -> tuple[Relearnt, ...]:
    """Return the intruders whose possible zones, by the public record alone, differ between two states."""
    if not (is_supported(before.options) and is_supported(after.options)):
        return ()
    then, now = knowledge(before), knowledge(after)
    each = (Relearnt(who, then.zones(who), now.zones(who)) for who in dict.fromkeys((*then.names, *now.names)))
    return tuple(one for one in each if one.before != one.after)


def _reasoning(state: State, known: Knowledge) -> ReasoningView:
    there = {who: known.zones(who) for who in known.names}
    return ReasoningView(
        intruders=tuple(
            WhereView(
                who=who,
                zones=zones,
                certain=known.certain(who),
                out=tuple(_out(known, who, zone) for zone in state.board.ids if zone not in zones),
            )
            for who, zones in there.items()
            if zones
        ),
        broken=known.broken is not None,
        laid=known.laid is not None,
        rough=known.rough,
    )


def _out(known: Knowledge, who: str, zone: str) -> OutView:
    """Return why a zone is excluded; with an empty kind if it was never possible."""
    why = known.why_out(who, zone)
    turn, kind, data, clause = why or (0, "", {}, "")
    return OutView(zone=zone, turn=turn, kind=kind, data=dict(data), clause=clause)


# Cache


@dataclass
class _Folded:
    """What was learnt from a record, with everything that it depends on."""

    rests_on: tuple[Any, ...]
    options: Options
    record: tuple[Event, ...]
    knowledge: Knowledge
    view: ReasoningView | None = None

    def begins(self, state: State, rests_on: tuple[Any, ...]) -> bool:
        """Tell whether a state's record continues this one; the last event is compared by identity."""
        n = len(self.record)
        if self.options is not state.options or n > len(state.record) or self.rests_on != rests_on:
            return False
        return n > 0 and self.record[-1] is state.record[n - 1]


_kept: deque[_Folded] = deque(maxlen=KEPT)


def _is_ready(state: State, viewer: Viewer) -> bool:
    before = _before(state, _rests_on(state, viewer))
    return before is not None and len(before.record) == len(state.record)


def _rests_on(state: State, viewer: Viewer) -> tuple[Any, ...]:
    return state.board.hash, viewer, own_of(state, viewer)


def _before(state: State, rests_on: tuple[Any, ...]) -> _Folded | None:
    """Return what was learnt from the longest cached beginning of a state's record, or `None`."""
    begun = (f for f in tuple(_kept) if f.begins(state, rests_on))  # a copy: other threads may add to it meanwhile
    return max(begun, key=lambda f: len(f.record), default=None)


def _folded(state: State, viewer: Viewer) -> _Folded:
    rests_on = _rests_on(state, viewer)
    before = _before(state, rests_on)
    if before is not None and len(before.record) == len(state.record):
        return before
    if before is None:
        known = knowledge_of(state, viewer)
    else:
        known = before.knowledge.learn(state.record[len(before.record) :])
    found = _Folded(rests_on, state.options, state.record, known)
    _kept.append(found)
    return found


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; an unknown viewer gets the public view."""
    who = known(state, viewer)
    return View.model_construct(
        viewer=who,
        **public(state),
        guards=_guards(state, who),
        intruders=_intruders(state, who),
        reasoning=reasoning(state, who),
    )


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
        "splits": tuple(shown(SplitView, split, agreed=len(split.by) > 1) for split in state.splits),
        "bonus_cards_due": dict(state.bonus_cards_due),
        "bonus_sleepers_due": state.bonus_sleepers_due,
        "found": _found(state),
        "record": state.record,
        "scores": state.scores,
        "result": result(state),
    }


def ready(state: State) -> tuple[str, ...]:
    """Return the sides whose set-up is locked, in a fixed order that does not tell which was first."""
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
    """Return what is public of a guard player's cards; nothing before turn 1."""
    chosen = state.phase != "setup"
    hand, deck = (s.hand_size, s.deck_size) if chosen else (0, 0)
    return shown(StockView, s, hand_size=hand, deck_size=deck, discard=counts(s.discard))


def _characters(state: State) -> tuple[CharacterView, ...]:
    """Return the intruders as everybody knows them; a hidden lone wolf is one nameless intruder."""
    found = tuple(_character(state, c) for c in state.characters if c.status != "absent")
    if state.identity_public:
        return found
    return found[:1] or (CharacterView(who="intruder", seat=seats_of(state, "intruders")[0], status="waiting"),)


def _character(state: State, c: Character) -> CharacterView:
    status = c.status if c.status != "in_play" else "hidden"
    zone = PASSAGE if c.decoy else c.zone
    if c.status == "in_play" and is_in_passage(zone):
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
        case Moving() | Heading():
            return shown(PendingView, open_, unit=unit_text(open_.unit))
        case Reacting(who=who, zone=zone):
            return PendingView(kind="reacting", intruder=known_as(state, who), zone=zone)
        case Placing(who=who, zone=zone):
            return PendingView(kind="placing", intruder=known_as(state, who), zone=zone)
        case Splitting(roles=roles):
            return PendingView(kind="splitting", cards=len(roles))


def _found(state: State) -> tuple[SearchNote, ...]:
    """Return the public log of searches (SCORPION-18.14)."""
    before = state.record[0].data["found"] if was_taken_over(state) else ()
    return (
        *(SearchNote(**note) for note in before),
        *(
            SearchNote(turn=e.turn, zone=e.data["zone"], found=e.data["found"])
            for e in state.record
            if e.kind == "search_answered"
        ),
    )


# Private parts


def _guards(state: State, viewer: Viewer) -> tuple[GuardsView, ...]:
    """Return the marks, common to both guard players, with each player's own cards (SCORPION-3.7)."""
    if state.options.depth == "scores" or not is_open_to(state, viewer, seats_of(state, "guards")):
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
    if state.options.depth == "scores" or not is_open_to(state, viewer, seats_of(state, "intruders")):
        return None
    everything = viewer not in seats_of(state, "intruders") or state.phase == "ended"
    own = [c for c in state.characters if everything or viewer in confidants(state, c.who)]
    own_names = {c.who for c in own}
    shared = everything or not is_disputed(state)
    return IntrudersView(
        characters=tuple(_intruder(state, c) for c in own),
        ropes=tuple(
            RopeView(a=r.a, b=r.b, owner=r.owner, found=r.found) for r in state.ropes if shared or r.owner in own_names
        ),
        passages=tuple(
            SecretPassageView(owner=p.owner, entrances=p.entrances)
            for p in state.passages
            if p.owner is None or everything or p.owner in own_names
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
