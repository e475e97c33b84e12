"""QR codes are read back by a decoder that shares no code with what drew them."""

import io
import re

import pytest
import zxingcpp
from PIL import Image

from companion.ui import qr

URLS = ["http://192.168.1.20:8550/m/abcdefgh", "https://table.example.org/m/k7w2h9xq", "http://10.0.0.2:8550"]


def read(picture: Image.Image) -> str:
    found = zxingcpp.read_barcodes(picture.convert("L"))
    assert len(found) == 1
    return str(found[0].text)


def enlarge(lines: list[list[bool]], module: int = 6) -> Image.Image:
    picture = Image.new("L", (len(lines[0]), len(lines)), 255)
    picture.putdata([0 if dark else 255 for line in lines for dark in line])
    return picture.resize((picture.width * module, picture.height * module), Image.Resampling.NEAREST)


@pytest.mark.parametrize("url", URLS)
def test_the_picture_says_the_address(url: str) -> None:
    assert read(Image.open(io.BytesIO(qr.png(url)))) == url


@pytest.mark.parametrize("url", URLS)
def test_the_drawing_for_a_screen_says_the_address(url: str) -> None:
    drawing = qr.svg(url)
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', drawing)[1])  # type: ignore[index]
    lines = [[False] * size for _ in range(size)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1", drawing.split('fill="#000"')[1]):
        for column in range(int(x), int(x) + int(length)):
            lines[int(y)][column] = True
    assert read(enlarge(lines)) == url


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("url", URLS)
def test_a_terminal_shows_the_address_with_a_margin(url: str, colour: bool) -> None:
    text = re.sub(r"\x1b\[[0-9;]*m", "", qr.terminal(url, colour))
    dark = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    lines: list[list[bool]] = []
    for row in text.split("\n"):
        lines += [[dark[sign][half] == colour for sign in row] for half in (0, 1)]
    assert not any(any(line) for line in lines[:2])
    assert not any(line[0] or line[1] or line[-1] or line[-2] for line in lines)
    assert read(enlarge(lines)) == url


def test_a_picture_is_black_on_white_with_four_modules_of_margin() -> None:
    picture = Image.open(io.BytesIO(qr.png(URLS[0], module=1))).convert("L")
    assert {colour for _, colour in picture.getcolors() or []} == {0, 255}
    assert picture.point(lambda value: 255 - value).getbbox() == (4, 4, picture.width - 4, picture.height - 4)
