"""A match as the fold of its journal: declarations, undo and redo, house rulings, corrections.

`Match` is immutable. Every act returns the next match and a ruling; a refused act returns the same
match. Only upheld acts become entries, so that folding the entries gives the match that was played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from referee.acts import ACT, Act, Consent, Correct, Declare, Entry, HouseRuling, Redo, Undo
from referee.commitments import Opening
from referee.correcting import Difference, rejudge
from referee.game import Game
from referee.log import LogLine, Written, written
from referee.overruling import overrule
from referee.reading import field_of, parse_move, unreadable
from referee.seating import check_name, readable, seats_of
from referee.steps import Proposal, Step
from referee.values import GAME_MASTER, PUBLIC, TABLE, Notice, Prompt, Refused, Result, Ruling, Seat, Viewer

__all__ = [
    "ACT",
    "Act",
    "Consent",
    "Correct",
    "Declare",
    "Difference",
    "Entry",
    "HouseRuling",
    "LogLine",
    "Match",
    "Proposal",
    "Redo",
    "Step",
    "Undo",
    "begin",
    "check_name",
    "fold",
    "seats_of",
]


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """A match at one point of its journal."""

    game: Game
    options: Any
    seats: tuple[Seat, ...]
    state: Any
    entries: tuple[Entry, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    steps: tuple[Step, ...] = ()
    """What is in force."""
    undone: tuple[Step, ...] = ()
    """What was taken back and may stand again, the last one last."""
    proposal: Proposal | None = None
    written: tuple[Written, ...] = field(default=(), compare=False)
    _logs: dict[Viewer, tuple[LogLine, ...]] = field(default_factory=dict, init=False, compare=False)
    _before: dict[Viewer, tuple[LogLine, ...]] = field(default_factory=dict, compare=False)
    """The lines before the last entry, where that changed none of them."""

    def __repr__(self) -> str:
        """A match in a log or a traceback tells no secret."""
        return f"<Match {self.game.KEY}, {len(self.seats)} seats, {self.number} entries>"

    # Reading

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def result(self) -> Result | None:
        """The result, once the match has ended."""
        return self.game.result(self.state)

    def view(self, viewer: Viewer) -> Any:
        """Return what `viewer` may know now."""
        return self.game.view(self.state, viewer)

    def prompts(self, viewer: Viewer) -> tuple[Prompt, ...]:
        """Return what is asked, as `viewer` may know it; a proposed house ruling asks first."""
        asked = self.game.prompts(self.state, viewer)
        if self.proposal is None:
            return asked
        agreed, proposed = self.proposal.agreed, self._proposed(self.proposal, viewer)
        waiting = (s.seat for s in self.seats if s.seat not in agreed)
        return (*(Prompt(seat=seat, ask="table.consent", params=proposed) for seat in waiting), *asked)

    def log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """Return the journal as `viewer` may know it, undone entries included; all of it after the end."""
        known = self._reader(viewer)
        lines = self._logs.get(known)
        if lines is None:
            if known in self._before:
                lines = (*self._before[known], self.written[-1].line(known, True))
            else:
                standing = self._standing()
                lines = tuple(w.line(known, w.entry.number in standing) for w in self.written)
            self._logs[known] = lines
        return lines

    def masked(self, viewer: Viewer) -> tuple[dict[str, Any] | None, ...]:
        """Return the move of every entry as `viewer` may know it; None for an entry without one."""
        known = self._reader(viewer)
        return tuple(w.masked(known) for w in self.written)

    def commitments(self) -> tuple[tuple[int, str], ...]:
        """Return number and salted hash of every secret declaration so far; public at once (METSUKE-4.1)."""
        return tuple((w.entry.number, w.commitment) for w in self.written if w.commitment is not None)

    def reveal(self) -> tuple[Opening, ...]:
        """Return what opens every commitment, once the match has ended; nothing before (METSUKE-4.2)."""
        if self.result is None:
            return ()
        return tuple(opening for w in self.written if (opening := w.opening()) is not None)

    def may_undo(self, actor: str) -> Ruling | None:
        """Return the refusal that an undo by `actor` would meet, or None."""
        try:
            self._undoable(actor)
        except Refused as refused:
            return Ruling.refusal(refused)
        return None

    def may_redo(self, actor: str) -> Ruling | None:
        """Return the refusal that a redo by `actor` would meet, or None."""
        try:
            self._redoable(actor)
        except Refused as refused:
            return Ruling.refusal(refused)
        return None

    def differences(self, act: Correct) -> tuple[Difference, ...]:
        """Return what a correction would change in later rulings; for the game master alone.

        Raises `Refused` when the correction itself would be.
        """
        return rejudge(self.game, self.steps, act).differences

    # Acting

    def declare(self, seat: str, move: Mapping[str, Any], salt: str | None = None) -> tuple[Match, Ruling]:
        """Declare a move for a seat by itself."""
        return self.act(seat, {"type": "declare", "seat": seat, "move": move, "salt": salt})

    def act(self, actor: str, act: Act | Mapping[str, Any]) -> tuple[Match, Ruling]:
        """Judge an act of `actor`, or its JSON; upheld, it is the next entry."""
        try:
            return self._act(self._entry(actor, act))
        except Refused as refused:
            return self, Ruling.refusal(refused)

    # How each act is judged

    def _entry(self, actor: str, act: Any) -> Entry:
        if actor not in (GAME_MASTER, TABLE) and not self._sits(actor):
            raise _unknown(actor)
        try:
            if isinstance(act, Mapping):
                act = ACT.validate_python(dict(act))
            return Entry(number=len(self.entries) + 1, actor=actor, act=act)
        except ValidationError as error:
            raise unreadable(field_of(error, act.get("type") if isinstance(act, Mapping) else None)) from None

    def _act(self, entry: Entry) -> tuple[Match, Ruling]:
        match entry.act:
            case Declare():
                return self._declare(entry, entry.act)
            case Undo():
                return self._undo(entry)
            case Redo():
                return self._redo(entry)
            case HouseRuling():
                return self._house_ruling(entry, entry.act)
            case Consent():
                return self._consent(entry, entry.act)
            case Correct():
                return self._correct(entry, entry.act)

    def _declare(self, entry: Entry, act: Declare) -> tuple[Match, Ruling]:
        self._speaks_for(entry.actor, act.seat)
        move = parse_move(self.game, act.move)
        ruling = self.game.judge(self.state, act.seat, move)
        if not ruling.upheld:
            return self, ruling
        step = Step(entry.number, entry.actor, act, ruling, self.state)
        return self._with(entry, ruling, (*self.steps, step), (), act.seat, move)

    def _speaks_for(self, actor: str, seat: str) -> None:
        """A seat declares for itself; the game master may for an absent one; anybody for the table (METSUKE-1.1)."""
        if seat not in (GAME_MASTER, TABLE) and not self._sits(seat):
            raise _unknown(seat)
        if actor not in (seat, GAME_MASTER) and seat != TABLE:
            raise Refused("METSUKE-1.1", "table.other_seat", firm=True, seat=seat)

    def _sits(self, seat: str) -> bool:
        return any(s.seat == seat for s in self.seats)

    def _undo(self, entry: Entry) -> tuple[Match, Ruling]:
        step = self._undoable(entry.actor)
        params = {"actor": entry.actor, "number": step.number}
        ruling = _openly("METSUKE-2.1", "table.undone", step.before, params)
        left = step.replaced if isinstance(step.act, Correct) else self.steps[:-1]
        undone = (*self.undone, replace(step, undone_by=entry.actor))
        return self._with(entry, ruling, left, undone)

    def _undoable(self, actor: str) -> Step:
        """Return what an undo takes back. Raises `Refused` (METSUKE-2.1 to 2.3)."""
        if not self.steps:
            raise Refused("METSUKE-2.1", "table.nothing_to_undo", firm=True)
        step = self.steps[-1]
        if actor == GAME_MASTER:
            return step
        if not isinstance(step.act, Declare):
            raise Refused("METSUKE-2.2", "table.undo_house", firm=True)
        if step.actor != actor:
            raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
        if step.ruling.told or (self.result is not None and any(w.secret for w in self.written)):
            raise Refused("METSUKE-2.3", "table.undo_told", firm=True)
        return step

    def _redo(self, entry: Entry) -> tuple[Match, Ruling]:
        step = self._redoable(entry.actor)
        params = {"actor": entry.actor, "number": step.number}
        ruling = _openly("METSUKE-2.4", "table.redone", step.ruling.state, params)
        before = step.judged if isinstance(step.act, Correct) else self.steps
        return self._with(entry, ruling, (*before, replace(step, undone_by=None)), self.undone[:-1])

    def _redoable(self, actor: str) -> Step:
        """Return what a redo lets stand again. Raises `Refused` (METSUKE-2.4)."""
        if not self.undone:
            raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
        step = self.undone[-1]
        if actor not in (GAME_MASTER, step.undone_by):
            raise Refused("METSUKE-2.4", "table.redo_other", firm=True)
        return step

    def _house_ruling(self, entry: Entry, act: HouseRuling) -> tuple[Match, Ruling]:
        """Overrule the referee at once, or propose it to the seats (METSUKE-3.1, 3.2)."""
        actor, at_once = entry.actor, entry.actor == GAME_MASTER or len(self.seats) == 1
        if actor == TABLE:
            raise Refused("METSUKE-3.2", "table.house_who", firm=True)
        if (act.move is None) == (act.adjust is None):
            raise Refused("METSUKE-3.1", "table.house_empty", firm=True)
        if not readable(act.note):
            raise Refused("METSUKE-1.3", "table.note_characters", firm=True)
        if not at_once and self.proposal is not None:
            raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
        self._speaks_for(actor, act.seat or actor)
        ruling = overrule(self.game, self.state, actor, act)
        move = None if act.move is None else parse_move(self.game, act.move)
        seat = act.seat or actor
        if at_once:
            step = Step(entry.number, actor, act, ruling, self.state)
            return self._with(entry, ruling, (*self.steps, step), (), seat, move)
        proposed = _openly("METSUKE-3.2", "table.house_proposed", self.state, {"actor": actor})
        after, _ = self._with(entry, proposed, self.steps, self.undone, seat, move)
        return replace(after, proposal=Proposal(entry.number, actor, act, frozenset({actor}))), proposed

    def _consent(self, entry: Entry, act: Consent) -> tuple[Match, Ruling]:
        """Agree to what is proposed or turn it down; with the last seat's consent it holds (METSUKE-3.2)."""
        proposal = self.proposal
        if proposal is None or entry.actor == TABLE:
            raise Refused("METSUKE-3.2", "table.nothing_proposed", firm=True)
        params = {"actor": entry.actor, "proposer": proposal.actor}
        if not act.agree:
            ruling = _openly("METSUKE-3.2", "table.house_dropped", self.state, params)
            after, _ = self._with(entry, ruling, self.steps, self.undone)
            return replace(after, proposal=None), ruling
        if entry.actor in proposal.agreed:
            raise Refused("METSUKE-3.2", "table.agreed_already", firm=True)
        agreed = proposal.agreed | {entry.actor}
        if entry.actor != GAME_MASTER and any(s.seat not in agreed for s in self.seats):
            ruling = _openly("METSUKE-3.2", "table.house_agreed", self.state, params)
            after, _ = self._with(entry, ruling, self.steps, self.undone)
            return replace(after, proposal=replace(proposal, agreed=agreed)), ruling
        ruling = overrule(self.game, self.state, proposal.actor, proposal.act)
        step = Step(proposal.number, proposal.actor, proposal.act, ruling, self.state)
        decided = replace(self, proposal=None)
        return decided._with(entry, ruling, (*self.steps, step), ())

    def _correct(self, entry: Entry, act: Correct) -> tuple[Match, Ruling]:
        """Put a mistake right; the table hears which entry, the game master sees the rest (METSUKE-3.3, 3.4)."""
        if entry.actor != GAME_MASTER:
            raise Refused("METSUKE-3.3", "table.correct_who", firm=True)
        again = rejudge(self.game, self.steps, act, entry.number)
        ruling = _openly("METSUKE-3.3", "table.corrected", again.state, {"number": act.number})
        step = Step(entry.number, entry.actor, act, ruling, self.state, replaced=self.steps, judged=again.steps)
        seat = next(s.seat for s in self.steps if s.number == act.number)
        move = None if act.move is None else parse_move(self.game, act.move)
        return self._with(entry, ruling, (*again.steps, step), (), seat, move)

    def _with(
        self,
        entry: Entry,
        ruling: Ruling,
        steps: tuple[Step, ...],
        undone: tuple[Step, ...],
        seat: str | None = None,
        move: Any = None,
    ) -> tuple[Match, Ruling]:
        """Append an entry. What is proposed falls when the match moves on under it (METSUKE-3.2)."""
        proposal = self.proposal
        if proposal is not None and steps is not self.steps:
            void = Notice(message="table.house_void", params={"actor": proposal.actor}, clause="METSUKE-3.2")
            ruling = replace(ruling, notices=(*ruling.notices, void))
            proposal = None
        after = Match(
            self.game,
            self.options,
            self.seats,
            ruling.state,
            (*self.entries, entry),
            (*self.rulings, ruling),
            steps,
            undone,
            proposal,
            (*self.written, written(self.game, entry, ruling, seat, move)),
            self._logs if isinstance(entry.act, Declare) and self.proposal is None else {},
        )
        return after, ruling

    # What a viewer may know of the journal

    def _reader(self, viewer: Viewer) -> Viewer:
        """Return whose knowledge a viewer reads with: a stranger has the public's; after the end all is open."""
        if self.result is not None:
            return GAME_MASTER
        return viewer if viewer == GAME_MASTER or self._sits(viewer) else PUBLIC

    def _standing(self) -> set[int]:
        """Return the numbers of the entries that are in force: for a corrected one that of its correction."""
        moves = {step.number if step.corrected is None else step.corrected for step in self.steps}
        if self.proposal is not None:
            moves.add(self.proposal.number)
        superseded = {s.number for s in self.steps if isinstance(s.act, Correct) and s.act.move is not None}
        superseded -= {step.corrected for step in self.steps}
        return (moves - superseded) | {e.number for e in self.entries if isinstance(e.act, Undo | Redo | Consent)}

    def _proposed(self, proposal: Proposal, viewer: Viewer) -> dict[str, Any]:
        proposed = self.written[proposal.number - 1]
        return {
            "actor": proposal.actor,
            "seat": proposed.seat,
            "move": proposed.masked(self._reader(viewer)),
            "adjust": proposal.act.adjust,
            "note": proposal.act.note,
        }


