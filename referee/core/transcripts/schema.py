"""JSON Schema of what a game reads and shows."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import TypeAdapter

from referee.core.acts import Act
from referee.core.game import Game
from referee.core.transcripts.document import Document
from referee.core.values import Prompt

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema that these are written in."""
Mode = Literal["validation", "serialization"]


def schema(game: Game) -> dict[str, Any]:
    """Return the schema of a transcript, and beside it those of options, move, act, view, prompt and adjustment.

    Where there are such things, also of a board, of a position's table and of a seat's secret in it.
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
    """Let fields hold what they are read from `also` (`referee.core.moves.also`)."""
    for name, field in properties.items():
        if "also" in field:
            also = field.pop("also")
            properties[name] = {"anyOf": [field, also]}


def _narrow(definitions: dict[str, Any], found: dict[str, Any], key: str) -> None:
    """Say in the general transcript what this game's options, moves and acts are."""
    document, item = definitions["Document"]["properties"], definitions["Item"]["properties"]
    document["game"] = {"const": key, "title": "Game"}
    document["options"] = found["options"]
    if "position" in found:
        laid = definitions["LaidState"]["properties"]
        laid["table"] = found["position"]
        laid["secrets"] = {**laid["secrets"], "additionalProperties": found["secret"]}
    for field in ("move", "act"):
        item[field] = {**item[field], "anyOf": [found[field], {"type": "null"}]}
