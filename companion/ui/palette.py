"""The three palettes: Lantern by night, Washi by day, Moon for secrets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """One palette. Colours are `#RRGGBB`; `glow` is a colour and its opacity."""

    name: str
    bg: str
    sf: str
    sf2: str
    sf3: str
    ln: str
    lns: str
    tx: str
    tx2: str
    tx3: str
    seal: str
    on_seal: str
    seal_text: str
    seal_soft: str
    indigo: str
    glow: tuple[str, float]
    street: str
    ward: str
    castle: str
    moat: str
    border: str
    wall: str
    ninja: str
    traitor: str


LANTERN = Palette(
    name="lantern", bg="#14110D", sf="#1F1B15", sf2="#2A251D", sf3="#383127", ln="#4D4537", lns="#96896F",
    tx="#F6EEDF", tx2="#CDC1AA", tx3="#A0947D", seal="#C8391F", on_seal="#FFF9F2", seal_text="#FF8E70",
    seal_soft="#3A1C14", indigo="#A9B8FF", glow=("#FFC46E", 0.13),
    street="#1B1712", ward="#2E271D", castle="#463A27", moat="#22303B", border="#A59779", wall="#E8DCC3",
    ninja="#7FD3FF", traitor="#FFC46B",
)  # fmt: skip
WASHI = Palette(
    name="washi", bg="#F4EDDF", sf="#FFFBF3", sf2="#EAE0CC", sf3="#DDD0B7", ln="#CBBD9F", lns="#7A6E57",
    tx="#1E1912", tx2="#50463A", tx3="#695F4F", seal="#B5301A", on_seal="#FFFFFF", seal_text="#A32A14",
    seal_soft="#F8DFD4", indigo="#2E3E86", glow=("#FFE2A0", 0.55),
    street="#EFE6D4", ward="#E2D6BC", castle="#CDB98F", moat="#C3D3DB", border="#665A41", wall="#2A241B",
    ninja="#0B5A8A", traitor="#8A4B00",
)  # fmt: skip
MOON = Palette(
    name="moon", bg="#0A0F2E", sf="#131A45", sf2="#1C2558", sf3="#28336F", ln="#3F4C93", lns="#8493DE",
    tx="#EEF0FF", tx2="#C0C9F5", tx3="#98A3DC", seal="#C8391F", on_seal="#FFF9F2", seal_text="#FF9A80",
    seal_soft="#3A1C2E", indigo="#B9C5FF", glow=("#96AAFF", 0.10),
    street="#141B45", ward="#212B63", castle="#354185", moat="#0E1C4E", border="#8C9AE2", wall="#DDE3FF",
    ninja="#7FD3FF", traitor="#FFC46B",
)  # fmt: skip
PALETTES = (LANTERN, WASHI, MOON)
