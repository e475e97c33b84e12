"""Actions in a match: declaring, undoing, correcting, and those of a demonstration."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.contract.game_ui import ui_of
from companion.jobs.jobs import aside
from companion.phones.phone_state import Location
from companion.phones.seats import draw_curtain, look_through, pass_on
from companion.phones.session import Phone
from companion.tables.answering import KEPT
from companion.tables.demonstration import Demonstration
from companion.tables.keys import NO_RIGHT, SeatKey
from referee.core.journal import ACT, Consent, Correct, Declare, Match, NoteAgain, Redo, Undo
from referee.core.journal.noting_again import mendings
from referee.core.transcripts import dump
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Ruling


class DemonstrationActions:
    """One phone's actions at a demonstration; see `companion.contract.actions.DemonstrationActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def _shown(self) -> Demonstration | None:
        """Return the demonstration that this phone shows, or None."""
        shown = self._phone.host.demonstration
        return shown if shown is not None and shown.table is self._phone.table else None

    def show(self, game: str = "") -> None:
        self._phone.spawn(self._show(str(game)[:40]))

    async def _show(self, game: str) -> None:
        phone = self._phone
        phone.count("demonstration")
        table = await phone.host.show(game)
        if table is None:
            phone.say("app.new.no_game")
            return
        await phone.enter(table.code, display=True)

    def pause(self, on: bool) -> None:
        if (shown := self._shown()) is not None:
            shown.pause(bool(on))

    def step(self) -> None:
        if (shown := self._shown()) is not None:
            shown.step()

    def pace(self, seconds: float) -> None:
        if (shown := self._shown()) is not None:
            shown.set_pace(float(seconds))

    def seats(self) -> None:
        phone = self._phone
        if self._shown() is not None and phone.where.role == "display":
            phone.where.role = "guest"
            look_through(phone)

    def play(self, on: bool) -> None:
        phone = self._phone
        if (shown := self._shown()) is not None and phone.where.role == "seat" and phone.holds(phone.where.seat):
            shown.play(phone.where.seat, bool(on))


MOST_AT_ONCE = 60
"""The most declarations that one tap makes."""


def asks_answered(match: Match | None, actor: str, act: Any) -> tuple[str, ...]:
    """Return the mandatory prompts that a declaration answers, each by the last part of its `ask`."""
    if match is None or not isinstance(act, Declare):
        return ()
    asked = (p for p in match.prompts(actor) if p.must and any(o.move == act.move.get("type") for o in p.offers))
    return tuple(p.ask.partition(".ask.")[2] for p in asked)


