"""Phones that are watched while matches go on: nothing they are sent may hold a card that they may not know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgpack

from companion.tables.table import Table
from referee.core.values import PUBLIC
from tests.players.people import Said
from tests.players.shinobazu import DECK, OPEN, Habits, Players
from tests.wire.cards import shown
from tests.wire.hall import Hall
from tests.wire.people import PAD
from tests.wire.phone import INVOKE, REGISTER, Phone, decode

OPEN_MARK = "◉"
"""What a title begins with while a secret is held or kept open."""


@dataclass
class Leak(Exception):
    """A card that reached a phone too early."""

    phone: str
    cards: set[str]
    where: str

    def __str__(self) -> str:
        return f"{self.phone} was sent {sorted(self.cards)} {self.where}"


@dataclass
class Listener:
    """One watched phone. `viewer` is whose eyes it may have while its cover is open."""

    name: str
    phone: Phone
    viewer: str = PUBLIC
    heard: int = 0
    looks: int = 0
    """How often its owner opened or closed the cover."""

    @property
    def open(self) -> bool:
        """Whether this phone's cover is open; the page's title tells the browser's guard."""
        return str(self.phone.mirror.page.get("title")).startswith(OPEN_MARK)

    def fresh(self) -> Iterator[list[Any]]:
        """Yield the frames that came since the last time."""
        new = self.phone.received[self.heard :]
        self.heard += len(new)
        for _, frame in new:
            yield decode(frame)

    def check(self, allowed: set[str], own: set[str], *, was_open: bool, tree: bool) -> None:
        """Raise `Leak` if a fresh frame, or the tree as it is now, holds a card that is not allowed.

        `own` are allowed too while the cover is or was open.
        """
        for frame in self.fresh():
            if cards := self._unallowed(frame, allowed, own, was_open or self.open):
                raise Leak(self.name, cards, f"in {frame!r:.300}")
        if tree and (cards := self._unallowed(self.phone.mirror.page, allowed, own, self.open)):
            raise Leak(self.name, cards, "and has them in its tree")
        assert not self.phone.faults, self.phone.faults
        assert not self.phone.crashes, self.phone.crashes

    def _unallowed(self, value: Any, allowed: set[str], own: set[str], is_open: bool) -> set[str]:
        found = shown(value)
        # An open cover may show the picker that a hand is entered with: all fifteen cards, which says nothing.
        return (set() if found == set(DECK) else found - allowed - own) if is_open else found - allowed


def public_cards(table: Table) -> set[str]:
    """Return the cards that lie open or that everybody knows to have been shown in this set."""
    assert table.match is not None
    return shown(table.match.view(PUBLIC).model_dump(mode="json"))


def own_cards(table: Table, viewer: str) -> set[str]:
    """Return the cards that a seat has told the app of in this set: its hand and what it laid face down."""
    assert table.match is not None
    if viewer == PUBLIC:
        return set()
    view = table.match.view(viewer).model_dump(mode="json")
    return {card for private in view["private"] for card in shown(private)}


def lying_open(table: Table) -> set[str]:
    """Return the cards that the public view says lie open, were discarded openly or returned to a hand."""
    assert table.match is not None
    view = table.match.view(PUBLIC).model_dump(mode="json")
    return shown([view["discards"], [[seat["front"], seat["returned"]] for seat in view["seats"]]])


def still_hidden(table: Table, players: Players) -> set[str]:
    """Return the cards that nobody has shown in this set, known from the physical table: in hands and face down."""
    assert table.match is not None
    view = table.match.view(PUBLIC)
    returned = {card for seat in view.seats for card in seat.returned}
    face_down = {seat.seat for seat in view.seats if any(c.card is None and not c.carried for c in seat.front)}
    now = {laid.to: laid.card for laid in players.history if (laid.set, laid.round) == (view.set, view.round)}
    hands = {card for hand in players.hands.values() for card in hand} if players.set == view.set else set()
    return (hands - returned) | {card for to, card in now.items() if to in face_down}


