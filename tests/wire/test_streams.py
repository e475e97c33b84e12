"""What every other phone is sent while matches are played, recorded at the wire and searched for cards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

import flet as ft
import pytest
from flet.controls.context import _context_page

from companion.flet_runtime.templates import filled
from companion.phones import page
from companion.tables.keys import ProcessRight
from companion.tables.table import Table
from referee.core.journal import Declare
from referee.core.values import PUBLIC
from tests.players import giryaku, scroll_trick, shinobazu, shinobi_school
from tests.players.people import seated
from tests.players.shinobazu import CROOKED, HONEST, OPEN
from tests.shares import count, parts
from tests.wire.cards import drawn, named, shown
from tests.wire.hall import Hall, hall
from tests.wire.listening import Leak, Listener, Plain, listened_to

PART = 12
"""Declarations of a match that is played in part."""
PLAYED: dict[str, tuple[Callable[[int, int], Any], Callable[..., Any]]] = {
    "shinobazu": (lambda seed, count: shinobazu.play(seed, count, habits=OPEN), shinobazu.twin),
    "giryaku": (lambda seed, _: giryaku.play(seed), giryaku.twin),
    "scroll-trick": (lambda seed, count: scroll_trick.play(seed, count), scroll_trick.twin),
    "shinobi-school": (lambda seed, count: shinobi_school.play(seed, count), shinobi_school.twin),
}
"""How a match of each game is played, and its twin made."""
WHOLE = 16
"""Of how many matches one is played to its end."""


async def watching(
    room: Hall, table: Table, keys: dict[str, str], seats: tuple[str, ...], guest: bool = True
) -> list[Listener]:
    """Connect phones to a match: some seats', the table's display and perhaps a guest's."""
    found = [Listener(seat, await room.phone(table, {seat: keys[seat]}), seat) for seat in seats]
    found.append(Listener("the display", await room.phone(table, display=True)))
    if guest:
        found.append(Listener("a guest", await room.phone(table)))
    return found


async def leave(room: Hall, listeners: list[Listener]) -> None:
    """Close the phones' tabs."""
    for listener in listeners:
        await listener.phone.close()
        room.phones.remove(listener.phone)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("WIRE_MATCHES", 10), ids=str)
def test_in_random_matches_no_phone_is_sent_an_unrevealed_card(seeds: range) -> None:
    async def evening() -> tuple[int, int]:
        declared = looks = 0
        async with hall() as room:
            for seed in seeds:
                table, keys = await room.begun(3 + seed % 3)
                seats = tuple(table.players[i].seat for i in Random(seed).sample(range(len(table.players)), 1))
                listeners = await watching(room, table, keys, seats, guest=seed % 5 == 0)
                most = PART if seed % WHOLE else 1000
                declared += await listened_to(room, seed, len(table.players), listeners, table, most, _habits(seed))
                looks += sum(listener.looks for listener in listeners)
                await leave(room, listeners)
        return declared, looks

    declared, looks = asyncio.run(evening())
    assert declared > len(seeds) * PART * 0.9
    assert looks, "nobody looked at a hand"


def _habits(seed: int) -> Any:
    return (OPEN, HONEST, CROOKED)[seed % 3]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("WIRE_PAIRS")))
def test_twin_matches_are_sent_to_whoever_may_not_know_the_difference_as_the_same_bytes(seed: int) -> None:
    one, other = streams_of_twins(seed)
    assert one == other


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("WIRE_OTHER_PAIRS")))
@pytest.mark.parametrize("game", ["giryaku", "scroll-trick", "shinobi-school"])
def test_what_somebody_declares_in_secret_changes_neither_the_frames_of_others_nor_their_number(
    game: str, seed: int
) -> None:
    one, other = streams_of_twins(seed, game)
    assert one == other


Streams = dict[str, list[list[bytes]]]


def streams_of_twins(seed: int, game: str = "shinobazu") -> tuple[Streams, Streams]:
    """Return what a seat's phone, the display and a guest were sent in a match and in its twin, step by step.

    At last each opens the log, and takes the running match away as a file.
    """
    _load_controls()
    count, chance = 2 if game == "giryaku" else 3 + seed % 3, Random(seed)
    moves, other, viewer = _twins(game, seed, count, chance)

    async def told(declared: Any) -> Streams:
        async with hall() as room:
            table, keys = await room.begun(count, game=game)
            listeners = await watching(room, table, keys, (viewer,))
            for phone in room.sessions:  # the display says aloud all that it may, and the others would if they could
                phone.prefer(voice="all", announce="all", aloud=True)
            await room.quiet()
            plain = {
                listener.name: Plain(table.code, room.address.split("/")[2], *keys.values()) for listener in listeners
            }
            streams: Streams = {listener.name: [] for listener in listeners}
            for seat, move in [("", None), *declared]:
                if move is not None:
                    assert (await table.act(ProcessRight(seat), Declare(seat=seat, move=move))).upheld
                    await room.quiet()
                for listener in listeners:
                    frames = [plain[listener.name].frame(frame) for frame in listener.fresh()]
                    streams[listener.name].append(frames)
            for phone in room.sessions:
                phone.actions.pages.go("log")
                _context_page.set(phone.page)
                phone.actions.match.export()
            await room.quiet()
            for listener in listeners:
                await listener.phone.wait_for(lambda files=listener.phone.files: bool(files), "the file")
                streams[listener.name].append([plain[listener.name].frame(frame) for frame in listener.fresh()])
            return streams

    return asyncio.run(told(moves)), asyncio.run(told(other))


