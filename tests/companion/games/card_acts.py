"""What people do most at the card games' tables, tapped out on the screens of their phones; each returns its taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.contract.snapshot import Snapshot
from tests.companion.games.giryaku import tables as giryaku
from tests.companion.games.giryaku.thumbs import Thumb
from tests.companion.games.scroll_trick.tables import begun
from tests.companion.games.scroll_trick.thumbs import CALM, Taps, Thumbs, next_of
from tests.companion.games.shinobazu import tables as shinobazu
from tests.companion.games.shinobi_school import tables as shinobi_school
from tests.companion.screens.stage import EN, shown

Acts = Mapping[str, Callable[[], int]]


def tapped(snap: Snapshot, names: list[str], move: str) -> int:
    """Tap these names on a phone, after which it has declared a move of that type; return how many there are."""
    screen, actions = shown(snap)
    for name in names:
        assert not any(verb == "declare" for verb, _, _ in actions.told), names
        screen.tap(name)
    assert [args[0]["type"] for verb, args, _ in actions.told if verb == "declare"] == [move]
    return len(names)


def lead() -> int:
    table = shinobazu.second_round(shinobazu.entered(shinobazu.begun()))
    return tapped(table.snap("p3"), ["card 2, covered", "Red"], "lead")


def lay() -> int:
    return tapped(shinobazu.my_turn().snap(), ["card 1, covered", "Fight"], "lay")


def push() -> int:
    return tapped(shinobazu.my_turn().snap(), ["card 2, covered", "Ben", "Push card 2 on Ben"], "lay")


def lay_a_set() -> int:
    return tapped(shinobi_school.my_turn().snap(), ["1", "Place 1 at the top"], "place")


def collect() -> int:
    names = ["Heaven", "Collect", "Take 1 into heaven"]
    return tapped(shinobi_school.my_turn(acted=False).snap(), names, "collect")


def place() -> int:
    table = giryaku.midgame()
    return thumbed(Thumb(table, "p1"), {"type": "place", "card": table.view.seats[0].board[0].card or "S", "col": 1})


def thumbed(thumb: Thumb, move: Mapping[str, object]) -> int:
    """Make a declaration by thumb; return its taps."""
    taps, tap, main = [0], thumb.tap, thumb.main

    def counted(name: str) -> None:
        taps[0] += 1
        tap(name)

    def filled() -> None:
        taps[0] += 1
        main()

    thumb.tap, thumb.main = counted, filled  # type: ignore[method-assign]
    thumb.make(move)
    return taps[0]


def lay_into_a_trick() -> int:
    """Return the taps with which a card is laid into a trick."""
    table = begun()
    players = Thumbs(1, [seat.seat for seat in table.match.seats], CALM)
    while (turn := next_of(table, players)) is not None:
        seat, prompt, move = turn
        names = Taps(EN).of(table.view, prompt, move, players.table.scrolls)
        if move["type"] == "play_card":
            return tapped(table.snap(seat), names, "play_card")
        table = table.says(seat, **{("type_" if key == "type" else key): value for key, value in move.items()})
    raise AssertionError("nobody lays a card")


ACTS: Mapping[str, Acts] = {
    "scroll_trick": {"lay a card": lay_into_a_trick},
    "shinobi_school": {"place a set": lay_a_set, "collect a card": collect},
    "giryaku": {"place a card": place},
    "shinobazu": {"lead": lead, "lay a card and fight": lay, "push a card": push},
}
