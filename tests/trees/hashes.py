"""The sampled moments, the hashes of their screens, and the differences from another revision."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from flet.components.component import Renderer

from companion.ui.theme import make_look
from referee.core.games import GAMES
from referee.core.transcripts import Transcript
from tests.golden import read, transcripts
from tests.own_games import OWN_GAMES
from tests.shots.scenes import Scene, Still, collect
from tests.trees.nodes import Node, difference, node_of
from tests.trees.screens import digest, lines, moments, screens

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parents[1]
SCENES: Final = "scenes"
"""Stands for a game: the photographed scenes (`tests/shots`) of the screens and the kit that all games share."""
SUBJECTS: Final = (*OWN_GAMES, SCENES)
SHOWN: Final = 3
"""The maximum number of differing screens that are described."""
Hashes = Mapping[str, Mapping[str, str]]
"""By moment, `<match> <number>`, the hash of each of its screens."""


def file_of(subject: str) -> Path:
    """Return the file of a game's hashes."""
    return HERE / f"{subject}.json"


def written(subject: str) -> Hashes:
    """Return a game's hashes from its file."""
    found: Hashes = json.loads(file_of(subject).read_text(encoding="utf-8"))
    return found


def write(subject: str, hashes: Hashes) -> None:
    """Write a game's file of hashes, one line per moment."""
    rows = (f"{json.dumps(moment)}: {json.dumps(each)}" for moment, each in hashes.items())
    file_of(subject).write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def hashes_of(subject: str, every: int = 0) -> Hashes:
    """Return the hashes of a game: of the sample, or of each `every`th moment and the last of each match."""
    if subject == SCENES:
        return {name: {look: node.digest[:4].hex() for look, node in _scene(scene)} for name, scene in _scenes()}
    wanted, found = sample(subject), {}
    for path in transcripts(subject):
        transcript = read(path)
        known: dict[int, tuple[Any, Any]] = {}
        end = len(transcript.items)
        for moment in moments(transcript, frozenset({*range(0, end, every), end}) if every else wanted[path.stem]):
            told = {screen.name: digest(screen, moment, known) for screen in screens(moment)}
            found[f"{path.stem} {moment.number}"] = told
    return found


def sample(game: str) -> dict[str, frozenset[int]]:
    """Return by match the moments that the test checks.

    They are those after the first declaration of each kind in a game's matches, at each depth, and the ends.
    """
    met: set[tuple[str, ...]] = set()
    return {path.stem: frozenset(_sampled(read(path), met)) for path in transcripts(game)}


def _sampled(transcript: Transcript, met: set[tuple[str, ...]]) -> Iterator[int]:
    depth = str(transcript.begun.options.depth)
    for n, item in enumerate(transcript.items, 1):
        declared = item.declared()
        kind = (depth, declared["type"], str((declared.get("move") or {}).get("type")))
        if kind not in met:
            met.add(kind)
            yield n
    yield len(transcript.items)


def described(subject: str, moment: str, name: str) -> list[str]:
    """Return a screen line by line. Raises `LookupError` for an unknown moment or screen."""
    if subject == SCENES:
        scene = dict(_scenes()).get(moment)
        node = dict(_scene(scene)).get(name) if scene is not None else None
        if node is None:
            raise LookupError(f"no scene {moment} {name}")
        return list(node.lines())
    match, number = moment.rsplit(" ", 1)
    path = next((path for path in transcripts(subject) if path.stem == match), None)
    for at in moments(read(path), frozenset({int(number)})) if path is not None else ():
        for screen in screens(at):
            if screen.name == name:
                return lines(screen, at)
    raise LookupError(f"no screen {name} at {subject} {moment}")


def _scenes() -> Iterator[tuple[str, Scene]]:
    """Yield every photographed scene that belongs to no game, by name, without the tests' toy game."""
    GAMES.restrict(only=[key for key in GAMES if key != "toy"])
    try:
        for name, scene in sorted(collect().scenes.items()):
            if not any(game in name for game in OWN_GAMES):
                yield name, scene
    finally:
        GAMES.restrict()


def _scene(scene: Scene) -> Iterator[tuple[str, Node]]:
    for mode, lang in (("light", "ja"), ("dark", "en")):
        look = make_look(lang, mode, secret=scene.secret, scale=scene.scale)  # type: ignore[arg-type]
        yield f"{mode} {lang}", node_of(Renderer().render(scene.draw, look, Still()), {})


# Comparison


def differing(was: Hashes, now: Hashes) -> list[tuple[str, str]]:
    """Return the moments and screens that differ, or exist on one side only."""
    found = []
    for moment in dict.fromkeys([*was, *now]):
        old, new = was.get(moment, {}), now.get(moment, {})
        names = dict.fromkeys([*old, *new])
        found += [(moment, name) for name in names if old.get(name) != new.get(name)]
    return found


def report(subject: str, differ: list[tuple[str, str]], checkout: Path | None) -> str:
    """Return a report of the screens that differ from a checkout's, with the differing control of the first ones."""
    said = [f"{subject}: {len(differ)} screens differ"]
    for n, (moment, name) in enumerate(differ[:20]):
        said.append(f"{moment}, {name}")
        if checkout is not None and n < SHOWN:
            try:
                now = described(subject, moment, name)
            except LookupError:
                now = []
            said.append(difference(_run(checkout, "--show", subject, moment, name).splitlines(), now))
    return "\n".join(said)


def hashes_in(checkout: Path, subject: str, every: int = 0) -> Hashes:
    """Return the hashes of a game as drawn by the code of another checkout."""
    found: Hashes = json.loads(_run(checkout, "--hashes", "--every", str(every), subject))
    return found


def _run(checkout: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "tests.trees", *arguments]
    done = subprocess.run(command, cwd=checkout, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout


def last_written(subject: str) -> str:
    """Return the revision in which a game's hashes were last written; an empty string if unknown."""
    return _git("log", "-1", "--format=%H", "--", str(file_of(subject))).decode().strip()


@contextmanager
def checked_out(revision: str) -> Iterator[Path | None]:
    """Yield a folder with the project at a revision; `None` if there is no such revision."""
    packed = _git("archive", revision) if revision else b""
    if not packed:
        yield None
        return
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


def _git(*arguments: str) -> bytes:
    try:
        return subprocess.run(["git", *arguments], cwd=PROJECT, stdout=subprocess.PIPE, check=False).stdout
    except OSError:
        return b""
