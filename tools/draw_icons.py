"""Draw the app's icons from its own seal 目付: python tools/draw_icons.py"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ASSETS = Path(__file__).resolve().parent.parent / "assets"
SEAL, ON_SEAL, NIGHT = "#C8391F", "#FFF9F2", "#14110D"


def seal(size: int, room: float, ground: str | None) -> Image.Image:
    """Return the seal on `ground` (`None`: transparent), with `room`, a fraction of the size, free around it."""
    large = size * 4
    picture = Image.new("RGBA", (large, large), ground or (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    edge = int(large * room)
    draw.rounded_rectangle((edge, edge, large - edge, large - edge), large * 0.09, fill=SEAL)
    inner = large - 2 * edge
    font = ImageFont.truetype(ASSETS / "fonts" / "Metsuke-Bold.ttf", int(inner * 0.43))
    for place, sign in ((0.29, "目"), (0.71, "付")):
        draw.text((large / 2, edge + inner * place), sign, ON_SEAL, font, anchor="mm")
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    icons = ASSETS / "icons"
    icons.mkdir(parents=True, exist_ok=True)
    for size in (192, 512):
        seal(size, 0.04, None).quantize(32).save(icons / f"icon-{size}.png", optimize=True)
        seal(size, 0.2, NIGHT).convert("RGB").quantize(32).save(icons / f"icon-maskable-{size}.png", optimize=True)
    seal(48, 0.0, None).quantize(32).save(icons / "favicon.png", optimize=True)
    # `flet build` makes every platform's icon and splash from this one.
    seal(1024, 0.12, NIGHT).convert("RGB").save(ASSETS / "icon.png", optimize=True)


if __name__ == "__main__":
    main()
