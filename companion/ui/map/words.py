"""What is said of a map's zones, figures and marks, to readers of the list and to screen readers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.boards.drawing import Cell, drawing_of

if TYPE_CHECKING:
    from companion.ui.look import Look
    from companion.ui.map.facts import Figure, MapFacts, Mark


def joined(look: Look, *parts: str) -> str:
    """Return short facts one after the other, as the reader's language parts them."""
    return look.t("map.comma").join(filter(None, parts))


def zone_name(look: Look, cell: Cell) -> str:
    """Return a zone's id and its name: "N7, Kōun-tei Hall"."""
    return joined(look, cell.zone.id, cell.zone.name.text(look.lang))


def ground(look: Look, cell: Cell) -> str:
    """Return what a zone is: moat, castle, ward or street, and what stands there."""
    zone, t = cell.zone, look.t
    kind = {"moat": "moat", "castle": "castle"}.get(zone.kind) or ("ward" if zone.inside_outer_moat else "street")
    return joined(
        look, t(f"map.{kind}"), t("map.post") if zone.post else "", t("map.barracks") if zone.barracks else ""
    )


@lru_cache(maxsize=2048)
def zone_spoken(look: Look, board: str, zone: str) -> str:
    """Return what a screen reader says of a zone whatever happens there: it is the same all evening."""
    drawn = drawing_of(board)
    cell, beside = drawn.cells[zone], len(drawn.board.neighbours(zone))
    return joined(look, zone_name(look, cell), ground(look, cell), look.t("map.neighbours", n=beside))


def target_spoken(look: Look, label: str) -> str:
    """Return that something may be done in a zone, and what it costs or is called."""
    return look.t("map.target_for", what=label) if label else look.t("map.target")


def figure_spoken(look: Look, figure: Figure) -> str:
    t = look.t
    return joined(
        look,
        t(f"map.{figure.kind}", label=figure.label),
        t("map.faces", zone=figure.facing) if figure.facing else "",
        t("map.drunk") if figure.drunk else "",
        t("map.dead") if figure.dead else "",
    )


def mark_spoken(look: Look, mark: Mark) -> str:
    return look.t("map.mark", letter=mark.letter)


def things(look: Look, facts: MapFacts, zone: str) -> tuple[str, ...]:
    t = look.t
    found = [figure_spoken(look, each) for each in facts.figures if each.zone == zone]
    found += [mark_spoken(look, each) for each in facts.marks if each.zone == zone]
    found += [t("map.rope_to", zone=b if zone == a else a) for a, b in facts.ropes if zone in (a, b)]
    found += [t(f"map.walked_{each.who}") for each in facts.trails if zone in each.zones]
    found += [t("map.searched")] if zone in facts.searched else []
    found += [t("map.cloud")] if zone in facts.cloud else []
    found += [words for at, words in facts.notes if at == zone]
    return tuple(found)
