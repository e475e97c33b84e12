"""A finished match on paper: outcome, ranking, the map with both ways where there is one, and the whole journal."""

from __future__ import annotations

from companion.boards.drawing import BoardDrawing
from companion.contract.game_ui import WalkedMap
from companion.exports.record import Record
from companion.i18n import Translator
from companion.printing.board_pdf import EDGE
from companion.printing.drawn_board import Frame, draw, fitted
from companion.printing.paper import A4, Paper, width_of

LINE = 5.2
"""Millimetres from line to line of the journal."""
INKS = {"ninja": "#0B5A8A", "traitor": "#8A4B00"}
SIZE = 3.4


def record_pdf(record: Record, map_: tuple[BoardDrawing, WalkedMap] | None, t: Translator) -> bytes:
    """Return the record, on as many pages of A4 as it takes."""
    page = Paper(A4, f"{record.game}, {record.day}")
    top = EDGE + 9
    page.text((EDGE, top), f"{record.sign} {record.game}", 6, bold=True)
    page.text((A4.width - EDGE, top), f"{record.day}, {record.depth}", SIZE, align="right")
    for part in wrapped(record.outcome, A4.width - 2 * EDGE, 8, bold=True):
        top += 11
        page.text((EDGE, top), part, 8, bold=True)
    top += 7
    for part in wrapped(record.why, A4.width - 2 * EDGE, 4):
        page.text((EDGE, top), part, 4)
        top += 6
    for line in record.ranking:
        page.text((EDGE, top + 2), f"{line.place}.", 4.2)
        page.text((EDGE + 10, top + 2), line.name, 4.2, bold=line.won)
        right = " ".join(filter(None, (line.roles, line.points)))
        page.text((A4.width - EDGE, top + 2), right, 4.2, align="right")
        page.line(((EDGE, top + 4), (A4.width - EDGE, top + 4)), 0.15, "#8A8272")
        top += 7
    top += 3
    page.text((EDGE, top), record.proof, SIZE)
    if map_ is not None:
        frame = fitted(map_[0], EDGE, top + 5, A4.width - 2 * EDGE, A4.height - EDGE - top - 10)
        draw(page, map_[0], frame)
        _ways(page, map_[0], map_[1], frame)
        page.next_page()
        top = EDGE
    else:
        top += 8
    top += 8
    page.text((EDGE, top), t("record.journal"), 5, bold=True)
    top += 7
    for line_ in record.lines:
        words = f"{line_.who}: {' '.join(line_.words)}"
        if line_.undone:
            words = f"({t('app.log.undone')}) {words}"
        for n, part in enumerate(wrapped(words, A4.width - 2 * EDGE - 14, SIZE)):
            if top > A4.height - EDGE:
                page.next_page()
                top = EDGE + 6
            if n == 0:
                page.text((EDGE + 9, top), str(line_.number), SIZE, ink="#50463A", align="right")
            page.text((EDGE + 13, top), part, SIZE, ink="#8A8272" if line_.undone else "#000000")
            top += LINE
    return page.done()


def _ways(page: Paper, drawing: BoardDrawing, walked: WalkedMap, frame: Frame) -> None:
    for way in walked.ways:
        ink, aside = INKS[way.who], -14 if way.who == "ninja" else 14
        spots = [
            (frame.at((round(cell.middle[0] + aside), round(cell.middle[1] + 14))), turn)
            for zone, turn in zip(way.zones, way.turns, strict=True)
            if (cell := drawing.cells.get(zone)) is not None
        ]
        if len(spots) > 1:
            page.line([spot for spot, _ in spots], 0.7, ink, dash=() if way.who == "ninja" else (2, 1.4))
        for (x, y), turn in spots:
            if way.who == "ninja":
                page.disc((x, y), 1.9, "#FFFFFF", 0.3)
            else:
                page.box(x - 1.8, y - 1.8, 3.6, 3.6, "#FFFFFF", 0.3)
            page.text((x, y + 0.8), str(turn), 2.2, bold=True, ink=ink, align="middle")


def wrapped(words: str, wide: float, height: float, *, bold: bool = False) -> list[str]:
    """Return words in lines that fit into a width: between words, or anywhere in Japanese."""
    found: list[str] = []
    line = ""
    for part in _parts(words):
        if line and width_of(line + part.rstrip(), height, bold=bold) > wide:
            found.append(line.rstrip())
            line = ""
        line += part
    return [*found, line.rstrip()] if line.strip() else found


def _parts(words: str) -> list[str]:
    """Return the pieces between which a line may break."""
    found: list[str] = []
    for char in words:
        within = bool(found) and found[-1][-1] < "\u2e80" and char < "\u2e80" and not found[-1].endswith(" ")
        if found and (within or char == " "):
            found[-1] += char
        else:
            found.append(char)
    return found
