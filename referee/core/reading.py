"""Read what people enter, within bounds: declarations, positions, seats and names, JSON."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import idna
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from referee.core.acts import MAX_SEAT
from referee.core.game import Game, Position, Positions
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Seat

LIMIT = 16 * 1024 * 1024
"""Size of the largest file that is read, in bytes."""
LARGEST_INTEGER: Final = 2**63 - 1
"""The largest integer that fits a signed 64-bit column or wire format."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PLACE = re.compile(r"(?P<why>.*) at line (?P<line>\d+) column (?P<column>\d+)", re.DOTALL)
"""Matches the JSON parser's error messages; its columns count bytes."""
_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a JSON text. `parts` bounds the memory that its value takes, which its size alone does not."""

    size: int | None = None
    """Maximum size in bytes; `None` for `LIMIT`."""
    parts: int = 2_000_000
    """Maximum number of commas, colons and opening brackets, in strings too. A text has at most one value more."""
    depth: int = 100
    """Maximum nesting depth of lists and objects."""
    text: int = LIMIT
    """Maximum length of a string or key, in characters."""


class Unreadable(ValueError):
    """A file that cannot be read. The message names the file, the place in it and the reason, in one line."""

    def __init__(self, name: str, where: str, why: str) -> None:
        self.name = name
        self.where = where
        self.why = why
        line = ": ".join(part for part in (name, where) if part)
        super().__init__(" ".join(f"{line}: {why}".split()))


class OutOfBounds(Unreadable):
    """A file that exceeds the bounds: it is too large, nested too deeply, or holds a number that cannot be stored."""

    def __init__(self, name: str, where: str, why: str, *, number: bool = False) -> None:
        super().__init__(name, where, why)
        self.number = number
        """Whether a number is out of bounds."""


def parse(text: str | bytes, name: str, bounds: Bounds = Bounds()) -> Any:
    """Return the value of a JSON text. Raises `Unreadable` with line and column, and `OutOfBounds`.

    Size and number of parts are checked before anything is parsed.
    """
    size = LIMIT if bounds.size is None else bounds.size
    if len(text) > size:
        raise OutOfBounds(name, "", f"is larger than {size // 1024 // 1024 or 1} MB, the most that is read")
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if sum(data.count(sign) for sign in b",:[{") > bounds.parts:
        raise OutOfBounds(name, "", f"holds more than {bounds.parts} values, the most that are read")
    try:
        value = from_json(data.removeprefix(_BYTE_ORDER_MARK), allow_inf_nan=False)
    except ValueError as error:
        found = _PLACE.fullmatch(str(error))
        if found is None:
            raise Unreadable(name, "", f"is not JSON: {error}") from None
        where = f"line {found['line']}, column {max(1, int(found['column']))}"
        match found["why"]:
            case "recursion limit exceeded":
                raise OutOfBounds(name, where, "lies too deep") from None
            case "number out of range":
                raise OutOfBounds(name, where, "is a number beyond what can be kept", number=True) from None
        raise Unreadable(name, where, f"is not JSON: {found['why']}") from None
    _look_over(value, name, bounds)
    return value


def _look_over(value: Any, name: str, bounds: Bounds) -> None:
    """Raise `OutOfBounds` if anything in a value is out of bounds."""
    level, deep = [value], 0
    while level:
        below: list[Any] = []
        for each in level:
            match each:
                case str() if len(each) > bounds.text:
                    raise OutOfBounds(name, "", f"holds a text of more than {bounds.text} characters")
                case dict():
                    below += each
                    below += each.values()
                case list():
                    below += each
                case float() if not math.isfinite(each):
                    raise OutOfBounds(name, "", "holds a number beyond what can be kept", number=True)
                case int() if not -LARGEST_INTEGER <= each <= LARGEST_INTEGER:
                    raise OutOfBounds(name, "", "holds a number beyond what can be kept", number=True)
        deep += any(isinstance(each, dict | list) for each in level)
        if deep > bounds.depth:
            raise OutOfBounds(name, "", "lies too deep")
        level = below


def canonical(value: Any) -> str:
    """Return JSON with sorted keys, no spaces and nothing escaped, so that equal values give equal texts.

    Raises `ValueError` on a number that JSON does not have.
    """
    return _JSON.encode(value)


def plain(value: Any) -> str:
    """Return a value as JSON, with keys in the order in which they would be sent; sets are sorted.

    Raises `ValueError` on a number that JSON does not have, and `TypeError` on a value that cannot be sent.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{value!r} would not be sent")


MAX_NAME = 40
"""Maximum length of a seat's name, in characters."""

_UNREADABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories of control characters, invisible characters and those that change the text direction."""
_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Default_Ignorable_Code_Point of Unicode 17.0 (DerivedCoreProperties.txt), which `unicodedata` lacks."""
_NO_DOTS = "\u2800"
"""The Braille pattern without dots: a blank that is not of a space category."""
_VIRAMA = 9
"""The combining class of a virama, which suppresses a vowel."""
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]+\U000e007f"
"""A region's flag: a black flag, tag characters and a cancel tag (UTS #51, ED-14a)."""
_EMOJI = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff][\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
)
_JOINED = re.compile(
    f"{_FLAG}|{_EMOJI}(?:\u200d{_EMOJI})*|[0-9#*]\ufe0f\u20e3"
    "|[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]"
)
"""Flags, emoji sequences, keycaps, and a kanji with a variation selector."""
_DROPPED = re.compile(f"({_FLAG})|[{_HIDDEN}]")
_SPACES = re.compile(rf"[\s{_NO_DOTS}]+")
_DRAWN_ALIKE = str.maketrans("аеорсухіјѕкмтԁԛԝһвнүѵαβεικορτυχνμηζへ‐‑", "aeopcyxijskmtdqwhbhyvabeikoptyxnmhzヘ--")
"""Look-alikes: Cyrillic and Greek letters that look Latin in either case, the kana へ and ヘ, and hyphens (after UTS
#39)."""


def is_readable(text: str) -> bool:
    """Tell whether a text contains no character that is invisible or hides others.

    Joiners count as visible where they have an effect: in emoji sequences, flags, and between joining letters.
    """
    return not any(unicodedata.category(sign) in _UNREADABLE for sign in without_joins(text))


def check_name(name: str) -> str:
    """Return a name without surrounding space. Raises `Refused` if it is not readable (METSUKE-1.3)."""
    name = name.strip()
    if len(name) > MAX_NAME or not any(_is_visible(sign) for sign in name):
        raise Refused("METSUKE-1.3", "table.name_length", firm=True, most=MAX_NAME)
    bare = without_joins(name)
    if not is_readable(bare) or re.search(f"[{_HIDDEN}{_NO_DOTS}]", bare):
        raise Refused("METSUKE-1.3", "table.name_characters", firm=True)
    return name


def _is_visible(sign: str) -> bool:
    """Tell whether a character is visible. Control characters count, so that they get their own refusal."""
    category = unicodedata.category(sign)
    return category in _UNREADABLE or (category[0] not in "ZM" and not re.match(f"[{_HIDDEN}{_NO_DOTS}]", sign))


def without_joins(text: str) -> str:
    """Return a text without invisible joiners that have an effect on their neighbours (UAX #31, A1, A2 and B)."""
    text = _JOINED.sub(lambda whole: re.sub(f"[{_HIDDEN}]", "", whole[0]), text)
    if "\u200c" not in text and "\u200d" not in text:
        return text
    return "".join(sign for at, sign in enumerate(text) if sign not in "\u200c\u200d" or not _joins(text, at))


def _joins(text: str, at: int) -> bool:
    """Tell whether a joiner or non-joiner has an effect: beside a virama, or between joining letters."""
    if 0 < at < len(text) - 1 and unicodedata.combining(text[at + 1]) == _VIRAMA:
        return unicodedata.category(text[at - 1])[0] == "L"
    try:
        return idna.valid_contextj(text, at)
    except ValueError:
        return False


def name_key(name: str) -> str:
    """Return a key that is equal for all names that look alike, in any case and width.

    Invisible characters, the number of spaces and the script of a letter do not count. The store compares people by the
    same key (`models.names.name_key`; neither may import the other).
    """
    shown = _SPACES.sub(" ", _DROPPED.sub(r"\1", name)).strip()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", shown).casefold())
    return unicodedata.normalize("NFKC", apart.translate(_DRAWN_ALIKE))


