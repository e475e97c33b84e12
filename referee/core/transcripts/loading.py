"""Reading a transcript: what it says, and the match before its first move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from pydantic import ValidationError

from referee.core.game import Game
from referee.core.games import GAMES, GameUnavailable, game
from referee.core.journal import Match, begin
from referee.core.journal.acting import entry_of, judge
from referee.core.reading.declarations import shown
from referee.core.reading.json_text import Unreadable, parse
from referee.core.reading.positions import lay, read_position
from referee.core.rulebook import TABLE_CLAUSES
from referee.core.transcripts.document import FORMAT, Document, Item, LaidState
from referee.core.values import TABLE, Refused

_MASKED = "this is what one viewer knew of a running match; export it again when it has ended"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A file that was read: the match before its first move, and what was declared.

    A state that it begins with is the first entry of the journal.
    """

    name: str
    begun: Match
    items: tuple[Item, ...]
    state: LaidState | None = None


def load(text: str | bytes, name: str, games: Mapping[str, Game] = GAMES) -> Transcript:
    """Read a transcript. Raises `Unreadable`, which names the file, the position and the field."""
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
    """Return the match on the table that a file begins with. Raises `Unreadable` with the field that cannot be."""
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
    """Return a refusal of options or seats in words."""
    told = next((c.text() for c in chain(TABLE_CLAUSES, played.CLAUSES) if c.id == refused.clause), refused.reason)
    return f"{refused.clause}: {told}"
