"""Options in words, for paper and for whoever only reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boards.library import called
from companion.contract.offered import ui_of
from companion.i18n import num
from companion.tables.opening.options import Option, options_of
from companion.ui.fields.counts import thing_name
from companion.ui.look import Look


def chosen_words(look: Look, game: str, chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the title and the value of what a table plays by: depth, board, and each option that is not as usual."""
    t = look.t
    found = [(t("app.new.depth"), t(f"app.depth.{chosen.get('depth', 'plays')}"))]
    if ui_of(game).board:
        found.append((t("boards.which"), called(chosen.get("board"), look.lang)))
    found += [
        (t(f"{game.replace('-', '_')}.option.{each.key}"), value_words(look, game, each, chosen[each.key]))
        for each in options_of(game)
        if each.key in chosen and chosen[each.key] != each.standard
    ]
    return found


def value_words(look: Look, game: str, option: Option, value: Any) -> str:
    """Return what an option is set to."""
    t, key = look.t, f"{game.replace('-', '_')}.option.{option.key}"
    comma = t("app.list.comma")
    if value is None:
        return t("new.by_the_rules" if option.span else "new.unknown")
    if option.things:
        return comma.join(f"{thing_name(look, game, each)} {num(int(value.get(each, 0)))}" for each in option.things)
    if isinstance(value, list):
        return comma.join(num(each) if isinstance(each, int) else str(each) for each in value)
    if t.has(f"{key}.{value}"):
        return t(f"{key}.{value}")
    return t(f"{key}.turns", n=value) if t.has(f"{key}.turns") else num(value) if isinstance(value, int) else str(value)
