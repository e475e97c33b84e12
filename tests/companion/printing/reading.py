"""Reading back what was printed: the pages of a document, as far as the tests need them."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size in points, how many texts it holds, whether something is cut off at a window."""

    size: tuple[float, float]
    texts: int
    clipped: bool
    drawing: bytes


def pages(document: bytes) -> list[Page]:
    """Return the pages of a document that our printer wrote."""
    assert document.startswith(b"%PDF-")
    assert document.rstrip().endswith(b"%%EOF")
    sizes = [
        (float(wide), float(high)) for wide, high in re.findall(rb"/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", document)
    ]
    packed = re.findall(rb"/ASCII85Decode /FlateDecode[^>]*>>\s*stream\r?\n(.*?)endstream", document, re.DOTALL)
    drawings = [zlib.decompress(base64.a85decode(each.strip().removesuffix(b"~>"))) for each in packed]
    drawn = [each for each in drawings if b" Tf" in each or b" re" in each or b" l " in each]
    assert len(drawn) == len(sizes)
    return [
        Page(size, len(re.findall(rb"\bTj\b", each)), bool(re.search(rb"\bW\*? n\b", each)), each)
        for size, each in zip(sizes, drawn, strict=True)
    ]
