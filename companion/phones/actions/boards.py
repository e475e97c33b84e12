"""Actions with boards: the library, importing, exporting, printing, and choosing one for a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import flet as ft

from companion.boards import NotThere, board_of, shelf
from companion.contract.game_ui import ui_of
from companion.contract.snapshot import Draft
from companion.phones.intake import TooLarge
from companion.phones.session import Phone
from companion.screens.seating import seat_name
from companion.tables.keys import key_hash, new_key
from models import StoreError
from referee.board.checks import BadBoard
from referee.board.reading import MAX_BYTES, NoBoard, read_board
from referee.core.reading import MAX_NAME
from referee.core.values import PUBLIC


def maker_hash(phone: Phone) -> str:
    """Return the hash of this phone's key for the boards it traces; empty while it has none."""
    return key_hash(phone.storage.maker) if phone.storage.maker else ""


async def become_maker(phone: Phone) -> str:
    """Give a phone a key for the boards it traces, if it has none; return the key's hash."""
    if not phone.storage.maker:
        await phone.remember(replace(phone.storage, maker=new_key()))
    return maker_hash(phone)


async def fetched(phone: Phone, largest: int, extensions: list[str]) -> tuple[str, bytes] | None:
    """Let the user pick a file and send it; return its name and bytes, or None if none came.

    Raises `TooLarge` if it exceeds `largest` bytes.
    """
    phone.count("file")
    picker = ft.FilePicker()
    try:
        picked = await picker.pick_files(
            file_type=ft.FilePickerFileType.CUSTOM, allowed_extensions=extensions, cancel_upload_on_window_blur=False
        )
    except (TypeError, AttributeError, ValueError):  # Flet does not validate the phone's answer
        return None
    if not picked or not isinstance(picked[0].name, str):
        return None
    token, file = phone.host.intake.expect(largest)
    await phone.host.intake.settled()
    first = picked[0]
    await picker.upload([ft.FilePickerUploadFile(id=first.id, name=first.name, upload_url=f"/intake/{token}")])
    try:
        return first.name, await file
    except TimeoutError:
        return None


