"""A phone's session on the host: covers, seats, curtains. Real sockets, no browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import companion.phones.cover
from companion.phones.device_storage import STORED_AS, STORED_BEFORE, loads
from companion.phones.make_snapshot import make_snapshot
from companion.phones.page import TITLE
from companion.phones.seats import match_changed
from companion.phones.session import Phone
from companion.tables.keys import ProcessRight
from companion.tables.seats import free
from companion.tables.table import Table
from referee.core.journal import Declare
from tests.wire.hall import Hall, hall, storage
from tests.wire.phone import Phone as WirePhone

HAND = ["red 1", "red 4", "blue 5"]


def evening(play: Callable[[Hall, Table, dict[str, str]], Awaitable[None]], monkeypatch, entered: bool = True) -> None:
    """Open a table of three with p1's hand entered, and play."""
    monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.0)

    async def run() -> None:
        async with hall() as here:
            table, keys = await here.begun(3)
            if entered:
                await table.act(ProcessRight("p1"), Declare(seat="p1", move={"type": "enter_hand", "cards": HAND}))
            await play(here, table, keys)

    asyncio.run(run())


async def host_side(here: Hall, phone: WirePhone) -> Phone:
    """Return the host's side of a phone."""
    await here.quiet()
    mine = next(p for p in here.sessions if p.session.id == phone.session)
    await until(lambda: mine.table is not None)
    await here.quiet()
    return mine


async def until(came: Callable[[], bool]) -> None:
    """Let the event loop go on until something has come about; the test's own limit ends a wait in vain."""
    while not came():  # noqa: ASYNC110  nobody announces it
        await asyncio.sleep(0.001)


def told(phone: WirePhone) -> str:
    return "\n".join(phone.mirror.strings())


