"""The shelf of boards, and a new match that is played on one."""

from __future__ import annotations

from functools import partial

from companion.snapshot import BoardCard, Draft, Snapshot
from tests.shots.scenes import Scene, from_snapshot

SHELF = (
    BoardCard("nijo", "ours", "Nijō by Night", "二条城夜図", 139),
    BoardCard("b3", "kept", "Scorpion castle", "", 148),
    BoardCard("s1", "sketch", "The box's own board", "", 31, True),
)
PLAYED = Draft("scorpion", "plays", ("Aki", "Ben", "Chie"))

SCENES = (
    Scene("boards", partial(from_snapshot, Snapshot("boards", boards=SHELF))),
    Scene("boards-new-match", partial(from_snapshot, Snapshot("new", draft=PLAYED, boards=SHELF[:2]))),
)