class BoardActions:
    """One phone's actions with boards; see `companion.contract.actions.BoardActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    async def open(self) -> None:
        phone = self._phone
        phone.leave_table()
        phone.where = type(phone.where)(screen="boards", back="home")
        await self.reshelve()

    async def reshelve(self) -> None:
        phone = self._phone
        tables = phone.host.tables
        phone.boards = await tables.jobs.beside(shelf, tables.store, maker_hash(phone))
        phone.refresh()

    def import_board(self) -> None:
        self._phone.spawn(self._import_board())

    async def _import_board(self) -> None:
        phone = self._phone
        try:
            came = await fetched(phone, MAX_BYTES, ["json"])
        except TooLarge:
            phone.say("board.too_large", most=MAX_BYTES // 1024 // 1024)
            return
        if came is None:
            return
        try:
            board = await phone.host.tables.jobs.run("board", read_board, came[1])
        except BadBoard as bad:
            first = bad.errors[0]
            phone.say("boards.bad", n=len(bad.errors), first=first.message, **_about(first))
            return
        await self.keep_board(board)

    async def keep_board(self, board: Any) -> None:
        phone, tables = self._phone, self._phone.host.tables
        phone.count("board")
        called = (board.name.text("en") or board.id)[:40]
        try:
            await tables.run(tables.store.boards.save, called, board.model_dump(mode="json"), board.hash)
        except (StoreError, ValueError):
            phone.say("boards.not_kept")
            return
        phone.say("boards.kept", name=called)
        if phone.where.screen == "boards":
            await self.reshelve()

    def export_board(self, id: str) -> None:
        self._phone.spawn(self._with_board(str(id), self._export_board))

    async def _export_board(self, board: Any) -> None:
        text = board.model_dump_json(indent=1)
        await ft.FilePicker().save_file(file_name=f"metsuke-board-{board.id}.json", src_bytes=text.encode())

    def print_board(self, id: str, paper: str) -> None:
        self._phone.spawn(self._with_board(str(id), lambda board: self._print_board(board, paper)))

    async def _print_board(self, board: Any, paper: str) -> None:
        from companion.printing.board_pdf import Format, board_pdf

        if paper not in get_args(Format):
            return
        made = await self._phone.make("print", board_pdf, board, paper, self._phone.look.t)
        await ft.FilePicker().save_file(file_name=f"metsuke-board-{board.id}-{paper}.pdf", src_bytes=made)

    async def _with_board(self, id: str, act: Any) -> None:
        phone, tables = self._phone, self._phone.host.tables
        try:
            board = await tables.jobs.beside(board_of, tables.store, maker_hash(phone), id)
        except (NotThere, StoreError):
            phone.say("boards.gone")
            await self.reshelve()
            return
        await act(board)

    def copy_board(self, id: str) -> None:
        self._phone.spawn(self._with_board(str(id), self._copy_board))

    async def _copy_board(self, board: Any) -> None:
        self._phone.actions.editor.new_sketch(board)

    def drop_sketch(self, id: str) -> None:
        self._phone.spawn(self._drop_sketch(str(id)))

    async def _drop_sketch(self, id: str) -> None:
        phone, tables = self._phone, self._phone.host.tables
        number = id.removeprefix("s")
        if number.isdecimal():
            try:
                await tables.run(tables.store.sketches.drop, maker_hash(phone), int(number))
            except StoreError:
                phone.say("boards.gone")
        await self.reshelve()

    def choose_board(self, id: str) -> None:
        self._phone.spawn(self._with_board(str(id), self._choose_board))

    async def _choose_board(self, board: Any) -> None:
        from referee.board.reading import BUNDLED, bundled

        options = {k: v for k, v in self._phone.draft.options.items() if k != "board"}
        own = board.id in BUNDLED and board == bundled(board.id)
        if not own:
            options["board"] = board.model_dump(mode="json")
        elif board.id != BUNDLED[0]:
            options["board"] = board.id
        self._phone.draft = replace(self._phone.draft, options=options, problem="")
        self._phone.refresh()

    def print_draft(self) -> None:
        self._phone.spawn(self._print_draft(self._phone.draft))

    async def _print_draft(self, draft: Draft) -> None:
        from companion.printing.match_pdf import match_pdf

        t, many = self._phone.look.t, range(len(draft.names))
        names = [seat_name(self._phone.look, draft.names, at, draft.game)[:MAX_NAME] for at in many]
        try:
            made = await self._phone.make("print", match_pdf, draft.game, names, draft.options, t)
        except (BadBoard, NoBoard):
            self._phone.say("boards.gone")
            return
        await ft.FilePicker().save_file(file_name=f"metsuke-{draft.game}.pdf", src_bytes=made)

    def print_sheet(self) -> None:
        """Print my seat's sheet: with its secrets while my cover is open, else with what everybody knows."""
        self._phone.spawn(self._print_sheet())

    async def _print_sheet(self) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.match is None or phone.where.role != "seat":
            return
        from companion.printing.match_pdf import sheet_pdf

        seat = phone.where.seat
        if phone.curtain or ui_of(table.record.game).seat_sheet is None or not phone.holds(seat):
            return
        uncovered = phone.uncovered
        view = table.views.of(table.match).view(seat if uncovered else PUBLIC, seat)
        boards = table.match.game.EXTRAS.boards
        board = None if boards is None else boards.of(table.match.state)
        made = await phone.make("print", sheet_pdf, table.record.game, board, view, seat, phone.look.t)
        name = f"metsuke-{table.code}-{seat}{'-secret' if uncovered else ''}.pdf"
        await ft.FilePicker().save_file(file_name=name, src_bytes=made)


def _about(problem: Any) -> dict[str, Any]:
    where = "–".join(problem.border) if problem.border else ", ".join(problem.zones[:5])
    return {**problem.params, "where": where}
