"""Writing a match as a transcript."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from referee.core.acts import Declare, Entry, Lay
from referee.core.journal import LogLine, Match
from referee.core.transcripts.document import FORMAT
from referee.core.values import GAME_MASTER, Viewer


def lines(document: Mapping[str, Any]) -> str:
    """Return a transcript as text with one move a line, for people and version control."""
    head = {key: value for key, value in document.items() if key != "moves"}
    moves = ",\n".join(json.dumps(move, ensure_ascii=False) for move in document["moves"])
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "moves": [\n{moves}\n]}}\n'


def dump(match: Match, viewer: Viewer | None = None) -> dict[str, Any]:
    """Return a match as a transcript, ready for JSON.

    Complete, with salts and commitments, once the match has ended, and for the game master (None). Of a
    running match everybody else gets the lines of the own journal, without salts: enough to hold the referee
    to the commitments later, and nothing that opens them.
    """
    viewer = GAME_MASTER if viewer is None or match.result is not None else viewer
    complete = viewer == GAME_MASTER
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.KEY,
        "options": match.options.model_dump(mode="json"),
        "seats": [seat.model_dump(mode="json") for seat in match.seats],
    }
    if not complete:
        document["viewer"] = viewer
    items = []
    log = match.log(viewer)
    for n, line in enumerate(log):
        if line.act == "lay":
            document["state"] = _laid_state(match.entries[n] if complete else None, line)
            continue
        item = _item(match.entries[n]) if complete else _known(line)
        if line.commitment is not None:
            item["commitment"] = line.commitment
        items.append(item)
    return document | {"moves": items}


def _item(entry: Entry) -> dict[str, Any]:
    """Return an entry as a line, as it was declared. What is at its default is left out."""
    act = entry.act
    if not isinstance(act, Declare):
        return {"seat": entry.actor, "act": {"type": act.type} | act.model_dump(mode="json", exclude_defaults=True)}
    item: dict[str, Any] = {"seat": entry.actor}
    if act.seat != entry.actor:
        item["for"] = act.seat
    item["move"] = act.move
    if act.salt is not None:
        item["salt"] = act.salt
    return item


def _laid_state(entry: Entry | None, line: LogLine) -> dict[str, Any]:
    """Return the position that a journal begins with: as it was entered, or as a line's reader may know it."""
    act = None if entry is None else entry.act
    state = dict(act.position if isinstance(act, Lay) else line.move or {})
    if isinstance(act, Lay) and act.salt is not None:
        state["salt"] = act.salt
    return state | ({} if line.commitment is None else {"commitment": line.commitment})


def _known(line: LogLine) -> dict[str, Any]:
    """Return a line of a viewer's journal as a line of a transcript, without salt."""
    item: dict[str, Any] = {"seat": line.actor}
    if line.act == "declare":
        if line.seat != line.actor:
            item["for"] = line.seat
        return item | {"move": line.move}
    act = {"type": line.act, "seat": line.seat, "move": line.move, "number": line.about, "note": line.note}
    return item | {"act": {name: value for name, value in act.items() if value}}
