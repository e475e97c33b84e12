"""A match at one point of its journal: what may be read of it there, how an entry is appended, and house rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

from referee.core.acts import Consent, Correct, Entry, HouseRuling, NoteAgain, Proposal, Redo, Step, Undo
from referee.core.game import Game
from referee.core.journal.log import LogLine, Opening, Placed, Written, lines, placed, written
from referee.core.reading import parse_adjustment, parse_move, readable, unknown_seat
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Prompt, Refused, Result, Ruling, Seat, Viewer


@dataclass(frozen=True, slots=True, repr=False)
class Timeline:
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
    _logs: dict[Viewer, Placed] = field(default_factory=dict, init=False, compare=False)

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
        return self._placed(viewer)[0]

    def line_numbers(self, viewer: Viewer) -> dict[int, int]:
        """Return by the numbers of the entries that `viewer` may know those of their lines in that viewer's journal."""
        return self._placed(viewer)[1]

    def counts(self, viewer: Viewer) -> tuple[tuple[int, Mapping[str, int]], ...]:
        """Return how far the match had come (`Extras.counts`), with the first line in the journal of `viewer` that was
        declared there; in the order of the lines, once more where an undo led back."""
        found: list[tuple[int, Mapping[str, int]]] = []
        for number, line in self.line_numbers(viewer).items():
            counted = self.game.EXTRAS.counts(self.written[number - 1].before)
            if not found or found[-1][1] != counted:
                found.append((line, counted))
        return tuple(found)

    def _placed(self, viewer: Viewer) -> Placed:
        known = self._reader(viewer)
        if known not in self._logs:
            self._logs[known] = placed(self.written, self._standing(), known, self.state)
        return self._logs[known]

    def lines_until(self, viewer: Viewer, number: int) -> int:
        """Return how many lines the first `number` entries come to in the journal of `viewer`."""
        known = self._reader(viewer)
        return len(lines(self.written[:number], self._standing(), known, self.state))

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

    def speaks_for(self, actor: str, seat: str) -> None:
        """A seat declares for itself; the game master may for an absent one; anybody for the table (METSUKE-1.1)."""
        if seat not in (GAME_MASTER, TABLE) and not self.sits(seat):
            raise unknown_seat(seat)
        if actor not in (seat, GAME_MASTER) and seat != TABLE:
            raise Refused("METSUKE-1.1", "table.other_seat", firm=True, seat=seat)

    # Going on

    def appended(
        self,
        entry: Entry,
        ruling: Ruling,
        steps: tuple[Step, ...],
        undone: tuple[Step, ...],
        seat: str | None = None,
        move: Any = None,
        about: int | None = None,
    ) -> tuple[Self, Ruling]:
        """Append an entry. What is proposed falls when the match moves on under it for all to see (METSUKE-3.2)."""
        proposal = self.proposal
        if proposal is not None and steps is not self.steps and not ruling.unnoticed_by(PUBLIC):
            void = Notice(message="table.house_void", params={"actor": proposal.actor}, clause="METSUKE-3.2")
            ruling = replace(ruling, notices=(*ruling.notices, void))
            proposal = None
        after = type(self)(
            self.game,
            self.options,
            self.seats,
            ruling.state,
            (*self.entries, entry),
            (*self.rulings, ruling),
            steps,
            undone,
            proposal,
            (*self.written, written(self.game, entry, ruling, self.state, seat, move, about)),
        )
        return after, ruling

    # What a viewer may know of the journal

    def _reader(self, viewer: Viewer) -> Viewer:
        """Return whose knowledge a viewer reads with: a stranger has the public's; after the end all is open."""
        if self.result is not None:
            return GAME_MASTER
        return viewer if viewer == GAME_MASTER or self.sits(viewer) else PUBLIC

    def _standing(self) -> set[int]:
        """Return the numbers of the entries that are in force: for a corrected one that of its correction."""
        moves = {step.number if step.corrected is None else step.corrected for step in self.steps}
        if self.proposal is not None:
            moves.add(self.proposal.number)
        superseded = {s.number for s in self.steps if isinstance(s.act, Correct) and s.act.move is not None}
        superseded -= {step.corrected for step in self.steps}
        # That a note was put right, and which, is its owner's secret: what it changed stands for all to see.
        again = {s.number for s in self.steps if isinstance(self.entries[s.number - 1].act, NoteAgain)}
        kept = again | {s.number for s in self.steps if s.corrected in again}
        told = {e.number for e in self.entries if isinstance(e.act, Undo | Redo | Consent)}
        return (moves - superseded) | kept | told

    def _proposed(self, proposal: Proposal, viewer: Viewer) -> dict[str, Any]:
        proposed = self.written[proposal.number - 1]
        what = {"actor": proposal.actor, "seat": proposed.seat, "move": proposed.masked(self._reader(viewer))}
        if isinstance(proposal.act, Correct):
            wrong = self.written[proposal.act.number - 1].masked(self._reader(viewer))
            line = self.line_numbers(viewer).get(proposal.act.number)
            return what | {"adjust": None, "note": "", "corrects": wrong, "line": line, "onward": proposal.act.onward}
        return what | {"adjust": proposal.act.adjust, "note": proposal.act.note}


