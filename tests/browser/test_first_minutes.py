"""From the scanned code to the first declaration, on a phone that knows nothing: how many taps it takes."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.first_minutes import GAMES, from_scan
from tests.hosted import Hosted
from tests.shares import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.soak]

MOST = {"scroll-trick": 3, "shinobi-school": 2, "giryaku": 3, "shinobazu": 6, "scorpion": 4}
"""Taps, the one on the seat among them. In Shinobazu every card of the hand is one."""


@pytest.mark.parametrize("game", list(GAMES) if SOAK else ["scorpion"])
def test_the_first_declaration_is_a_few_taps_from_the_scanned_code(host: Hosted, phone: NewPhone, game: str) -> None:
    begun = from_scan(host, phone, game)
    assert begun.declared, begun
    assert begun.taps <= MOST[game], begun
