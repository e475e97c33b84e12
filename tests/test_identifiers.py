"""One word, one meaning: what identifiers say, held to the glossary in CONTRIBUTING."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Glossary")[2].partition("## Tests")[0]


class Named(NamedTuple):
    """An identifier in one place: `what` is how it stands there, `node` what says it."""

    name: str
    what: str
    file: str
    node: ast.AST

    def __str__(self) -> str:
        return f"{self.file}:{getattr(self.node, 'lineno', 1)}: {self.what} {self.name}"

    def within(self, *folders: str) -> bool:
        return any(self.file.startswith(folder) for folder in folders)

    @property
    def parts(self) -> frozenset[str]:
        return parts_of(self.name)


def parts_of(name: str) -> frozenset[str]:
    """Return the words of an identifier, in small letters."""
    return frozenset(re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower().split("_")) - {""}


def identifiers(source: str, file: str) -> Iterator[Named]:
    """Yield every identifier of a module: what it defines, is given, imports, reads and passes on."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ClassDef(name=name):
                yield Named(name, "class", file, node)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield Named(name, "function", file, node)
            case ast.arg(arg=name):
                yield Named(name, "parameter", file, node)
            case ast.Name(id=name, ctx=ast.Store()):
                yield Named(name, "variable", file, node)
            case ast.Name(id=name):
                yield Named(name, "use", file, node)
            case ast.Attribute(attr=name):
                yield Named(name, "attribute", file, node)
            case ast.keyword(arg=str(name)):
                yield Named(name, "keyword", file, node)
            case ast.ImportFrom(names=names, module=module):
                yield from (Named(part, "module", file, node) for part in (module or "").split("."))
                for each in names:
                    yield Named(each.name, "import", file, node)
                    yield Named(each.asname or each.name, "import", file, node)
            case ast.Import(names=names):
                for each in names:
                    yield from (Named(part, "module", file, node) for part in each.name.split("."))


