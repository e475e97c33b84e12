"""Actions in the board editor. A sketch and its photo are available only to the phone with its key."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

from companion.boards.tracing.boards import board_of, dumped, sketch_of
from companion.boards.tracing.photo import MAX_BYTES, taken
from companion.boards.tracing.sketch import Sketch, Untraceable
from companion.boards.workshop import Workshop, called, done, look_over
from companion.phones.actions.boards import BoardActions, become_maker, fetched, maker_hash
from companion.phones.intake import TooLarge
from companion.phones.session import Phone
from models import NoSuchBoard, StoreError
from referee.board.board import Board

ENDINGS = ["jpg", "jpeg", "png"]
MOST_NUMBER = 12
"""The most digits of a sketch's number."""


class EditorActions:
    """One phone's actions in the board editor; see `companion.contract.actions.EditorActions`."""

    def __init__(self, phone: Phone, boards: BoardActions) -> None:
        self._phone = phone
        self._boards = boards

    # Opening and closing

    def new_sketch(self, board: Board | None = None) -> None:
        self._phone.spawn(self._new_sketch(board))

    async def _new_sketch(self, board: Board | None) -> None:
        phone, tables = self._phone, self._phone.host.tables
        phone.count("sketch")
        try:
            sketch = Sketch() if board is None else await tables.jobs.run("copy", sketch_of, board)
        except Untraceable as why:
            phone.say(why.message, **why.params)
            return
        owner = await become_maker(phone)
        record = await tables.run(tables.store.sketches.begin, owner, called(sketch), dumped(sketch))
        await self._edit_board(f"s{record.id}")

    def edit_board(self, id: str) -> None:
        """Open a sketch of this phone in the editor: `s7` is number 7."""
        self._phone.spawn(self._edit_board(str(id)))

    async def _edit_board(self, id: str) -> None:
        phone, tables = self._phone, self._phone.host.tables
        number, owner = id.removeprefix("s"), maker_hash(phone)
        phone.leave_table()
        try:
            if not (number.isascii() and number.isdecimal() and len(number) <= MOST_NUMBER and owner):
                raise NoSuchBoard(0)
            record = await tables.run(tables.store.sketches.get, owner, int(number))
            photo = await tables.run(tables.store.sketches.photo, owner, record.id) if record.photo else None
            workshop = Workshop(tables, owner, record, phone.refresh)
        except (NoSuchBoard, Untraceable):
            await phone.go("home")
            phone.say("editor.gone")
            return
        if photo is not None:
            workshop.desk = replace(workshop.desk, photo=phone.host.intake.show(photo))
        phone.workshop = workshop
        phone.where = type(phone.where)(screen="editor", back="home")
        phone.refresh()
        phone.spawn(self._keep(workshop))

    def leave_editor(self) -> None:
        if (workshop := self._mine()) is not None:
            workshop.do("settle")
            self._phone.spawn(self._leave_editor(workshop))

    async def _leave_editor(self, workshop: Workshop) -> None:
        await self._keep(workshop)
        await self._boards.open()

    # Editing

    def trace(self, act: str, *args: Any) -> None:
        workshop = self._mine()
        if workshop is None:
            return
        if workshop.do(str(act), *args) and not workshop.keeping:
            self._phone.spawn(self._keep(workshop))
        if act != "typed":
            self._phone.refresh()

    def _mine(self) -> Workshop | None:
        """Return this phone's editor, if it is open and this phone still has its key; else None."""
        phone = self._phone
        workshop = phone.workshop
        if workshop is None or phone.where.screen != "editor" or workshop.owner != maker_hash(phone):
            return None
        return workshop

    async def _keep(self, workshop: Workshop) -> None:
        try:
            await workshop.keep()
        except NoSuchBoard:
            self._phone.say("editor.gone")

    # The photo

    def lay_photo(self) -> None:
        if (workshop := self._mine()) is not None:
            self._phone.spawn(self._lay_photo(workshop))

    async def _lay_photo(self, workshop: Workshop) -> None:
        phone, tables = self._phone, self._phone.host.tables
        try:
            came = await fetched(phone, MAX_BYTES, ENDINGS)
            if came is None or phone.workshop is not workshop:
                return
            photo = await tables.jobs.run("photo", taken, came[1])
            await tables.run(tables.store.sketches.lay_photo, workshop.owner, workshop.desk.number, photo.jpeg)
        except TooLarge:
            phone.say("trace.photo_heavy", most=MAX_BYTES // 1024 // 1024)
            return
        except Untraceable as why:
            phone.say(why.message, **why.params)
            return
        if phone.workshop is workshop:
            phone.host.intake.hide(workshop.desk.photo)
            workshop.laid(phone.host.intake.show(photo.jpeg), (photo.width, photo.height))
            self.trace("sheet", "")

    def lift_photo(self) -> None:
        if (workshop := self._mine()) is not None:
            self._phone.spawn(self._lift_photo(workshop))

    async def _lift_photo(self, workshop: Workshop) -> None:
        phone, tables = self._phone, self._phone.host.tables
        await tables.run(tables.store.sketches.lay_photo, workshop.owner, workshop.desk.number, None)
        phone.host.intake.hide(workshop.desk.photo)
        workshop.desk = replace(workshop.desk, photo="")
        phone.refresh()

    # The board

    def save_traced(self) -> None:
        if (workshop := self._mine()) is not None:
            workshop.do("settle")
            self._phone.spawn(self._save_traced(workshop))

    async def _save_traced(self, workshop: Workshop) -> None:
        phone, sketch = self._phone, workshop.sketch
        checks = await phone.host.tables.jobs.run("check", look_over, sketch)
        workshop.desk = replace(workshop.desk, checks=checks)
        if checks.errors:
            workshop.desk = done(workshop.desk, "sheet", "problems")
            phone.refresh()
            return
        if not called(sketch):
            workshop.desk = done(workshop.desk, "sheet", "board")
            phone.refresh()
            return
        workshop.desk = done(workshop.desk, "sheet", "")
        await self._keep(workshop)
        board = board_of(replace(sketch, id=f"traced-{workshop.desk.number}"))
        with contextlib.suppress(StoreError):
            await self._boards.keep_board(board)
