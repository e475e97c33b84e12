"""What a phone shows of a secret, and for how long: as long as a finger holds it, and not a moment more."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image, ImageChops

from tests.browser.conftest import NewPhone
from tests.browser.match import Table, hand_of, pad, script
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import Prepared, prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

DEALT = script(273, 3)[:3]
"""All three have entered their hands; the first seat is to lead."""
HAND = hand_of(DEALT[-1].after, "p1")
FACE = (0xB8, 0x32, 0x3A), (0x2F, 0x62, 0xC9)
"""The paper of red and of blue cards, which is nowhere else where cards are covered and nobody leads."""


@pytest.fixture
def match(host: Hosted) -> Prepared:
    """Prepare a match in which the first seat's hand is entered."""
    return prepare(host, DEALT)


def seated(match: Prepared, phone: NewPhone, **settings: object) -> tuple[BrowserPhone, Table]:
    """Return the first seat's phone with its hand covered."""
    mine = phone("Aki", pocket=match.pocket("p1", **settings)).open(match.address)
    table = Table({"p1": mine})
    table.check_covered_hand(mine, 3)
    return mine, table


def hand_on(picture: Image.Image) -> Image.Image:
    """Return the part of a screen where the hand lies."""
    return picture.crop((20, 425, 262, 540))


def shows_cards(picture: Image.Image) -> bool:
    """Tell whether the hand's part of a screen has the paper of a red or a blue card in it."""
    colours = {colour for _, colour in hand_on(picture).getcolors(1 << 20)}
    return any(face in colours for face in FACE)


def same(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether two pictures are the same to the last pixel."""
    return ImageChops.difference(one, other).getbbox() is None


def held(mine: BrowserPhone, table: Table) -> None:
    """Hold the pad until the hand lies open, for the reader and for the eye."""
    mine.press(pad(mine))
    table.check_open_hand(mine, HAND)
    assert shows_cards(mine.settled())
    mine.watch_cover()


def test_a_secret_is_open_while_the_finger_stays_and_covered_when_it_goes(match: Prepared, phone: NewPhone) -> None:
    mine, table = seated(match, phone)
    before = mine.settled()
    assert not shows_cards(before)
    assert not mine.cards()
    held(mine, table)
    mine.lift()
    table.check_covered_hand(mine, 3)
    assert same(hand_on(mine.settled()), hand_on(before))

    # A finger that slides off sideways covers too.
    held(mine, table)
    mine.slide(0, 70)
    mine.lift()
    table.check_covered_hand(mine, 3)
    assert same(hand_on(mine.settled()), hand_on(before))

    # One that slides up keeps it open, until the pad is tapped.
    held(mine, table)
    mine.slide(0, -70)
    mine.is_offered(mine.t("kit.cover"))
    mine.lift()
    table.check_open_hand(mine, HAND)
    mine.tap(mine.t("kit.cover"))
    table.check_covered_hand(mine, 3)


def test_what_is_kept_open_covers_itself(match: Prepared, phone: NewPhone) -> None:
    mine, table = seated(match, phone)
    held(mine, table)
    mine.slide(0, -70)
    mine.is_offered(mine.t("kit.cover"))
    mine.lift()
    table.check_open_hand(mine, HAND)
    table.check_covered_hand(mine, 3)
    assert not shows_cards(mine.settled())


def test_for_those_who_cannot_hold_a_tap_opens_and_a_tap_covers(match: Prepared, phone: NewPhone) -> None:
    mine, table = seated(match, phone, tap_to_open=True)
    mine.tap(pad(mine, tap=True))
    table.check_open_hand(mine, HAND)
    assert shows_cards(mine.settled())
    mine.tap(mine.t("kit.cover"))
    table.check_covered_hand(mine, 3)

    mine.tap(pad(mine, tap=True))
    table.check_open_hand(mine, HAND)
    mine.watch_cover()
    mine.hide()
    mine.covers_itself()
    mine.show()
    table.check_covered_hand(mine, 3)
    mine.unguarded()


def put_away(mine: BrowserPhone, host: Hosted) -> None:
    mine.hide()


def take_up(mine: BrowserPhone, host: Hosted) -> None:
    mine.show()


def look_away(mine: BrowserPhone, host: Hosted) -> None:
    mine.blur()


def look_back(mine: BrowserPhone, host: Hosted) -> None:
    mine.focus()


def cut(mine: BrowserPhone, host: Hosted) -> None:
    mine.cut_off()


def mend(mine: BrowserPhone, host: Hosted) -> None:
    mine.back_on()


def pull_the_plug(mine: BrowserPhone, host: Hosted) -> None:
    host.kill()


def start_again(mine: BrowserPhone, host: Hosted) -> None:
    host.start()


Mishap = Callable[[BrowserPhone, Hosted], None]


@pytest.mark.parametrize("kept", [False, True], ids=["held", "kept"])
@pytest.mark.parametrize(
    ("goes", "comes"),
    [(put_away, take_up), (look_away, look_back), (cut, mend), (pull_the_plug, start_again)],
    ids=["hidden", "blurred", "cut off", "host killed"],
)
def test_a_secret_that_cannot_be_covered_by_its_host_is_covered_by_the_phone(
    goes: Mishap, comes: Mishap, kept: bool, match: Prepared, phone: NewPhone
) -> None:
    mine, table = seated(match, phone)
    held(mine, table)
    if kept:
        mine.slide(0, -70)
        mine.is_offered(mine.t("kit.cover"))
        mine.lift()
    goes(mine, match.host)
    mine.covers_itself()
    assert not shows_cards(mine.picture())
    if not kept:
        mine.lift()
    comes(mine, match.host)
    table.check_covered_hand(mine, 3)
    mine.unguarded()
    assert not shows_cards(mine.settled())

    # It is not lost for good: held again, it is open again.
    held(mine, table)
    mine.lift()
    table.check_covered_hand(mine, 3)


def test_a_reload_while_a_secret_is_held_comes_back_covered(match: Prepared, phone: NewPhone) -> None:
    mine, table = seated(match, phone)
    held(mine, table)
    told = len(mine.frames)
    mine.reload()
    table.check_covered_hand(mine, 3)
    assert not shows_cards(mine.settled())
    assert not mine.cards(told)
    mine.lift()
    table.check_covered_hand(mine, 3)
