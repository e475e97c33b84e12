"""A phone that is put away in the middle of a match, its cover open, and is taken up again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.browser.match import pad
from tests.browser.phones import BrowserPhone

ABOVE_DOCK = 680
"""Pixels from the top of the screen within which nothing is hidden by a dock of two lines."""


def nap(phone: BrowserPhone, name: str, waiting: Iterable[BrowserPhone] = ()) -> None:
    """Let a phone be locked while its seat's secret is open, and wake again: at its seat, by itself, and covered.

    Phones that wait for it say that it sleeps, and no more when it is back. On waking it shows nothing that only the
    open cover showed, and is sent nothing of it.
    """
    phone.bring(pad(phone), ABOVE_DOCK)  # a first game's explanation may have pushed it down
    before = lines(phone)
    phone.press(pad(phone))
    strip = phone.t("kit.strip_secret", who=name)
    phone.sees(strip)
    secret = lines(phone) - before
    assert secret
    phone.watch_cover()
    phone.hide()
    phone.covers_itself()
    assert phone.guarded()
    phone.lift()
    asleep = re.compile(re.escape(phone.t("table_screen.waiting_asleep", name=name)))
    for other in waiting:
        other.sees(asleep)
    told = len(phone.frames)
    phone.show()
    phone.unguarded()
    assert not (shown := lines(phone) & secret), shown
    phone.is_offered(pad(phone))
    for other in waiting:
        other.does_not_see(asleep)
    assert not (shown := lines(phone) & secret), shown
    assert not [frame for frame in phone.frames[told:] if strip.encode() in frame]


def lines(phone: BrowserPhone) -> set[str]:
    """Return everything that a phone's reader finds."""
    return set(phone.spoken().splitlines())
