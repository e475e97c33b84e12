"""A match as the fold of its journal: declarations, undo and redo, house rulings, corrections.

`Match` is immutable. Every act returns the next match and a ruling; a refused act returns the same
match. Only upheld acts become entries, so that folding the entries gives the match that was played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from referee.commitments import commitment
from referee.game import Game
from referee.values import GAME_MASTER, PUBLIC, TABLE, Notice, Prompt, Refused, Result, Ruling, Seat, Value, Viewer

MAX_NAME = 40
MAX_NOTE = 280
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")

SeatId = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Salt = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]


class Declare(Value):
    """A seat's move. `salt` keeps the commitment to a secret move from being guessed."""

    type: Literal["declare"] = "declare"
    seat: SeatId
    move: dict[str, Any]
    salt: Salt | None = None


class Undo(Value):
    """The last declaration is taken back."""

    type: Literal["undo"] = "undo"


class Redo(Value):
    """The declaration that was taken back last stands again."""

    type: Literal["redo"] = "redo"


class HouseRuling(Value):
    """The table overrules the referee: a refused move stands, or points are set by hand.

    The game master's holds at once; a seat's is a proposal until every other seat has agreed.
    """

    type: Literal["house_ruling"] = "house_ruling"
    seat: SeatId | None = None
    move: dict[str, Any] | None = None
    salt: Salt | None = None
    adjust: dict[str, Any] | None = None
    note: Annotated[str, Field(max_length=MAX_NOTE)] = ""


class Consent(Value):
    """A seat's answer to the house ruling that is proposed."""

    type: Literal["consent"] = "consent"
    agree: bool


class Correct(Value):
    """The game master replaces entry `number`'s move, or strikes it out; all later ones are judged again."""

    type: Literal["correct"] = "correct"
    number: Annotated[int, Field(ge=1)]
    move: dict[str, Any] | None = None
    salt: Salt | None = None


Act = Annotated[Declare | Undo | Redo | HouseRuling | Consent | Correct, Field(discriminator="type")]
ACT: TypeAdapter[Any] = TypeAdapter(Act)


class Entry(Value):
    """One line of the journal. `number` counts from 1 without a gap; `actor` is a seat, `gm` or `table`."""

    number: Annotated[int, Field(ge=1)]
    actor: SeatId
    act: Act


@dataclass(frozen=True, slots=True)
class Step:
    """A declaration or house ruling that is in force, with its ruling and the state before it."""

    number: int
    actor: str
    act: Declare | HouseRuling
    ruling: Ruling
    before: Any


@dataclass(frozen=True, slots=True)
class Proposal:
    """A house ruling that waits for the consent of the seats."""

    number: int
    actor: str
    act: HouseRuling
    agreed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Difference:
    """One later declaration that a correction would judge differently; for the game master alone."""

    number: int
    seat: str
    was: str
    now: str
    clause: str


class LogLine(Value):
    """One journal entry as a viewer may know it."""

    number: int
    actor: str
    act: str
    seat: str | None = None
    move: dict[str, Any] | None = None
    note: str = ""
    notices: tuple[Notice, ...] = ()
    clause: str | None = None
    commitment: str | None = None
    in_force: bool = True
    house: bool = False