@cache
def everything() -> tuple[Named, ...]:
    found: list[Named] = []
    for folder in ("companion", "models", "referee"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            found.append(Named(path.stem, "module", file, ast.Pass()))
            found += identifiers(path.read_text(encoding="utf-8"), file)
    return tuple(found)


GONE = ("deft", "papers", "parcel", "parcels", "door", "doors", "draws", "loose", "far", "dry")
"""Words without a meaning of their own."""
FOREIGN = {"expand_loose", "DOOR_SLIDING_SHARP"}
"""What libraries call their own."""


def _firm(one: Named) -> bool:
    """The function of `referee.core.judging`, and the flag of a refusal that it sets."""
    if one.name != "firm":
        return False
    if one.what == "parameter":
        return (
            isinstance(one.node, ast.arg) and one.node.annotation is not None and _text(one.node.annotation) == "bool"
        )
    if one.what == "variable":
        return one.within("referee/core/values.py")
    return one.what != "function" or one.within("referee/core/judging.py")


def _told(one: Named) -> bool:
    """The list of a ruling's notices; whether it told a secret; what of a secret move others are told."""
    if one.name != "told":
        return False
    if one.what == "keyword":  # the parameters of a message may be called so in the catalogues
        return one.within("referee/") or one.within(
            "companion/games/table/analysis.py", "companion/printing/record_pdf.py"
        )
    if one.what == "parameter":
        said = _text(one.node.annotation) if isinstance(one.node, ast.arg) and one.node.annotation else ""
        return one.within("referee/") and said in {"list[Notice]", "list[Any]", "tuple[str, ...]"}
    return one.within("referee/")


def _heard(one: Named) -> bool:
    """What guards hear in Scorpion, in the rules, at its tables and in the editor of its boards."""
    return one.within(
        "referee/scorpion/", "companion/games/scorpion/", "companion/boards/tracing/boards.py",
        "companion/screens/editor/surface.py",
    )  # fmt: skip


def _quiet(one: Named) -> bool:
    """How many turns of Shinobi School passed in a row in which nothing was placed."""
    return one.name == "quiet" and one.within("referee/shinobi_school/")


def _ahead(one: Named) -> bool:
    """The zones of the route in front of a patrol; who leads a trick, as its views and positions say it."""
    if one.name != "ahead":
        return False
    trick = one.within("referee/scroll_trick/", "companion/games/scroll_trick/")
    return (
        one.what in {"attribute", "keyword", "variable"}
        if trick
        else one.within("referee/board/", "referee/scorpion/", "companion/games/scorpion/")
    )


def _names(one: Named) -> bool:
    """What people and things are called: never that something names another."""
    return not one.name.lstrip("_").startswith("names_") or one.name in {"names_sheet", "names_digest"}


def _way(one: Named) -> bool:
    """The zones that somebody goes through on a board, one after the other."""
    return one.name == "one_way" or one.within(
        "referee/board/", "referee/core/offers/", "referee/scorpion/", "companion/boards/",
        "companion/contract/game_ui.py",
        "companion/exports/", "companion/games/scorpion/", "companion/printing/", "companion/ui/map/",
    )  # fmt: skip


MEANS: dict[str, Callable[[Named], bool]] = {
    "firm": _firm, "told": _told, "heard": _heard, "quiet": _quiet, "ahead": _ahead, "names": _names, "way": _way,
    "ways": _way,
}  # fmt: skip
"""For each word that has a meaning whether an identifier has it there."""
ONE_CLASS = {
    "Match": "referee/core/journal/match.py", "Table": "companion/tables/table.py",
    "Way": "referee/core/offers/choices.py",
    "Place": "referee/core/values.py",
}  # fmt: skip
"""The classes that are called by such a word alone, and where they are; moves are called as the rules call them."""
NO_CLASS = ("Ahead", "Told")


def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def misnamed(one: Named) -> bool:
    """Tell whether an identifier says a word in a meaning that it does not have."""
    parts = one.parts if one.name not in FOREIGN else frozenset()
    return not parts.isdisjoint(GONE) or any(word in parts and not has(one) for word, has in MEANS.items())


def misplaced(one: Named) -> bool:
    """Tell whether something else is called as one of the classes that have a name for themselves."""
    if one.what == "class" and isinstance(one.node, ast.ClassDef):
        if one.name in NO_CLASS:
            return True
        move = any(_text(base) == "Move" for base in one.node.bases)
        return one.name in ONE_CLASS and one.file != ONE_CLASS[one.name] and not move
    return one.what in {"variable", "parameter", "function"} and one.name in {*ONE_CLASS, *NO_CLASS}


def test_no_identifier_says_a_word_in_a_meaning_that_the_glossary_does_not_give_it() -> None:
    assert [str(one) for one in everything() if misnamed(one)] == []


def test_a_table_a_match_a_way_and_a_place_are_one_class_each() -> None:
    assert [str(one) for one in everything() if misplaced(one)] == []
    assert {
        one.name: one.file for one in everything() if one.what == "class" and one.file == ONE_CLASS.get(one.name)
    } == (ONE_CLASS)


@pytest.mark.parametrize(
    "source",
    [
        "far = zone in near",
        "def loosely(loose): ...",
        "class Door: ...",
        "class UnpaidParcels: ...",
        "store.parcels.get(1)",
        "told = 1",
        "def f(told: str): ...",
        "def firm(): ...",
        "firm = True",
        "def is_firm(): ...",
        "def heard(): ...",
        "quiet = True",
        "ahead = 1",
        "def names_place(): ...",
        "way = 1",
        "import papers",
        "from x import dry as wet",
        "f'{far}'",
    ],
)
def test_a_word_in_another_meaning_is_found(source: str) -> None:
    assert any(map(misnamed, identifiers(source, "companion/screens/any.py")))


@pytest.mark.parametrize(
    "source",
    ["class Table(Row): ...", "class Match: ...", "Way = tuple", "class Place(NamedTuple): ...", "class Told: ..."],
)
def test_a_second_class_of_that_name_is_found(source: str) -> None:
    assert any(map(misplaced, identifiers(source, "models/any.py")))


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("def f(told: list[Notice]): told.append(1)", "referee/shinobazu/any.py"),
        ("firm(fits, '1', 'no')", "referee/shinobazu/any.py"),
        ("for way in walked.ways: pass", "companion/exports/any.py"),
        ("class Place(Move, public=True): ...", "referee/shinobi_school/moves.py"),
        ("names = {}", "companion/screens/any.py"),
    ],
)
def test_a_word_in_its_own_meaning_is_none(source: str, file: str) -> None:
    assert not any(misnamed(one) or misplaced(one) for one in identifiers(source, file))


def test_words_that_have_a_meaning_stand_in_the_glossary_and_no_other_does() -> None:
    rows = set(re.findall(r"^\| (\w+)", GLOSSARY, re.MULTILINE))
    assert {word for word in (*MEANS, "match", "table", "place") if word != "ways"} <= rows
    assert rows.isdisjoint(GONE)


ADJECTIVES = {
    "alone", "bare", "blank", "dry", "early", "empty", "equal", "even", "far", "few", "free", "fresh", "full", "hidden",
    "idle", "late", "long", "loose", "near", "odd", "poor", "ready", "right", "same", "short",
    "single", "sober", "sure", "true", "whole", "wrong",
}  # fmt: skip
JUDGES = ("firm", "require", "need", "need_own", "refuse")


def adjectives_alone(source: str) -> Iterator[str]:
    """Yield conditions that a rule refuses by and that are called by an adjective alone."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and call.args and _text(call.func).rpartition(".")[2] in JUDGES:
            yield from (f"{call.lineno}: {word}" for word in _operands(call.args[0]) if word in ADJECTIVES)


def _operands(condition: ast.expr) -> Iterator[str]:
    match condition:
        case ast.Name(id=name):
            yield name
        case ast.UnaryOp(op=ast.Not(), operand=each):
            yield from _operands(each)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _operands(each)


def test_a_condition_is_called_by_what_holds_and_not_by_an_adjective_alone() -> None:
    assert list(adjectives_alone("firm(far or near_by, '1', 'no')")) == ["1: far"]
    assert not list(adjectives_alone("firm(fits and is_near, '1', 'no')"))
    assert {
        path.relative_to(ROOT).as_posix(): found
        for path in sorted((ROOT / "referee").rglob("*.py"))
        if (found := list(adjectives_alone(path.read_text(encoding="utf-8"))))
    } == {}