def next_said(players: Players, table: Table) -> Said | None:
    """Ask the players what is declared next."""
    match = table.match
    assert match is not None
    prompts = [prompt.model_dump(mode="json") for prompt in match.prompts(PUBLIC)]
    return players.next(match.view(PUBLIC).model_dump(mode="json"), prompts)


async def listened_to(
    hall: Hall, seed: int, count: int, listeners: Sequence[Listener], table: Table, most: int, habits: Habits = OPEN
) -> int:
    """Play a match at the table while the listeners' streams are searched. Returns the number of declarations.

    Some listeners open and close their covers as they like. Nothing is searched any more once the match has
    ended and everything is open.
    """
    chance = Random(seed)
    players = Players(seed, [seat.seat for seat in table.players], habits)
    made = 0
    before = public_cards(table)
    while made < most and (said := next_said(players, table)) is not None:
        was_open = {listener.name: listener.open for listener in listeners}
        ruling = await hall.declare(table, *said)
        assert ruling.upheld, (said, ruling)
        made += 1
        assert table.match is not None
        if table.match.result is not None:
            for listener in listeners:
                list(listener.fresh())
            continue
        after = public_cards(table)
        assert not lying_open(table) & still_hidden(table, players), "the public view names a card that lies hidden"
        for listener in listeners:
            own = own_cards(table, listener.viewer)
            listener.check(before | after, own, was_open=was_open[listener.name], tree=chance.random() < 0.25)
            if chance.random() < 0.15:
                await _look(hall, listener, before | after, own)
        before = after
    return made


async def _look(hall: Hall, listener: Listener, allowed: set[str], own: set[str]) -> None:
    """Let the owner of a phone look at the cards, or stop looking, if there is something to open or to cover."""
    was_open, phone = listener.open, listener.phone
    pad = "Cover" if was_open else PAD
    if not phone.offers(pad):
        return
    await phone.tap(pad)
    await phone.wait_for(lambda: listener.open != was_open, "the cover")
    listener.looks += 1
    await hall.quiet()
    listener.check(allowed, own, was_open=True, tree=True)


# Twins


_DIGEST = re.compile(r"\b[0-9a-f]{32,}\b")
_TIME = re.compile(r"\b\d\d:\d\d\b")


_HELD = re.compile(r'(?<=")[A-Za-z0-9_-]{20,}(?=")|(?<="t":)[0-9]+')
"""Digests of a journal that a phone holds on to, which differ by its salts, and when it last did."""


class Plain:
    """Takes from a phone's frames what differs between any two matches: ids, codes, keys, salts, times."""

    def __init__(self, *words: str) -> None:
        """`words` are the match's own random words: its code and keys."""
        self._ids: dict[int, int] = {}
        self._words = words

    def frame(self, frame: list[Any]) -> bytes:
        """Return a frame as bytes that are equal for equal screens."""
        action, body = frame
        body = dict(body)
        if action == REGISTER:
            body["session_id"] = ""
        if action == INVOKE:
            body["call_id"] = ""
        for name in ("id", "control_id"):
            if name in body:
                body[name] = self._id(body[name])
        packed = msgpack.packb([action, self._value(body)])
        assert isinstance(packed, bytes)
        return packed

    def _id(self, number: int) -> int:
        return self._ids.setdefault(number, len(self._ids))

    def _value(self, value: Any) -> Any:
        if isinstance(value, bytes):  # a file
            return self._value(value.decode())
        if isinstance(value, str):
            for word in self._words:
                value = value.replace(word, "·" * len(word))
            if value.startswith("data:"):
                return "data:"  # the QR code of the match's own address
            if value.startswith('{"v":1,"s":'):  # what a phone holds on to of the journal: how much of it stays
                value = _HELD.sub(lambda held: "·" * len(held[0]), value)
            return _TIME.sub("00:00", _DIGEST.sub("#", value))
        if isinstance(value, Mapping):
            return {k: self._id(v) if k == "_i" else self._value(v) for k, v in value.items() if k != "uid"}
        if isinstance(value, list | tuple):
            return [self._value(part) for part in value]
        return value
