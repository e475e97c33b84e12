"""The ruling on every move in every phase and depth that golden matches reach.

One line per phase, depth and kind of move: each ruling, a refusal with its clause, reason and field, and the actors who
get it; `*` is all seats and the table. Each kind of move is tried as the golden matches of its game declare it first
and last; one that they never declare, as the smallest value of its schema. `python -m tests.golden.refusals` rewrites
`<game>/refusals.jsonl`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.core.game import Game
from referee.core.games import GAMES
from referee.core.journal import Match
from referee.core.transcripts import replay
from referee.core.values import TABLE
from tests.golden import FOLDER, read, text, transcripts
from tests.own_games import OWN_GAMES

SALT = "0" * 32


def matrix_file(game: str) -> Path:
    return FOLDER / game / "refusals.jsonl"


def matrix(key: str) -> Iterator[dict[str, Any]]:
    """Yield the rulings on each move of a game, in the order in which golden matches reach the phases."""
    game, files = GAMES[key], [read(path) for path in transcripts(key)]
    moves = examples(game, [line.declared() for file in files for line in file.items])
    met: set[tuple[str, str]] = set()
    for file in files:
        match = file.begun
        for judged in replay(file):
            yield from _cells(match, moves, met)
            match = judged.match
        yield from _cells(match, moves, met)


def _cells(match: Match, moves: Mapping[str, list[dict[str, Any]]], met: set[tuple[str, str]]) -> Iterator[dict]:
    here = (match.options.depth, match.state.phase)
    if here in met:
        return
    met.add(here)
    for kind, tried in moves.items():
        for n, move in enumerate(tried):
            meets: dict[str, list[str]] = {}
            for actor in (*(seat.seat for seat in match.seats), TABLE):
                meets.setdefault(_met(match, actor, move), []).append(actor)
            if len(meets) == 1:
                meets = {ruling: ["*"] for ruling in meets}
            yield {"depth": here[0], "phase": here[1], "move": kind, "example": n, "meets": meets}


def _met(match: Match, actor: str, move: Mapping[str, Any]) -> str:
    _, ruling = match.declare(actor, move, SALT)
    if ruling.upheld:
        return f"upheld {ruling.clause}"
    signs = [sign for sign, on in (("private", ruling.private), ("firm", ruling.firm)) if on]
    return " ".join(["refused", ruling.clause, ruling.reason, str(ruling.params.get("field", "")), *signs])


def examples(game: Game, declared: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return by type the moves that are tried."""
    schema = game.MOVE.json_schema()
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in sorted(schema["discriminator"]["mapping"])}
    for act in declared:
        if act.get("move") is not None and act["move"].get("type") in found:
            found[act["move"]["type"]].append(act["move"])
    for kind, moves in found.items():
        reference = schema["discriminator"]["mapping"][kind]
        found[kind] = [moves[0], moves[-1]] if moves else [least({"$ref": reference}, schema) | {"type": kind}]
    return found


def least(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """Return the smallest value that a schema allows."""
    if "$ref" in schema:
        return least(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return least(schema[choice][0], root)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            return {name: least(schema["properties"][name], root) for name in schema.get("required", ())}
        case "array":
            one = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
            return [least(one, root) for _ in range(schema.get("minItems", 0))]
        case "integer":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case "string":
            return "p1"
    return None


if __name__ == "__main__":
    for key in OWN_GAMES:
        matrix_file(key).write_text("".join(f"{text(line)}\n" for line in matrix(key)), encoding="utf-8")
        print(matrix_file(key))
