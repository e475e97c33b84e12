"""What a phone shows of a secret, and for how long: as long as a finger holds it, and not a moment more."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from PIL import Image, ImageChops

from companion.phones.cover import KEPT_SECONDS
from tests.browser.conftest import NewPhone, also_other_engines
from tests.browser.match import Table, hand_of, keep_open, pad, script
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import Prepared, prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

DEALT = script(273, 3)[:3]
"""All three have entered their hands; the first seat is to lead."""
HAND = hand_of(DEALT[-1].after, "p1")
FACE = (0xB8, 0x32, 0x3A), (0x2F, 0x62, 0xC9)
"""The paper of red and of blue cards, which is nowhere else where cards are covered and nobody leads."""


@pytest.fixture(autouse=True)
def as_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close covers by themselves as soon as at a table: elsewhere in these tests phones may be slow."""
    monkeypatch.setenv("KEPT_SECONDS", str(KEPT_SECONDS))


@pytest.fixture
def match(host: Hosted) -> Prepared:
    """Prepare a match in which the first seat's hand is entered."""
    return prepare(host, DEALT)


def seated(match: Prepared, phone: NewPhone, **settings: object) -> tuple[BrowserPhone, Table]:
    """Return the first seat's phone with its hand covered."""
    mine = phone("Aki", storage=match.storage("p1", **settings), lively=True).open(match.address)
    table = Table({"p1": mine})
    table.check_covered_hand(mine, 3)
    return mine, table


def hand_on(picture: Image.Image) -> Image.Image:
    """Return the part of a screen where the hand lies."""
    return picture.crop((20, 425, 262, 540))


def is_open(picture: Image.Image) -> bool:
    """Tell whether a screen shows cards: the paper of a red or a blue one."""
    colours = {colour for _, colour in picture.getcolors(1 << 20)}
    return any(face in colours for face in FACE)


def is_closed(picture: Image.Image) -> bool:
    """Tell whether a screen shows no card."""
    return not is_open(picture)


def held(mine: BrowserPhone, table: Table) -> None:
    """Hold the pad until the hand lies open, for the reader and for the eye."""
    mine.press(pad(mine))
    table.check_open_hand(mine, HAND)
    mine.looks(is_open)
    mine.watch_cover()


def kept(mine: BrowserPhone, table: Table) -> None:
    """Hold the pad, slide up, and lift the finger: the hand stays open."""
    held(mine, table)
    keep_open(mine)
    table.check_open_hand(mine, HAND)


def covered(mine: BrowserPhone, table: Table) -> None:
    """Wait until the hand is covered, for the reader and for the eye, and nothing else lies over the screen."""
    table.check_covered_hand(mine, 3)
    mine.unguarded()
    mine.looks(is_closed)


@also_other_engines
def test_a_secret_is_covered_when_the_finger_goes_and_by_itself_where_it_was_kept_open(
    match: Prepared, phone: NewPhone
) -> None:
    # One phone is left open. It has all the time that the other takes.
    left, table = seated(match, phone)
    kept(left, table)

    mine, table = seated(match, phone)
    before = hand_on(mine.settled())

    def as_before(picture: Image.Image) -> bool:
        return ImageChops.difference(hand_on(picture), before).getbbox() is None

    assert is_closed(mine.picture())
    assert not mine.cards()
    held(mine, table)
    mine.lift()
    covered(mine, table)
    mine.looks(as_before)

    # A finger that slides off sideways covers too.
    held(mine, table)
    mine.slide(0, 70)
    mine.lift()
    covered(mine, table)
    mine.looks(as_before)

    # One that slides up keeps it open, until the pad is tapped.
    kept(mine, table)
    mine.tap(mine.t("kit.cover"))
    covered(mine, table)
    mine.looks(as_before)

    # A page that is loaded anew while the finger stays is covered, and was sent no card.
    held(mine, table)
    told = len(mine.frames)
    mine.reload()
    covered(mine, table)
    assert not mine.cards(told)
    mine.lift()
    covered(mine, table)

    covered(left, table)


@also_other_engines
def test_for_those_who_cannot_hold_a_tap_opens_and_a_tap_covers(match: Prepared, phone: NewPhone) -> None:
    mine, table = seated(match, phone, tap_to_open=True)
    mine.tap(pad(mine, tap=True))
    table.check_open_hand(mine, HAND)
    mine.looks(is_open)
    mine.tap(mine.t("kit.cover"))
    covered(mine, table)

    mine.tap(pad(mine, tap=True))
    table.check_open_hand(mine, HAND)
    mine.looks(is_open)
    mine.watch_cover()
    mine.hide()
    mine.covers_itself()
    mine.show()
    covered(mine, table)


Mishap = Callable[[BrowserPhone, Hosted], object]
MISHAPS: Mapping[str, tuple[Mishap, Mishap]] = {
    "put away": (lambda mine, _: mine.hide(), lambda mine, _: mine.show()),
    "not looked at": (lambda mine, _: mine.blur(), lambda mine, _: mine.focus()),
    "cut off": (lambda mine, _: mine.cut_off(), lambda mine, _: mine.back_on()),
    "left by its host": (lambda _, host: host.kill(), lambda _, host: host.start()),
}
"""What can happen to a phone while a secret lies open on it, and how it ends."""


@pytest.mark.parametrize("opens", [held, kept])
@also_other_engines
def test_a_secret_that_cannot_be_covered_by_its_host_is_covered_by_the_phone(
    opens: Callable[[BrowserPhone, Table], None], match: Prepared, phone: NewPhone
) -> None:
    mine, table = seated(match, phone)
    for mishap, (goes, comes) in MISHAPS.items():
        print(mishap)
        opens(mine, table)
        goes(mine, match.host)
        mine.covers_itself()
        mine.next_frame()
        mine.next_frame()  # an engine tells of the cover before it has drawn it
        assert is_closed(mine.picture())
        if opens is held:
            mine.lift()
        comes(mine, match.host)
        mine.unguarded()
        assert is_closed(mine.picture())
        covered(mine, table)

        # It is not lost for good: held again, it is open again.
        held(mine, table)
        mine.lift()
        covered(mine, table)
