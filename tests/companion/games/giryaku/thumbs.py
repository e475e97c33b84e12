"""Playing Giryaku by thumb: each declaration of a match is made on the drawn screen of the phone that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.giryaku.facing import sign_of
from companion.ui.palette import PALETTES
from companion.ui.theme import Look
from referee.core.values import GAME_MASTER, TABLE
from tests.companion.games.giryaku.tables import Table
from tests.companion.screens.stage import EN, Shown, shown
from tests.shots.scenes import Still

Move = Mapping[str, Any]
SECRET = frozenset({"enter_hand", "rearrange", "keep_layout"})


class Thumb:
    """The phone of one seat, or with `through` a game master who answers for it."""

    def __init__(self, table: Table, seat: str, look: Look = EN, through: str = "") -> None:
        self.table, self.seat, self.look, self.through = table, seat, look, through
        self.names = {s.seat: s.name for s in table.match.seats}
        self.held = "kept" if through else "covered"
        self.entering: tuple[str, ...] = ()
        self.screen: Shown
        self.actions: Still
        self._draw()

    def _draw(self) -> None:
        more: dict[str, Any] = {} if self.through else {"entering": self.entering if self.held != "covered" else ()}
        snap: Snapshot = self.table.snap(self.through or self.seat, self.held, **more)
        self.screen, self.actions = shown(snap, self.look)
        if self.through:
            name = self.look.t("app.the_table") if self.seat == TABLE else self.names[self.seat]
            self._answer_for(name)

    def _answer_for(self, name: str) -> None:
        """Open the answer for a seat, or for the table: its row is the first that says its name."""
        after = False
        for each in self.screen.tree:
            if isinstance(each, ft.Semantics) and (each.label or "").startswith(f"{name}."):
                after = True
            if after and isinstance(each, ft.OutlinedButton) and each.content == self.t("answer"):
                assert each.on_click is not None
                each.on_click(None)  # type: ignore[call-arg,arg-type]
                self.screen.again()
                return
        raise LookupError(f"{name} is not asked")

    def t(self, key: str, **params: Any) -> str:
        """Return words of these screens."""
        own = f"giryaku.screen.{key}"
        return self.look.t(own if self.look.t.has(own) else f"table_screen.{key}", **params)

    def kind(self, kind: str) -> str:
        """Return a card as a phone says it."""
        return self.look.t(f"words.giryaku.{kind}")

    def open(self) -> None:
        """Keep the cover open."""
        if not self.through:
            self.held = "kept"
            self._draw()

    def tap(self, name: str) -> None:
        """Tap what has this name; what is noted under the cover comes back with the next picture."""
        self.screen.tap(name)
        for act, args, _ in self.actions.told:
            if act == "hands" and tuple(args[0]) != self.entering:
                self.entering = tuple(args[0])
                self._draw()
                return

    def cell(self, seat: str, cell: str) -> None:
        """Tap a cell of somebody's board, whatever lies there."""
        where = self.look.t(f"words.giryaku.{cell[1]}", column=cell[0])
        begins = self.t("cell_spoken", name=self.names[seat], cell=where, what="")
        self.tap(next(name for name in self.screen.names if name.startswith(begins)))

    def main(self) -> None:
        """Tap the one filled button. Raises `LookupError` while nothing complete is chosen."""
        for each in reversed(self.screen.tree):
            if isinstance(each, ft.OutlinedButton) and not each.disabled and filled(each):
                assert each.on_click is not None
                each.on_click(None)  # type: ignore[call-arg,arg-type]
                return
        raise LookupError(f"no declaration is complete: {self.screen.words}")

    def declared(self) -> tuple[str, dict[str, Any]]:
        """Return what was declared, and for whom."""
        told = [(args, kwargs) for act, args, kwargs in self.actions.told if act == "declare"]
        assert len(told) == 1, self.actions.told
        (move, *seat), _ = told[0]
        return (seat[0] if seat else self.seat), dict(move)

    def make(self, move: Move) -> tuple[str, dict[str, Any]]:
        """Make a declaration by taps; return what the phone declared."""
        getattr(self, f"_{move['type']}")(move)
        return self.declared()

    # Before the first turn

    def _configure(self, move: Move) -> None:
        if "first_player" in move:
            self.tap(self.names[move["first_player"]])
        else:
            self.tap(self.names[self.table.view.first or "p1"])
        if "consume_map" in move:
            self.tap(self.kind(move["consume_map"][0]))
        reach = move.get("nin_shi_range")
        if isinstance(reach, str):
            self.tap(self.look.t(f"giryaku.option.nin_shi_range.{reach}"))
        elif reach is not None:
            self.tap(self.look.t("giryaku.option.nin_shi_range.custom"))
            self._own_cells(reach)
        self.main()

    def _own_cells(self, reach: Mapping[Any, Any]) -> None:
        begin = {1: {"1L", "2U"}, 2: {"2L", "1U", "3U"}, 3: {"3L", "2U"}}
        for column, cells in reach.items():
            for cell in sorted(begin[int(column)] ^ set(cells)):
                where = self.look.t(f"words.giryaku.{cell[1]}", column=cell[0])
                self.tap(self.t("range_cell", column=column, cell=where))

    def _deal_done(self, move: Move) -> None:
        self.main()

    def _reveal_opening(self, move: Move) -> None:
        for card in move["cards"]:
            self.tap(self.kind(card))
        self.main()

    _redraw_opening = _reveal_opening

    def _opening_place(self, move: Move) -> None:
        for column in move["cols"]:
            self.cell(self.seat, f"{column}L")
        self.main()

    def _opening_reveal(self, move: Move) -> None:
        for column, card in move["cards"].items():
            self.tap(self.t("kind_in", card=self.kind(card), column=column))
        self.main()

    # A turn

    def _place(self, move: Move) -> None:
        down, card = bool(move.get("face_down")), move.get("card")
        if down and card:
            self.open()
            self._choose_side()
            self.tap(self.t("known_down", card=self.kind(card)))
        if (down and not self.through) or (down and not card):
            self._choose_side()
        if not down:
            self.tap(self.kind(card or ""))
        seat = next(s for s in self.table.view.seats if s.seat == self.seat)
        height = sum(cell.filled for cell in seat.board if cell.cell[0] == str(move["col"]))
        self.cell(self.seat, f"{move['col']}{'LU'[height]}")
        self.main()

    def _choose_side(self) -> None:
        self.tap(self.t("face_down_short"))

    def _consume_one(self, move: Move) -> None:
        self.tap(self.t("consume"))
        self.tap(self.kind(move["card"]))
        target = move.get("target") or ""
        if len(target) == 2:
            self.cell(self.seat, target)
        elif target:
            for row in "LU":
                self.cell(self.seat, f"{target}{row}")
        self.main()

    def _consume_two(self, move: Move) -> None:
        self.tap(self.t("consume"))
        for card in move["cards"]:
            self.tap(self.kind(card))
        self.cell("p2" if self.seat == "p1" else "p1", move["target"])
        self.main()

    def _no_hand(self, move: Move) -> None:
        if "player" not in move:
            self.main()
            return
        self._ends("no_hand", move["player"])

    # Answers

    def _claim_skill(self, move: Move) -> None:
        if self.table.view.due == "declare_flip":
            self.tap(self.t("onmyoji_stand", column=move["col"]))
            return
        self.tap(sign_of(move["pair"]))
        if self.t("lies_below") in self.screen.words.split("\n"):
            self.tap(self.kind(move["lower"]))
        self.main()

    def _pick_hand(self, move: Move) -> None:
        self.tap(self.t("hand_card", n=move["index"]))
        self.main()

    def _reveal_lost(self, move: Move) -> None:
        if move.get("cell"):
            self.cell(self.seat, move["cell"])
        self.tap(self.kind(move["card"]))
        self.main()

    def _choose_diagonal(self, move: Move) -> None:
        self.tap(self.t(f"side_{move['side']}"))

    def _raid_take(self, move: Move) -> None:
        if "seen" in move:
            self.open()
            for card in move["seen"]:
                self.tap(self.t("seen_card", card=self.kind(card)))
        self.tap(self.kind(move["card"]))
        self.main()

    def _take_extra_turn(self, move: Move) -> None:
        self.main()

    def _decline_extra_turn(self, move: Move) -> None:
        self.tap(self.t("leave_extra"))

    # Flipped boards

    def _keep_layout(self, move: Move) -> None:
        self.tap(self.t("leave_it"))

    def _declare_flip(self, move: Move) -> None:
        self.tap(self.t("ninja_stand" if move["stands"] else "no_ninja"))

    def _reveal_board(self, move: Move) -> None:
        if self.table.match.result is not None:
            self.tap(self.t("show_board"))
        for cell, card in move["cards"].items():
            self.cell(self.seat, cell)
            self.tap(self.kind(card))
        self.main()

    def _rearrange(self, move: Move) -> None:
        if "layout" in move:
            self.open()
            self._lay(move["layout"])
        elif "heights" in move:
            self._shape(move["heights"])
        self.main()

    def _lies(self) -> dict[str, str]:
        """Return what lies on my board, as a reader hears it."""
        found = {}
        for cell in ("1L", "1U", "2L", "2U", "3L", "3U"):
            where = self.look.t(f"words.giryaku.{cell[1]}", column=cell[0])
            begins = self.t("cell_spoken", name=self.names[self.seat], cell=where, what="")
            said = next(name for name in self.screen.names if name.startswith(begins))[len(begins) :]
            if said != self.t("empty"):
                found[cell] = next((kind for kind in "SNO" if said.startswith(self.kind(kind))), "?")
        return found

    def _shape(self, heights: list[int]) -> None:
        for _ in range(6):
            now = [sum(cell[0] == c for cell in self._lies()) for c in "123"]
            more = next((n for n in range(3) if now[n] > heights[n]), None)
            if more is None:
                return
            less = next(n for n in range(3) if now[n] < heights[n])
            self.cell(self.seat, f"{more + 1}{'LU'[now[more] - 1]}")
            self.cell(self.seat, f"{less + 1}{'LU'[now[less]]}")
        raise AssertionError(heights)

    def _lay(self, layout: Mapping[str, str]) -> None:
        """Bring every column to its height, then every card to its cell."""
        self._shape([sum(cell[0] == c for cell in layout) for c in "123"])
        for cell, kind in sorted(layout.items()):
            now = self._lies()
            if now[cell] != kind:
                source = next(c for c in sorted(now) if now[c] == kind and layout[c] != kind)
                self.cell(self.seat, source)
                self.cell(self.seat, cell)

    # Hands

    def _enter_hand(self, move: Move) -> None:
        self.open()
        for card in move["cards"]:
            self.tap(self.t("in_hand", card=self.kind(card)))
        self.tap(self.t("note_hand"))

    # Results alone, and the count

    def _set_first_player(self, move: Move) -> None:
        self.tap(self.t("goes_first", name=self.names[move["player"]]))

    def _graveyard_add(self, move: Move) -> None:
        self._whose(move["player"])
        for card in move["cards"]:
            self.tap(self.kind(card))
        self.main()

    def _whose(self, seat: str) -> None:
        self.tap(self.names[seat])

    def _board_count(self, move: Move) -> None:
        self.tap(self.t("tab.board"))
        self._whose(move["player"])
        name = self.names[move["player"]]
        now = next(s.count or 0 for s in self.table.view.seats if s.seat == move["player"])
        for _ in range(abs(move["n"] - now)):
            self.tap(self.t("more" if move["n"] > now else "less", name=name))
        self.main()

    def _claim_empty_board(self, move: Move) -> None:
        self._ends("empty", move["winner"])

    def _claim_onmyoji_pair(self, move: Move) -> None:
        self._ends("pair", move["winner"], move["first_turn"])

    def _ends(self, way: str, seat: str, first: bool = False) -> None:
        self.tap(self.t("tab.end"))
        self._whose(seat)
        self.tap(self.t(f"end.{way}"))
        if first:
            self.tap(self.t("first_turn"))
        self.main()

    def _last_turn_done(self, move: Move) -> None:
        self.tap(self.t("last_turn_done", name=self.names[move["player"]]))

    def _final_count(self, move: Move) -> None:
        if self.table.match.result is not None:
            self.tap(self.t("recount"))
        for seat in self.table.view.seats:
            for _ in range(move["counts"][seat.seat] - seat.size):
                self.tap(self.t("more", name=self.names[seat.seat]))
        self.main()


def filled(button: ft.OutlinedButton) -> bool:
    """Tell whether a button is the vermilion one."""
    return str(getattr(button.style, "bgcolor", "")) in [p.accent for p in PALETTES]


def who_taps(actor: str) -> str:
    """Return on whose phone a declaration for all is made here."""
    return "p1" if actor in (TABLE, GAME_MASTER) else actor
