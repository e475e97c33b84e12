"""QR codes are read back by a decoder that shares no code with what drew them."""

import io
import re

import pytest
import zxingcpp
from PIL import Image

from companion.hosting.terminal import Terminal
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


class Screen(io.StringIO):
    """A terminal's screen, with colours or without."""

    def __init__(self, colour: bool) -> None:
        super().__init__()
        self.colour = colour

    def isatty(self) -> bool:
        return self.colour


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("url", URLS)
def test_a_terminal_shows_the_address_with_a_margin(url: str, colour: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = Screen(colour)
    Terminal(screen).code(url)
    assert ("\x1b[" in screen.getvalue()) == colour
    text = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    light = {"█": (True, True), "▀": (True, False), "▄": (False, True), "\xa0": (False, False)}
    lines: list[list[bool]] = []
    for row in text.strip("\n").split("\n"):
        lines += [[not light[sign][half] for sign in row] for half in (0, 1)]
    del lines[len(lines[0]) :]  # the last character's lower half, where nothing is left to draw
    assert not any(any(line) for line in lines[:2])
    assert not any(line[0] or line[1] or line[-1] or line[-2] for line in lines)
    assert read(enlarge(lines)) == url


def test_a_picture_is_black_on_white_with_four_modules_of_margin() -> None:
    picture = Image.open(io.BytesIO(qr.png(URLS[0], module=1))).convert("L")
    assert {colour for _, colour in picture.getcolors() or []} == {0, 255}
    assert picture.point(lambda value: 255 - value).getbbox() == (4, 4, picture.width - 4, picture.height - 4)