def begin(game: Game, options: Mapping[str, Any], seats: Sequence[Seat]) -> Match:
    """Begin a match. Raises `Refused` when options or seats do not fit the game."""
    try:
        parsed = game.OPTIONS.model_validate(dict(options))
    except ValidationError as error:
        raise unreadable(f"options.{field_of(error)}") from None
    seated = seats_of(game, seats)
    return Match(game, parsed, seated, game.begin(parsed, seated))


def fold(game: Game, options: Mapping[str, Any], seats: Sequence[Seat], entries: Iterable[Entry]) -> Match:
    """Return the match that the entries tell of.

    Raises `ValueError` when an entry is out of order or not upheld: the journal is then not one that
    was played.
    """
    match = begin(game, options, seats)
    for entry in entries:
        if entry.number != match.number + 1:
            raise ValueError(f"entry {entry.number} follows entry {match.number}")
        after, ruling = match.act(entry.actor, entry.act)
        if after is match:
            raise ValueError(f"entry {entry.number} is refused: {ruling.clause} {ruling.reason}")
        match = after
    return match


def _openly(clause: str, message: str, state: Any, params: Mapping[str, Any]) -> Ruling:
    """Uphold an act that the whole table is told of."""
    told = Notice(message=message, params=dict(params), clause=clause)
    return Ruling(True, clause, message, dict(params), (told,), state)


def _unknown(seat: str) -> Refused:
    shown = seat if readable(seat) and len(seat) <= 40 else "?"
    return Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=shown)
