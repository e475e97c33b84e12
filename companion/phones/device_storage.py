"""What a device stores: the keys of its seats, its settings, and its memory of the journals of matches.

Keys and settings are one JSON text in the client's own storage (a browser's local storage, an app's preferences), so
that a reload, a restart of the host or a new address on the same origin finds the seats again.

A device remembers of a journal, for each reader, the last digest of the chain (`companion.tables.folding`) and the
beginnings of those before it, by which the first differing entry is found. This is one short text for each match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, Self, TypeGuard

from companion.contract.snapshot import ANNOUNCED, MODES, SCALES, TURNS, VOICES, VOLUMES
from companion.i18n import languages
from companion.tables.folding import DIGEST, JournalChain, Reading
from companion.tables.keys import CODE_ALPHABET
from referee.core.acts import MAX_SEAT
from referee.core.journal import Match
from referee.core.values import PUBLIC, Viewer

STORED_AS = "metsuke.storage"
STORED_BEFORE = "metsuke.pocket"
"""The former name, still present on some devices (`assets/web/guard.js` reads it too)."""
HOST = "host"
"""The name of a match's host key, stored beside its seats' keys."""
MOST_MATCHES = 40
"""Beyond this many matches the oldest ones' keys are dropped."""
MOST_LEARNT = 200
MOST_SEATS = 20
"""The most keys of one match: all seats of the largest game, the host's and the game master's."""
LONGEST = 500_000
"""The most characters of a storage that are read; a full one has a tenth of them."""
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_WORD = re.compile(r"[!-~]{1,60}")
"""A seat's id, or the key of a hidden explanation."""


@dataclass(frozen=True, slots=True)
class DeviceStorage:
    """The keys and settings of one phone. `keys` maps a match's code to its seats' keys, the newest match last."""

    keys: dict[str, dict[str, str]] = field(default_factory=dict)
    language: str = ""
    mode: Literal["dark", "light", "system"] = "system"
    tap_to_open: bool = False
    teach: bool = True
    """Whether each phase is explained in one sentence."""
    learnt: tuple[str, ...] = ()
    """The explanations that were hidden, newest last."""
    voice: Literal["off", "changed", "turn", "all"] = "off"
    """What this device says aloud as a table display."""
    volume: float = 0.6
    """The volume of speech, 0 to 1."""
    announce: Literal["turn", "changed", "all"] = "turn"
    """What this phone tells its screen reader unasked."""
    turn: Literal["off", "shake", "sound"] = "shake"
    """How this phone tells that it is its turn (`assets/web/turn.js` reads it)."""
    aloud: bool = False
    """Whether this phone's browser reads the secrets aloud while the cover is held (`assets/web/aloud.js`)."""
    sound: bool = False
    """Whether this device, as a table display, plays a sound with public answers."""
    scale: float = 1.0
    """Text size: 1 is the standard, 2 the largest."""
    active: dict[str, str] = field(default_factory=dict)
    """The seat that was used last, by match."""
    maker: str = ""
    """This phone's key for the boards it traces."""
    owner: str = field(default="", repr=False)
    """The key that proves that this phone is the owner's."""
    away: tuple[str, ...] = ()
    """The unfinished matches that are hidden from its home screen."""
    journals: tuple[str, ...] = ()
    """The matches whose journals this phone remembers, each in a text of its own; the newest last."""

    def with_key(self, code: str, seat: str, key: str) -> DeviceStorage:
        keys = {c: dict(k) for c, k in self.keys.items() if c != code}
        keys[code] = {**self.keys.get(code, {}), seat: key}
        while len(keys) > MOST_MATCHES:
            keys.pop(next(iter(keys)))
        return replace(self, keys=keys)

    def without_key(self, code: str, seat: str) -> DeviceStorage:
        left = {s: k for s, k in self.keys.get(code, {}).items() if s != seat}
        keys = {c: k for c, k in self.keys.items() if c != code}
        return replace(self, keys={**keys, code: left} if left else keys)

    def following(self, code: str) -> tuple[DeviceStorage, tuple[str, ...]]:
        """Return the storage of a phone that follows a match, and the matches whose journals it drops for that."""
        journals = (*(each for each in self.journals if each != code), code)
        return replace(self, journals=journals[-MOST_MATCHES:]), journals[:-MOST_MATCHES]

    def having_learnt(self, game: str, asks: Sequence[str]) -> DeviceStorage:
        """Return the storage in which the explanations of these asks are hidden; itself if nothing changes.

        The explanation of waiting is hidden with the second thing done in a game.
        """
        known = [f"{game}.{ask}" for ask in asks]
        if any(each.startswith(f"{game}.") for each in self.learnt):
            known.append(f"{game}.wait")
        learnt = put_away(self.learnt, *(each for each in known if each not in self.learnt))
        return self if learnt == self.learnt else replace(self, learnt=learnt)

    def putting_away(self, code: str, away: bool) -> DeviceStorage:
        """Return the storage in which a match is hidden from the home screen, or not; itself if nothing changes."""
        if (code in self.away) == away or not _code(code):
            return self
        others = tuple(each for each in self.away if each != code)
        return replace(self, away=(*others, code)[-MOST_MATCHES:] if away else others)

    def dumps(self) -> str:
        return json.dumps(
            {
                "keys": self.keys,
                "language": self.language,
                "mode": self.mode,
                "tap": self.tap_to_open,
                "teach": self.teach,
                "learnt": self.learnt,
                "voice": self.voice,
                "volume": self.volume,
                "announce": self.announce,
                "turn": self.turn,
                "aloud": self.aloud,
                "sound": self.sound,
                "scale": self.scale,
                "active": {c: s for c, s in self.active.items() if c in self.keys},
                "maker": self.maker,
                "owner": self.owner,
                "away": self.away,
                "journals": self.journals,
            },
            separators=(",", ":"),
        )


