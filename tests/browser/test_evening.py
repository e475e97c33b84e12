"""An evening: scan, sit, and play a whole match to its end, whatever happens to phones and host meanwhile."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Sequence
from urllib.parse import urlsplit

import pytest

from referee import shinobazu
from referee.core.values import PUBLIC
from tests.browser.conftest import NewPhone, mixed_engines
from tests.browser.match import NAMES, Step, Table, hand_of, journal_of, kinds, open_table, pad, short, sit
from tests.browser.phones import BrowserPhone
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

WANTED = {"push", "pass", "fight", "duel_challenge", "accept", "refuse"}


def whole(steps: Sequence[Step]) -> bool:
    """Tell whether a match has a second deal, pushes, passes, a duel and a refused duel, and is short all the same."""
    view = shinobazu.view(steps[-1].after, PUBLIC)
    return view.phase == "ended" and view.set == 2 and len(steps) < 46 and kinds(steps) >= WANTED


def reachable(scanned: str) -> str:
    """Return what a phone opens: exactly what it scanned.

    Where a sandbox forbids a machine to call its own network address, the same path on 127.0.0.1 stands for it.
    """
    try:
        with urllib.request.urlopen(scanned, timeout=10):
            return scanned
    except (urllib.error.URLError, OSError):
        parts = urlsplit(scanned)
        return parts._replace(netloc=f"127.0.0.1:{parts.port}").geturl()


@mixed_engines
def test_three_phones_scan_sit_and_play_to_a_winner_through_every_mishap(host: Hosted, phone: NewPhone) -> None:
    steps = short(3, whole, seed=273)
    laptop = phone("laptop").open(host.address)
    code = open_table(laptop).rpartition("/")[2]
    scanned = laptop.scan()
    assert urlsplit(scanned).path == f"/m/{code}"
    seats: dict[str, BrowserPhone] = {}
    for number, name in enumerate(NAMES[:3], 1):
        seats[f"p{number}"] = phone(name).open(reachable(scanned))
        sit(seats[f"p{number}"], name)
    laptop.tap(laptop.t("app.lobby.start"))
    table = Table(seats)

    first, *rest = rounds(steps)
    table.play(first[:-1])
    table.meet(first[-1].before)
    table.looks = False  # from here on cards are chosen unseen, by their places

    # One phone loses its network while the round is closed by somebody else, and comes back by itself.
    away, closing = seats["p2"], first[-1]
    away.cut_off()
    others = [each for seat, each in seats.items() if seat != "p2"]
    for other in others:
        other.sees(re.compile(re.escape(other.t("table_screen.here", n=2, of=3))))
    table.make(Step(closing.before, "p1", closing.move, closing.after))
    away.disconnected()
    away.back_on()
    away.connected()
    for other in others:
        other.does_not_see(re.compile(re.escape(other.t("table_screen.here", n=2, of=3))))

    # One phone is reloaded in mid-round and is at its seat again without a tap.
    second, third, *others_sets = rest
    table.play(second[:1])
    seats["p1"].reload()
    table.play(second[1:-1])
    table.meet(second[-1].before)
    table.play(second[-1:])

    # The plug is pulled in mid-turn. All go on where they were, without a tap.
    table.play(third[:1])
    table.is_asked(third[1])
    host.kill()
    for each in seats.values():
        each.disconnected()
    host.start()
    for each in seats.values():
        each.connected()
    table.play(third[1:])

    # A page is hidden while a hand lies open: nobody sees it, and it is covered when the page is shown again.
    deal, *last = others_sets
    dealt = [step for step in deal if step.move["type"] == "enter_hand"]
    table.play(dealt)
    shy = seats["p1"]
    shy.press(pad(shy))
    table.check_open_hand(shy, hand_of(dealt[-1].after, "p1"))
    shy.hide()
    assert shy.guarded()
    shy.lift()
    shy.show()
    table.check_covered_hand(shy, 3)
    shy.unguarded()
    table.play(deal[len(dealt) :])
    for each_round in last:
        table.play(each_round)

    # The winner on every phone is the referee's, judged anew from what the database holds.
    for each in (*seats.values(), laptop):
        each.sees(each.t("kit.strip_ended"))
    match = journal_of(host, code)
    assert match.number == len(steps)
    assert match.result == shinobazu.result(steps[-1].after) is not None
    winners = [NAMES[int(seat[1:]) - 1] for seat in match.result.winners]
    for each in (*seats.values(), laptop):
        each.sees(re.compile("|".join(re.escape(f"{winner} ") for winner in winners)))
        assert all(winner in each.spoken() for winner in winners)


def rounds(steps: Sequence[Step]) -> list[list[Step]]:
    """Take a match apart into its rounds; each ends with the move that closes it."""
    found: list[list[Step]] = [[]]
    for step in steps:
        found[-1].append(step)
        if step.move["type"] == "end_round":
            found.append([])
    return [each for each in found if each]
