"""A Scorpion match is stopped, printed, entered at another host from what its sheets say, and played to its end."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError

from companion.contract.game_ui import Entering, Step, TakeOver, ui_of
from companion.i18n import translator
from companion.phones.device_storage import DeviceStorage
from models import Store
from referee.core.reading import positions_of
from referee.core.values import GAME_MASTER, TABLE, Seat
from referee.scorpion.state import State
from tests.browser.conftest import NewPhone
from tests.browser.copying import Copyist, pages, read
from tests.browser.match import journal_of, sit
from tests.browser.phones import PATIENCE, BrowserPhone
from tests.browser.prepared import prepare
from tests.browser.scorpion_script import played
from tests.browser.scorpion_thumbs import LOOKS, T, Table, Thumb
from tests.companion.games.scorpion.test_take_over import BEGINNINGS
from tests.hosted import Hosted
from tests.players.scorpion.match import seated
from tests.shares import count

pytestmark = pytest.mark.browser

MATCHES = count("SHEETS")
FIRST = 2
"""The seed of the first match."""
STANDARD = {"depth": "plays"}
SEATS = tuple(Seat(seat=f"p{n}", name=seat.name) for n, seat in enumerate(seated(2), 1))
NAMES = [seat.name for seat in SEATS]
SOON = 15_000
"""Milliseconds within which a cover that was opened is still open."""


def stopping(seed: int) -> tuple[int, int]:
    """Return a turn and how many phases of it are over, at random."""
    turns = played(seed, STANDARD, SEATS, lambda state: state.phase == "ended")[-1].after.turn
    random = Random(seed)
    return random.randint(2, turns), random.randrange(3)


def begins(state: State, turn: int, over: int) -> bool:
    """Tell whether a phase of a turn has just begun, after so many others of it."""
    begun = [event for event in state.record if event.turn == turn and event.kind in BEGINNINGS]
    return len(begun) > over and state.record[-1].kind in BEGINNINGS and not state.pending


def sheets(phone: BrowserPhone) -> list[str]:
    """Print how it stands, the own part with it, while its cover is open: it closes by itself after a time."""
    opens = (*LOOKS, T("scorpion.screen.guards.notes"))
    opening = re.compile("^(" + "|".join(map(re.escape, opens)) + ")$")
    paper = re.compile(re.escape(T("table_screen.menu.paper")))
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        phone.is_offered(opening)
        thumb = Thumb(phone)
        thumb.still()
        thumb.read()
        phone.tap(opening)
        with suppress(PlaywrightError):  # the cover has closed, and the menu with it
            phone.button(T("kit.cover")).wait_for(state="attached", timeout=SOON)
            phone.tap(T("app.more"))
            phone.button(paper).wait_for(state="attached", timeout=SOON)
            with phone.page.expect_download(timeout=SOON) as download:
                phone.button(paper).click(force=True, timeout=SOON)
            if secret_of(printed := pages(download.value.path().read_bytes())):
                return printed
        phone.reload()
    raise AssertionError("the own part is never printed")


def secret_of(printed: Sequence[str]) -> str:
    """Return the text of the sheet that is secret."""
    return "".join(page for page in printed if "".join(T("print.secret").split()) in page)


def opened(aki: BrowserPhone) -> str:
    """Open a table of two that goes on from the middle, and return its code."""
    t = aki.t
    aki.tap(t("app.home.open"))
    aki.tap(t("app.game.scorpion"))
    for number in (4, 3):
        aki.tap(re.compile("^" + re.escape(t("app.new.edit_seat", n=number, name=""))))
        aki.tap(re.compile("^" + re.escape(t("app.new.remove", name=""))))
    for number, name in enumerate(NAMES, 1):
        aki.write(number, name)
        aki.is_offered(t("app.new.edit_seat", n=number, name=name))
    aki.bring(re.compile(re.escape(t("app.take_over.title"))), above=720)
    aki.tap(re.compile(re.escape(t("app.take_over.title"))))
    aki.page.wait_for_url(re.compile(r"/m/\w+/lobby$"), wait_until="commit")
    return aki.page.url.split("/")[-2]


def part_of(host: Hosted, code: str, part: str) -> Mapping[str, Any]:
    """Return what a host keeps of a part that is being entered."""
    store = Store.open(host.database)
    try:
        return store.entered_parts.of(store.matches.get(code).id).get(part, {})
    finally:
        store.close()


def table_steps(form: TakeOver, options: Any, entered: Mapping[str, Any]) -> Sequence[Step]:
    return form.table(Entering(translator("en"), SEATS, options, entered))


def own_steps(form: TakeOver, options: Any, said: Mapping[str, Any], seat: str, _: object) -> Sequence[Step]:
    return form.secret(Entering(translator("en"), SEATS, options, said), seat)


def filled(entered: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that hold something: a sheet does not print those that hold nothing."""
    return {key: value for key, value in entered.items() if (any(value.values()) if isinstance(value, dict) else value)}


