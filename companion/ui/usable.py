"""Named controls that a screen reader can press. Flet resolves event types by the names in this module alone."""

from typing import Optional

import flet as ft

# Flet reads the annotation itself, not its text: no postponed annotations in this module.


@ft.control("Semantics")  # type: ignore[arg-type]
class Usable(ft.Semantics):
    """A spoken name that a screen reader can press: Flet's client reports that as `click`, and does not know `tap`."""

    on_click: Optional[ft.ControlEventHandler["Usable"]] = None  # noqa: UP045
