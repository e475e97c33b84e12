"""What each viewer may know of a match, made once for all phones."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from companion.contract.snapshot import ChangedNote, WrongEntry
from companion.tables.known_boards import know
from referee.core.acts import Step
from referee.core.journal import Correct, Match
from referee.core.journal.corrections import step_in
from referee.core.journal.noting_again import Note, changed_notes, parts_of_entry, secret_notes
from referee.core.offers import Offer
from referee.core.values import GAME_MASTER, PUBLIC, Prompt


class Views:
    """A match at one moment, as each viewer may know it. Each view is made once, however many phones show it."""

    def __init__(self, match: Match | None) -> None:
        self.match = match
        if match is not None and (boards := match.game.EXTRAS.boards) is not None:
            know(boards.of(match.state))  # its maps can be drawn, wherever it came from
        self._views: dict[tuple[str, str], Any] = {}
        self._prompts: dict[str, tuple[Prompt, ...]] = {}
        self._ahead: dict[str, tuple[Offer, ...]] = {}
        self._findings: tuple[Any, ...] | None = None
        self._changed: tuple[ChangedNote, ...] | None = None
        self._notes: dict[str, tuple[Note, ...]] = {}
        self._correctable: frozenset[int] | None = None
        self._entries: dict[int, WrongEntry | None] = {}

    def view(self, through: str, viewer: str) -> Any:
        """Return what `through` may know, in the place of `viewer`: a covered seat sees the public view."""
        assert self.match is not None
        if (through, viewer) not in self._views:
            view = self.match.view(through) if viewer == through else self.view(through, through)
            if viewer != through:
                view = view.model_copy(update={"viewer": viewer})
            self._views[through, viewer] = view
        return self._views[through, viewer]

    async def like(self, before: Views) -> None:
        """Make the views and prompts that were asked for of an earlier moment: they will be asked for of this one.

        One at a time: what others send is taken in between, so that nobody feels whose view there is most to make of.
        """
        for through, viewer in tuple(before._views):
            self.view(through, viewer)
            await asyncio.sleep(0)
        for through in tuple(before._prompts):
            self.prompts(through)
            await asyncio.sleep(0)
        for seat in tuple(before._ahead):
            self.ahead(seat)
            await asyncio.sleep(0)

    def findings(self) -> tuple[Any, ...]:
        """Return what the audits of a finished match have found, if its game has any; nothing before its end."""
        assert self.match is not None
        if self._findings is None:
            found = self.match.game.EXTRAS.review.findings if self.match.result is not None else None
            self._findings = () if found is None else found(self.match.state)
        return self._findings

    def changed(self) -> tuple[ChangedNote, ...]:
        """Return the notes that were changed, once the match has ended; nothing before."""
        assert self.match is not None
        if self._changed is None:
            self._changed = tuple(_changed(self.match))
        return self._changed

    def notes(self, seat: str) -> tuple[Note, ...]:
        """Return what a seat has noted and nobody else has been told, for that seat alone."""
        assert self.match is not None
        if seat not in self._notes:
            self._notes[seat] = secret_notes(self.match, seat)
        return self._notes[seat]

    def correctable(self) -> frozenset[int]:
        """Return the lines of the log whose entries stand, as everybody may know it."""
        assert self.match is not None
        if self._correctable is None:
            lines = self.match.line_numbers(PUBLIC)
            seen = (s for s in self.match.steps if not isinstance(s.act, Correct) and not s.ruling.unnoticed_by(PUBLIC))
            self._correctable = frozenset(lines[n] for s in seen for n in (s.number, s.corrected) if n in lines)
        return self._correctable

    def entry(self, line: int) -> WrongEntry | None:
        """Return what stands in a line of the log, as everybody may know it; None where nothing does."""
        assert self.match is not None
        if line not in self._entries:
            step = step_in(self.match, line, PUBLIC)
            self._entries[line] = None if step is None else _wrong(self.match, line, step)
        return self._entries[line]

    def prompts(self, through: str) -> tuple[Prompt, ...]:
        """Return what is asked, as `through` may know it."""
        assert self.match is not None
        if through not in self._prompts:
            self._prompts[through] = self.match.prompts(through)
        return self._prompts[through]

    def ahead(self, seat: str) -> tuple[Offer, ...]:
        """Return what a seat can plan before its turn, for that seat alone."""
        assert self.match is not None
        if seat not in self._ahead:
            ahead = self.match.game.EXTRAS.ahead
            self._ahead[seat] = () if ahead is None else ahead(self.match.state, seat)
        return self._ahead[seat]


def _wrong(match: Match, line: int, step: Step) -> WrongEntry:
    move = match.log(PUBLIC)[line - 1].move
    secret = match.written[(step.corrected or step.number) - 1].secret
    return WrongEntry(line, step.seat, move, secret, () if move is None else parts_of_entry(match, step))


def _changed(match: Match) -> Iterator[ChangedNote]:
    lines = match.line_numbers(GAME_MASTER)
    for each in changed_notes(match):
        fields = [name for name in each.now if each.was.get(name) != each.now[name]]
        was, now = ({name: of.get(name) for name in fields} for of in (each.was, each.now))
        yield ChangedNote(each.seat, lines[each.number], was, now)


class NewestViews:
    """The views of a match as it stands, and of the moment that is being written to disk."""

    def __init__(self) -> None:
        self._now = Views(None)
        self._foreseen = Views(None)
        """How the match will look if what is being written is upheld. Nobody is shown it before."""

    def of(self, match: Match) -> Views:
        """Return how this match looks to each viewer; kept until it moves."""
        if self._now.match is not match:
            self._now = self._foreseen if self._foreseen.match is match else Views(match)
            self._foreseen = Views(None)
        return self._now

    async def foresee(self, match: Match) -> None:
        """See a match as it will be, while the disk is busy with its last entry."""
        foreseen = Views(match)
        try:
            await foreseen.like(self._now)
        except Exception:  # whoever asks for it later is told
            return
        self._foreseen = foreseen

    def forget_foreseen(self) -> None:
        """What was being written has failed."""
        self._foreseen = Views(None)
