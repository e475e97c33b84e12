"""Golden transcripts: whole matches, with what each viewer is told and shown after every move.

`<game>/<name>.json` is a transcript. `<name>.seen.jsonl` records what reached each viewer: the first line everything
shown before the first move, then a line per move with the changes, for the public in full and for others where they
differ. A change of the rules, the words or the secrecy appears as a difference in these files. Rewrite them with
`python -m tests.golden`, and read the differences before committing them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.core.games import GAMES
from referee.core.journal import Match
from referee.core.transcripts import Transcript, load, replay
from referee.core.values import GAME_MASTER, PUBLIC

FOLDER = Path(__file__).parent


def transcripts(game: str = "*") -> list[Path]:
    """Return the golden transcripts of a game, or of all."""
    return sorted(FOLDER.glob(f"{game}/*.json"))


def read(path: Path) -> Transcript:
    """Read a golden transcript."""
    return load(path.read_bytes(), str(path.relative_to(FOLDER)), GAMES)


def seen_file(path: Path) -> Path:
    """Return the file that records what was seen of a transcript."""
    return path.with_suffix(".seen.jsonl")


def seen(transcript: Transcript) -> Iterator[dict[str, Any]]:
    """Yield what reaches each viewer: first everything that is shown, then each move's notices and changes.

    Differences from the public's are under `told_apart` and `changed_apart`.
    """
    shown = _shown(transcript.begun)
    yield {"n": 0, "shown": shown}
    for judged in replay(transcript):
        now = _shown(judged.match)
        notices = {
            viewer: told
            for viewer in now
            if (told := [n.model_dump(mode="json") for n in judged.ruling.notices if n.reaches(viewer)])
        }
        public = notices.pop(PUBLIC, [])
        line: dict[str, Any] = {"n": judged.n, "seat": judged.item.seat, "ruling": judged.ruling.verdict}
        line |= {"clause": judged.ruling.clause, "told": public}
        line["told_apart"] = {viewer: told for viewer, told in notices.items() if told != public}
        changed = {viewer: changes(shown[viewer], now[viewer]) for viewer in now}
        line["changed"] = changed.pop(PUBLIC)
        line["changed_apart"] = {v: apart for v, own in changed.items() if (apart := _apart(line["changed"], own))}
        yield line
        shown = now


def _apart(public: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return how a viewer's changes differ from the public's; `=` lists the paths that changed for the public only."""
    apart = {path: value for path, value in own.items() if path not in public or public[path] != value}
    alone = [path for path in public if path not in own]
    return apart | {"=": alone} if alone else apart


def _shown(match: Match) -> dict[str, Any]:
    viewers = (PUBLIC, *(s.seat for s in match.seats), GAME_MASTER)
    return {
        viewer: {
            "view": match.view(viewer).model_dump(mode="json"),
            "prompts": [p.model_dump(mode="json") for p in match.prompts(viewer)],
        }
        for viewer in viewers
    }


def changes(before: Any, after: Any, path: str = "") -> dict[str, Any]:
    """Return the changes between two JSON values as paths with new values; `None` for what was removed.

    If a list has only grown, `path+` holds what was appended.
    """
    if before == after:
        return {}
    if isinstance(before, dict) and isinstance(after, dict):
        found: dict[str, Any] = {}
        for key in [*before, *(k for k in after if k not in before)]:
            found |= changes(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
        return found
    if isinstance(before, list) and isinstance(after, list):
        if len(after) > len(before) and after[: len(before)] == before:
            return {f"{path}+": after[len(before) :]}
        if len(after) == len(before):
            found = {}
            for i, (old, new) in enumerate(zip(before, after, strict=True)):
                found |= changes(old, new, f"{path}[{i}]")
            return found
    return {path: after}


def text(line: dict[str, Any]) -> str:
    """Return a line of the file as text."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
