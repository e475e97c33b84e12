"""A match as one JSON file that anybody can read, judge and audit; and the JSON Schemas of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from referee.core.acts import Act, Declare, Entry, Lay, Salt, SeatId
from referee.core.game import Game
from referee.core.games import GAMES, GameUnavailable, game
from referee.core.journal import LogLine, Match, begin
from referee.core.journal.log import opens
from referee.core.journal.match import entry_of, judge
from referee.core.reading import Unreadable, lay, parse, read_position, shown
from referee.core.rulebook import TABLE_CLAUSES
from referee.core.values import GAME_MASTER, TABLE, Prompt, Refused, Ruling, Seat, Value, Viewer

FORMAT = 1
"""The version of the format that is written and read."""

MAX_MOVES = 20_000
"""Maximum number of moves in a transcript."""

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Item(Value):
    """One line of a transcript: a move, or another act."""

    seat: SeatId
    """The actor: a seat, `gm` or `table`."""
    for_: Annotated[SeatId | None, Field(alias="for")] = None
    """The seat acted for, if it is not the actor: the game master may act for a seat, a seat for the `table`."""
    move: dict[str, Any] | None = None
    act: dict[str, Any] | None = None
    """`undo`, `redo`, `house_ruling`, `consent` or `correct`."""
    salt: Salt | None = None
    commitment: Digest | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Item:
        if (self.move is None) == (self.act is None):
            raise ValueError("has either a move or an act")
        if self.act is not None and (self.salt is not None or self.for_ is not None):
            raise ValueError("has salt or for beside an act; they belong to a move")
        return self

    def declared(self) -> dict[str, Any]:
        """Return the act as JSON."""
        if self.act is not None:
            return self.act
        return {"type": "declare", "seat": self.for_ or self.seat, "move": self.move, "salt": self.salt}

    def locked(self) -> tuple[str | None, dict[str, Any] | None]:
        """Return the salt and the move that the commitment covers."""
        if self.act is None:
            return self.salt, self.move
        salt, move = self.act.get("salt"), self.act.get("move")
        return salt if isinstance(salt, str) else None, move if isinstance(move, dict) else None


class LaidState(Value):
    """The position from which a match begins: the first entry of its journal (METSUKE-5.1)."""

    table: dict[str, Any]
    """What everybody sees, by the schema `position` of the game."""
    secrets: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """By seat, what that seat alone knows."""
    salt: Salt | None = None
    commitment: Digest | None = None

    def position(self) -> dict[str, Any]:
        """Return the position as JSON, as it was entered."""
        return self.model_dump(mode="json", include={"table", "secrets"})


class Document(Value):
    """A transcript file."""

    format: Literal[1]
    game: str
    options: Annotated[dict[str, Any], Field(default_factory=dict)]
    seats: list[Seat]
    viewer: str | None = None
    """In the export of a running match: the viewer whose knowledge it holds. Such a file cannot be judged."""
    state: LaidState | None = None
    moves: Annotated[list[Item], Field(max_length=MAX_MOVES)]
    analysis: dict[str, Any] | None = None
    """What could be known of it, as written by `python -m referee analyse`; ignored when reading."""


DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The JSON Schema version of the schemas."""
Mode = Literal["validation", "serialization"]


def schema(game: Game) -> dict[str, Any]:
    """Return the JSON Schemas of a transcript and of options, moves, acts, views, prompts and adjustments.

    Where the game has them, also of a board, and of the public and the secret part of a position.
    """
    parts: list[tuple[str, Mode, TypeAdapter[Any]]] = [
        ("options", "validation", TypeAdapter(game.OPTIONS)),
        ("move", "validation", game.MOVE),
        ("act", "validation", TypeAdapter(Act)),
        ("view", "serialization", TypeAdapter(game.VIEW)),
        ("prompt", "serialization", TypeAdapter(Prompt)),
        ("adjustment", "validation", TypeAdapter(game.ADJUSTMENT)),
        ("transcript", "validation", TypeAdapter(Document)),
    ]
    if (boards := game.EXTRAS.boards) is not None:
        parts.append(("board", "validation", boards.file))
    if (described := game.EXTRAS.positions) is not None:
        parts += [
            ("position", "validation", TypeAdapter(described.table)),
            ("secret", "validation", TypeAdapter(described.secret)),
        ]
    schemas, shared = TypeAdapter.json_schemas(parts, title=f"Metsuke: {game.KEY}")
    found: dict[str, Any] = {name: schemas[name, mode] for name, mode, _ in parts}
    definitions: dict[str, Any] = shared.get("$defs", {})
    _narrow(definitions, found, game.KEY)
    for definition in definitions.values():
        _widen(definition.get("properties", {}))
    return {"$schema": DIALECT, "title": shared["title"], **found.pop("transcript"), **found, "$defs": definitions}


