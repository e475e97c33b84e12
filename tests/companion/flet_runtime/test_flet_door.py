"""The one door to Flet: what is relied on is there, and nothing starts whose guards have lost their place."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import flet
import pytest
from flet.components.component import Component
from flet.controls.id_counter import ControlId, IdCounter
from flet.messaging.session import Session
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from companion import cli
from companion.flet_runtime.install import CHECKED_AGAINST, RELIED_ON, FletMoved, Name, Part, install, moved
from companion.flet_runtime.render import is_fast_drawing
from companion.hosting.process import check_server
from companion.hosting.web_app import create_app
from tests.companion.hosting.trivial import Trivial
from tests.hosted import PROJECT, free_port

ROOM = PROJECT / "companion" / "flet_runtime"
PUBLISHED = {"flet", "flet.canvas", "flet.messaging.protocol", "flet_web", "flet_web.fastapi"}
"""What the rest of the app imports of Flet."""
NOT_FLETS = {"_cast", "_maker", "_written", "_childless", "_FIELD_INITVAR", "_field_type"}
"""What this room notes at controls and values, and what it takes from the standard library's dataclasses."""


@pytest.mark.parametrize("part", RELIED_ON)
def test_all_that_is_relied_on_is_as_expected_in_the_flet_that_is_installed(part: Part) -> None:
    assert moved(part) == []


