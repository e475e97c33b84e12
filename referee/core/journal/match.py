"""A match: what may be read of it at one point of its journal, and how each act is judged there.

`Match` is immutable. Every act returns the next match and a ruling; a refused act returns the same
match. Only upheld acts become entries, so that folding the entries gives the match that was played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from referee.core.acts import ACT, Act, Consent, Correct, Declare, Entry, HouseRuling, Lay, NoteAgain, Redo, Step, Undo
from referee.core.game import Game
from referee.core.journal.corrections import (
    Rejudged,
    correct,
    correctable,
    corrected_notices,
    overrule,
    proposed,
    redo,
    redoable,
    rejudge,
    undo,
    undoable,
)
from referee.core.journal.log import LogLine, Opening, Placed, Written, placed, standing, written
from referee.core.journal.notes import noted_again
from referee.core.reading import (
    field_of,
    is_readable,
    parse_move,
    positions_of,
    read_position,
    seats_of,
    unknown_seat,
    unreadable,
)
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Prompt, Refused, Result, Ruling, Seat, Viewer


@dataclass(frozen=True)
class Proposal:
    """A house ruling or a correction that waits for the consent of the seats (METSUKE-3.2, 3.5)."""

    number: int
    actor: str
    act: HouseRuling | Correct
    agreed: frozenset[str]


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
    """The steps in force."""
    undone: tuple[Step, ...] = ()
    """The undone steps that may be redone, the last undone at the end."""
    proposal: Proposal | None = None
    written: tuple[Written, ...] = field(default=(), compare=False)
    _logs: dict[Viewer, Placed] = field(default_factory=dict, init=False, compare=False)

    def __repr__(self) -> str:
        """Return a text without secrets, for log files and tracebacks."""
        return f"<Match {self.game.KEY}, {len(self.seats)} seats, {self.number} entries>"

    # Acting

    def declare(self, seat: str, move: Mapping[str, Any], salt: str | None = None) -> tuple[Match, Ruling]:
        """Declare a move for a seat by itself."""
        return self.act(seat, {"type": "declare", "seat": seat, "move": move, "salt": salt})

    def act(self, actor: str, act: Act | Mapping[str, Any]) -> tuple[Match, Ruling]:
        """Judge an act of `actor`, or its JSON; upheld, it is the next entry."""
        try:
            return judge(self, entry_of(self, actor, act))
        except Refused as refused:
            return self, Ruling.refusal(refused)

    def may_undo(self, actor: str, viewer: Viewer | None = None) -> Ruling | None:
        """Return the refusal that an undo by `actor` would meet, or None; as `viewer` may know it, if one is named."""
        try:
            undoable(self.game, self.steps, actor, actor if viewer is None else viewer, self._revealed())
        except Refused as refused:
            return Ruling.refusal(refused)
        return None

    def may_redo(self, actor: str, viewer: Viewer | None = None) -> Ruling | None:
        """Return the refusal that a redo by `actor` would meet, or None; as `viewer` may know it, if one is named."""
        try:
            redoable(self.game, self.state, self.steps, self.undone, actor, viewer)
        except Refused as refused:
            return Ruling.refusal(refused)
        return None

    def corrected(self, act: Correct) -> Rejudged:
        """Return the result of a correction without making it; for the game master alone.

        Raises `Refused` if the correction would be refused.
        """
        return rejudge(self.game, self.steps, act)

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
        params = self._proposed(self.proposal, viewer)
        waiting = (s.seat for s in self.seats if s.seat not in self.proposal.agreed)
        return (*(Prompt(seat=seat, ask="table.consent", params=params) for seat in waiting), *asked)

    def log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """Return the journal as `viewer` may know it, undone entries included; all of it after the end."""
        return self._placed(viewer)[0]

    def line_numbers(self, viewer: Viewer) -> dict[int, int]:
        """Return the number of each entry's line in the log of `viewer`, by the entry's number."""
        return self._placed(viewer)[1]

    def lines_until(self, viewer: Viewer, number: int) -> int:
        """Return how many lines the first `number` entries have in the log of `viewer`."""
        return len(placed(self.written[:number], self._standing(), self._reader(viewer), self.state)[0])

    def counts(self, viewer: Viewer) -> tuple[tuple[int, Mapping[str, int]], ...]:
        """Return the successive values of `Extras.counts`, each with the first line in the log of `viewer` made at it.

        A value recurs where an undo led back to it.
        """
        found: list[tuple[int, Mapping[str, int]]] = []
        for number, line in self.line_numbers(viewer).items():
            counted = self.game.EXTRAS.counts(self.written[number - 1].before)
            if not found or found[-1][1] != counted:
                found.append((line, counted))
        return tuple(found)

    def commitments(self, viewer: Viewer = PUBLIC) -> tuple[tuple[int, str], ...]:
        """Return line and salted hash of what is locked, as `viewer` may know it; public at once (METSUKE-4.1)."""
        return tuple((line.number, line.commitment) for line in self.log(viewer) if line.commitment is not None)

    def reveal(self) -> tuple[Opening, ...]:
        """Return what opens every commitment, once the match has ended; nothing before (METSUKE-4.2)."""
        if self.result is None:
            return ()
        return tuple(opening for w in self.written if (opening := w.opening()) is not None)

    def sits(self, seat: str) -> bool:
        """Tell whether the match has this seat."""
        return any(s.seat == seat for s in self.seats)

    def step_in(self, line: int, viewer: Viewer) -> Step | None:
        """Return the step in a line of a viewer's log, in force or left out by corrections; `None` if there is none."""
        at = {each: number for number, each in self.line_numbers(viewer).items()}.get(line, 0)
        if not at or self.written[at - 1].hides_from(viewer):
            return None
        every = correctable(self.steps)
        return next((s for s in every if at in (s.number, s.corrected) and not isinstance(s.act, Correct)), None)

    def _placed(self, viewer: Viewer) -> Placed:
        known = self._reader(viewer)
        if known not in self._logs:
            self._logs[known] = placed(self.written, self._standing(), known, self.state)
        return self._logs[known]

    def _standing(self) -> set[int]:
        """Return the numbers of the entries that are in force or wait for consent."""
        return standing(self.entries, self.steps) | (set() if self.proposal is None else {self.proposal.number})

    def _reader(self, viewer: Viewer) -> Viewer:
        """Return whose log a viewer reads: after the end the game master's; the public's without a seat."""
        if self.result is not None:
            return GAME_MASTER
        return viewer if viewer == GAME_MASTER or self.sits(viewer) else PUBLIC

    def _proposed(self, proposal: Proposal, viewer: Viewer) -> dict[str, Any]:
        reader, act, entry = self._reader(viewer), proposal.act, self.written[proposal.number - 1]
        what = {"actor": proposal.actor, "seat": entry.seat, "move": entry.masked(reader)}
        if isinstance(act, Correct):
            wrong, line = self.written[act.number - 1].masked(reader), self.line_numbers(viewer).get(act.number)
            return what | {"adjust": None, "note": "", "corrects": wrong, "line": line, "onward": act.onward}
        return what | {"adjust": act.adjust, "note": act.note}

    def _revealed(self) -> bool:
        """Tell whether the match has ended, which has revealed secrets."""
        return self.result is not None and any(w.secret for w in self.written)