M = TypeVar("M", bound=Timeline)


def house_ruling(match: M, entry: Entry, act: HouseRuling) -> tuple[M, Ruling]:
    """Overrule the referee at once, or propose it to the seats (METSUKE-3.1, 3.2)."""
    actor, at_once = entry.actor, entry.actor == GAME_MASTER or len(match.seats) == 1
    if actor == TABLE:
        raise Refused("METSUKE-3.2", "table.house_who", firm=True)
    if (act.move is None) == (act.adjust is None):
        raise Refused("METSUKE-3.1", "table.house_empty", firm=True)
    if not readable(act.note):
        raise Refused("METSUKE-1.3", "table.note_characters", firm=True)
    if not at_once and match.proposal is not None:
        raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
    match.speaks_for(actor, act.seat or actor)
    ruling = overrule(match.game, match.state, actor, act)
    move = None if act.move is None else parse_move(match.game, act.move)
    seat = act.seat or actor
    if at_once:
        step = Step(entry.number, actor, act, ruling, match.state)
        return match.appended(entry, ruling, (*match.steps, step), (), seat, move)
    proposed = Ruling.openly("METSUKE-3.2", "table.house_proposed", match.state, {"actor": actor})
    after, _ = match.appended(entry, proposed, match.steps, match.undone, seat, move)
    return replace(after, proposal=Proposal(entry.number, actor, act, frozenset({actor}))), proposed


def overrule(game: Game, state: Any, actor: str, act: HouseRuling) -> Ruling:
    """Let a move stand, waiving one clause after the other, or set points by hand.

    The table is told which clauses were set aside, except those whose refusal rests on a secret: these the
    seat alone is told. Raises `Refused` where no house ruling helps, because the state that it would lead
    to cannot exist.
    """
    if act.adjust is not None:
        return _adjusted(game, state, actor, act.adjust, act.note)
    assert act.move is not None
    seat, move = act.seat or actor, parse_move(game, act.move)
    openly: list[str] = []
    privately: list[str] = []
    while not (ruling := judged(game, state, seat, move, frozenset(openly + privately))).upheld:
        if ruling.firm or ruling.clause in openly + privately:
            raise Refused(ruling.clause, ruling.reason, private=ruling.private, firm=True, **ruling.params)
        (privately if ruling.private else openly).append(ruling.clause)
    notices = [_told(actor, act.note, waived=sorted(openly))]
    if privately:
        to_seat = {"waived": sorted(privately)}
        notices.append(Notice(to=(seat,), message="table.house_waived", params=to_seat, clause="METSUKE-3.1"))
    return replace(
        ruling,
        clause="METSUKE-3.1",
        reason="table.house_ruled",
        params=notices[0].params,
        notices=(*notices, *ruling.notices),
        event=None,
    )


def judged(game: Game, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
    """Return the game's ruling on a move; a refusal, however the game says it, as a value."""
    try:
        return game.judge(state, seat, move, waived)
    except Refused as refused:
        return Ruling.refusal(refused)


def _adjusted(game: Game, state: Any, actor: str, adjust: dict[str, Any], note: str) -> Ruling:
    adjustment = parse_adjustment(game, adjust)
    after = game.adjust(state, adjustment)
    told = _told(actor, note, adjust=adjustment.model_dump(mode="json"))
    return Ruling(True, "METSUKE-3.1", "table.house_ruled", told.params, (told,), after, told=True)


def _told(actor: str, note: str, **params: Any) -> Notice:
    params |= {"actor": actor, "note": note}
    return Notice(message="table.house_ruled", params=params, clause="METSUKE-3.1")