@dataclass(frozen=True, slots=True)
class CarriedKeys:
    """The keys of players' seats at one match that came with a page's address (`assets/web/guard.js`).

    They are not this phone's yet: it is asked whether to take them, and gets fresh ones for them.
    """

    code: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)


def loads(text: str | None) -> DeviceStorage:
    """Read a stored text. The device is not trusted: invalid parts are dropped silently."""
    raw = _read(text)
    maker: Any = raw.get("maker")
    owner: Any = raw.get("owner")
    keys = {code: held for code, each in _dict(raw.get("keys")).items() if _code(code) and (held := _keys(each))}
    keys = dict(list(keys.items())[-MOST_MATCHES:])
    active = {c: s for c, s in _dict(raw.get("active")).items() if c in keys and _fits(_WORD, s)}
    return DeviceStorage(
        keys=keys,
        language=next((each for each in languages() if each == raw.get("language")), ""),
        mode=next((each for each in MODES if each == raw.get("mode")), "system"),
        tap_to_open=raw.get("tap") is True,
        teach=raw.get("teach") is not False,
        learnt=put_away((), *(each for each in _list(raw.get("learnt"))[-MOST_LEARNT:] if _fits(_WORD, each))),
        voice=next((each for each in VOICES if each == raw.get("voice")), "off"),
        volume=next((each for each in VOLUMES if each == raw.get("volume")), 0.6),
        announce=next((each for each in ANNOUNCED if each == raw.get("announce")), "turn"),
        turn=next((each for each in TURNS if each == raw.get("turn")), "shake"),
        aloud=raw.get("aloud") is True,
        sound=raw.get("sound") is True,
        scale=next((scale for scale in SCALES if scale == raw.get("scale")), 1.0),
        active=active,
        maker=maker if _fits(_KEY, maker) else "",
        owner=owner if _fits(_KEY, owner) else "",
        away=tuple(dict.fromkeys(c for c in _list(raw.get("away")) if _code(c)))[-MOST_MATCHES:],
        journals=tuple(dict.fromkeys(c for c in _list(raw.get("journals")) if _code(c)))[-MOST_MATCHES:],
    )


