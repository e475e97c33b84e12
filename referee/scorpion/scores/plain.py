"""Depth `scores`: what is offered, one by one and in plain forms, for whoever shows or taps it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from referee.core.offers import One
from referee.core.values import Prompt
from referee.scorpion.cards import KINDS

Fields = dict[str, Any]
NUMBERED: Final = frozenset({"drunk", "sobered", "sleeper_woken"})
"""What is said with its number, also with one."""
_PHASED: Final = frozenset({"card_played", "wound"})
_CAUSED: Final = frozenset({"guard_added", "drunk"})
_NAMES: Final = ("", "guards", "intruder", "ninja", "traitor")
_REASONS: Final = (
    *("heard", "trap", "kenjutsu", "hidden_sentry", "discovered", "attack"),
    *("passage_found", "mission", "shuriken", "sake"),
)
_FOUND: Final = (*"ABCDEF", "trap", "hidden_sentry", "nothing")


def plain_choices(prompt: Prompt | None) -> list[Fields]:
    """Return what a prompt of this depth offers, each declaration in one form, in the order of the rules.

    Where weapons do not matter they are left out, and so is a number that everybody takes for one; phase, cause and
    place of a figure are said.
    """
    if prompt is None:
        return []
    found: list[Fields] = []
    apart = not any(None in o.choices(name) for o in prompt.offers for name in ("weapon", "figure"))
    unnamed = all(None not in o.choices("intruder") for o in prompt.offers)
    for offer in prompt.offers:
        choices = [choice.of if isinstance(choice, One) else (None,) for choice in offer.fields.values()]
        for values in product(*choices):
            given = {name: v for name, v in zip(offer.fields, values, strict=True) if v is not None}
            if given not in found and _plain(offer.move, given, apart, unnamed):
                found.append(given)
    return sorted(found, key=_order)


def _plain(kind: str, given: Fields, apart: bool, unnamed: bool) -> bool:
    guards = given.get("by", given.get("who")) == "guards"
    numbered = kind in NUMBERED or (kind == "passage" and guards)
    if ("n" in given) is not numbered or given.get("n", 1) > (2 if kind == "passage" else 3):
        return False
    if kind in _PHASED and ("phase" in given) is not (kind == "wound" or guards):
        return False
    match kind:
        case "guard_removed":
            weapon = given.get("figure") in ("sword", "spear")
            return "inside" in given and given.get("cause") != "other" and (apart or not weapon)
        case "start":
            return "sword" in given and "spear" in given
        case "finish":
            return unnamed is ("intruder" in given)
    return ("cause" in given or kind not in _CAUSED) and (apart or "weapon" not in given)


def _order(given: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return where a declaration stands among those of its type."""

    def at(name: str, values: tuple[Any, ...]) -> int:
        return values.index(given[name]) if name in given else -1

    killing = "killed_by" in given or ("inside" in given and "cause" in given)
    return (
        killing,
        at("reason", _REASONS),
        str(given.get("by")) if "reason" in given else "",
        given.get("sword", 0),
        given.get("who") == "guards",
        at("by", _NAMES) if "reason" not in given else 0,
        at("figure", ("sword", "spear", "drunk")),
        at("weapon", ("sword", "spear")),
        given.get("inside", False),
        at("who", _NAMES),
        at("way", ("in", "out")),
        given.get("n", 0),
        at("cause", ("hidden_sentry", "potent_sake", "kenjutsu1", "kenjutsu2", "shuriken", "other")),
        at("intruder", _NAMES),
        at("card", KINDS.get(given.get("by", ""), ())),
        at("phase", ("alert", "cards", "patrol")),
        at("found", _FOUND),
        at("letter", tuple("ABCDEF")),
        at("killed_by", ("kenjutsu1", "kenjutsu2", "shuriken")),
    )
