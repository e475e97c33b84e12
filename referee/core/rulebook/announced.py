"""Which games are announced, by name: the entry points of the group `metsuke.games`. None of them is imported for it.

Those of Metsuke itself are read from the table in its `pyproject.toml`, which keeps their order and is there where
nothing is installed: in a source tree and in a phone app. An installed Metsuke has a copy inside `referee`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

GROUP: Final = "metsuke.games"
OWN: Final = "metsuke-referee"
"""The name of Metsuke's own distribution."""

_PACKAGE = Path(__file__).resolve().parents[2]
_NOWHERE = "an unnamed distribution"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A game that somebody announces: its key, and where its rules are, as the value of an entry point."""

    key: str
    rules: str
    distribution: str = OWN


def announced() -> tuple[Announcement, ...]:
    """Return every announcement: Metsuke's own in their order, then those of others by their names."""
    own = tuple(_own(_PACKAGE))
    found = (
        Announcement(point.name, point.value, (point.dist.name if point.dist else "") or _NOWHERE)
        for point in entry_points(group=GROUP)
    )
    # What an older version called itself may still be installed beside this one: it announces the same games.
    ours = {(one.key, one.rules) for one in own}
    others = (one for one in found if not own or (one.distribution != OWN and (one.key, one.rules) not in ours))
    return (*own, *sorted(others, key=lambda one: (one.distribution, one.key)))


def _own(package: Path) -> Iterator[Announcement]:
    for folder in (package.parent, package):
        project = _project(folder / "pyproject.toml")
        if project.get("name") == OWN:
            yield from (Announcement(key, rules) for key, rules in project["entry-points"][GROUP].items())
            return


def _project(file: Path) -> dict[str, Any]:
    with suppress(OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return dict(tomllib.loads(file.read_text("utf-8")).get("project", {}))
    return {}
