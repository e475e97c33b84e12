"""Drafts: what a game's draft begins with, what it makes of a match, and what is remembered of the box."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from pydantic import Field

from companion.contract.snapshot import Draft
from companion.phones.actions import PhoneActions
from companion.phones.owner import Allowance
from companion.phones.session import Phone
from companion.tables import match_draft
from companion.tables.keys import ProcessRight
from companion.tables.match_draft import drafted, facts_in, fitted, new_draft, options_for, order_of, roles_of
from companion.tables.seats import start
from companion.tables.tables import Tables
from models import Store
from referee.core.games import GAMES
from referee.core.journal import Declare
from referee.core.values import TABLE, Seat
from referee.short import ShortOptions

COUNTS = {"10": 2, "7": 3, "5": 5, "3": 10, "1": 10, "-1": 8, "-3": 4, "-5": 3}
PAIR = [Seat(seat="p1", name="Aki"), Seat(seat="p2", name="Ben")]


def played(folder: Path, play: Callable[[Tables], Awaitable[None]], seed: int = 0) -> None:
    """Run what happens on a host, from its start to its end."""

    async def run() -> None:
        here = Tables(Store.open(f"sqlite:///{folder / 'metsuke.db'}"), random=Random(seed))
        try:
            await here.boxes.read()
            await play(here)
        finally:
            here.close()

    asyncio.run(run())


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_chosen_by_one_tap_can_be_opened(game: str) -> None:
    for master in ("none", "referee", "observer"):
        draft = drafted(Draft("shinobazu", game_master=master), game, {})
        assert len(draft.names) in GAMES[game].PLAYERS
        GAMES[game].OPTIONS.model_validate(options_for(draft))


def test_options_of_the_game_before_are_left_behind() -> None:
    assert drafted(Draft("shinobazu", options={"duel_three": "on"}), "scroll-trick", {}).options == {}


def test_a_number_without_bounds_can_be_chosen_within_usual_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    class Options(ShortOptions):
        rounds: int = 3
        goal: Annotated[int, Field(ge=200)] = 300
        lives: Annotated[int, Field(ge=1, le=5)] = 2

    monkeypatch.setattr(match_draft, "GAMES", {"toy": SimpleNamespace(OPTIONS=Options)})
    spans = {option.key: option.span for option in match_draft.options_of.__wrapped__("toy")}
    assert spans == {"rounds": (0, 99), "goal": (200, 299), "lives": (1, 5)}


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (("Aki", "", "Ben", ""), ("Aki", "Ben")),
        (("Aki", "Ben", "Chie", ""), ("Aki", "Ben")),
        (("Aki",), ("Aki", "")),
        (("", "", "", ""), ("", "")),
    ],
)
def test_seats_without_names_make_room_first(names: tuple[str, ...], kept: tuple[str, ...]) -> None:
    assert fitted(names, GAMES["giryaku"].PLAYERS) == kept


def test_the_app_suggests_that_phones_keep_what_lies_face_down() -> None:
    assert drafted(new_draft(), "giryaku", {}).options == {"flip_mode": "app"}
    assert GAMES["giryaku"].OPTIONS().model_dump()["flip_mode"] == "trust"


@pytest.mark.clause("METSUKE-1.1")
@pytest.mark.parametrize(("master", "gm"), [("none", "off"), ("referee", "active"), ("observer", "observer")])
def test_the_game_master_of_the_draft_is_the_one_of_the_rules(master: Any, gm: str) -> None:
    assert options_for(Draft(game="scorpion", game_master=master))["gm"] == gm
    assert "gm" not in options_for(Draft(game="shinobazu", game_master=master))


@pytest.mark.clause("SCORPION-2.3")
def test_the_order_of_seats_says_who_plays_what() -> None:
    assert order_of("scorpion", 2).roles == ("guards", "intruders")
    assert order_of("scorpion", 3).roles == ("guards", "ninja", "traitor")
    assert order_of("scorpion", 4).roles == ("sword", "spear", "ninja", "traitor")
    assert order_of("scorpion", 5).roles == ()
    assert order_of("shinobazu", 4).roles == ()


def test_seats_that_are_named_after_roles_play_them() -> None:
    assert roles_of("scorpion", ["traitor", "guards", "ninja"]) == ("traitor", "guards", "ninja")
    assert roles_of("scorpion", ["p1", "p2"], {"roles": {"p1": "intruders", "p2": "guards"}}) == ("intruders", "guards")


def test_who_starts_is_an_option_of_each_game() -> None:
    for game in GAMES:
        order = order_of(game, min(GAMES[game].PLAYERS))
        assert not order.start or order.start in GAMES[game].OPTIONS.model_fields
    assert order_of("scorpion", 2).start == ""


def test_only_facts_of_the_box_that_are_known_are_remembered() -> None:
    options = {"consume_map": "S_raids", "nin_shi_range": None, "flip_mode": "app"}
    assert facts_in("giryaku", options) == {"consume_map": "S_raids"}
    assert facts_in("shinobazu", {"duel_three": "on"}) == {}


def test_a_box_is_remembered_by_a_host_that_was_started_again(tmp_path: Path) -> None:
    async def first(here: Tables) -> None:
        await here.boxes.learn("scroll-trick", {"tile_counts": COUNTS, "next_lead": "marker"})

    async def second(here: Tables) -> None:
        assert here.boxes.of("scroll-trick") == {"tile_counts": COUNTS}
        await here.boxes.learn("scroll-trick", {})

    async def third(here: Tables) -> None:
        assert here.boxes.of("scroll-trick") == {}

    for play in (first, second, third):
        played(tmp_path, play)


def test_what_the_table_says_of_its_box_during_a_match_is_remembered(tmp_path: Path) -> None:
    async def match(here: Tables) -> None:
        table, _ = await here.open("giryaku", {"depth": "plays"}, PAIR)
        await start(table, ProcessRight())
        move = {"type": "configure", "consume_map": "S_raids", "nin_shi_range": "one_diagonal"}
        assert (await table.act(ProcessRight(TABLE), Declare(seat=TABLE, move=move))).upheld
        assert here.boxes.of("giryaku") == {"consume_map": "S_raids", "nin_shi_range": "one_diagonal"}

    async def later(here: Tables) -> None:
        draft = drafted(Draft("shinobazu", names=("Aki", "Ben")), "giryaku", here.boxes.of("giryaku"))
        table, _ = await here.open("giryaku", options_for(draft), PAIR)
        await start(table, ProcessRight())
        assert table.match is not None
        assert table.match.state.options.consume_map == "S_raids"

    played(tmp_path, match)
    played(tmp_path, later)


def test_cells_that_the_table_named_itself_come_back(tmp_path: Path) -> None:
    cells = {"1": ["1L"], "2": ["1U", "3U"], "3": ["3L"]}

    async def match(here: Tables) -> None:
        await here.boxes.learn("giryaku", {"nin_shi_range": cells})

    async def later(here: Tables) -> None:
        draft = drafted(Draft("shinobazu", names=("Aki", "Ben")), "giryaku", here.boxes.of("giryaku"))
        table, _ = await here.open("giryaku", options_for(draft), PAIR)
        await start(table, ProcessRight())
        assert table.match is not None
        assert table.match.state.options.nin_shi_range == {1: ("1L",), 2: ("1U", "3U"), 3: ("3L",)}

    played(tmp_path, match)
    played(tmp_path, later)


def test_counted_scrolls_come_back_as_they_were_counted(tmp_path: Path) -> None:
    async def match(here: Tables) -> None:
        table, _ = await here.open("scroll-trick", {"depth": "plays"}, PAIR)
        await start(table, ProcessRight())
        move = {"type": "configure", "tile_counts": COUNTS}
        assert (await table.act(ProcessRight(TABLE), Declare(seat=TABLE, move=move))).upheld

    async def later(here: Tables) -> None:
        assert here.boxes.of("scroll-trick") == {"tile_counts": COUNTS}

    played(tmp_path, match)
    played(tmp_path, later)


@pytest.mark.clause("SCHOOL-11.1")
def test_the_app_draws_who_starts_and_the_journal_says_so(tmp_path: Path) -> None:
    three = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(("Aki", "Ben", "Chie"), 1)]
    drawn: list[str] = []

    async def match(here: Tables) -> None:
        table, _ = await here.open("shinobi-school", {"depth": "scores", "first_start": "random"}, three)
        await start(table, ProcessRight())
        assert table.match is not None
        (entry,) = table.match.entries
        declared: Any = entry.act
        assert (entry.actor, declared.seat) == (TABLE, TABLE)
        drawn.append(declared.move["player"])
        assert table.match.state.start == drawn[-1]
        assert [row.number for row in here.store.journals.entries(table.record.id)] == [1]

    for seed in range(8):
        played(tmp_path, match, seed)
    assert len(set(drawn)) > 1


@pytest.mark.clause("SCHOOL-11.1")
def test_nothing_is_drawn_where_the_table_names_who_starts(tmp_path: Path) -> None:
    three = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(("Aki", "Ben", "Chie"), 1)]

    async def match(here: Tables) -> None:
        for options in ({}, {"first_start": "random", "start": "p2"}):
            table, _ = await here.open("shinobi-school", {"depth": "plays", **options}, three)
            await start(table, ProcessRight())
            assert table.match is not None
            assert table.match.entries == ()

    played(tmp_path, match)


def test_a_lot_that_a_crash_left_undrawn_is_drawn_when_the_match_is_opened_again(tmp_path: Path) -> None:
    three = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(("Aki", "Ben", "Chie"), 1)]
    codes: list[str] = []

    async def cut_off(here: Tables) -> None:
        table, _ = await here.open("shinobi-school", {"first_start": "random"}, three)
        here.store.matches.set_status(table.record.id, "running", datetime.now(UTC))
        codes.append(table.code)

    async def again(here: Tables) -> None:
        table = await here.table(codes[0])
        assert table is not None
        assert table.match is not None
        assert table.match.number == 1

    played(tmp_path, cut_off)
    played(tmp_path, again)


# On a phone


def phone_of(here: Tables) -> Phone:
    """Return a phone that is not connected, at a host."""
    page: Any = SimpleNamespace(
        session=SimpleNamespace(connection=None), width=390, height=844, route="/", client_ip="",
        platform_brightness=None,
    )  # fmt: skip
    host: Any = SimpleNamespace(
        tables=here, table=here.table, language="en", opened=print, fill=_fill, allowance=Allowance()
    )
    return Phone(host, page, PhoneActions)


async def _fill(phone: Phone) -> None:
    """There is no list to fill."""


async def done(phone: Phone) -> None:
    """Wait for what a phone was asked to do."""
    while phone._tasks:
        await asyncio.gather(*phone._tasks)


def test_a_draft_begins_with_what_is_known_of_the_box_and_tells_what_changed(tmp_path: Path) -> None:
    async def play(here: Tables) -> None:
        here.store.settings.keep("box.giryaku", {"consume_map": "N_raids"})
        phone = phone_of(here)
        phone.actions.pages.go("new")
        await done(phone)
        phone.actions.new_match.draft(game="giryaku")
        assert phone.draft.options == {"flip_mode": "app", "consume_map": "N_raids"}
        assert len(phone.draft.names) == 2
        phone.actions.new_match.draft(options={"consume_map": "S_raids"})
        phone.actions.new_match.open_table()
        await done(phone)
        assert phone.table is not None
        assert phone.table.record.options["consume_map"] == "S_raids"
        assert here.store.settings.all() == {"box.giryaku": {"consume_map": "S_raids"}}

    played(tmp_path, play)