@pytest.mark.soak
@pytest.mark.skipif(not MATCHES, reason="copying a match takes a minute: METSUKE_SHEETS=1, or a soak")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + max(1, MATCHES)))
@pytest.mark.timeout(900)
@pytest.mark.clause("METSUKE-5.1")
def test_a_match_goes_on_at_another_host_from_what_its_sheets_say(
    host: Hosted, phone: NewPhone, tmp_path: Path, seed: int
) -> None:
    turn, over = stopping(seed)
    stopped = prepare(
        host, played(seed, STANDARD, SEATS, lambda state: begins(state, turn, over)),
        options=STANDARD, play="scorpion", seats=SEATS,
    )  # fmt: skip
    printed = {
        seat.seat: sheets(phone(seat.name, storage=stopped.storage(seat.seat, tap_to_open=True)).open(stopped.address))
        for seat in SEATS
    }
    load = ui_of("scorpion").take_over
    assert load is not None
    form, options = load(), journal_of(host, stopped.code).state.options
    table = partial(table_steps, form, options)
    said = read("".join(printed[SEATS[0].seat]), table, T)
    own = {s.seat: partial(own_steps, form, options, said, s.seat) for s in SEATS}
    known = {seat: read(secret_of(printed[seat]), steps, T) for seat, steps in own.items()}

    (folder := tmp_path / "elsewhere").mkdir()
    with Hosted(folder) as elsewhere:
        aki, ben = (phone(name, storage=DeviceStorage(tap_to_open=True)) for name in NAMES)
        code = opened(aki.open(elsewhere.address))
        ben.open(aki.page.url).tap(T("app.lobby.sit.aloud", name=NAMES[1]))
        sit(aki, NAMES[0])
        aki.tap(T("app.take_over.enter_table"))
        entered = partial(part_of, elsewhere, code)
        Copyist(aki, partial(entered, TABLE)).copy(table, form.begin(options, SEATS), said, T("app.take_over.next"))
        for each, seat in ((ben, SEATS[1]), (aki, SEATS[0])):
            each.tap(T("app.take_over.enter_mine") if each is ben else re.compile(f"^{seat.name}, "))
            Copyist(each, partial(entered, seat.seat)).copy(
                own[seat.seat], {}, known[seat.seat], T("app.take_over.done")
            )
        aki.tap(T("app.take_over.go_on"))
        phones = {seat.seat: Thumb(each) for seat, each in zip(SEATS, (aki, ben), strict=True)}
        with Table(elsewhere, code, phones, seed) as going_on:
            begun = going_on.further(1, phones[SEATS[0].seat])
            stands = form.entered(options, SEATS, positions_of(begun.game).position_of(begun.state, GAME_MASTER))
            for has, wanted, steps in ((stands[0], said, table(said)), *_each(stands[1], known, own)):
                keys = {field.key for step in steps for field in step.fields}
                assert filled({key: value for key, value in has.items() if key in keys}) == filled(wanted)
            going_on.play(lambda state: state.phase == "ended")
            ended = going_on.match
        for each in (aki, ben):
            each.sees(T("kit.strip_ended"))
    assert ended.result is not None


def _each(stands: Mapping[str, Any], known: Mapping[str, Any], own: Mapping[str, Any]) -> list[tuple[Any, Any, Any]]:
    return [(stands[seat], known[seat], own[seat](None)) for seat in known]
