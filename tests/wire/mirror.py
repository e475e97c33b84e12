"""A phone's own copy of its control tree, kept by the same rules as the client that people use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Node = dict[str, Any]
Query = str | re.Pattern[str]

WORDS = frozenset(
    {
        "value", "text", "label", "tooltip", "message", "content", "title", "subtitle", "hint", "hint_text",
        "helper", "error", "counter", "prefix", "suffix", "semantics_label", "semantic_counter_text",
    }
)  # fmt: skip
"""The properties whose strings a person reads or a screen reader speaks."""

_REPLACE, _ADD, _REMOVE, _MOVE = range(4)


class OutOfStep(Exception):
    """A patch that does not fit the tree: the server thinks this phone holds something else."""


@dataclass(frozen=True, slots=True)
class Found:
    """A control, with the controls around it, the page first.

    `dead` tells that it or one around it is disabled or hidden, so that no finger reaches it.
    """

    node: Node
    around: tuple[Node, ...]
    dead: bool

    @property
    def id(self) -> int:
        """The control's id on the wire."""
        return int(self.node["_i"])

    @property
    def kind(self) -> str:
        """The control's type on the wire, `Text` or `Container` for example."""
        return str(self.node["_c"])

    def hears(self, event: str) -> bool:
        """Tell whether the server listens to this event of the control."""
        return self.node.get(f"on_{event}") is True


class Mirror:
    """The tree below the page, as plain maps and lists."""

    def __init__(self) -> None:
        self.page: Node = {"_c": "Page", "_i": 1}
        self._index: dict[int, Node] = {1: self.page}
        self._walked: list[Found] | None = None
        self._shown: list[tuple[Found, list[str]]] | None = None

    def register(self, page: Mapping[str, Any]) -> None:
        """Take the page over that the server answers a registration with."""
        self.page = {**self.page, **page, "_c": "Page", "_i": 1}
        self._index = {}
        self._changed()
        self._learn(self.page)

    def patch(self, control: int, patch: list[Any]) -> None:
        """Apply the operations of one patch to the control, one after the other.

        Raises `OutOfStep` if the tree does not have what the patch speaks of.
        """
        self._changed()
        root = self.control(control)
        if root is None:
            raise OutOfStep(f"a patch for control {control}, which is not in the tree")
        paths = dict(_paths(patch[0], ()))
        for operation in patch[1:]:
            try:
                self._operate(root, paths, operation)
            except (KeyError, IndexError, TypeError) as error:
                raise OutOfStep(f"{operation!r:.200} does not fit control {control}: {error!r}") from error

    def control(self, number: int) -> Node | None:
        """Return a control by its id."""
        return self._index.get(number)

    def walk(self) -> list[Found]:
        """Return every control, hidden ones too, from the page down in the order of the tree."""
        if self._walked is None:
            self._walked = []
            _walk(self.page, (), False, self._walked)
        return self._walked

    def write(self, node: Node, name: str, value: Any) -> None:
        """Set what a finger changes on the phone itself, a text or a choice."""
        node[name] = value
        self._changed()

    def strings(self) -> Iterator[str]:
        """Yield every string of the tree, whatever it is for."""
        yield from strings_of(self.page)

    def shown(self) -> list[tuple[Found, list[str]]]:
        """Return every control that is not hidden and has words, with its words, in the order of the tree."""
        if self._shown is None:
            said = ((found, words_of(found.node)) for found in self.walk() if not found.dead)
            self._shown = [(found, words) for found, words in said if words]
        return self._shown

    def texts(self) -> list[str]:
        """Return the words on the screen, in the order of the tree, without what is hidden."""
        return [word for _, words in self.shown() for word in words]

    def find_all(self, query: Query) -> list[Found]:
        """Return what carries these words: all of them if some control does, else a part."""
        if isinstance(query, re.Pattern):
            return [found for found, words in self.shown() if any(map(query.search, words))]
        exact = [found for found, words in self.shown() if query in words]
        return exact or [found for found, words in self.shown() if any(query in word for word in words)]

    def _changed(self) -> None:
        self._walked = self._shown = None

    def _operate(self, root: Node, paths: Mapping[int, tuple[Any, ...]], operation: list[Any]) -> None:
        kind, holder, key = operation[0], _follow(root, paths[operation[1]]), operation[2]
        if kind == _REPLACE:
            self._forget(holder[key] if isinstance(holder, list) else holder.get(key))
            holder[key] = operation[3]
            self._learn(operation[3])
        elif kind == _ADD:
            if isinstance(holder, list):
                if not 0 <= key <= len(holder):
                    raise IndexError(key)
                holder.insert(key, operation[3])
            else:
                holder[key] = operation[3]
            self._learn(operation[3])
        elif kind == _REMOVE:
            self._forget(holder.pop(key))
        elif kind == _MOVE:
            to, place = _follow(root, paths[operation[3]]), operation[4]
            moved = holder.pop(key)
            if isinstance(to, list):
                to.insert(place, moved)
            else:
                to[place] = moved
        else:
            raise TypeError(f"unknown operation {kind}")

    def _learn(self, value: Any) -> None:
        for node in _controls(value):
            self._index[node["_i"]] = node

    def _forget(self, value: Any) -> None:
        for node in _controls(value):
            if self._index.get(node["_i"]) is node:
                del self._index[node["_i"]]


def words_of(node: Node) -> list[str]:
    """Return the words that this one control shows or speaks."""
    words = []
    for name, value in node.items():
        if name not in WORDS:
            continue
        if isinstance(value, Mapping) and "_c" not in value:
            value = value.get("message") or value.get("value")
        if isinstance(value, str) and value:
            words.append(value)
    for span in node.get("spans") or ():
        if isinstance(span, Mapping) and span.get("text"):
            words.append(span["text"])
    return words


def strings_of(value: Any) -> Iterator[str]:
    """Yield every string in a decoded frame or tree, names of properties left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes):
        yield value.decode("utf-8", "replace")
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from strings_of(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings_of(part)


def _paths(node: list[Any], path: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    yield node[0], path
    if len(node) > 1:
        for key, child in node[1].items():
            yield from _paths(child, (*path, key))


def _follow(value: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def _controls(value: Any) -> list[Node]:
    found: list[Node] = []
    _gather(value, found)
    return found


def _gather(value: Any, found: list[Node]) -> None:
    if isinstance(value, dict):
        if "_c" in value and "_i" in value:
            found.append(value)
        value = value.values()
    elif not isinstance(value, list):
        return
    for part in value:
        if isinstance(part, dict | list):
            _gather(part, found)


def _walk(value: Any, around: tuple[Node, ...], dead: bool, found: list[Found]) -> None:
    if isinstance(value, dict):
        if "_c" in value and "_i" in value:
            get = value.get
            dead = dead or get("disabled") is True or get("visible") is False or get("open") is False
            found.append(Found(value, around, dead))
            around = (*around, value)
        for part in value.values():
            if isinstance(part, dict | list):
                _walk(part, around, dead, found)
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, dict | list):
                _walk(part, around, dead, found)