def seats_of(game: Game, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with stripped names; the name of a seat without one is its id.

    Raises `Refused` on an id that is reserved, unreadable or duplicate (METSUKE-1.2), and on a name that is
    unreadable or looks like another (METSUKE-1.3). The game itself checks the number of seats.
    """
    if len(seats) > 2 * max(game.PLAYERS):
        raise Refused("METSUKE-1.2", "table.seats_differ", firm=True)
    taken: set[str] = set()
    names: set[str] = set()
    seated = []
    for s in seats:
        if s.seat in taken or s.seat in (PUBLIC, GAME_MASTER, TABLE) or not _is_id(s.seat):
            raise Refused("METSUKE-1.2", "table.seats_differ", firm=True)
        name = check_name(s.name or s.seat)
        if name_key(name) in names:
            raise Refused("METSUKE-1.3", "table.name_twice", firm=True, name=name)
        taken.add(s.seat)
        names.add(name_key(name))
        seated.append(Seat(seat=s.seat, name=name))
    return tuple(seated)


def _is_id(seat: str) -> bool:
    return 1 <= len(seat) <= MAX_SEAT and seat == seat.strip() and is_readable(seat)


def unknown_seat(seat: str) -> Refused:
    """Return the refusal of a seat id that the match does not have."""
    shown = seat if is_readable(seat) and len(seat) <= 40 else "?"
    return Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=shown)


MAX_FIELD = 60
"""Maximum length of a field's path in a refusal, in characters."""
MAX_TEXT = 1000
"""Maximum length of a text in a declaration, in characters."""


def parse_move(game: Game, move: Mapping[str, Any]) -> Any:
    """Return the game's move. Raises `Refused` that names the field which cannot be read (METSUKE-1.4).

    If the move may hold a secret, the refusal is private: even the name of a field can be the secret.
    """
    try:
        parsed = game.MOVE.validate_python(dict(move))
    except ValidationError as error:
        kind = move.get("type")
        may_be_secret = not isinstance(kind, str) or game.may_be_secret(kind)
        raise unreadable(field_of(error, move, kind), private=may_be_secret) from None
    legible(move, (), private=game.may_be_secret(parsed.type))
    return parsed


def parse_adjustment(game: Game, adjust: Mapping[str, Any]) -> Any:
    """Return a house ruling's adjustment. Raises `Refused` that names the unreadable field (METSUKE-1.4)."""
    return _read(game.ADJUSTMENT, adjust)


def legible(value: Any, path: tuple[int | str, ...], private: bool = False) -> None:
    """Refuse unreadable or too long text anywhere in a value. Recursion is safe, since a model has parsed the value."""
    if isinstance(value, str):
        if len(value) > MAX_TEXT or not (value.isprintable() or is_readable(value)):
            raise unreadable(shown(path), private)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            legible(key, path, private)
            legible(inner, (*path, key), private)
    elif isinstance(value, list | tuple | set | frozenset):
        for i, inner in enumerate(value):
            legible(inner, (*path, i), private)


def unreadable(field: str, private: bool = False) -> Refused:
    """Return the refusal of a field that cannot be read."""
    return Refused("METSUKE-1.4", "table.unreadable", private=private, firm=True, field=field)


def field_of(error: ValidationError, read: Any, tag: Any = None) -> str:
    """Return the path of the first invalid field in `read`, never its value.

    `tag` is the value of `type`, which pydantic puts at the beginning of the path; it is left out, as are other tags
    and the types of a union's members.
    """
    first = error.errors(include_input=False, include_url=False)[0]
    path, missing = list(first["loc"]), list[int | str]()
    if path and tag is not None and path[0] == tag:
        del path[0]
    if first["type"].startswith("union_tag"):
        missing = [first["ctx"]["discriminator"].strip("'")]
    elif first["type"] == "missing":
        missing = [path.pop()]
    return shown((*_fields(path, read), *missing)) or "move"


def _fields(path: Sequence[int | str], read: Any) -> Iterator[int | str]:
    """Yield the parts of a path that exist in mappings and lists; other parts are tags."""
    for part in path:
        if isinstance(read, Mapping):
            if part in read:
                yield part
                read = read[part]
        elif isinstance(read, list | tuple) and isinstance(part, int):
            yield part
            read = read[part] if part < len(read) else None
        else:
            return


def shown(path: Iterable[int | str]) -> str:
    """Write a path as `cards[1]`. Field names may be user input, so they are shortened and made readable."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
    return "".join(sign if is_readable(sign) else "\ufffd" for sign in text[:MAX_FIELD])


def positions_of(game: Game) -> Positions:
    """Return how a game describes its positions. Raises `Refused` if it has none (METSUKE-5.1)."""
    found = game.EXTRAS.positions
    if found is None:
        raise Refused("METSUKE-5.1", "table.no_positions", firm=True)
    return found


def read_position(game: Game, data: Mapping[str, Any], seats: Sequence[Seat]) -> Position:
    """Return a position from its JSON. Raises `Refused` that names the field which cannot be read (METSUKE-1.4)."""
    if strange := sorted(str(key) for key in data if key not in ("table", "secrets")):
        raise unreadable(strange[0])
    secrets = data.get("secrets", {})
    if not isinstance(secrets, Mapping):
        raise unreadable("secrets")
    sitting = {seat.seat for seat in seats}
    if strange := sorted(str(seat) for seat in secrets if seat not in sitting):
        raise unreadable(f"secrets.{strange[0]}")
    described = positions_of(game)
    return Position(
        _read(described.table, data.get("table"), "table"),
        {seat: _read(described.secret, secret, "secrets", seat, private=True) for seat, secret in secrets.items()},
    )


def lay(game: Game, options: Any, seats: Sequence[Seat], position: Position) -> Any:
    """Return the state of a position with all secrets entered. Raises `Refused` with the field and the clause."""
    described = positions_of(game)
    for seat, progress in described.progress(options, seats, position).items():
        if progress.must and progress.done < progress.of:
            raise Refused("METSUKE-5.3", "table.position_incomplete", firm=True, seat=seat, field=f"secrets.{seat}")
    state = described.lay(options, seats, position)
    if (wrong := described.contradiction(options, seats, position)) is not None:
        raise wrong
    return state


def _read(model: type[BaseModel], data: Any, *path: str, private: bool = False) -> Any:
    if not isinstance(data, Mapping):
        raise unreadable(".".join(path), private)
    try:
        parsed = model.model_validate(dict(data))
    except ValidationError as error:
        raise unreadable(".".join((*path, field_of(error, data))), private) from None
    legible(data, path, private)
    return parsed
