"""A result as a picture to share, 1080 by 1350: seal, winner, points and, in some games, the map with both paths."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

from companion.boards.drawing import ACROSS, BoardDrawing
from companion.contract.game_ui import WalkedMap
from companion.exports.record import RankLine, Record
from companion.i18n import ASSETS
from companion.ui.fonts import FAMILY, Outline, flattened, parts
from companion.ui.palette import LANTERN as P
from companion.ui.palette import Palette

WIDE, HIGH, EDGE = 1080, 1350, 64
LINES: Final = 8
"""The most lines of the ranking that are shown; with a map fewer."""
_FOLDER = ASSETS / "fonts"
Font = ImageFont.FreeTypeFont


def picture(record: Record, map_: tuple[BoardDrawing, WalkedMap] | None) -> bytes:
    """Return the picture as PNG. It shows the end of this match only."""
    image = Image.new("RGB", (WIDE, HIGH), P.background)
    draw = ImageDraw.Draw(image)
    _seal(draw, record.seal, EDGE, EDGE, 132)
    left = EDGE + 132 + 32
    _fit(draw, (left, EDGE + 4), f"{record.sign} {record.game}", 40, P.text_2, WIDE - EDGE - left)
    _fit(draw, (left, EDGE + 56), record.outcome, 58, P.text, WIDE - EDGE - left, bold=True)
    below = _wrapped(draw, (EDGE, EDGE + 170), record.why, 34, P.text_2)
    rows = record.ranking[: 4 if map_ is not None else LINES]
    for line in rows:
        below = _rank(draw, below + 8, line)
    if map_ is not None:
        _map(image, map_[0], map_[1], below + 28, HIGH - EDGE - 56)
    elif record.course.curves:
        _course(draw, record, below + 56, HIGH - EDGE - 80)
    _fit(draw, (EDGE, HIGH - EDGE - 28), f"目付 Metsuke   {record.day}   {record.depth}", 28, P.text_2, WIDE - 2 * EDGE)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _face(name: str, size: int) -> Font:
    return ImageFont.truetype(str(_FOLDER / f"{name}.ttf"), size)


def _ours(face: str, size: int, bold: bool) -> Font:
    return _face("MetsukeFull" if face != FAMILY else "Metsuke-Bold" if bold else "Metsuke-Regular", size)


def _wide(words: str, size: int, *, bold: bool = False) -> float:
    return sum(
        part.outline.wide * size if part.outline is not None else _ours(part.face, size, bold).getlength(part.words)
        for part in parts(words)
    )


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], words: str, size: int, color: str, *, bold: bool = False
) -> None:
    """Write words with their top left corner at a point."""
    x, y = at
    y += size * 0.88
    for part in parts(words):
        if part.outline is None:
            face = _ours(part.face, size, bold)
            draw.text((x, y), part.words, fill=color, font=face, anchor="ls")
            x += face.getlength(part.words)
        elif part.outline.contours:
            mask = _letters(part.outline, size)
            draw.bitmap((round(x) - size, round(y) - 2 * size), mask, fill=color)
            x += part.outline.wide * size


def _letters(outline: Outline, size: int) -> Image.Image:
    """Return a mask of letters, with a margin of one size around them and two above the base line.

    Contours count by their direction, so that holes stay open and overlaps do not. It is drawn four times as large and
    scaled down, for smooth edges.
    """
    scale = 4 * size
    whole = round((outline.wide + 2) * scale), 3 * scale
    around = Image.new("L", whole, 128)
    for contour in outline.contours:
        corners = [((x + 1) * scale, (2 - y) * scale) for x, y in flattened(contour)]
        turns = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*corners, corners[0]]))
        once = Image.new("L", whole, 0)
        ImageDraw.Draw(once).polygon(corners, fill=1)
        around = (ImageChops.add if turns > 0 else ImageChops.subtract)(around, once)
    ink = around.point([0 if value == 128 else 255 for value in range(256)])
    return ink.resize((whole[0] // 4, whole[1] // 4), Image.Resampling.BOX)


def _fit(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], words: str, size: int, color: str, room: float,
    *, bold: bool = False,
) -> None:  # fmt: skip
    """Write words on one line, smaller if they are long, and cut if they are very long."""
    while size > 26 and _wide(words, size, bold=bold) > room:
        size -= 2
    if _wide(words, size, bold=bold) > room:
        while words and _wide(f"{words}…", size, bold=bold) > room:
            words = words[:-1]
        words = f"{words}…"
    _write(draw, at, words, size, color, bold=bold)


def _wrapped(draw: ImageDraw.ImageDraw, at: tuple[float, float], words: str, size: int, color: str) -> float:
    """Write running text in at most three lines; return its lower end."""
    x, y = at
    lines, line = [], ""
    parts = words.split(" ") if " " in words else list(words)
    join = " " if " " in words else ""
    for part in parts:
        longer = f"{line}{join}{part}" if line else part
        if line and _wide(longer, size) > WIDE - 2 * EDGE:
            lines.append(line)
            line = part
        else:
            line = longer
    for each in [*lines, line][:3]:
        _write(draw, (x, y), each, size, color)
        y += size * 1.35
    return y


def _seal(draw: ImageDraw.ImageDraw, sign: str, x: float, y: float, size: float) -> None:
    draw.rounded_rectangle((x, y, x + size, y + size), 16, fill=P.accent)
    face = _face("Metsuke-Bold", round(size * 0.6))
    draw.text((x + size / 2, y + size / 2), sign, fill=P.on_accent, font=face, anchor="mm")


def _rank(draw: ImageDraw.ImageDraw, top: float, line: RankLine) -> float:
    high = 76
    box = (EDGE, top, WIDE - EDGE, top + high)
    draw.rounded_rectangle(box, 14, fill=P.surface_2 if line.won else P.surface, outline=P.line, width=2)
    _write(draw, (EDGE + 24, top + 18), f"{line.place}.", 34, P.text_2)
    right = " ".join(filter(None, (line.roles, line.points)))
    wide = _wide(right, 34, bold=True)
    _write(draw, (WIDE - EDGE - 24 - wide, top + 18), right, 34, P.text, bold=True)
    _fit(draw, (EDGE + 96, top + 17), line.name, 36, P.text, WIDE - 2 * EDGE - 96 - 48 - wide, bold=True)
    return top + high


def _map(image: Image.Image, drawing: BoardDrawing, walked: WalkedMap, top: float, bottom: float) -> None:
    """Draw the board as large as possible, and the paths on it: one solid and round, one dashed and square."""
    unit = min((WIDE - 2 * EDGE) / ACROSS, (bottom - top) / drawing.height)
    left = (WIDE - ACROSS * unit) / 2
    big = 2  # drawn twice as large and scaled down, for smooth edges
    sheet = Image.new("RGB", (round(ACROSS * unit * big), round(drawing.height * unit * big)), P.street)
    draw = ImageDraw.Draw(sheet)

    def at(spot: tuple[float, float]) -> tuple[float, float]:
        return spot[0] * unit * big, spot[1] * unit * big

    for cell in drawing.cells.values():
        draw.polygon([at(p) for p in cell.points], fill=_ground(P, cell.zone), outline=P.border)
    for seam in drawing.seams:
        for a, b in seam.lines:
            if seam.kind != "plain":
                draw.line([at(a), at(b)], fill=P.wall, width=max(2, round(7 * unit * big)))
    for way in walked.ways:
        _way(draw, drawing, way.who, way.zones, way.turns, unit * big)
    small = sheet.resize((sheet.width // big, sheet.height // big), Image.Resampling.LANCZOS)
    image.paste(small, (round(left), round(top)))


def _ground(p: Palette, zone: object) -> str:
    kind = getattr(zone, "kind", "")
    if kind == "moat":
        return p.moat
    if kind == "castle":
        return p.castle
    return p.ward if getattr(zone, "inside_outer_moat", False) else p.street


def _way(
    draw: ImageDraw.ImageDraw, drawing: BoardDrawing, who: str, zones: tuple[str, ...], turns: tuple[int, ...],
    scale: float,
) -> None:  # fmt: skip
    color, dashed = (P.ninja, False) if who == "ninja" else (P.traitor, True)
    aside = -14 if who == "ninja" else 14
    points: list[tuple[float, float]] = []
    ends: dict[str, tuple[tuple[float, float], int]] = {}
    for zone, turn in zip(zones, turns, strict=True):
        cell = drawing.cells.get(zone)
        if cell is not None:
            spot = ((cell.middle[0] + aside) * scale, (cell.middle[1] + 14) * scale)
            points.append(spot)
            ends[zone] = (spot, turn)
    for a, b in pairwise(points):
        _line(draw, a, b, color, max(2, round(6 * scale)), dashed)
    r = 22 * scale
    face = _face("Metsuke-Bold", max(8, round(26 * scale)))
    for (x, y), turn in ends.values():
        box = (x - r, y - r, x + r, y + r)
        if who == "ninja":
            draw.ellipse(box, fill=P.background, outline=color, width=max(1, round(4 * scale)))
        else:
            draw.rectangle(box, fill=P.background, outline=color, width=max(1, round(4 * scale)))
        draw.text((x, y), str(turn), fill=color, font=face, anchor="mm")


def _line(
    draw: ImageDraw.ImageDraw, a: tuple[float, float], b: tuple[float, float], color: str, width: int, dashed: bool
) -> None:
    if not dashed:
        draw.line([a, b], fill=color, width=width)
        return
    length = max(1.0, ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5)
    on, off, done = width * 3.0, width * 2.0, 0.0
    while done < length:
        end = min(done + on, length)
        ends = [(a[0] + (b[0] - a[0]) * d / length, a[1] + (b[1] - a[1]) * d / length) for d in (done, end)]
        draw.line([(x, y) for x, y in ends], fill=color, width=width)
        done = end + off


_DASHED = (False, True)


def _course(draw: ImageDraw.ImageDraw, record: Record, top: float, bottom: float) -> None:
    """Draw the points of all players in the course of the match, each curve with its name at its end."""
    values = [value for _, points in record.course.curves for value in points]
    low, high = min(*values, 0), max(*values, 1)
    left, right = EDGE + 8, WIDE - EDGE - 190
    many = len(record.course.along) - 1

    def at(n: int, value: int) -> tuple[float, float]:
        return left + (right - left) * n / many, bottom - (bottom - top) * (value - low) / (high - low)

    draw.line([at(0, 0), (right, at(0, 0)[1])], fill=P.line_strong, width=2)
    inks = (P.text, P.text_2, P.accent_text, P.ninja, P.traitor, P.indigo)
    spoken: list[float] = []
    for n, (name, points) in enumerate(record.course.curves):
        color = inks[n % len(inks)]
        spots = [at(k, value) for k, value in enumerate(points)]
        for a, b in pairwise(spots):
            _line(draw, a, b, color, 5, _DASHED[n % 2])
        y = spots[-1][1]
        while any(abs(y - other) < 34 for other in spoken):
            y -= 34
        spoken.append(y)
        _fit(draw, (right + 16, y - 16), f"{name} {points[-1]}", 28, color, WIDE - EDGE - right - 16, bold=True)