def entry_of(match: Match, actor: str, act: Any) -> Entry:
    """Return the entry that an act would become.

    Raises `Refused` for an unknown actor, an act that cannot be read, and a game master who only watches
    (`GameOptions.master_declares`).
    """
    if actor not in (GAME_MASTER, TABLE) and not match.sits(actor):
        raise unknown_seat(actor)
    if actor == GAME_MASTER and not match.options.master_declares:
        raise Refused("METSUKE-1.1", "table.master_looks", firm=True)
    try:
        if isinstance(act, Mapping):
            act = ACT.validate_python(dict(act))
        return Entry(number=len(match.entries) + 1, actor=actor, act=act)
    except ValidationError as error:
        raise unreadable(field_of(error, act, act.get("type") if isinstance(act, Mapping) else None)) from None


def judge(match: Match, entry: Entry) -> tuple[Match, Ruling]:
    """Return the match after an entry, and the ruling; the same match if the game refuses it. Raises `Refused`."""
    match entry.act:
        case Declare():
            return _declare(match, entry, entry.act)
        case Undo():
            step, left, ruling = undo(match.game, match.steps, entry.actor, match._revealed())
            undone = (*match.undone, replace(step, undone_by=entry.actor))
            return _append(match, entry, ruling, left, undone, match.proposal, about=step.number)
        case Redo():
            step, stand, ruling = redo(match.game, match.state, match.steps, match.undone, entry.actor)
            undone = tuple(u for u in match.undone if u.number != step.number)
            return _append(match, entry, ruling, stand, undone, match.proposal, about=step.number)
        case HouseRuling():
            return _house_ruling(match, entry, entry.act)
        case Consent():
            return _consent(match, entry, entry.act)
        case Correct():
            return _correct(match, entry, entry.act)
        case NoteAgain():
            return _note_again(match, entry, entry.act)
        case Lay():
            return _lay(match, entry, entry.act)