def test_making_a_snapshot_changes_nothing_and_shows_a_freed_seat_nothing(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.secrets.keep()
        before = replace(mine.where)
        freed = tuple(replace(seat, key_hash=None) for seat in table.record.seats)
        table.record = replace(table.record, seats=freed)  # nobody has been told yet
        snap = make_snapshot(mine)
        assert (snap.held, snap.view.private) == ("covered", ())
        assert (mine.where, mine.held, mine.snap.view.private[0].hand) == (before, "kept", tuple(HAND))
        match_changed(mine)
        assert (mine.where.role, mine.held, mine.snap.notice) == ("guest", "covered", "app.seat_was_freed")

    evening(play, monkeypatch)


def test_making_a_snapshot_leaves_the_screen_that_the_match_has_left(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.pages.go("lobby")
        before = replace(mine.where)
        table.record = replace(table.record, status="ended")
        assert make_snapshot(mine).screen == "end"
        assert mine.where == before

    evening(play, monkeypatch)


def test_the_hand_is_on_the_phone_while_the_cover_is_open_and_not_a_moment_longer(monkeypatch):
    async def play(here, table, keys):
        phone = await here.phone(table, {"p1": keys["p1"]})
        mine = await host_side(here, phone)
        assert mine.snap.view.private == ()
        mine.actions.secrets.hold()
        await here.quiet()
        assert mine.snap.view.private[0].hand == tuple(HAND)
        assert phone.mirror.page["title"].startswith("◉")
        mine.actions.secrets.cover()
        await here.quiet()
        assert mine.snap.view.private == ()
        assert phone.mirror.page["title"].removeprefix("● Your turn. ") == TITLE

    evening(play, monkeypatch)


def test_a_phone_that_is_cut_off_while_it_holds_a_secret_wakes_covered(monkeypatch):
    async def play(here, table, keys):
        phone = await here.phone(table, {"p1": keys["p1"]})
        mine = await host_side(here, phone)
        covered = told(phone)
        mine.actions.secrets.hold()
        await here.quiet()
        assert told(phone) != covered
        await phone.drop()
        await until(lambda: not mine.connected and mine.held == "covered")
        received = len(phone.received)
        await phone.reconnect()
        await here.quiet()
        assert mine.held == "covered"
        assert len(phone.received) > received
        assert mine.snap.view.private == ()
        assert phone.mirror.page["title"].removeprefix("● Your turn. ") == TITLE

    evening(play, monkeypatch)


def test_a_kept_cover_closes_by_itself_and_a_touch_keeps_it_open(monkeypatch):
    async def play(here, table, keys):
        monkeypatch.setattr(companion.phones.cover, "KEPT_SECONDS", 0.05)
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.secrets.keep()
        first = mine.cover._timer
        mine.actions.secrets.touch()
        assert mine.cover._timer is not first
        assert first.cancelled()
        await until(lambda: mine.held == "covered")
        assert mine.snap.view.private == ()

    evening(play, monkeypatch)


def test_the_last_seconds_of_a_kept_cover_are_counted_down_and_a_touch_ends_that(monkeypatch):
    async def play(here, table, keys):
        monkeypatch.setattr(companion.phones.cover, "KEPT_SECONDS", companion.phones.cover.LAST_SECONDS + 0.01)
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.secrets.keep()
        assert mine.snap.closing == 0
        await until(lambda: mine.snap.closing == companion.phones.cover.LAST_SECONDS)
        assert mine.held == "kept"
        mine.actions.secrets.touch()
        assert mine.snap.closing == 0
        await until(lambda: mine.snap.closing > 0)
        mine.actions.secrets.cover()
        assert mine.snap.closing == 0

    evening(play, monkeypatch)


def test_a_kept_cover_stays_longer_for_whoever_has_it_read_aloud(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        loop, stays = asyncio.get_running_loop(), []
        for what in ("turn", "changed", "all"):
            mine.actions.settings.announce(what)
            mine.actions.secrets.keep()
            stays.append(mine.cover._timer.when() - loop.time())
            mine.actions.secrets.cover()
        usual, *read = stays
        assert all(each > 5 * usual for each in read)

    evening(play, monkeypatch)


def test_a_hand_that_is_locked_is_covered_with_the_same_picture_and_never_shown_open(monkeypatch):
    async def play(here, table, keys):
        phone = await here.phone(table, {"p1": keys["p1"]})
        mine = await host_side(here, phone)
        mine.actions.secrets.keep()
        mine.actions.secrets.hands(HAND)
        await here.quiet()
        drawn = []
        draw = mine._drawing.draw
        monkeypatch.setattr(mine._drawing, "draw", lambda: (drawn.append(mine.snap), draw()))
        mine.actions.match.declare({"type": "enter_hand", "cards": HAND})
        await here.quiet()
        assert (mine.held, mine.cover._timer, mine.where.entering) == ("covered", None, ())
        assert [(snap.held, snap.view.private) for snap in drawn] == [("covered", ())]
        assert mine.snap.view.seats[0].hand_entered
        assert phone.mirror.page["title"].removeprefix("● Your turn. ") == TITLE

    evening(play, monkeypatch, entered=False)


def test_a_hand_that_is_refused_stays_open_to_be_mended(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.secrets.keep()
        mine.actions.secrets.hands(HAND[:2])
        mine.actions.match.declare({"type": "enter_hand", "cards": HAND[:2]})
        assert mine.locking
        await here.quiet()
        assert (mine.held, mine.locking, mine.snap.refusal.upheld) == ("kept", False, False)
        assert mine.snap.entering == tuple(HAND[:2])
        mine.actions.secrets.cover()

    evening(play, monkeypatch, entered=False)


def test_a_cover_that_closes_while_the_hand_is_judged_closes_at_once(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.secrets.keep()
        mine.actions.secrets.hands(HAND[:2])
        mine.actions.match.declare({"type": "enter_hand", "cards": HAND[:2]})
        mine.actions.secrets.cover()
        assert (mine.locking, mine.snap.held, mine.snap.entering) == (True, "covered", ())
        await here.quiet()
        assert mine.snap.held == "covered"

    evening(play, monkeypatch, entered=False)


def played_to_the_battle(choices=("pass", "pass")):
    """Return what three seats declare until all three cards are to be turned over."""
    later = [("p2", {"type": "lay", "to": "p2", "declare": choices[0]}),
             ("p3", {"type": "lay", "to": "p3", "declare": choices[1]})]  # fmt: skip
    return [("p1", {"type": "lead", "to": "p1", "colour": "red", "card": "red 4"}), *later]


def watch(phones, monkeypatch) -> list[float]:
    """Give phones a clock that only its reader sets, some time after what they are asked was asked."""
    now = [0.0]
    monkeypatch.setattr(companion.phones.cover, "DOUBLE_TAPS", 0.4)
    for phone in phones:
        phone.taps.clock = lambda: now[0]
        phone.taps.asked_anew()
    now[0] += 1.0
    return now


def test_the_second_half_of_a_double_tap_does_not_declare_what_its_button_says_by_then(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        now = watch([mine], monkeypatch)
        mine.actions.match.declare({"type": "lead", "to": "p1", "colour": "red", "card": "red 4"})
        await here.quiet()
        assert table.match.number == 2
        now[0] += 0.39
        mine.actions.match.undo()
        mine.actions.match.declare({"type": "withdraw_hand"})
        await here.quiet()
        assert (table.match.number, mine.busy) == (2, False)
        now[0] += 0.02
        mine.actions.match.undo()
        await here.quiet()
        assert table.match.number == 3

    evening(play, monkeypatch)


def test_two_players_who_tap_for_all_at_the_same_moment_declare_once(monkeypatch):
    async def play(here, table, keys):
        first = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        second = await host_side(here, await here.phone(table, {"p2": keys["p2"]}))
        for seat, move in played_to_the_battle():
            assert (await table.act(ProcessRight(seat), Declare(seat=seat, move=move))).upheld
        await table.act(ProcessRight("p2"), Declare(seat="p2", move={"type": "reveal", "card": "red 5"}))
        await table.act(ProcessRight("p3"), Declare(seat="p3", move={"type": "reveal", "card": "blue 1"}))
        now = watch([first, second], monkeypatch)
        before = table.match.number
        first.actions.match.declare({"type": "turn_over"})
        await here.quiet()
        assert table.match.number == before + 1
        second.actions.match.declare({"type": "end_round"})
        await here.quiet()
        assert table.match.number == before + 1
        now[0] += 0.5
        second.actions.match.declare({"type": "end_round"})
        await here.quiet()
        assert table.match.number == before + 2

    evening(play, monkeypatch)


def test_a_double_tap_lifts_no_curtain_opens_no_cover_and_hands_nothing_over(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"], "p2": keys["p2"]}))
        now = watch([mine], monkeypatch)
        mine.actions.sharing.lift_curtain()
        await here.quiet()
        assert mine.snap.curtain == ""
        mine.actions.secrets.keep()
        mine.actions.sharing.hand_over("p2")
        assert (mine.held, mine.snap.curtain) == ("covered", "")
        now[0] += 0.5
        mine.actions.match.declare({"type": "lead", "to": "p1", "colour": "red", "card": "#1"})
        await here.quiet()
        assert mine.snap.curtain == "p2"
        mine.actions.sharing.lift_curtain()
        await here.quiet()
        assert mine.snap.curtain == "p2"
        now[0] += 0.5
        mine.actions.sharing.lift_curtain()
        await here.quiet()
        assert (mine.snap.curtain, mine.snap.viewer) == ("", "p2")

    evening(play, monkeypatch)


def test_a_tap_that_a_phone_made_while_it_was_cut_off_opens_no_cover_but_a_finger_that_stays_does(monkeypatch):
    async def play(here, table, keys):
        phone = await here.phone(table, {"p1": keys["p1"]})
        mine = await host_side(here, phone)
        await phone.drop()
        await until(lambda: not mine.connected)
        monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.3)
        now = watch([mine], monkeypatch)
        await phone.reconnect()
        await here.quiet()
        mine.actions.secrets.hold()
        assert mine.held == "covered"
        mine.actions.secrets.cover()
        assert mine.cover._late_hold is None
        mine.actions.secrets.hold()
        assert mine.held == "covered"
        now[0] += companion.phones.cover.LATE_TAPS
        await until(lambda: mine.held == "held")
        assert mine.snap.view.private[0].hand == tuple(HAND)

    evening(play, monkeypatch)


def test_a_guest_the_display_and_a_wrong_key_hold_nothing(monkeypatch):
    async def play(here, table, keys):
        strangers = [
            await here.phone(table),
            await here.phone(table, display=True),
            await here.phone(table, {"p1": keys["p2"]}),
        ]
        for stranger in strangers:
            mine = await host_side(here, stranger)
            for open_it in (mine.actions.secrets.hold, mine.actions.secrets.keep):
                open_it()
                assert mine.held == "covered"
            mine.actions.match.declare({"type": "lead", "to": "p1", "colour": "red", "card": "#1"}, "p1")
            await here.quiet()
            assert table.match.number == 1

    evening(play, monkeypatch)


def test_a_freed_seat_takes_everything_from_its_phone(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.secrets.hold()
        await free(table, "p1", ProcessRight())
        await here.quiet()
        assert (mine.held, mine.where.role, mine.snap.view) == ("covered", "guest", None)
        assert mine.snap.notice == "app.seat_was_freed"

    evening(play, monkeypatch)


def test_a_player_may_look_at_the_code_and_come_back(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.pages.go("lobby")
        assert mine.snap.screen == "lobby"
        assert mine.snap.qr_png.startswith("data:image/")
        lead = {"type": "lead", "to": "p1", "colour": "red", "card": "red 1"}
        await table.act(ProcessRight("p1"), Declare(seat="p1", move=lead))
        assert mine.snap.screen == "lobby"
        mine.actions.pages.go("play")
        assert mine.snap.screen == "play"
        mine.actions.pages.go("lobby")
        mine.actions.pages.back()
        assert mine.snap.screen == "play"

    evening(play, monkeypatch)


def test_one_phone_with_two_seats_shows_neither_until_the_curtain_is_lifted(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"], "p2": keys["p2"]}))
        assert mine.snap.curtain == "p1"
        mine.actions.secrets.hold()
        assert (mine.held, mine.snap.view) == ("covered", None)
        mine.actions.sharing.lift_curtain()
        await here.quiet()
        assert (mine.snap.curtain, mine.snap.viewer) == ("", "p1")
        mine.actions.match.declare({"type": "lead", "to": "p1", "colour": "red", "card": "#1"})
        await here.quiet()
        assert table.match.number == 2
        assert mine.snap.curtain == "p2"

    evening(play, monkeypatch)


def test_a_card_is_named_by_its_place_without_being_shown(monkeypatch):
    async def play(here, table, keys):
        phone = await here.phone(table, {"p1": keys["p1"]})
        mine = await host_side(here, phone)
        mine.actions.match.declare({"type": "lead", "to": "p1", "colour": "blue", "card": "#3"})
        await here.quiet()
        assert table.match.view("p1").private[0].laid[0].card == "blue 5"
        mine.actions.match.declare({"type": "lay", "to": "p1", "card": "#9"})
        mine.actions.match.declare({"type": "lay", "to": "p1", "card": "#-1"})
        await here.quiet()
        assert table.match.number == 2

    evening(play, monkeypatch)


def test_a_private_refusal_says_why_only_while_the_cover_is_open(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        other = await host_side(here, await here.phone(table, {"p2": keys["p2"]}))
        before = other.snap
        mine.actions.match.declare({"type": "lead", "to": "p1", "colour": "blue", "card": "#1"})
        await here.quiet()
        assert mine.snap.refusal.reason == "app.refused_privately"
        assert mine.snap.refused_move is None
        mine.actions.secrets.hold()
        assert mine.snap.refusal.clause == "SHINOBAZU-4.1"
        mine.actions.secrets.cover()
        assert mine.snap.refusal.clause == ""
        assert other.snap == before

    evening(play, monkeypatch)


def test_a_spoken_name_is_used_by_the_event_that_a_screen_reader_s_client_sends(monkeypatch):
    async def play(here, table, keys):
        phone = await here.phone(table, {"p1": keys["p1"]})
        await phone.wait_for("More")
        found = phone.handler("More", "click")
        assert found.kind == "Semantics"
        await phone.tap("More")
        await phone.wait_for(re.compile("^What happened so far"))
        assert phone.crashes == []

    evening(play, monkeypatch)


def test_home_is_told_how_far_a_running_match_is(monkeypatch):
    async def play(here, table, keys):
        mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
        mine.actions.pages.go("home")
        await here.quiet()
        [card] = mine.snap.home
        assert {"set": 1, "round": 1}.items() <= dict(card.reached).items()

    evening(play, monkeypatch)


def test_a_phone_that_kept_its_keys_under_the_former_name_has_its_seat_and_keeps_them_anew(monkeypatch):
    async def play(here, table, keys):
        kept = storage(table.code, {"p1": keys["p1"]})
        phone = await WirePhone(f"{here.address}m/{table.code}", remembers={STORED_BEFORE: kept}).connect()
        here.phones.append(phone)
        mine = await host_side(here, phone)
        assert mine.my_seats() == ("p1",)
        assert loads(phone.remembers[STORED_AS]).keys == {table.code: {"p1": keys["p1"]}}
        phone.remembers[STORED_BEFORE] = "{}"
        await phone.reload()
        assert (await host_side(here, phone)).my_seats() == ("p1",)

    evening(play, monkeypatch)


def test_each_phone_keeps_its_own_language_light_and_size(monkeypatch):
    async def play(here, table, keys):
        phone = await here.phone(table, {"p1": keys["p1"]})
        mine = await host_side(here, phone)
        mine.actions.settings.language("ja")
        mine.actions.settings.brightness("light")
        mine.actions.settings.text_size(1.5)
        mine.actions.settings.language("xx")
        mine.actions.settings.text_size(9.0)
        await here.quiet()
        assert (mine.look.lang, mine.look.mode, mine.look.scale) == ("ja", "light", 1.5)
        await phone.reload()
        await here.quiet()
        again = await host_side(here, phone)
        assert (again.look.lang, again.look.mode, again.look.scale) == ("ja", "light", 1.5)
        assert again.where.seat == "p1"

    evening(play, monkeypatch)