class MatchActions:
    """One phone's actions in its match; see `companion.contract.actions.MatchActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def follow_anew(self) -> None:
        self._phone.watch.follow_anew()

    def declare(self, move: Mapping[str, Any], seat: str = "") -> None:
        phone = self._phone
        move = dict(move)
        actor = phone.viewer
        spoken_for = seat or (TABLE if actor == GAME_MASTER else actor)
        if isinstance(move.get("card"), str) and move["card"].startswith("#"):
            named = self._named(move["card"])
            if named is None:
                return
            self._act(Declare(seat=spoken_for, move={**move, "card": named}), shown=move)
            return
        self._act(Declare(seat=spoken_for, move=move), shown=move)

    def declare_all(self, moves: Sequence[Mapping[str, Any]]) -> None:
        phone = self._phone
        if phone.where.role != "seat" or phone.busy or phone.taps.too_soon or not phone.holds(phone.viewer):
            return
        if phone.table is not None and not phone.curtain and phone.lifted:
            phone.busy = True
            phone.spawn(self._judge_all(phone.viewer, [dict(move) for move in moves][:MOST_AT_ONCE]))

    async def _judge_all(self, actor: str, moves: Sequence[dict[str, Any]]) -> None:
        phone, table, where = self._phone, self._phone.table, self._phone.where
        for n, move in enumerate(moves):
            if phone.table is not table or phone.where is not where:
                phone.busy = False
                return
            await self._judge(phone.authority(actor), Declare(seat=actor, move=move), move)
            if where.refusal is not None:
                if n:  # some moves were declared, and the screen shows what is missing
                    where.refusal = where.refused_move = None
                    phone.refresh()
                return
            phone.busy = True
        phone.busy = False

    def _named(self, place: str) -> str | None:
        """Return the card at a place of this seat's own hand, which the screen does not know while covered."""
        phone = self._phone
        if phone.table is None or phone.table.match is None or phone.where.role != "seat":
            return None
        if not phone.holds(phone.where.seat):
            return None
        view = phone.table.match.view(phone.where.seat)
        hand = view.private[0].hand if view.private else None
        at = int(place[1:]) - 1 if place[1:].isdecimal() and len(place) < 4 else -1
        return hand[at] if hand is not None and 0 <= at < len(hand) else None

    def undo(self) -> None:
        self._act(Undo())

    def redo(self) -> None:
        self._act(Redo())

    def house_ruling(
        self,
        move: Mapping[str, Any] | None = None,
        adjust: Mapping[str, Any] | None = None,
        note: str = "",
        seat: str = "",
    ) -> None:
        phone = self._phone
        actor = phone.viewer
        declared = dict(move) if move is not None else None
        if declared is not None and isinstance(declared.get("card"), str) and declared["card"].startswith("#"):
            named = self._named(declared["card"])
            if named is None:
                return
            declared["card"] = named
        raw = {
            "type": "house_ruling",
            "seat": seat or (actor if actor != GAME_MASTER else None),
            "move": declared,
            "adjust": dict(adjust) if adjust is not None else None,
            "note": str(note)[:280],
        }
        self._act(ACT.validate_python(raw))

    def consent(self, agree: bool) -> None:
        self._act(Consent(agree=bool(agree)))

    def pause(self, on: bool) -> None:
        phone = self._phone
        if phone.table is not None and phone.where.role == "gm":
            phone.spawn(phone.table.pause(bool(on), phone.authority(GAME_MASTER)))

    def correct(
        self, number: int, move: Mapping[str, Any] | None, confirm: bool = False, onward: bool = False
    ) -> None:
        phone = self._phone
        table = phone.table
        if table is None or table.match is None or phone.where.role != "gm" or not phone.is_game_master():
            return
        act = Correct(number=int(number), move=dict(move) if move is not None else None, onward=bool(onward))
        where = phone.where
        where.prepared, where.relearnt = act, ()
        if confirm:
            phone.where.differences = ()
            self._act(act)
            return
        try:
            after = table.match.corrected(act)
        except Refused as refused:
            phone.where.refusal = Ruling.refusal(refused)
        else:
            where.differences = after.differences
            phone.spawn(self._relearn(where, act, table.match, after.state))
        phone.refresh()

    async def _relearn(self, where: Location, act: Correct, match: Match, after: Any) -> None:
        """Compute what a prepared correction would change in what can be known."""
        work = match.game.EXTRAS.knowledge.relearnt
        relearnt = () if work is None else await aside(partial(work, match.state, after))
        if where.prepared is act and relearnt:
            where.relearnt = relearnt
            self._phone.refresh()

    def notes(self, line: int | None = 0) -> None:
        phone = self._phone
        if phone.where.role != "seat":
            return
        phone.where.noting = None if line is None else int(line)
        phone.cover.touched()
        phone.refresh()

    def note_again(self, line: int, move: Mapping[str, Any], then: bool = False) -> None:
        phone = self._phone
        if phone.where.role != "seat" or not phone.uncovered:
            return
        declared = phone.where.refused_move if then and phone.where.mendings else None
        self._act(NoteAgain(number=int(line), move=dict(move)), shown=move, then=declared)

    def correct_together(self, line: int, move: Mapping[str, Any] | None, onward: bool = False) -> None:
        phone = self._phone
        if phone.where.role == "seat" and phone.uncovered:
            wanted = None if move is None else dict(move)
            self._act(Correct(number=int(line), move=wanted, onward=bool(onward)), shown=wanted)

    def entry(self, line: int) -> None:
        if self._phone.where.role == "seat":
            self._phone.where.correcting = max(int(line), 0)
            self._phone.refresh()

    def propose(self, line: int, move: Mapping[str, Any] | None = None, onward: bool = False) -> None:
        phone = self._phone
        match = phone.table.match if phone.table is not None else None
        if phone.where.role != "seat" or match is None or not phone.holds(phone.viewer):
            return
        # The log has the public's lines, whether covered or not; a seat's acts refer to lines of its own log.
        step = match.step_in(int(line), PUBLIC)
        own = 0 if step is None else match.line_numbers(phone.viewer).get(step.corrected or step.number, 0)
        phone.where.correcting = 0
        if step is not None and own:
            hidden = step.act.move if isinstance(step.act, Declare) and step.seat == phone.viewer else None
            wanted = None if move is None else {**(hidden or {}), **move}
            self._act(Correct(number=own, move=wanted, onward=bool(onward)), shown=move)
        else:
            phone.refresh()

    async def _look_behind(self, where: Location, ruling: Ruling, match: Match, act: Declare) -> None:
        """Find the seat's own notes on which a refusal rests; then draw this phone alone again.

        It may take a second, and is queued fairly among phones and addresses.
        """
        found = await self._phone.host.tables.jobs.beside(mendings, match, act.seat, act.move)
        if where.refusal is ruling and found:
            where.mendings = found
            self._phone.refresh()

    def _act(self, act: Any, shown: Mapping[str, Any] | None = None, then: Mapping[str, Any] | None = None) -> None:
        """Have the table judge an act. One at a time: a second tap during the judging is ignored.

        `then` is a move that is declared as soon as the act is upheld.
        """
        phone = self._phone
        actor = phone.viewer
        if phone.busy or actor == PUBLIC or phone.table is None or phone.curtain:
            return
        if not phone.holds(actor):
            phone.refresh()
            return
        if not phone.lifted:  # the end of a match is open to all, but acting for a seat is not
            draw_curtain(phone, actor)
            return
        if actor == GAME_MASTER and phone.table.record.game_master != "referee":
            phone.say("app.observer_only_looks")
            return
        entered_by = ui_of(phone.table.record.game).hand_entry
        entry = bool(entered_by) and isinstance(act, Declare) and act.move.get("type") == entered_by
        if phone.taps.too_soon and not entry:
            return
        phone.busy = True
        phone.locking = entry and phone.where.role == "seat"
        phone.spawn(self._judge(phone.authority(actor), act, dict(shown) if shown is not None else None, then))

    async def _judge(
        self, authority: SeatKey, act: Any, shown: dict[str, Any] | None, then: Mapping[str, Any] | None = None
    ) -> None:
        phone, table, actor = self._phone, self._phone.table, authority.seat
        assert table is not None
        where = phone.where
        where.refusal, where.refused_move, where.mendings = None, None, ()
        answered = asks_answered(table.match, actor, act)
        try:
            ruling = await table.act(authority, act)
        finally:
            locked, phone.busy, phone.locking = phone.locking, False, False
        if phone.table is not table or phone.where is not where or ruling.reason == NO_RIGHT:
            phone.refresh()  # a seat that was freed has already been told
            return
        if not ruling.upheld:
            where.refusal, where.refused_move = ruling, shown
            phone.refresh()
            if isinstance(act, Declare) and ruling.private and act.seat == actor and table.match is not None:
                phone.spawn(self._look_behind(where, ruling, table.match, act))
            return
        where.noting = None
        if then is not None:
            phone.busy = True
            await self._judge(authority, Declare(seat=actor, move=dict(then)), dict(then))
            return
        phone.has_learnt(table.record.game, answered)
        where.entering = ()
        where.answered_as = actor if ruling.reason == KEPT else ""
        phone.taps.asked_anew()
        if locked:
            phone.cover.close(refresh=False)  # a cover kept open only for this entry must not stay open
        pass_on(phone, actor)
        phone.refresh()

    def export(self) -> None:
        self._phone.spawn(self._export())

    def print_analysis(self) -> None:
        self._phone.spawn(self._print_analysis())

    async def _print_analysis(self) -> None:
        # The printing code is loaded on first use.
        from companion.printing.record_pdf import analysis_pdf

        phone, table = self._phone, self._phone.table
        if table is None or table.match is None or table.match.result is None or phone.snap.screen != "end":
            return
        public = replace(phone.snap, prompts=(), log=(), replay=(), findings=(), foreseen=None, page=None)
        made = await phone.make("print", analysis_pdf, phone.look, public)
        await ft.FilePicker().save_file(file_name=f"metsuke-analysis-{table.code}.pdf", src_bytes=made)

    async def _export(self) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.match is None:
            return
        # While the cover is closed, no secret leaves the table, not even into the owner's own file.
        viewer = phone.viewer if phone.uncovered else PUBLIC
        document = dump(table.match, viewer)
        if table.match.result is not None and (found := table.looking_back.analysis) is not None:
            document["analysis"] = found.model_dump(mode="json")
        text = json.dumps(document, ensure_ascii=False, indent=1)
        name = f"metsuke-{table.record.game}-{table.code}.json"
        await ft.FilePicker().save_file(file_name=name, src_bytes=text.encode())
