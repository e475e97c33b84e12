"""The papers of a match before it begins: as many as are needed, on its own board, asked for from the new match."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import flet as ft
import pytest

from companion.contract.snapshot import Draft, Snapshot
from companion.i18n import translator
from companion.phones.actions.boards import BoardActions
from companion.printing.board_pdf import SHEETS, board_pdf
from companion.printing.match_pdf import NAME_LEAST, NAME_MOST, fitted_name, match_pdf, scores_pdf
from companion.printing.paper import width_of
from companion.ui.theme import make_look
from referee.board.reading import bundled
from referee.core.games import GAMES
from referee.core.journal import begin
from referee.core.values import Seat
from tests.companion.printing.reading import pages
from tests.companion.screens.stage import EN, shown

A4 = (595.28, 841.89)
T = translator("en")
NAMES = ("Aki", "Ben", "Chie", "Dai")


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scorpion_is_printed_as_a_board_to_be_glued_and_a_sheet_a_seat(seats: int, lang: str) -> None:
    found = pages(match_pdf("scorpion", NAMES[:seats], {}, translator(lang)))
    assert len(found) == SHEETS * SHEETS + seats
    assert all(page.size == pytest.approx(A4, abs=0.1) for page in found)
    board = pages(board_pdf(bundled("nijo"), "A4", translator(lang)))
    assert [page.texts for page in found[: SHEETS * SHEETS]] == [page.texts for page in board]


def test_seats_get_the_sheets_of_the_roles_that_the_table_has_chosen() -> None:
    """A guard's sheet has the boxes of the marks, an intruder's those of the mission: the texts differ."""
    usual = pages(match_pdf("scorpion", ("Aki", "Ben"), {}, T))
    swapped = pages(match_pdf("scorpion", ("Ben", "Aki"), {"roles": {"p1": "intruders", "p2": "guards"}}, T))
    assert usual[-2].drawing == swapped[-1].drawing
    assert usual[-1].drawing == swapped[-2].drawing
    assert usual[-1].drawing != usual[-2].drawing


def test_the_board_of_the_draft_is_the_one_that_is_printed() -> None:
    own = bundled("nijo").model_dump(mode="json")
    own["name"] = {"en": "The box's own board", "ja": ""}
    own["zones"] = [zone | {"polygon": zone["polygon"][:3]} if zone["id"] == "T1" else zone for zone in own["zones"]]
    found = pages(match_pdf("scorpion", NAMES[:2], {"board": own}, T))
    usual = pages(match_pdf("scorpion", NAMES[:2], {}, T))
    assert len(found) == len(usual)
    assert found[0].drawing != usual[0].drawing


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"scorpion"}))
def test_the_other_games_get_one_sheet_with_a_column_a_seat(game: str) -> None:
    found = pages(match_pdf(game, NAMES[:3], {}, T))
    assert len(found) == 1
    fewer = pages(match_pdf(game, NAMES[:2], {}, T))
    assert found[0].texts == fewer[0].texts + 1


@pytest.mark.parametrize("name", ["Aki", "Wilhelmina Katharina von und zu Hohenstein", "寿限無" * 12, "W" * 40, ""])
def test_a_name_never_leaves_its_column(name: str) -> None:
    for wide in (12.0, 30.0, 90.0):
        said, size = fitted_name(name, wide)
        assert NAME_LEAST <= size <= NAME_MOST
        assert width_of(said, size, bold=True) <= wide + 0.01
    assert len(pages(scores_pdf("Shinobazu", (name,) * 5, T))) == 1


@pytest.mark.parametrize("game", ["scorpion", "shinobazu"])
@pytest.mark.parametrize("names", [("Aki", "Ben", "Chie"), ("Aki", "Aki", "Aki")])
def test_papers_are_offered_beside_opening_the_table_whether_it_may_be_opened_or_not(
    game: str, names: tuple[str, ...]
) -> None:
    screen, actions = shown(Snapshot("new", draft=Draft(game, "plays", names)))
    screen.tap(EN.t("boards.papers"))
    assert actions.told == [("print_draft", (), {})]


class Printer(BoardActions):
    """The board actions of a phone that keeps what it is given."""

    def __init__(self, draft: Draft) -> None:
        self.said: list[str] = []
        self._phone: Any = SimpleNamespace(
            draft=draft, look=make_look("en"), say=self.said.append, spawn=asyncio.run, make=self._make
        )

    async def _make(self, kind: str, work: Callable[..., Any], *args: Any) -> Any:
        return pickle.loads(pickle.dumps(work))(*pickle.loads(pickle.dumps(args)))


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    files: dict[str, bytes] = {}

    async def save_file(self: ft.FilePicker, *, file_name: str, src_bytes: bytes) -> None:
        files[file_name] = src_bytes

    monkeypatch.setattr(ft.FilePicker, "save_file", save_file)
    monkeypatch.setattr(ft.FilePicker, "__init__", lambda self: None)
    return files


def test_the_phone_is_given_the_papers_of_its_draft(saved: dict[str, bytes]) -> None:
    printer = Printer(Draft("scorpion", "scores", ("Aki", "", "x" * 200)))
    printer.print_draft()
    assert list(saved) == ["metsuke-scorpion.pdf"]
    assert len(pages(saved["metsuke-scorpion.pdf"])) == SHEETS * SHEETS + 3
    assert printer.said == []


@pytest.mark.parametrize("board", ["atlantis", {"zones": 3}])
def test_a_board_that_is_none_is_said_and_nothing_is_printed(board: object, saved: dict[str, bytes]) -> None:
    printer = Printer(Draft("scorpion", "plays", ("Aki", "Ben"), {"board": board}))
    printer.print_draft()
    assert printer.said == ["boards.gone"]
    assert saved == {}


@pytest.mark.parametrize("uncovered", [False, True])
def test_a_sheet_with_secrets_says_so_in_its_name(uncovered: bool, saved: dict[str, bytes]) -> None:
    """Whoever finds both among the files of a phone tells them apart without opening them."""
    match = begin(GAMES["scorpion"], {}, [Seat(seat="p1", name="Aki"), Seat(seat="p2", name="Ben")])
    views = SimpleNamespace(of=lambda match: SimpleNamespace(view=lambda viewer, seat: match.view(viewer)))
    printer = Printer(Draft("scorpion", "plays", ("Aki", "Ben")))
    phone = printer._phone
    phone.table = SimpleNamespace(match=match, record=SimpleNamespace(game="scorpion"), views=views, code="ABCDEF")
    phone.where, phone.curtain, phone.uncovered = SimpleNamespace(role="seat", seat="p1"), False, uncovered
    phone.holds = lambda seat: seat == "p1"
    printer.print_sheet()
    assert list(saved) == ["metsuke-ABCDEF-p1-secret.pdf" if uncovered else "metsuke-ABCDEF-p1.pdf"]
