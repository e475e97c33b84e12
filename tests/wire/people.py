"""People at a table with phones in their hands: what they want to declare, done by touching what is on the screen.

Nothing here reaches into the app. The people know the physical table (`Players`) and follow the match with the
referee's own rules; the phones are only read and touched.
"""

from __future__ import annotations

import base64
import io
import re
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import zxingcpp
from PIL import Image

from referee import shinobazu
from referee.core.values import GAME_MASTER, PUBLIC, TABLE
from tests.players.people import Said, seated
from tests.players.shinobazu import Habits, Players
from tests.wire.phone import NothingCame, Phone

TAPPERS = Habits(enters=1.0, records=0.0, withdraws=0.0, shows=0.0)
"""Everybody enters the hand of every set."""
SILENT_TAPPERS = Habits(enters=0.0, records=0.0, withdraws=0.0, shows=0.0)
"""Nobody enters anything: what is turned over is named by hand."""
Last = str | re.Pattern[str] | tuple[str, str]
"""What is tapped last, perhaps with what stands near it."""
PAD = re.compile("[Hh]old to look")
TRIES = 8
SOON = 3.0
"""Seconds after which somebody who touched a cover in vain touches it again."""


def words(card: str) -> str:
    """Return a card as the screens name it."""
    return card.replace("-", "−")


async def open_table(phone: Phone, names: Iterable[str]) -> str:
    """Open a table for these people on the host's phone and return the address that its QR code holds."""
    names = list(names)
    await phone.tap(re.compile("Open a table|New match"))
    await phone.wait_for("Open the table")
    while len(phone.mirror.find_all(re.compile("^Name of seat"))) < len(names):
        seats = len(phone.mirror.find_all(re.compile("^Name of seat")))
        await phone.tap("Add a seat")
        await phone.wait_for(lambda n=seats: len(phone.mirror.find_all(re.compile("^Name of seat"))) > n, "a seat")
    while (seats := len(phone.mirror.find_all(re.compile("^Name of seat")))) > len(names):
        await phone.tap(re.compile(f"^Change seat {seats},"))
        await phone.tap(re.compile("^Remove "))
        await phone.wait_for(lambda n=seats: len(phone.mirror.find_all(re.compile("^Name of seat"))) < n, "less")
    for n, name in enumerate(names, 1):
        await phone.write(f"Name of seat {n}", name)
        await phone.wait_for(re.compile(f"^Change seat {n}, {re.escape(name)}$"))
    await phone.tap("Open the table")
    await phone.wait_for(re.compile("QR code of"))
    return scanned(phone)


def scanned(phone: Phone) -> str:
    """Read the QR code on a phone's screen as a camera does and return the address in it."""
    picture = next(text for text in phone.mirror.strings() if text.startswith("data:image/png;base64,"))
    image = Image.open(io.BytesIO(base64.b64decode(picture.partition(",")[2]))).convert("L")
    found = zxingcpp.read_barcodes(image)
    assert len(found) == 1
    return str(found[0].text)


async def sit(phone: Phone, name: str) -> None:
    """Take the free seat of this name."""
    await phone.tap("Sit here", near=name)
    await phone.wait_for(re.compile(rf"^{re.escape(name)}, this phone"))


