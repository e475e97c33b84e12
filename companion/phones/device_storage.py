"""What a phone remembers by itself: the keys of its seats and how it likes to look.

It is kept in the client's own storage (a browser's local storage, an app's preferences) as one JSON text,
so a reload, a restart of the host or a new address on the same origin finds the seats again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeGuard

from companion.contract.snapshot import ANNOUNCED, MODES, SCALES, TURNS, VOICES, VOLUMES
from companion.i18n import languages
from companion.tables.keys import CODE_ALPHABET

STORED_AS = "metsuke.storage"
STORED_BEFORE = "metsuke.pocket"
"""The name on devices that have been here before it was changed (`assets/web/guard.js` reads it too)."""
HOST = "host"
"""The name under which a match's host key is kept, beside its seats."""
MOST_MATCHES = 40
"""Beyond this many matches the oldest ones' keys are dropped."""
MOST_LEARNT = 200
MOST_SEATS = 20
"""Keys that a phone holds of a match at most: all seats of the largest game, the host's and the game master's."""
LONGEST = 500_000
"""Characters of a storage that are read; a full one has a tenth of them."""
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_WORD = re.compile(r"[!-~]{1,60}")
"""A seat's id, or the name of a sentence that was put away."""


@dataclass(frozen=True, slots=True)
class DeviceStorage:
    """One phone's memory. `keys` maps a match's code to its seats' keys, the newest match last."""

    keys: dict[str, dict[str, str]] = field(default_factory=dict)
    language: str = ""
    mode: Literal["dark", "light", "system"] = "system"
    tap_to_open: bool = False
    teach: bool = True
    """Whether each phase says in one sentence what to do and why."""
    learnt: tuple[str, ...] = ()
    """The sentences that were put away, newest last."""
    voice: Literal["off", "changed", "turn", "all"] = "off"
    """How much this device, as a table display, says aloud."""
    volume: float = 0.6
    """How loud it says it, 0 to 1."""
    announce: Literal["turn", "changed", "all"] = "turn"
    """What this phone tells its screen reader by itself."""
    turn: Literal["off", "shake", "sound"] = "shake"
    """How this phone tells that it is one's turn (`assets/web/turn.js` reads it)."""
    aloud: bool = False
    """Whether this phone's browser reads its covered words aloud while they are held (`assets/web/aloud.js`)."""
    sound: bool = False
    """Whether this device, as a table display, plays a sound with public answers."""
    scale: float = 1.0
    """Text size: 1 is the standard, 2 the largest."""
    active: dict[str, str] = field(default_factory=dict)
    """The seat that was looked through last, by match."""
    maker: str = ""
    """The key of the boards that are traced on this phone."""
    owner: str = field(default="", repr=False)
    """The key that shows that this phone is the host's owner's."""
    away: tuple[str, ...] = ()
    """The unfinished matches that its first page shows no more."""
    journals: tuple[str, ...] = ()
    """The matches whose journals this phone follows, each in a text of its own; the newest last."""

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
        """Return the storage of a phone that follows a match, and the matches that it lets go for it."""
        journals = (*(each for each in self.journals if each != code), code)
        return replace(self, journals=journals[-MOST_MATCHES:]), journals[:-MOST_MATCHES]

    def having_learnt(self, game: str, asks: Sequence[str]) -> DeviceStorage:
        """Return the storage of whoever has done this, and needs no more words for it: itself if nothing is new.

        Of waiting they need none with the second thing that they do in a game.
        """
        known = [f"{game}.{ask}" for ask in asks]
        if any(each.startswith(f"{game}.") for each in self.learnt):
            known.append(f"{game}.wait")
        learnt = put_away(self.learnt, *(each for each in known if each not in self.learnt))
        return self if learnt == self.learnt else replace(self, learnt=learnt)

    def putting_away(self, code: str, away: bool) -> DeviceStorage:
        """Return the storage in which a match stands on the first page, or no more: itself if nothing is new."""
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
class Carried:
    """The keys of players' seats at one match that came with the address of a page (`assets/web/guard.js`).

    They are not this phone's: it is asked whether it takes them, and gets others for them.
    """

    code: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)


def loads(text: str | None) -> DeviceStorage:
    """Read a stored text. It comes from a device that is not trusted: what does not fit is left out, silently."""
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


def carried(text: str | None) -> Carried:
    """Read what came with an address and lies beside what is stored: keys of one match, never its host's."""
    found = _dict(_read(text).get("carried"))
    code, keys = found.get("code"), _keys(found.get("keys"))
    return Carried(code, {s: k for s, k in keys.items() if s != HOST}) if _code(code) else Carried()


def put_away(learnt: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Return the sentences that were put away with some more, none twice; of many the newest."""
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
