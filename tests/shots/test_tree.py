"""What a screen holds is found wherever it stands: in any field, in a list, in what a handler keeps."""

from __future__ import annotations

import dataclasses

import flet as ft
import pytest

from companion.ui import act
from tests.shots.tree import held_in


@dataclasses.dataclass(frozen=True)
class Card:
    name: str


def _kept(name: str) -> object:
    return lambda _: name


@pytest.mark.parametrize(
    "control",
    [
        ft.Text("K9"),
        ft.Row([ft.Container(ft.Text("", tooltip="K9"))]),
        ft.Text("", data={"zone": ("K9",)}),
        ft.Text("", data=Card("K9")),
        ft.Container(on_click=act(print, "K9")),
        ft.Container(on_click=act(print, zone=Card("K9"))),
        ft.Container(on_click=_kept("K9")),
    ],
    ids=range(7),
)
def test_a_text_is_found_wherever_it_stands(control: ft.Control) -> None:
    assert "K9" in held_in([control])
    assert "K9" not in held_in([ft.Text("K8")])
