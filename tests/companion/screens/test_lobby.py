"""The lobby: who sits where, and what each phone may do about it."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from typing import Any

import flet as ft
import pytest
import zxingcpp
from PIL import Image

from companion.contract.snapshot import Address
from companion.screens.lobby import seat_rows
from companion.screens.lobby_sheets import addresses_sheet, leave_sheet, name_sheet, pin_sheet, typed_address
from tests.companion.screens.stage import EN, Shown, shown, type_into
from tests.shots.scenes import Still
from tests.shots.scenes_shell import ADDRESSES, lobby

FREE = ("here", "here", "asleep", "free")


def guest(*presences: str, **changes: Any) -> Any:
    """Return a guest's lobby."""
    return lobby("en", *presences, role="guest", host=False, mine=(), **changes)


def test_one_code_with_the_address_large_and_the_others_a_tap_away() -> None:
    screen, _ = shown(lobby("en", *FREE))
    assert "192.168.1.23:8550" in screen.words
    assert "10.42.0.1" not in screen.words
    assert "QR code of 192.168.1.23:8550" in screen.names
    screen.tap("No page opens? 2 others")
    assert "karesansui.local:8550" in screen.words


def scanned(sheet: Shown) -> str:
    """Return what a phone's camera reads from the one code that is shown."""
    (picture,) = [str(each.src) for each in sheet.tree if isinstance(each, ft.Image)]
    image = Image.open(BytesIO(b64decode(picture.partition(",")[2])))
    (found,) = zxingcpp.read_barcodes(image)
    return str(found.text)


def test_each_address_brings_its_own_code() -> None:
    sheet = Shown(lambda: addresses_sheet(EN, ADDRESSES, Still().dismiss))
    assert scanned(sheet) == ADDRESSES[1].url
    sheet.tap("Address 3, karesansui.local:8550")
    assert scanned(sheet) == ADDRESSES[2].url


def test_a_single_address_promises_no_others() -> None:
    screen, _ = shown(replace(lobby("en", *FREE), addresses=ADDRESSES[:1]))
    assert "No page opens?" not in screen.words


def test_what_is_typed_leaves_the_match_out_because_home_lists_it() -> None:
    assert typed_address(Address("https://x.example/m/abc", "x.example/m/abc")) == "x.example"


def test_seats_say_who_is_there_and_how() -> None:
    names = shown(lobby("en", "here", "gone", "asleep", "free"))[0].names
    assert "Aki, this phone, here" in names
    assert "Ben, phone lost 14 min ago" in names
    assert "Chie, asleep 2 min, comes back by itself" in names
    assert "Dai, Free seat" in names


def test_a_free_seat_is_taken_with_one_tap() -> None:
    screen, actions = shown(guest(*FREE))
    screen.tap("Sit here as Dai")
    assert actions.told == [("sit", ("p4",), {})]


def test_a_guest_frees_nobody() -> None:
    screen, _ = shown(guest("here", "gone", "free"))
    screen.tap(EN.t("app.lobby.change"))
    assert "Free" not in screen.names


def test_a_lost_phones_seat_is_freed_with_two_taps() -> None:
    screen, actions = shown(lobby("en", "here", "gone", "here"))
    screen.tap("Free")
    assert actions.told == []
    assert "Its phone loses it." in screen.words
    screen.tap("Tap again")
    assert actions.told == [("free", ("p2",), {})]


def test_others_are_freed_and_my_seat_left_only_while_seats_are_changed() -> None:
    screen, actions = shown(lobby("en", "here", "here", "here"))
    assert "Free" not in screen.names
    screen.tap(EN.t("app.lobby.change"))
    screen.tap("Leave the seat of Aki")
    assert actions.told == [("leave", ("p1",), {})]
    assert screen.names.count("Free") == 2


def test_the_host_starts_when_everybody_is_here() -> None:
    screen, actions = shown(lobby("en", "here", "here", "asleep"))
    screen.tap("Start")
    assert actions.told == [("start", (), {})]


def test_the_host_waits_for_free_seats_or_plays_without_one() -> None:
    screen, actions = shown(lobby("en", *FREE))
    assert "Dai scans the code. Then start." in screen.words
    with pytest.raises(LookupError):
        screen.tap("Start")
    screen.tap("Play without Dai")
    assert actions.told == [("play_without", ("p4",), {})]


def test_all_seats_that_may_be_left_out_are_named() -> None:
    screen, actions = shown(lobby("en", "here", "here", "here", "free", "free", long=True))
    (label,) = {name for name in screen.names if name.startswith("Play without")}
    screen.tap(label)
    assert [told for told, _, _ in actions.told] == ["play_without", "play_without"]
    assert " and " in label


