"""Names that a screen reader can use. Flet finds the types of its events by the names of this module alone."""

from typing import Optional

import flet as ft

# Flet reads the annotation itself, not its text: no postponed annotations in this module.


@ft.control("Semantics")  # type: ignore[arg-type]
class Usable(ft.Semantics):
    """A spoken name that can be used as a finger uses it: Flet's client tells of it by `click`, and knows no `tap`."""

    on_click: Optional[ft.ControlEventHandler["Usable"]] = None  # noqa: UP045