def _declare(match: Match, entry: Entry, act: Declare) -> tuple[Match, Ruling]:
    _speaks_for(match, entry.actor, act.seat)
    move = parse_move(match.game, act.move)
    ruling = match.game.judge(match.state, act.seat, move)
    if not ruling.upheld:
        return match, ruling
    if entry.actor == GAME_MASTER:
        ruling = replace(ruling, event=None)  # everybody sees that the game master has declared something
    step = Step(entry.number, entry.actor, act, ruling, match.state)
    # An unnoticed declaration leaves what everybody saw undone: that it can no longer be redone would tell of it.
    unnoticed = ruling.unnoticed_by(PUBLIC)
    undone = tuple(u for u in match.undone if unnoticed and not (u.ruling.event and u.undone_by == entry.actor))
    return _append(match, entry, ruling, (*match.steps, step), undone, match.proposal, act.seat, move)


def _speaks_for(match: Match, actor: str, seat: str) -> None:
    """Refuse to let a seat speak for another; the game master may, and anybody for the table (METSUKE-1.1)."""
    if seat not in (GAME_MASTER, TABLE) and not match.sits(seat):
        raise unknown_seat(seat)
    if actor not in (seat, GAME_MASTER) and seat != TABLE:
        raise Refused("METSUKE-1.1", "table.other_seat", firm=True, seat=seat)


def _append(
    match: Match,
    entry: Entry,
    ruling: Ruling,
    steps: tuple[Step, ...],
    undone: tuple[Step, ...],
    proposal: Proposal | None,
    seat: str | None = None,
    move: Any = None,
    about: int | None = None,
) -> tuple[Match, Ruling]:
    """Append an entry. A pending proposal ends if the entry publicly changes the steps in force (METSUKE-3.2)."""
    if proposal is not None and steps is not match.steps and not ruling.unnoticed_by(PUBLIC):
        void = Notice(message="table.house_void", params={"actor": proposal.actor}, clause="METSUKE-3.2")
        ruling = replace(ruling, notices=(*ruling.notices, void))
        proposal = None
    return Match(
        match.game,
        match.options,
        match.seats,
        ruling.state,
        (*match.entries, entry),
        (*match.rulings, ruling),
        steps,
        undone,
        proposal,
        (*match.written, written(match.game, entry, ruling, match.state, seat, move, about)),
    ), ruling


def _house_ruling(match: Match, entry: Entry, act: HouseRuling) -> tuple[Match, Ruling]:
    """Overrule the referee at once, or propose it to the seats (METSUKE-3.1, 3.2)."""
    actor, at_once = entry.actor, entry.actor == GAME_MASTER or len(match.seats) == 1
    if actor == TABLE:
        raise Refused("METSUKE-3.2", "table.house_who", firm=True)
    if (act.move is None) == (act.adjust is None):
        raise Refused("METSUKE-3.1", "table.house_empty", firm=True)
    if not is_readable(act.note):
        raise Refused("METSUKE-1.3", "table.note_characters", firm=True)
    if not at_once and match.proposal is not None:
        raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
    seat = act.seat or actor
    _speaks_for(match, actor, seat)
    ruling = overrule(match.game, match.state, actor, act)
    move = None if act.move is None else parse_move(match.game, act.move)
    if at_once:
        step = Step(entry.number, actor, act, ruling, match.state)
        return _append(match, entry, ruling, (*match.steps, step), (), match.proposal, seat, move)
    ruling = Ruling.openly("METSUKE-3.2", "table.house_proposed", match.state, {"actor": actor})
    proposal = Proposal(entry.number, actor, act, frozenset({actor}))
    return _append(match, entry, ruling, match.steps, match.undone, proposal, seat, move)


def _consent(match: Match, entry: Entry, act: Consent) -> tuple[Match, Ruling]:
    """Agree to the proposal or reject it; adopt it once all seats or the game master agree (METSUKE-3.2, 3.5)."""
    proposal, actor = match.proposal, entry.actor
    if proposal is None or actor == TABLE:
        raise Refused("METSUKE-3.2", "table.nothing_proposed", firm=True)
    agreed, corrects = proposal.agreed | {actor}, isinstance(proposal.act, Correct)
    if not act.agree:
        message, left = "table.correct_dropped" if corrects else "table.house_dropped", None
    elif actor in proposal.agreed:
        raise Refused("METSUKE-3.2", "table.agreed_already", firm=True)
    elif actor != GAME_MASTER and any(s.seat not in agreed for s in match.seats):
        message = "table.correct_agreed" if corrects else "table.house_agreed"
        left = replace(proposal, agreed=agreed)
    else:
        return _adopt(match, entry, proposal)
    params = {"actor": actor, "proposer": proposal.actor}
    ruling = Ruling.openly("METSUKE-3.2", message, match.state, params)
    return _append(match, entry, ruling, match.steps, match.undone, left)