def test_three_players_are_the_fewest() -> None:
    assert not [n for n in shown(lobby("en", "here", "here", "free"))[0].names if n.startswith("Play without")]


def test_only_the_host_is_offered_to_start() -> None:
    screen, _ = shown(lobby("en", "here", "here", "here", host=False, mine=(1,)))
    with pytest.raises(LookupError):
        screen.tap("Start")
    assert "You sit as Ben. The host starts the match." in screen.words


def test_one_phone_takes_all_free_seats() -> None:
    screen, actions = shown(lobby("en", "here", "free", "free"))
    screen.tap(next(n for n in screen.names if n.startswith("Use this phone for all")))
    assert actions.told == [("sit_everywhere", (), {})]


def test_a_phone_without_a_seat_becomes_the_table_display() -> None:
    screen, actions = shown(guest(*FREE))
    screen.tap(EN.t("app.lobby.watch"))
    assert actions.told == [("watch", (), {})]
    assert "Use as table display" not in shown(lobby("en", *FREE))[0].words


def test_the_game_masters_place_is_taken_by_whoever_has_no_seat() -> None:
    screen, actions = shown(guest(*FREE, gm=True))
    screen.tap("Take it")
    assert actions.told == [("be_game_master", (), {})]
    assert "Take it" not in shown(lobby("en", *FREE, gm=True))[0].names


def test_the_table_is_closed_with_two_taps_by_its_host_alone() -> None:
    screen, actions = shown(lobby("en", *FREE))
    screen.tap(next(n for n in screen.names if n.startswith("Close this table")))
    assert actions.told == []
    screen.tap(next(n for n in screen.names if n.startswith("Tap again")))
    assert actions.told == [("close_match", (), {})]
    assert "Close this table" not in shown(guest(*FREE))[0].words


def test_a_second_tap_on_something_else_closes_nothing() -> None:
    screen, actions = shown(lobby("en", "here", "gone", "free"))
    screen.tap("Free")
    screen.tap(next(n for n in screen.names if n.startswith("Close this table")))
    assert actions.told == []


def test_a_latecomer_chooses_a_seat_of_a_running_match_and_learns_how_one_is_freed() -> None:
    screen, actions = shown(guest(*FREE, status="running"))
    assert "This match is running" in screen.words
    assert EN.t("app.lobby.how_free") in screen.words
    screen.tap("Sit here")
    assert actions.told == [("sit", ("p4",), {})]


def test_whoever_plays_looks_at_the_code_and_goes_back_to_the_table() -> None:
    screen, actions = shown(lobby("en", *FREE, host=False, status="running"))
    assert "QR code of 192.168.1.23:8550" in screen.names
    screen.tap(EN.t("app.lobby.to_table"))
    assert actions.told == [("go", ("play",), {})]


def test_a_latecomer_without_a_free_seat_is_told_whom_to_ask() -> None:
    assert "Every seat is taken." in shown(guest("here", "gone", "here", status="running"))[0].words


def test_a_pin_is_set_by_its_digits_and_none_of_them_is_in_the_tree() -> None:
    actions = Still()
    sheet = Shown(lambda: pin_sheet(EN, "p1", "Aki", False, actions.sharing.set_pin, actions.pages.dismiss))
    for digit in "4711":
        sheet.tap(f"Digit {digit}")
    assert "4711" not in sheet.words
    assert "4 digits entered" in sheet.names
    sheet.tap(EN.t("app.lobby.pin_keep"))
    assert actions.told == [("set_pin", ("p1", "4711"), {}), ("dismiss", (), {})]


def enter(sheet: Shown, digits: str) -> None:
    """Tap digits."""
    for digit in digits:
        sheet.tap(f"Digit {digit}")


def test_a_pin_has_four_to_eight_digits() -> None:
    actions = Still()
    sheet = Shown(lambda: pin_sheet(EN, "p1", "Aki", False, actions.sharing.set_pin, actions.pages.dismiss))
    enter(sheet, "123")
    with pytest.raises(LookupError):
        sheet.tap(EN.t("app.lobby.pin_keep"))
    enter(sheet, "4567890")
    assert "8 digits entered" in sheet.names
    sheet.tap(EN.t("app.curtain.delete"))
    assert "7 digits entered" in sheet.names
    sheet.tap(EN.t("app.lobby.pin_keep"))
    assert actions.told[0] == ("set_pin", ("p1", "1234567"), {})


