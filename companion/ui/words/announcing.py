"""What is said of a table that everybody may know, in three parts: by a display aloud, by a phone's screen reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.contract.offered import ui_of
from companion.ui.words.aloud import aloud
from companion.ui.words.sentences import names, say

if TYPE_CHECKING:
    from companion.contract.snapshot import Snapshot
    from companion.ui.look import Look


def changed(look: Look, snap: Snapshot) -> list[str]:
    """Return what happened last."""
    return [say(look, snap, n.message, n.params) for line in snap.lately for n in line.notices]


def asked(look: Look, snap: Snapshot) -> list[str]:
    """Return who must do what."""
    called = names(snap.match)
    each = ((called.get(p.seat, ""), say(look, snap, p.ask, p.params)) for p in snap.prompts if p.must)
    return [": ".join(filter(None, one)) for one in each]


def stands(look: Look, snap: Snapshot) -> list[str]:
    """Return how the table stands: where the match is, and what everybody counts."""
    if snap.match is None or snap.view is None:
        return []
    return [say(look, snap, key, params) for key, params in ui_of(snap.match.game).stands(snap.view)]


def over(look: Look, snap: Snapshot, shown: ft.Control) -> ft.Control:
    """Return a table with what this phone's screen reader is to be told besides whose turn it is, where it wants that.

    The dock tells whose turn it is.
    """
    if snap.announce == "turn" or snap.role == "display" or snap.screen not in ("play", "end") or snap.match is None:
        return shown
    said = changed(look, snap) + (stands(look, snap) if snap.announce == "all" else [])
    # Of no size it would be nothing for a screen reader.
    heard = ft.Semantics(
        content=ft.Container(width=1, height=1), label=aloud(*dict.fromkeys(said)), live_region=True, container=True
    )
    whole = ft.Container(shown, left=0, top=0, right=0, bottom=0)
    return ft.Stack([whole, ft.Container(heard, left=0, bottom=0)], expand=True)