def test_flet_is_pinned_to_the_version_that_the_list_was_checked_against() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    held = (PROJECT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {f"{name}=={CHECKED_AGAINST}" for name in ("flet", "flet-desktop", "flet-web")}
    for lines in (asked, held):
        assert {line for line in lines if re.match(r"flet\b", line)} == pinned
    assert flet.__version__ == importlib.metadata.version("flet-web") == CHECKED_AGAINST
    assert is_fast_drawing()


def _trees(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def _listed() -> set[str]:
    names = [name for part in RELIED_ON.values() for name in part]
    steps = {step for name in names for step in re.split(r"[:.]", name.at)}
    return steps.union(*(name.has + name.mentions + (name.takes or ()) for name in names))


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_every_private_name_that_is_used_of_flet_is_in_the_list() -> None:
    used, own = set[str](), set[str]()
    for _, tree in _trees(ROOM):
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Store()) if isinstance(node.value, ast.Name):
                    (own if node.value.id == "self" else used).add(name)
                case ast.Attribute(attr=name):
                    used.add(name)
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                    own.add(name)
                case ast.AnnAssign(target=ast.Name(id=name)) | ast.Name(id=name, ctx=ast.Store()):
                    own.add(name)
                case ast.ImportFrom(module=str(module)) if module.startswith("flet"):
                    used |= {alias.name for alias in node.names} - PUBLISHED
                case ast.Call(
                    func=ast.Name(id="getattr" | "hasattr" | "_set"), args=[_, ast.Constant(value=str(name)), *_]
                ):
                    used.add(name)
    missing = {name for name in used if _private(name)} - own - NOT_FLETS - _listed()
    assert missing == set()


def test_nothing_else_in_the_app_reaches_into_flet() -> None:
    private = {name for name in _listed() if _private(name)}
    for path, tree in _trees(PROJECT / "companion"):
        if path.is_relative_to(ROOM):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("flet", "flet_web"):
                assert node.module in PUBLISHED, path
                assert not any(_private(alias.name) for alias in node.names), path
            elif isinstance(node, ast.Import):
                assert {alias.name for alias in node.names if alias.name.startswith("flet")} <= PUBLISHED, path
            elif isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                assert node.attr not in private, f"{path}:{node.lineno} {node.attr}"


def _renamed(self: Any) -> None:
    self._connection()


HOOKS: list[tuple[Any, str, Any, str]] = [
    (Session, "get_page_patch", None, "get_page_patch is not there"),
    (Session, "apply_patch", lambda self, patch: None, "takes (patch), not (control_id, patch)"),
    (Session, "apply_patch", _renamed, "apply_patch takes (), not (control_id, patch)"),
    (ControlId, "_counter", None, "ControlId has no _counter"),
    (IdCounter, "next", lambda self: 3, "ControlId.next no longer mentions _counter"),
    (Component, "update", None, "Component.update"),
    (Session, "error", None, "Session.error is not there"),
]


@pytest.mark.parametrize(("owner", "name", "other", "says"), HOOKS)
def test_without_the_hook_of_a_guard_the_host_does_not_start_and_says_why(
    owner: Any, name: str, other: Any, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if other is None:
        monkeypatch.delattr(owner, name)
    else:
        monkeypatch.setattr(owner, name, other)
    assert cli.main(["--port", str(free_port()), "--no-qr"]) == cli.WRONG
    said = capsys.readouterr().err
    assert said.startswith(f"metsuke: What guards the phones' secrets finds no place in Flet {flet.__version__}: ")
    assert says in said
    assert said.rstrip().endswith(f'pip install "flet=={CHECKED_AGAINST}" "flet-web=={CHECKED_AGAINST}"')
    assert said.count("\n") == 1


def test_without_the_hook_of_a_guard_nothing_is_played_on_one_device_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Session, "apply_patch")
    install()  # no phone sends frames here
    monkeypatch.delattr(ControlId, "_counter")
    with pytest.raises(FletMoved, match="_counter"):
        install()


def test_the_web_application_is_not_put_together_where_nothing_guards_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.flet_runtime.install._guarded", False)
    with pytest.raises(RuntimeError, match="install"):
        create_app(Trivial(0))


def test_places_are_taken_once() -> None:
    before = Component.update, Session.error, ControlId._counter
    install(hosting=True)
    assert (Component.update, Session.error, ControlId._counter) == before


def test_what_only_draws_faster_gives_way_with_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.flet_runtime.install._placed", False)
    monkeypatch.setattr("companion.flet_runtime.render._renderer", None)
    taken: list[str] = []
    for name in ("constructors", "reconcile", "session_ids", "faults"):
        monkeypatch.setattr(f"companion.flet_runtime.{name}.install", partial(taken.append, name))
    monkeypatch.setitem(RELIED_ON, "drawing", (*RELIED_ON["drawing"], Name("flet.nowhere:Thing")))
    install(hosting=True)
    assert [record.getMessage() for record in caplog.records] == [
        "screens are drawn by Flet itself, which takes longer: flet.nowhere:Thing is not there"
    ]
    assert not is_fast_drawing()
    assert sorted(taken) == ["faults", "session_ids"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (Name("flet.nowhere:Thing"), "flet.nowhere:Thing is not there"),
        (Name("flet.messaging.session:Session.gone"), "flet.messaging.session:Session.gone is not there"),
        (Name("flet.messaging.session:Session.error", takes=("text",)), "takes (message), not (text)"),
        (Name("flet.messaging.protocol:Message", has=("action", "kind")), "has no kind"),
        (Name("flet.messaging.session:Session.close", mentions=("reopen",)), "no longer mentions reopen"),
    ],
)
def test_what_moved_is_named(name: Name, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RELIED_ON, "drawing", (name,))
    (line,) = moved("drawing")
    assert line.endswith(problem)


def test_what_a_host_builds_on_in_uvicorn_is_there_in_the_version_that_is_allowed() -> None:
    check_server()
    host = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["host"]
    (asked,) = (line for line in host if line.startswith("uvicorn"))
    major, minor, *_ = importlib.metadata.version("uvicorn").split(".")
    assert asked == f"uvicorn>={major}.{minor},<{major}.{int(minor) + 1}"


@pytest.mark.parametrize("name", ["data_received", "connection_made"])
def test_without_what_ends_connections_the_host_does_not_start(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(AutoHTTPProtocol, name, lambda self: None)
    assert cli.main(["--port", str(free_port()), "--no-qr"]) == cli.WRONG
    said = capsys.readouterr().err
    assert f"AutoHTTPProtocol.{name} takes ()" in said
    assert said.count("\n") == 1