def _widen(properties: dict[str, Any]) -> None:
    """Add to the schemas of fields the alternatives under `also` (`referee.core.moves.also`)."""
    for name, field in properties.items():
        if "also" in field:
            also = field.pop("also")
            properties[name] = {"anyOf": [field, also]}


def _narrow(definitions: dict[str, Any], found: dict[str, Any], key: str) -> None:
    """Restrict the general transcript schema to this game's options, moves and acts."""
    document, item = definitions["Document"]["properties"], definitions["Item"]["properties"]
    document["game"] = {"const": key, "title": "Game"}
    document["options"] = found["options"]
    if "position" in found:
        laid = definitions["LaidState"]["properties"]
        laid["table"] = found["position"]
        laid["secrets"] = {**laid["secrets"], "additionalProperties": found["secret"]}
    for field in ("move", "act"):
        item[field] = {**item[field], "anyOf": [found[field], {"type": "null"}]}


_MASKED = "this is what one viewer knew of a running match; export it again when it has ended"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript that was read: the match before its first move, and the moves.

    A position that it begins with is already the first entry of the match's journal.
    """

    name: str
    begun: Match
    items: tuple[Item, ...]
    state: LaidState | None = None


def load(text: str | bytes, name: str, games: Mapping[str, Game] = GAMES) -> Transcript:
    """Read a transcript. Raises `Unreadable` with the file, the place in it and the field."""
    data = parse(text, name)
    if not isinstance(data, dict):
        raise Unreadable(name, "", "is not a JSON object")
    if "format" in data and (data["format"] != FORMAT or not isinstance(data["format"], int | float)):
        raise Unreadable(name, "format", f"is not {FORMAT}, the only format that this referee reads")
    try:
        document = Document.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        raise Unreadable(name, shown(first["loc"]), _said(first["type"], first["msg"])) from None
    if document.viewer is not None:
        raise Unreadable(name, "viewer", _MASKED)
    try:
        played = game(document.game, games)
    except GameUnavailable as unavailable:
        raise Unreadable(name, "game", str(unavailable)) from None
    try:
        begun = begin(played, document.options, document.seats)
    except Refused as refused:
        field = str(refused.params.get("field", "seats"))
        raise Unreadable(name, field, _why(played, refused)) from None
    if document.state is not None:
        begun = _laid(begun, document.state, name)
    return Transcript(name, begun, tuple(document.moves), document.state)


def _laid(begun: Match, state: LaidState, name: str) -> Match:
    """Return the match with the position that a file begins with. Raises `Unreadable` with the wrong field."""
    position = state.position()
    try:
        lay(begun.game, begun.options, begun.seats, read_position(begun.game, position, begun.seats))
        laid, _ = judge(begun, entry_of(begun, TABLE, {"type": "lay", "position": position, "salt": state.salt}))
    except Refused as refused:
        field = str(refused.params.get("field", ""))
        raise Unreadable(name, f"state.{field}".rstrip("."), _why(begun.game, refused)) from None
    return laid


_SAID = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this format",
    "model_type": "is not an object",
    "dict_type": "is not an object",
    "list_type": "is not a list",
    "string_type": "is not a text",
}


def _said(kind: str, message: str) -> str:
    """Return pydantic's message as the end of a sentence about a field."""
    message = message.removeprefix("Value error, ")
    return _SAID.get(kind) or message[:1].lower() + message[1:]


def _why(played: Game, refused: Refused) -> str:
    """Return a refusal as its clause and the clause's text."""
    rule = next((c.text() for c in chain(TABLE_CLAUSES, played.CLAUSES) if c.id == refused.clause), refused.reason)
    return f"{refused.clause}: {rule}"