def test_a_pin_is_changed_and_dropped_by_the_one_that_is_set() -> None:
    actions = Still()
    sheet = Shown(lambda: pin_sheet(EN, "p1", "Aki", True, actions.sharing.set_pin, actions.pages.dismiss))
    assert EN.t("app.pin_forgotten", name="Aki") in sheet.words
    for button in ("pin_keep", "pin_change", "pin_drop"):
        with pytest.raises(LookupError):
            sheet.tap(EN.t(f"app.lobby.{button}"))
    enter(sheet, "4711")
    sheet.tap(EN.t("app.lobby.pin_change"))
    enter(sheet, "0815")
    sheet.tap(EN.t("app.lobby.pin_keep"))
    assert actions.told == [("set_pin", ("p1", "0815", "4711"), {}), ("dismiss", (), {})]

    actions = Still()
    sheet = Shown(lambda: pin_sheet(EN, "p1", "Aki", True, actions.sharing.set_pin, actions.pages.dismiss))
    enter(sheet, "4711")
    sheet.tap(EN.t("app.lobby.pin_drop"))
    assert actions.told == [("set_pin", ("p1", "", "4711"), {}), ("dismiss", (), {})]


def with_pin(snap: Any) -> Any:
    """Return a lobby in which Aki's seat, which is this phone's, has a PIN."""
    seats = tuple(replace(s, pin=s.seat == "p1") for s in snap.match.seats)
    return replace(snap, match=replace(snap.match, seats=seats))


def test_a_seat_that_has_a_pin_is_left_by_its_pin() -> None:
    screen, actions = shown(with_pin(lobby("en", "here", "here", "here", host=False)))
    screen.tap(EN.t("app.lobby.change"))
    screen.tap("Leave the seat of Aki")
    assert actions.told == []
    assert EN.t("app.pin_forgotten", name="Aki") in screen.words
    assert EN.t("app.lobby.free_without") not in screen.names

    sheet = Shown(lambda: leave_sheet(EN, "p1", "Aki", actions.lobby.leave, None, actions.pages.dismiss))
    with pytest.raises(LookupError):
        sheet.tap(EN.t("app.lobby.leave_with"))
    enter(sheet, "4711")
    sheet.tap(EN.t("app.lobby.leave_with"))
    assert actions.told == [("leave", ("p1", "4711"), {}), ("dismiss", (), {})]


def test_the_host_may_free_a_seat_whose_pin_is_forgotten_and_is_told_what_that_does() -> None:
    screen, actions = shown(with_pin(lobby("en", "here", "here", "here")))
    screen.tap(EN.t("app.lobby.change"))
    screen.tap("Leave the seat of Aki")
    assert EN.t("app.pin_forgotten_host", name="Aki") in screen.words
    assert EN.t("app.lobby.free_without") in screen.names

    lobby_acts = actions.lobby
    sheet = Shown(lambda: leave_sheet(EN, "p1", "Aki", lobby_acts.leave, lobby_acts.free, actions.pages.dismiss))
    sheet.tap(EN.t("app.lobby.free_without"))
    assert actions.told == []
    sheet.tap("Tap again")
    assert actions.told == [("free", ("p1",), {}), ("dismiss", (), {})]


def test_a_seat_is_renamed_before_the_match_begins() -> None:
    actions = Still()
    sheet = Shown(lambda: name_sheet(EN, "p2", "Player 2", actions.lobby.rename, actions.pages.dismiss))
    type_into(sheet.tree, "Ben")
    sheet.again()
    sheet.tap(EN.t("app.lobby.name_keep"))
    assert actions.told == [("rename", ("p2", "Ben"), {}), ("dismiss", (), {})]


def test_a_guest_renames_nobody() -> None:
    assert "Names" not in shown(guest(*FREE))[0].words


def test_a_message_lies_over_a_sheet_that_is_open() -> None:
    screen, _ = shown(replace(lobby("en", *FREE), notice="app.seat_taken"))
    assert "Somebody has just taken this seat." in screen.words


def test_five_long_names_are_all_there() -> None:
    screen, _ = shown(lobby("en", "here", "free", "gone", "free", "asleep", long=True))
    assert any("Bartholomew Featherstonehaugh the Third" in name for name in screen.names)


def test_seats_with_roles_say_them_in_the_lobby() -> None:
    snap = lobby("en", "here", "free", "here")
    assert snap.match is not None
    match = replace(snap.match, game="scorpion", options={})
    rows = seat_rows(EN, snap, Still(), match, True, "", lambda: None, lambda: None)
    assert [row.words.partition(".")[0] for row in rows] == ["Guards", "Ninja", "Traitor"]