@cache
def _load_controls() -> None:
    """Load every control of Flet's, as a host has after a while those that it shows.

    One that is loaded by being shown has its properties in another order that first time, which one of two twins
    would have and the other not.
    """
    for name in ft.__all__:
        getattr(ft, name)


def _twins(game: str, seed: int, count: int, chance: Random) -> tuple[Any, Any, str]:
    """Return the beginning of a match, its twin, and the seat that may not know the difference."""
    seats, viewer = seated(count), f"p{chance.randrange(count) + 1}"
    play, twin = PLAYED[game]
    for attempt in range(200):
        moves = play(seed * 1000 + attempt, count)
        prefix = moves[: chance.randrange(6, min(40, len(moves)))]
        # Neither the viewer's phone nor the display may know: what differs is unknown to both.
        other = twin(prefix, viewer, chance, options={"depth": "plays"}, seats=seats)
        if other is not None and other != prefix:
            return prefix, other, viewer
    raise AssertionError("no twins were found")


# The search itself, proven on screens that leak

Spoil = Callable[[str, ft.Control], ft.Control]


def invisible(card: str, screen: ft.Control) -> ft.Control:
    """A text that is not shown."""
    return ft.Stack([screen, ft.Text(card, visible=False)])


def spoken(card: str, screen: ft.Control) -> ft.Control:
    """A name for a screen reader, in Japanese."""
    colour, value = card.split()
    kanji = {"black": "黒", "red": "赤", "blue": "青"}[colour]
    return ft.Semantics(label=f"{kanji}の{value.replace('-', '−')}", content=screen)


def painted(card: str, screen: ft.Control) -> ft.Control:
    """A face that is drawn, fully transparent."""
    colour, value = card.split()
    paper = {"black": "#23201C", "red": "#B8323A", "blue": "#2F62C9"}[colour]
    figure = ft.canvas.Text(5, 5, value.replace("-", "−"))
    face = ft.Container(ft.canvas.Canvas([figure], width=20, height=20), bgcolor=paper, opacity=0)
    return ft.Stack([screen, face])


def keyed(card: str, screen: ft.Control) -> ft.Control:
    """The name of a control in the tree."""
    return ft.Container(screen, key=f"card-{card.replace(' ', '-')}")


def sized(card: str, screen: ft.Control) -> ft.Control:
    """No word at all: a width that depends on the card."""
    return ft.Stack([screen, ft.Container(width=sum(card.encode()) / 7, height=1)])


@contextmanager
def spoilt(how: Spoil) -> Iterator[None]:
    """Let every phone's screen leak a card of a hand that is not its own."""
    honest = page.render

    def leaky(look: Any, snap: Any, actions: Any) -> Any:
        screen = honest(look, snap, actions)
        table = actions.match._phone.table
        if table is None or table.match is None or table.match.result is not None:
            return screen
        hands = [p.hand for p in table.match.view("gm").private if p.hand and p.seat not in snap.my_seats]
        return filled(how, (hands[-1][-1],), screen) if hands else screen

    page.render = leaky
    try:
        yield
    finally:
        page.render = honest


@pytest.mark.parametrize("how", [invisible, spoken, painted, keyed])
def test_the_search_finds_a_leak_however_it_is_hidden(how: Spoil) -> None:
    with spoilt(how), pytest.raises(Leak):
        test_in_random_matches_no_phone_is_sent_an_unrevealed_card(range(10))


def test_the_twins_find_a_leak_that_has_no_words() -> None:
    found = 0
    for seed in range(3):
        with spoilt(sized):
            moves, other = streams_of_twins(seed)
        found += moves != other
    assert found


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("red 5", {"red 5"}),
        ("Card 1: Black −3. Covered.", {"black -3"}),
        ("blue_4 and black-2", {"blue 4", "black 2"}),
        ("赤の5と黒の−3", {"red 5", "black -3"}),
        ("Red leads. 5 points. red 3", set()),
        ("the red 51 and a blued 4", set()),
    ],
)
def test_cards_are_found_in_words(text: str, cards: set[str]) -> None:
    assert set(named(text)) == cards


def test_cards_are_found_as_they_are_drawn() -> None:
    face = {"_c": "Container", "bgcolor": "#B8323A,0.5", "content": {"shapes": [{"value": "−3"}, {"value": "9"}]}}
    assert set(drawn(face)) == {"red -3"}
    assert shown([2, {"id": 4, "patch": [[0], [0, 0, "content", face]]}]) == {"red -3"}
    assert shown({"bgcolor": "#FFFFFF", "content": {"value": "4"}}) == set()
    assert PUBLIC == "public"