def carried(text: str | None) -> CarriedKeys:
    """Read the keys that came with an address, stored beside the rest: keys of one match, never its host's."""
    found = _dict(_read(text).get("carried"))
    code, keys = found.get("code"), _keys(found.get("keys"))
    return CarriedKeys(code, {s: k for s, k in keys.items() if s != HOST}) if _code(code) else CarriedKeys()


def put_away(learnt: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Return the hidden explanations with some more, without duplicates; at most the newest `MOST_LEARNT`."""
    kept = dict.fromkeys((*learnt, *(each[:60] for each in more)))
    return tuple(kept)[-MOST_LEARNT:]


def _read(text: str | None) -> dict[str, Any]:
    if text is None or len(text) > LONGEST:
        return {}
    try:
        return _dict(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _keys(value: Any) -> dict[str, str]:
    """Return the keys of one match by their seats."""
    held = {s: k for s, k in _dict(value).items() if _fits(_WORD, s) and _fits(_KEY, k)}
    return dict(list(held.items())[:MOST_SEATS])


def _fits(pattern: re.Pattern[str], value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _code(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and 0 < len(value) <= 40 and all(c in CODE_ALPHABET for c in value)


FORMAT: Final = 1
SHORT: Final = 3
"""The characters kept of each digest but the last: one change in 262,144 is reported an entry too late."""
MOST_READ: Final = 1000
"""The most digests that are kept; of a longer journal the newest."""
MOST_READERS: Final = 12
LONGEST_MEMORY: Final = 16_000
"""The most characters of a text that are read."""
_MANY: Final = 1_000_000
_DIGITS: Final = re.compile(r"[A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class FollowedReading:
    """What one reader has read, as far as a phone has followed it."""

    since: int
    """The first reading that the phone followed, counted from 1."""
    count: int
    """The number of readings when the phone last looked."""
    head: str
    """The whole digest at the last of them."""
    digests: str
    """The beginnings of the digests at each of them, or at the newest ones."""

    @classmethod
    def begun(cls, reading: Reading, late: bool) -> Self | None:
        """Return the memory of a reading, followed from its start or, if `late`, from its end; None if it is empty."""
        return cls(len(reading) if late else 1, 0, "", "").on(reading, 0) if reading.entries else None

    def on(self, reading: Reading, place: int) -> Self:
        """Return this memory with the readings after the first `place` ones."""
        if place == len(reading):
            return self
        digests = self.digests + "".join(each[:SHORT] for each in reading.digests[place:])
        count = self.count + len(reading) - place
        return replace(self, count=count, head=reading.digests[-1], digests=digests[-SHORT * MOST_READ :])

    def differs(self, reading: Reading) -> int | None:
        """Return the index of the first reading that differs; None if the journal continues this memory."""
        if self.head in reading.place:
            return None
        first = self.count - len(self.digests) // SHORT
        for n in range(first, self.count):
            here = (n - first) * SHORT
            if n >= len(reading) or reading.digests[n][:SHORT] != self.digests[here : here + SHORT]:
                return n
        return self.count - 1


class Difference(NamedTuple):
    """The place of a difference: after the entry `behind`, and at the latest in the entry `upto`."""

    behind: int
    upto: int
    alone: bool
    """Whether that entry is one that only its own seat can read."""
    missing: bool
    """Whether the journal ends before it."""


@dataclass(frozen=True, slots=True)
class JournalMemory:
    """What a phone remembers of one match's journal."""

    start: str
    """The digest of what the match began with."""
    names: str
    at: int
    """When the phone last looked, in seconds since 1970 by the host's clock."""
    readers: Mapping[Viewer, FollowedReading] = field(default_factory=dict)

    def goes_on(self, chain: JournalChain, match: Match) -> bool:
        """Tell whether a journal is a continuation of what is remembered."""
        readings = ((followed, chain.reading(match, viewer)) for viewer, followed in self.readers.items())
        return chain.start == self.start and all(followed.head in reading.place for followed, reading in readings)

    def on(
        self, chain: JournalChain, match: Match, viewers: Iterable[Viewer], at: int, late: bool = False
    ) -> JournalMemory:
        """Return this memory with what is new in a journal that continues it; itself if nothing is.

        `late`: the phone has not looked at this match before, so that earlier entries are not counted as followed.
        """
        readers = dict(self.readers)
        for viewer in viewers:
            reading, known = chain.reading(match, viewer), readers.get(viewer)
            after = (
                FollowedReading.begun(reading, late) if known is None else known.on(reading, reading.place[known.head])
            )
            if after is not None:
                readers[viewer] = after
        return self if readers == self.readers else replace(self, at=at, readers=readers)

    def difference(self, chain: JournalChain, match: Match) -> Difference | None:
        """Return where a journal first differs from this memory, or None if it continues it."""
        public, found = chain.reading(match, PUBLIC), []
        for viewer, followed in self.readers.items():
            reading = chain.reading(match, viewer)
            at = followed.differs(reading)
            if at is None:
                continue
            missing = at >= len(reading)
            upto = chain.number + 1 if missing else reading.entries[at]
            behind = reading.entries[min(at, len(reading)) - 1] if at and reading.entries else 0
            seen = self.readers[PUBLIC].differs(public) if PUBLIC in self.readers else 0
            agreed = public.entries if seen is None else public.entries[:seen]
            behind = max([behind, *(n for n in agreed if n < upto)])
            found.append(Difference(behind, upto, viewer != PUBLIC, missing))
        return min(found, key=lambda each: (each.upto, each.alone), default=None)

    def dumps(self) -> str:
        readers = {viewer: [f.since, f.count, f.head, f.digests] for viewer, f in self.readers.items()}
        whole = {"v": FORMAT, "s": self.start, "n": self.names, "t": self.at, "r": readers}
        return json.dumps(whole, separators=(",", ":"))


def followed(held: JournalMemory | None, chain: JournalChain, match: Match) -> tuple[int, int] | None:
    """Return the first and the last line that a device has followed, for a journal that continues its memory."""
    if held is None or PUBLIC not in held.readers:
        return None
    own, entries = held.readers[PUBLIC], chain.reading(match, PUBLIC).entries
    if own.count > len(entries):
        return None
    since, until = entries[own.since - 1], entries[own.count - 1]
    if match.result is not None:
        return (1 if own.since == 1 else since), until
    return match.lines_until(PUBLIC, since), match.lines_until(PUBLIC, until)


def loads_memory(text: Any) -> JournalMemory | None:
    """Read a stored text. The device is not trusted: an invalid text counts as none."""
    if not isinstance(text, str) or len(text) > LONGEST_MEMORY:
        return None
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict) or raw.get("v") != FORMAT or not _number(raw.get("t"), 0, 1 << 40):
        return None
    readers = raw.get("r")
    if not _digest(raw.get("s")) or not _digest(raw.get("n")) or not isinstance(readers, dict):
        return None
    found = {viewer: _followed(each) for viewer, each in readers.items() if len(viewer) <= MAX_SEAT}
    known = {viewer: each for viewer, each in found.items() if each is not None}
    if len(known) < len(readers) or len(known) > MOST_READERS:
        return None
    return JournalMemory(raw["s"], raw["n"], raw["t"], known)


def _followed(raw: Any) -> FollowedReading | None:
    if not isinstance(raw, list) or len(raw) != 4:
        return None
    since, count, head, digests = raw
    if not _number(count, 1, _MANY) or not _number(since, 1, count) or not _digest(head):
        return None
    if not isinstance(digests, str) or not _DIGITS.fullmatch(digests) or not digests:
        return None
    if len(digests) % SHORT or len(digests) // SHORT > min(count, MOST_READ):
        return None
    return FollowedReading(since, count, head, digests)


def _number(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _digest(value: Any) -> bool:
    return isinstance(value, str) and len(value) == DIGEST and _DIGITS.fullmatch(value) is not None