def seats_of(game: Game, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with tidy names. Raises `Refused` on a name or number that cannot be."""
    ids = [s.seat for s in seats]
    if len(seats) > max(game.PLAYERS) * 2 or len(set(ids)) != len(ids):
        raise Refused("METSUKE-1.2", "table.seats_differ", firm=True)
    for s in seats:
        if s.seat in (PUBLIC, GAME_MASTER, TABLE) or not 1 <= len(s.seat) <= MAX_NAME:
            raise Refused("METSUKE-1.2", "table.seats_differ", firm=True)
        check_name(s.name or s.seat)
    return tuple(Seat(seat=s.seat, name=(s.name or s.seat).strip()) for s in seats)


def check_name(name: str) -> str:
    """Return a name without surrounding space. Raises `Refused` when nobody could read it."""
    name = name.strip()
    if not name or len(name) > MAX_NAME:
        raise Refused("METSUKE-1.3", "table.name_length", firm=True, most=MAX_NAME)
    if _CONTROL.search(name):
        raise Refused("METSUKE-1.3", "table.name_characters", firm=True)
    return name


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one point of its journal."""

    game: Game
    options: Any
    seats: tuple[Seat, ...]
    state: Any
    entries: tuple[Entry, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    proposal: Proposal | None = None

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
        waiting = [s.seat for s in self.seats if s.seat not in self.proposal.agreed]
        proposed = self._proposed(viewer)
        return tuple(Prompt(seat=seat, ask="table.consent", params=proposed) for seat in waiting) + asked

    def log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """Return the journal as `viewer` may know it, undone entries included."""
        in_force = {step.number for step in self.steps}
        return tuple(self._line(e, r, viewer, in_force) for e, r in zip(self.entries, self.rulings, strict=True))

    def commitments(self) -> tuple[tuple[int, str], ...]:
        """Return number and salted hash of every secret declaration so far; public at once."""
        made = ((e.number, self._commitment(e)) for e in self.entries)
        return tuple((number, digest) for number, digest in made if digest is not None)

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

    # Acting

    def declare(self, seat: str, move: Mapping[str, Any], salt: str | None = None) -> tuple[Match, Ruling]:
        """Declare a move for a seat by itself."""
        return self.act(seat, Declare(seat=seat, move=dict(move), salt=salt))

    def act(self, actor: str, act: Any) -> tuple[Match, Ruling]:
        """Judge an act of `actor`; upheld, it is the next entry."""
        try:
            return self._act(Entry(number=self.number + 1, actor=actor, act=act))
        except Refused as refused:
            return self, Ruling.refusal(refused)

    def differences(self, act: Correct) -> tuple[Difference, ...]:
        """Return what a correction would change in later rulings; for the game master alone."""
        steps, ruling = self._corrected(act)
        del ruling
        was = {s.number: s for s in self.steps}
        now = {s.number: s for s in steps}
        out = []
        for number, step in was.items():
            if number <= act.number:
                continue
            other = now.get(number)
            seat = step.act.seat or step.actor
            if other is None:
                out.append(Difference(number, seat, step.ruling.reason, "table.no_longer_legal", step.ruling.clause))
            elif (other.ruling.notices, other.ruling.reason) != (step.ruling.notices, step.ruling.reason):
                out.append(Difference(number, seat, step.ruling.reason, other.ruling.reason, other.ruling.clause))
        return tuple(out)

    # How each act is judged

    def _act(self, entry: Entry) -> tuple[Match, Ruling]:
        act, actor = entry.act, entry.actor
        if actor not in (GAME_MASTER, TABLE) and all(s.seat != actor for s in self.seats):
            raise Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=actor)
        match act:
            case Declare():
                return self._declare(entry, act)
            case Undo():
                step = self._undoable(actor)
                told = Notice(message="table.undone", params={"actor": actor, "number": step.number}, clause="METSUKE-2.1")
                ruling = Ruling(True, "METSUKE-2.1", "table.undone", {"number": step.number}, (told,), step.before)
                return self._with(entry, ruling, self.steps[:-1], (*self.undone, step)), ruling
            case Redo():
                step = self._redoable(actor)
                told = Notice(message="table.redone", params={"actor": actor, "number": step.number}, clause="METSUKE-2.4")
                ruling = replace(step.ruling, clause="METSUKE-2.4", reason="table.redone", notices=(told,))
                return self._with(entry, ruling, (*self.steps, step), self.undone[:-1]), ruling
            case HouseRuling():
                return self._house_ruling(entry, act)
            case Consent():
                return self._consent(entry, act)
            case Correct():
                return self._correct(entry, act)
        raise AssertionError(act)

    def _declare(self, entry: Entry, act: Declare) -> tuple[Match, Ruling]:
        self._speaks_for(entry.actor, act.seat)
        ruling = self._judge(self.state, act.seat, act.move)
        if not ruling.upheld:
            return self, ruling
        step = Step(entry.number, entry.actor, act, ruling, self.state)
        return self._with(entry, ruling, (*self.steps, step), ()), ruling

    def _speaks_for(self, actor: str, seat: str) -> None:
        """A seat declares for itself; the game master may for an absent one; the table as such."""
        if seat not in (GAME_MASTER, TABLE) and all(s.seat != seat for s in self.seats):
            raise Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=seat)
        if actor not in (seat, GAME_MASTER) and seat != TABLE:
            raise Refused("METSUKE-1.1", "table.other_seat", firm=True, seat=seat)

    def _judge(
        self, state: Any, seat: str, move: Mapping[str, Any], waived: frozenset[str] = frozenset()
    ) -> Ruling:
        try:
            parsed = self.game.MOVE.validate_python(dict(move))
        except ValidationError as error:
            raise Refused("METSUKE-1.4", "table.unreadable", firm=True, field=field_of(error)) from None
        return self.game.judge(state, seat, parsed, waived)

    def _undoable(self, actor: str) -> Step:
        if not self.steps:
            raise Refused("METSUKE-2.1", "table.nothing_to_undo", firm=True)
        step = self.steps[-1]
        if actor == GAME_MASTER:
            return step
        if step.actor != actor or isinstance(step.act, HouseRuling):
            raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
        if step.ruling.told:
            raise Refused("METSUKE-2.3", "table.undo_told", firm=True)
        return step

    def _redoable(self, actor: str) -> Step:
        if not self.undone:
            raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
        step = self.undone[-1]
        if actor not in (GAME_MASTER, step.actor):
            raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
        return step

    def _house_ruling(self, entry: Entry, act: HouseRuling) -> tuple[Match, Ruling]:
        if (act.move is None) == (act.adjust is None):
            raise Refused("METSUKE-3.1", "table.house_empty", firm=True)
        if _CONTROL.search(act.note):
            raise Refused("METSUKE-1.3", "table.name_characters", firm=True)
        if act.move is not None:
            self._speaks_for(entry.actor, act.seat or entry.actor)
        ruling = self._overrule(self.state, entry.actor, act)
        if entry.actor == GAME_MASTER or len(self.seats) == 1:
            step = Step(entry.number, entry.actor, act, ruling, self.state)
            return self._with(entry, ruling, (*self.steps, step), ()), ruling
        if entry.actor == TABLE:
            raise Refused("METSUKE-3.2", "table.house_who", firm=True)
        if self.proposal is not None:
            raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
        told = Notice(message="table.house_proposed", params={"actor": entry.actor}, clause="METSUKE-3.2")
        proposed = Ruling(True, "METSUKE-3.2", "table.house_proposed", {}, (told,), self.state)
        proposal = Proposal(entry.number, entry.actor, act, frozenset({entry.actor}))
        return replace(self._with(entry, proposed, self.steps, self.undone), proposal=proposal), proposed

    def _overrule(self, state: Any, actor: str, act: HouseRuling) -> Ruling:
        """Let a refused move stand, waiving one clause after the other, or set points by hand."""
        told = Notice(message="table.house_ruled", params={"actor": actor, "note": act.note}, clause="METSUKE-3.1")
        if act.adjust is not None:
            try:
                adjustment = self.game.ADJUSTMENT.model_validate(act.adjust)
            except ValidationError as error:
                raise Refused("METSUKE-1.4", "table.unreadable", firm=True, field=field_of(error)) from None
            adjusted = self.game.adjust(state, adjustment)
            params = {"adjust": adjustment.model_dump(mode="json")}
            told = told.model_copy(update={"params": told.params | params})
            return Ruling(True, "METSUKE-3.1", "table.house_ruled", params, (told,), adjusted, told=True)
        assert act.move is not None
        waived: frozenset[str] = frozenset()
        while True:
            ruling = self._judge(state, act.seat or actor, act.move, waived)
            if ruling.upheld:
                return replace(
                    ruling,
                    clause="METSUKE-3.1",
                    reason="table.house_ruled",
                    params={"waived": sorted(waived)},
                    notices=(told, *ruling.notices),
                )
            if ruling.firm or ruling.clause in waived:
                raise Refused(ruling.clause, ruling.reason, private=ruling.private, firm=True, **ruling.params)
            waived |= {ruling.clause}

    def _consent(self, entry: Entry, act: Consent) -> tuple[Match, Ruling]:
        proposal = self.proposal
        if proposal is None or entry.actor == TABLE:
            raise Refused("METSUKE-3.2", "table.nothing_proposed", firm=True)
        params = {"actor": entry.actor, "proposer": proposal.actor}
        if not act.agree:
            told = Notice(message="table.house_dropped", params=params, clause="METSUKE-3.2")
            ruling = Ruling(True, "METSUKE-3.2", "table.house_dropped", params, (told,), self.state)
            return replace(self._with(entry, ruling, self.steps, self.undone), proposal=None), ruling
        agreed = proposal.agreed | {entry.actor}
        if entry.actor != GAME_MASTER and any(s.seat not in agreed for s in self.seats):
            told = Notice(message="table.house_agreed", params=params, clause="METSUKE-3.2")
            ruling = Ruling(True, "METSUKE-3.2", "table.house_agreed", params, (told,), self.state)
            waiting = replace(proposal, agreed=agreed)
            return replace(self._with(entry, ruling, self.steps, self.undone), proposal=waiting), ruling
        ruling = self._overrule(self.state, proposal.actor, proposal.act)
        step = Step(entry.number, entry.actor, proposal.act, ruling, self.state)
        act_by = proposal.act.model_copy(update={"seat": proposal.act.seat or proposal.actor})
        step = replace(step, act=act_by)
        return self._with(entry, ruling, (*self.steps, step), ()), ruling

    def _correct(self, entry: Entry, act: Correct) -> tuple[Match, Ruling]:
        if entry.actor != GAME_MASTER:
            raise Refused("METSUKE-3.3", "table.correct_who", firm=True)
        steps, ruling = self._corrected(act)
        told = Notice(message="table.corrected", params={"number": act.number}, clause="METSUKE-3.3")
        ruling = Ruling(True, "METSUKE-3.3", "table.corrected", {"number": act.number}, (told,), ruling, told=True)
        return self._with(entry, ruling, steps, ()), ruling

    def _corrected(self, act: Correct) -> tuple[tuple[Step, ...], Any]:
        """Judge again from the corrected entry on; what no longer holds is left out."""
        at = next((i for i, step in enumerate(self.steps) if step.number == act.number), None)
        if at is None or not isinstance(self.steps[at].act, Declare):
            raise Refused("METSUKE-3.3", "table.no_such_entry", firm=True, number=act.number)
        state = self.steps[at].before
        steps = list(self.steps[:at])
        for step in self.steps[at:]:
            declared = step.act
            if step.number == act.number:
                if act.move is None:
                    continue
                declared = declared.model_copy(update={"move": act.move, "salt": act.salt})
            try:
                if isinstance(declared, Declare):
                    ruling = self._judge(state, declared.seat, declared.move)
                else:
                    ruling = self._overrule(state, step.actor, declared)
            except Refused as refused:
                ruling = Ruling.refusal(refused)
            if not ruling.upheld and step.number == act.number:
                raise Refused(ruling.clause, ruling.reason, firm=True, **ruling.params)
            if ruling.upheld:
                steps.append(Step(step.number, step.actor, declared, ruling, state))
                state = ruling.state
        return tuple(steps), state

    def _with(self, entry: Entry, ruling: Ruling, steps: tuple[Step, ...], undone: tuple[Step, ...]) -> Match:
        return replace(
            self,
            state=ruling.state,
            entries=(*self.entries, entry),
            rulings=(*self.rulings, ruling),
            steps=steps,
            undone=undone,
            proposal=None if steps is not self.steps else self.proposal,
        )

    # What a viewer may know of the journal

    def _parsed(self, move: Mapping[str, Any]) -> Any:
        return self.game.MOVE.validate_python(dict(move))

    def _proposed(self, viewer: Viewer) -> dict[str, Any]:
        assert self.proposal is not None
        act = self.proposal.act
        seat = act.seat or self.proposal.actor
        move = None if act.move is None else dict(self._masked(act.move, seat, viewer))
        return {"actor": self.proposal.actor, "seat": seat, "move": move, "adjust": act.adjust, "note": act.note}

    def _masked(self, move: Mapping[str, Any], seat: str, viewer: Viewer) -> Mapping[str, Any]:
        if self.result is not None:
            viewer = GAME_MASTER
        return self.game.masked(self._parsed(move), seat, viewer)

    def _commitment(self, entry: Entry) -> str | None:
        act = entry.act
        if not isinstance(act, Declare | HouseRuling | Correct) or act.move is None or act.salt is None:
            return None
        if not self.game.secret(self._parsed(act.move)):
            return None
        return commitment(act.salt, entry.number, entry.actor, act.move)

    def _line(self, entry: Entry, ruling: Ruling, viewer: Viewer, in_force: set[int]) -> LogLine:
        act = entry.act
        line: dict[str, Any] = {"number": entry.number, "actor": entry.actor, "act": act.type, "clause": ruling.clause}
        line["notices"] = tuple(n for n in ruling.notices if n.reaches(viewer))
        line["commitment"] = self._commitment(entry)
        if isinstance(act, Declare | HouseRuling):
            line["seat"] = act.seat or entry.actor
            line["in_force"] = entry.number in in_force or (isinstance(act, HouseRuling) and entry.actor != GAME_MASTER)
            if act.move is not None:
                line["move"] = dict(self._masked(act.move, line["seat"], viewer))
        if isinstance(act, HouseRuling):
            line |= {"note": act.note, "house": True}
        if isinstance(act, Correct) and viewer == GAME_MASTER:
            line["move"] = act.move
        return LogLine(**line)


def begin(game: Game, options: Mapping[str, Any], seats: Sequence[Seat]) -> Match:
    """Begin a match. Raises `Refused` when options or seats do not fit the game."""
    try:
        parsed = game.OPTIONS.model_validate(dict(options))
    except ValidationError as error:
        raise Refused("METSUKE-1.4", "table.unreadable", firm=True, field="options." + field_of(error)) from None
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


def field_of(error: ValidationError) -> str:
    """Return the path of the first field that cannot be read, never its value."""
    where = error.errors(include_input=False, include_url=False, include_context=False)[0]
    return ".".join(str(part) for part in where["loc"]) or "move"