class Judged(NamedTuple):
    """One line of a transcript with its ruling, and the match after it."""

    n: int
    item: Item
    ruling: Ruling
    match: Match


def replay(transcript: Transcript) -> Iterator[Judged]:
    """Judge the lines of a transcript in order. A refused line changes nothing."""
    match = transcript.begun
    for n, item in enumerate(transcript.items, 1):
        match, ruling = match.act(item.seat, item.declared())
        yield Judged(n, item, ruling, match)


def audit(transcript: Transcript) -> tuple[int, tuple[int, ...]]:
    """Check every commitment of a transcript. Return how many there are, and the entries that do not match.

    An entry's number is its place in the file, so leaving out a line changes the numbers of all later ones.
    """
    state, first = transcript.state, transcript.begun.number
    held = [_holds(n, item.commitment, item.seat, *item.locked()) for n, item in enumerate(transcript.items, first + 1)]
    if state is not None:
        held.insert(0, _holds(first, state.commitment, TABLE, state.salt, state.position()))
    locked = [(n, holds) for n, holds in enumerate(held, 1) if holds is not None]
    return len(locked), tuple(n for n, holds in locked if not holds)


def _holds(number: int, digest: str | None, actor: str, salt: str | None, move: dict[str, Any] | None) -> bool | None:
    """Tell whether a commitment matches a move; `None` if there is no commitment."""
    if digest is None:
        return None
    if salt is None or move is None:
        return False
    try:
        return opens(digest, salt, number, actor, move)
    except ValueError:
        return False


def lines(document: Mapping[str, Any]) -> str:
    """Return a transcript as text with one move per line, for people and version control."""
    head = {key: value for key, value in document.items() if key != "moves"}
    moves = ",\n".join(json.dumps(move, ensure_ascii=False) for move in document["moves"])
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "moves": [\n{moves}\n]}}\n'


def header(match: Match) -> dict[str, Any]:
    """Return the fields of a transcript that say which game is played, by whom and with which options."""
    return {
        "format": FORMAT,
        "game": match.game.KEY,
        "options": match.options.model_dump(mode="json"),
        "seats": [seat.model_dump(mode="json") for seat in match.seats],
    }


def dump(match: Match, viewer: Viewer | None = None) -> dict[str, Any]:
    """Return a match as a transcript, ready for JSON.

    It is complete, with salts and commitments, once the match has ended and for the game master (`None`). Others
    get the lines of their own log of a running match, without salts: enough to check the referee by the
    commitments later, but not to open them.
    """
    viewer = GAME_MASTER if viewer is None or match.result is not None else viewer
    is_complete = viewer == GAME_MASTER
    document = header(match)
    if not is_complete:
        document["viewer"] = viewer
    items = []
    for n, line in enumerate(match.log(viewer)):
        item = _item(match.entries[n]) if is_complete else _known(line)
        if line.commitment is not None:
            item["commitment"] = line.commitment
        if line.act == "lay":
            document["state"] = item
        else:
            items.append(item)
    return document | {"moves": items}


def _item(entry: Entry) -> dict[str, Any]:
    """Return an entry as a transcript line, without fields at their default; a position as a transcript's `state`."""
    act = entry.act
    if isinstance(act, Lay):
        item = dict(act.position)
    elif isinstance(act, Declare):
        other = {} if act.seat == entry.actor else {"for": act.seat}
        item = {"seat": entry.actor, **other, "move": act.move}
    else:
        return {"seat": entry.actor, "act": {"type": act.type} | act.model_dump(mode="json", exclude_defaults=True)}
    return item if act.salt is None else item | {"salt": act.salt}


def _known(line: LogLine) -> dict[str, Any]:
    """Return a line of a viewer's log as a transcript line without salt; a position as a transcript's `state`."""
    if line.act == "lay":
        return dict(line.move or {})
    item: dict[str, Any] = {"seat": line.actor}
    if line.act == "declare":
        if line.seat != line.actor:
            item["for"] = line.seat
        return item | {"move": line.move}
    act = {"type": line.act, "seat": line.seat, "move": line.move, "number": line.about, "note": line.note}
    return item | {"act": {name: value for name, value in act.items() if value}}
