"""A sound on the table display, when a public answer appears: the same whatever the answer is.

The title carries it: it counts the public answers, and `assets/web/chime.js` plays when the number rises. It is sent
right behind the picture that shows the answer, and knows nothing but that there is one more. The device keeps in its
pocket that it is wanted, so a display that was reloaded still plays.
"""

from __future__ import annotations

from typing import Any, Final

from companion.contract.snapshot import Snapshot

TITLE: Final = "Metsuke"
"""The page's title while nothing on it is secret."""


def title_of(snap: Snapshot) -> str:
    """Return the title of a page that shows no secret: with the number of public answers where its sound is on."""
    return f"{TITLE} ♪{answers(snap.view)}" if snap.sound else TITLE


def answers(view: Any) -> int:
    """Return how many answers everybody has been given in a match; of other games than Scorpion none."""
    from companion.games.scorpion.events import ANSWERS

    return sum(getattr(event, "kind", "") in ANSWERS for event in getattr(view, "record", ()))
