"""Addresses within the app, which the browser shows, and which reloads and links come back to.

An address is a path of steps from home: `/history/person-3`, `/m/CODE/rules-GAME`. Without its last step it is the
address of the screen that it was opened from.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import unquote

from companion.contract.snapshot import Screen
from companion.phones.phone_state import PhoneState
from companion.tables.keys import CODE_ALPHABET

ASIDE: frozenset[Screen] = frozenset({"rules", "settings", "log", "keeping", "tour"})
"""Screens that can be opened from any other, and lead back to it."""
PARAMS: dict[str, tuple[str, ...]] = {
    "rules": ("game",), "history": ("game",), "person": ("id", "game"), "game": ("game",), "settings": (), "log": (),
    "keeping": (), "tour": (), "new": (), "boards": (), "archive": (), "owner": (), "lobby": (),
}  # fmt: skip
"""The screens that are steps of an address, and the parameters of each."""
MATCH = ("m", "t", "g")
"""The first parts of the addresses of a match: the match, and its table display."""
_CODE = re.compile(rf"/[{''.join(MATCH)}]/+(.*)", re.IGNORECASE | re.DOTALL)


def route_of(phone: PhoneState) -> str:
    """Return the address of what a phone shows; an empty string if it has none."""
    where = phone.where
    if phone.workshop is not None:
        return f"/b/s{phone.workshop.desk.number}"
    if where.code:
        steps = [f"/{'t' if where.role == 'display' else 'm'}/{where.code}", *_aside(phone)]
        return "/".join([*steps, "lobby"] if where.looks_at_lobby and len(steps) == 1 else steps)
    screen, history = where.screen, _step("history", where.history_game)
    person = _step("person", str(where.person), where.game)
    match screen:
        case "lost":
            return ""
        case "new" | "boards":
            steps = [screen]
        case "history":
            steps = [history]
        case "person":
            steps = [history, person]
        case "game":
            steps = [history, _step("game", where.game)]
        case "archive":
            steps = [history, "archive"]
        case "owner":
            above = {"person": [history, person], "archive": [history, "archive"]}
            steps = [*above.get(where.back, []), "owner"]
        case _ if screen in ASIDE and where.back in ("new", "history"):
            steps = ["new" if where.back == "new" else history, *_aside(phone)]
        case _:
            steps = _aside(phone)
    return "/" + "/".join(steps)


def _aside(phone: PhoneState) -> list[str]:
    screen = phone.where.screen
    return [_step(screen, phone.where.rules_game if screen == "rules" else "")] if screen in ASIDE else []


def _step(screen: str, *params: str) -> str:
    return "-".join([screen, *filter(None, params)])


def steps_in(parts: Sequence[str]) -> list[tuple[str, dict[str, str]]]:
    """Return the screens in the parts of an address, each with its parameters, up to the first invalid part."""
    steps = []
    for part in parts:
        screen, *given = part.split("-", 1)
        names = PARAMS.get(screen)
        if names is None:
            break
        steps.append((screen, dict(zip(names, given[0].split("-", len(names) - 1) if given else (), strict=False))))
    return steps


def lies_above(route: str, other: str) -> bool:
    """Tell whether `route` is an ancestor of `other`, so that going back from there leads to it."""
    return route != other and (route == "/" or other.startswith(f"{route}/"))


# Pasted addresses


def parts_of(route: str) -> list[str]:
    """Return the parts of an address; a pasted one may have characters of the text around it."""
    path = re.split(r"[?#]", _plain(unquote(route)))[0]
    first, *rest = [part for part in path.split("/") if part] or [""]
    if first.lower() in MATCH and rest:
        return [first.lower(), code_in(f"/m/{rest[0]}"), *rest[1:]]
    return [re.sub(r"[^\w-]+$", "", part) for part in (first.lower(), *rest)] if first else []


def code_in(text: str) -> str:
    """Return the code of a match from a pasted text: a link to any host, or the code itself."""
    text = _plain(unquote(text))
    found = _CODE.search(text)
    text = found[1] if found else re.sub(r"^\W+", "", text)
    # A code that is read aloud may be written in groups; other characters are dropped.
    code = ""
    for char in text.lower():
        if char in CODE_ALPHABET or (found and char in "01ilo"):  # another host's match may have these in its code
            code += char
        elif char != "-" and (found or unicodedata.category(char) not in ("Pd", "Zs", "Pc")):
            break
    return code[:40]


def _plain(text: str) -> str:
    """Return a text in half-width characters, without invisible ones."""
    plain = unicodedata.normalize("NFKC", text[:2000])
    return "".join(char for char in plain if unicodedata.category(char) not in ("Cf", "Cc")).strip()
