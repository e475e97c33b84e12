"""Boards of 6 to 12 zones on which every legal secret play can be tried.

A zone is written `id:flags`. Flags: `e` on the edge, `o` the Traitor may start, `p` watch post, `b` barracks, `m` moat,
`A` or `B` its castle, `x` between the castles. Borders are written `a-b`.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.board.board import Board

_FLAGS: Mapping[str, str] = {
    "e": "edge",
    "o": "inside_outer_moat",
    "p": "post",
    "b": "barracks",
    "x": "between_castles",
}


def board(id: str, zones: str, plain: str, wall: str = "", sound: str = "", route: str = "") -> Board:
    """Return a small board, unchecked: most are too small for all ten marks."""
    borders = [
        {"a": a, "b": b, "kind": kind}
        for kind, pairs in (("plain", plain), ("wall", wall), ("sound", sound))
        for a, b in (pair.split("-") for pair in pairs.split())
    ]
    edges = [pair.split("-") for pair in route.split()]
    listed = [_zone(*zone.partition(":")[::2]) for zone in zones.split()]
    return Board.model_validate({"id": id, "zones": listed, "borders": borders, "route": {"edges": edges}})


def _zone(id: str, flags: str) -> dict[str, object]:
    castle = next((letter for letter in "AB" if letter in flags), None)
    kind = "moat" if "m" in flags else "castle" if castle else "ground"
    return {"id": id, "kind": kind, "castle": castle, **{_FLAGS[f]: True for f in flags if f in _FLAGS}}


GATE = board(
    "gate",
    "w:e o:o p:op a:A k:Ab c:eB",
    plain="w-o o-p p-a a-k p-c",
    wall="o-a c-k",
    sound="w-c",
    route="o-p p-a",
)
"""One way into one castle, two walls, a border that only sound crosses."""

MOAT = board(
    "moat",
    "n:e s:eo u:o q:m r:m a:Ap b:A d:Bb",
    plain="n-q s-u u-q q-a u-r r-b a-b b-d r-d",
    wall="u-a n-d",
    sound="s-r",
    route="a-b b-d",
)
"""Two moats before a castle, and another behind."""

YARD = board(
    "yard",
    "a1:eA a2:op a3:eB b1:A b2:xp b3:B c1:e c2:ob c3:Bb",
    plain="a1-a2 a2-a3 a2-b2 b1-b2 b2-b3 b2-c2 c1-c2 c2-c3 b3-c3 a1-b1",
    wall="a3-b3 b1-c1",
    route="a2-b2 b2-c2 b2-b3",
)
"""Three by three, with a fork of the patrols' route in the middle."""

TOWER = board(
    "tower",
    "e:e f:eo g:o h:pA i:A j:B l:pBb",
    plain="e-f f-g g-h h-i g-j j-l e-g",
    wall="f-h i-l e-j",
    sound="h-l",
    route="g-h g-j j-l",
)
"""Seven zones, three walls."""

LEGAL = board(
    "legal",
    "s:o t:op a1:eA a2:A a3:Ab a4:A a5:A b1:B b2:B b3:B b4:Bb b5:eB",
    plain="s-t s-a1 t-b1 a1-a2 a2-a3 b1-b2 b2-b3 a3-a4 b3-b4 b4-b5 t-a2",
    wall="s-a4 a4-a5 a5-b5 a3-b3 t-b2",
    route="t-a2 a2-a3 t-b1 b1-b2",
)
"""Twelve zones: the fewest with room for all marks, and played with all of them."""

SMALL = (GATE, MOAT, YARD, TOWER)
BOARDS = (*SMALL, LEGAL)
