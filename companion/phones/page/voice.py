"""What the table display says aloud, if its voice is on: the public journal and the public asks, in its language.

The words go with the page's title, as the mark of its sound does; `assets/web/voice.js` lets the browser speak them.
"""

from __future__ import annotations

from typing import Final

from companion.contract.snapshot import Snapshot
from companion.ui.look import Look
from companion.ui.words.announcing import asked, changed, stands

LONGEST: Final = 400
"""Characters that are said at once at most."""


def spoken(look: Look, snap: Snapshot) -> str:
    """Return what a display says: what changed; with `turn` also who is asked what; with `all` also how it stands."""
    if snap.role != "display" or snap.voice == "off" or snap.match is None:
        return ""
    said = changed(look, snap)
    if snap.voice != "changed":
        said += asked(look, snap)
    if snap.voice == "all":
        said += stands(look, snap)
    words = " ".join(dict.fromkeys(" ".join(each.split()) for each in said))
    return words.replace("¶", "").replace("♪", "")[:LONGEST]


def in_title(look: Look, snap: Snapshot) -> str:
    """Return what a title carries of it: nothing, or language, loudness and words."""
    words = spoken(look, snap)
    return f" ¶{look.lang}¶{snap.volume:g}¶{words}" if words else ""