def _adopt(match: Match, entry: Entry, proposal: Proposal) -> tuple[Match, Ruling]:
    """Append the entry by which the last seat agreed to a proposal, and do what was proposed."""
    number, actor, act = proposal.number, proposal.actor, proposal.act
    if isinstance(act, Correct):
        step, _ = correct(match.game, match.state, match.steps, match.written, act, actor, number, entry.number)
        return _append(match, entry, step.ruling, (*step.judged, step), (), None, about=act.number)
    ruling = overrule(match.game, match.state, actor, act)
    step = Step(number, actor, act, ruling, match.state, agreed=entry.number)
    return _append(match, entry, ruling, (*match.steps, step), (), None)


def _correct(match: Match, entry: Entry, act: Correct) -> tuple[Match, Ruling]:
    """Make a correction at once for the game master or a single seat; else propose it (METSUKE-3.3 to 3.5)."""
    actor = entry.actor
    if actor == TABLE:
        raise Refused("METSUKE-3.3", "table.correct_who", firm=True)
    if actor != GAME_MASTER:
        if match.proposal is not None:
            raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
        act = proposed(act, actor, match.step_in(act.number, actor), match.written)
    step, wrong = correct(match.game, match.state, match.steps, match.written, act, actor, entry.number)
    move = None if act.move is None else parse_move(match.game, act.move)
    if actor == GAME_MASTER or len(match.seats) == 1:
        after = (*step.judged, step)
        return _append(match, entry, step.ruling, after, (), match.proposal, wrong.seat, move, act.number)
    ruling = Ruling.openly("METSUKE-3.5", "table.correct_proposed", match.state, {"actor": actor})
    proposal = Proposal(entry.number, actor, act, frozenset({actor}))
    return _append(match, entry, ruling, match.steps, match.undone, proposal, wrong.seat, move, act.number)


def _note_again(match: Match, entry: Entry, act: NoteAgain) -> tuple[Match, Ruling]:
    """Change a seat's own note. All others read the same line, and those told wrongly are told what is true."""
    actor, ended = entry.actor, match.result is not None
    numbers = match.line_numbers(actor)
    again, note, move = noted_again(match.game, match.steps, numbers, actor, act, ended, entry.number)
    told = [Notice(message="table.noted_again", params={"seat": actor}, clause="METSUKE-6.1")]
    told += corrected_notices(actor, match.steps, again.steps)
    state, more = again.state, len(told) > 1
    ruling = Ruling(True, "METSUKE-6.1", "table.noted_again", {"seat": actor}, tuple(told), state, more)
    correction = Correct(number=note.step.number, move=act.move, salt=act.salt)
    step = Step(entry.number, actor, correction, ruling, match.state, replaced=match.steps, judged=again.steps)
    return _append(match, entry, ruling, (*again.steps, step), (), match.proposal, actor, move, note.step.number)


def _lay(match: Match, entry: Entry, act: Lay) -> tuple[Match, Ruling]:
    """Begin from a position; only the table may do so, and only in the first entry (METSUKE-5.1)."""
    if entry.actor != TABLE or match.entries:
        raise Refused("METSUKE-5.1", "table.already_begun", firm=True)
    position = read_position(match.game, act.position, match.seats)
    state = positions_of(match.game).lay(match.options, match.seats, position)
    ruling = replace(Ruling.openly("METSUKE-5.1", "table.laid", state, {}), told=True)
    return _append(match, entry, ruling, match.steps, match.undone, match.proposal)


# From the beginning


def begin(game: Game, options: Mapping[str, Any], seats: Sequence[Seat]) -> Match:
    """Begin a match. Raises `Refused` when options or seats do not fit the game."""
    try:
        parsed = game.OPTIONS.model_validate(dict(options))
    except ValidationError as error:
        raise unreadable(f"options.{field_of(error, options)}") from None
    seated = seats_of(game, seats)
    return Match(game, parsed, seated, game.begin(parsed, seated))


def fold(game: Game, options: Mapping[str, Any], seats: Sequence[Seat], entries: Iterable[Entry]) -> Match:
    """Return the match with this journal.

    Raises `Refused` as `begin` does, and `ValueError` if an entry is out of order or refused.
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