@dataclass
class Table:
    """A match that people play on their phones. `states` are the referee's states after each declaration."""

    phones: Mapping[str, Phone]
    players: Players
    states: list[Any] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    touched: float = 0.0
    """When the last declaration was touched (`time.perf_counter`)."""

    @classmethod
    def of(cls, phones: Mapping[str, Phone], seed: int, habits: Habits = TAPPERS) -> Table:
        """Sit people down at a match that has just begun."""
        state = shinobazu.begin(shinobazu.OPTIONS(), seated(len(phones)))
        return cls(phones, Players(seed, list(phones), habits), [state])

    @property
    def view(self) -> Any:
        """What everybody knows now."""
        return shinobazu.view(self.states[-1], PUBLIC)

    def decide(self) -> Said | None:
        """Decide what is declared next, by somebody who has a phone for it."""
        prompts = [prompt.model_dump(mode="json") for prompt in shinobazu.prompts(self.states[-1], PUBLIC)]
        public = self.view.model_dump(mode="json")
        said = self.players.next(public, [p for p in prompts if p["ask"] != "shinobazu.ask.configure"])
        if said is None:
            return None
        seat, move = said
        if move["type"] == "reveal" and any(p["ask"] == "shinobazu.ask.turn_over" for p in prompts):
            seat, move = seat, {"type": "turn_over"}
        if move["type"] == "reveal":
            seat, move = move.get("owner", seat), {"type": "reveal", "card": move["card"]}
        if move["type"] == "lay" and move["to"] == seat and "declare" not in move:
            move = {**move, "declare": self.players._choice()}
        return (next(iter(self.phones)) if seat in (TABLE, GAME_MASTER) else seat), move

    async def step(self) -> bool:
        """Let somebody declare something. Returns False when nothing is to be declared any more."""
        said = self.decide()
        if said is None:
            return False
        await self.do(said)
        return True

    async def do(self, said: Said) -> None:
        """Declare on the seat's phone and wait until the phone shows that it was upheld."""
        phone = self.phones[said[0]]
        before = await self.touch(said)
        await phone.wait_for(lambda: phone.texts() != before, f"the ruling on {said}")
        self.heard(said)
        for each in self.phones.values():
            if each.connected:
                await each.echo()  # everybody looks up before anybody goes on

    def heard(self, said: Said) -> None:
        """Follow the match: a declaration was upheld."""
        ruling = shinobazu.judge(self.states[-1], said[0], shinobazu.MOVE.validate_python(said[1]))
        assert ruling.upheld, (said, ruling)
        self.states.append(ruling.state)
        self.said.append(said)

    async def touch(self, said: Said) -> list[str]:
        """Touch what declares it. Returns what was on the screen before the last touch, which is the declaration."""
        seat, move = said
        phone = self.phones[seat]
        last = await getattr(self, f"_{move['type']}")(phone, seat, move)
        query, near = last if isinstance(last, tuple) else (last, None)
        await phone.wait_for(lambda: phone.offers(query), f"something to tap at {query!r}")
        before = phone.texts()
        self.touched = time.perf_counter()
        await phone.tap(query, near)
        return before

    def _name(self, seat: str) -> str:
        return next(s.name for s in self.view.seats if s.seat == seat)

    async def _enter_hand(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        await phone.tap(re.compile("^Enter my cards$"))
        await phone.wait_for(re.compile("^Tap the .* in your hand"))
        returned = {card for s in self.view.seats if s.seat == seat for card in s.returned}
        for card in move["cards"]:
            if card not in returned:
                picked = {text for text in phone.texts() if re.fullmatch(r"\d of \d", text)}
                await phone.tap(words(card))
                await phone.wait_for(
                    lambda p=picked: {t for t in phone.texts() if re.fullmatch(r"\d of \d", t)} != p, "the card"
                )
        return "Confirm"

    async def _lead(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        await self._choose_card(phone, seat, move)
        if move["to"] != seat:
            await self._choose_place(phone, move)
        return str(move["colour"]).capitalize()

    async def _lay(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        place = await self._choose_card(phone, seat, move)
        if move["to"] == seat:
            return str(move["declare"]).capitalize()
        push = f"Push {f'card {place}' if place else 'a card'} on {self._name(move['to'])}"
        if not phone.offers(push):
            await self._choose_place(phone, move)
        return push

    async def _choose_place(self, phone: Phone, move: dict[str, Any]) -> None:
        await phone.tap(self._name(move["to"]), near="In front of")

    async def _choose_card(self, phone: Phone, seat: str, move: dict[str, Any]) -> int:
        """Look for the card under the cover, choose its place, cover again. Returns the place; 0 without a hand."""
        if "card" not in move:
            if phone.offers("Play without"):
                await phone.tap("Play without")
            return 0
        seen = re.compile(rf"^card (\d), {re.escape(words(move['card']))}$")
        # A hand that was entered just now may still lie open, and cover itself meanwhile; right after a phone has come
        # back its cover stays closed, and whoever holds it tries again.
        for again in range(TRIES):
            await phone.wait_for(lambda: phone.sees(seen) or phone.offers(PAD), "the hand")
            if phone.sees(seen):
                break
            await phone.tap(PAD)
            with suppress(*([NothingCame] if again < TRIES - 1 else [])):
                await phone.wait_for(seen, patience=SOON)
                break
        label = next(match for text in phone.texts() if (match := seen.match(text)))
        for _ in range(TRIES):
            if not phone.offers("Cover"):
                break
            await phone.tap("Cover")  # it, too, is not heard right after a phone has come back
            with suppress(NothingCame):
                await phone.wait_for(lambda: not phone.offers("Cover"), "the cover", patience=SOON)
        await phone.tap(f"card {label[1]}, covered")
        return int(label[1])

    async def _declare(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        if phone.offers("Play without"):
            await phone.tap("Play without")
        await phone.wait_for("Without looking: fight or pass?")
        return move["choice"].capitalize(), "Without looking: fight or pass?"

    async def _turn_over(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        return re.compile("^Turn the cards? over$")

    async def _reveal(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        await phone.tap("Name my card")
        await phone.tap(words(move["card"]))
        return f"It is {words(move['card'])}"

    async def _duel_challenge(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        name = self._name(move["target"])
        await phone.wait_for("Challenge a passer?")
        if not phone.offers(f"Challenge {name}"):
            await phone.tap(name, near="Whom")
        return f"Challenge {name}"

    async def _duel_decline(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        return "Nobody"

    async def _duel_answer(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        return "Accept" if move["answer"] == "accept" else re.compile("^Refuse, ")

    async def _end_round(self, phone: Phone, seat: str, move: dict[str, Any]) -> Last:
        return re.compile(r"^(Start (round|set) \d+|End the match)$")
