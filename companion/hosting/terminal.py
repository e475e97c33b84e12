"""What the host's terminal says: where to point the phones, and one line when something is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO

from companion.hosting.addresses import reach_phones
from companion.ui import qr

STOPPED = "Metsuke has stopped. Nothing is lost: start it again and every match goes on."
SHOWN = "The demonstration has ended. Its matches were there to be looked at, and nothing of them is kept."


UNREACHED = (
    "The table is open, but no phone can reach it: this machine is in no network, or the host was told to answer it "
    "alone. Join a Wi-Fi, or open a hotspot on this machine or on a phone, leave --address out, and start it again. "
    "Until then it is open in a browser of this machine:"
)


class Terminal:
    """A terminal, or whatever stands in its place."""

    def __init__(self, out: TextIO | None = None, codes: bool = True) -> None:
        self._out = out or sys.stdout
        self._codes = codes and _can_draw(self._out)
        self._colour = self._out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def say(self, *lines: str) -> None:
        """Write lines, whatever the terminal's encoding lacks."""
        encoding = self._out.encoding or "utf-8"
        text = "".join(f"{line}\n" for line in lines)
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()

    def code(self, url: str) -> None:
        """Draw an address as a QR code, if codes are wanted and can be drawn.

        In colour its light modules are white whatever the terminal's own colours are. Without they are drawn as well,
        which reads right on a dark terminal and, inverted, in most readers on a light one.
        """
        if self._codes:
            self.say("")
            qr.code(url, margin=2).print_ascii(self._out, tty=self._colour, invert=True)
            self.say("")

    def welcome(self, urls: Sequence[str], kept: bool = True) -> None:
        """Say that the table is open: a code for the likeliest address, then all of them.

        Of a demonstration nothing is `kept`.
        """
        if reach_phones(urls):
            self.code(urls[0])
            scan = "Scan the code with a phone in the same network, or open the address in a browser:"
            plain = "Open the address with a phone in the same network:"
            self.say(f"The table is open. {scan if self._codes else plain}")
        else:
            self.say(UNREACHED)
        self.say(*(f"    {url}" for url in urls))
        ends = "Ctrl-C stops the host; nothing is lost." if kept else "Ctrl-C ends the demonstration."
        self.say(f'No page opens? See "When no page opens" in the README. {ends}')

    def owner(self, code: str) -> None:
        """Show the code that makes one phone the owner's."""
        self.say(f"The owner's code is {code}. Entered on a phone (Settings, Owner of this host) it lets that phone")
        self.say("forget and merge names, and export or import everything. It is good for one phone.")

    def match(self, url: str) -> None:
        """Show how to join a match that was opened just now."""
        self.code(url)
        self.say(f"A new match. To join it, {'scan the code or ' if self._codes else ''}open {url}")


def _can_draw(out: TextIO) -> bool:
    try:
        "█▀▄\xa0".encode(out.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
