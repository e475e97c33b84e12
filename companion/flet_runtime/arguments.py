"""Whether a component is given what it was given before: values by `==`, and what is to be called by what it does.

To Python a function that is made at each drawing is another one each time. Here two are the same if they were made in
the same place and all that they hold is the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import partial
from types import CellType, FunctionType, MethodType
from typing import Any

from flet.controls.base_control import BaseControl

_Pairs = frozenset[tuple[int, int]]


def same(one: Any, other: Any, within: _Pairs = frozenset()) -> bool:
    """Tell whether two arguments are the same. `within` are the functions, by identity, that hold these."""
    if one is other or one == other:
        return True
    cls: Any = one.__class__
    if cls is not other.__class__:
        return False
    if cls is FunctionType:
        pair = id(one), id(other)
        return pair in within or (
            one.__code__ is other.__code__
            and same(one.__defaults__, other.__defaults__, within)
            and same(one.__kwdefaults__, other.__kwdefaults__, within)
            and _all_same(map(_content, one.__closure__ or ()), map(_content, other.__closure__ or ()), within | {pair})
        )
    if cls is MethodType:
        return one.__func__ is other.__func__ and same(one.__self__, other.__self__, within)
    if cls is partial:
        return _all_same((one.func, one.args, one.keywords), (other.func, other.args, other.keywords), within)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and _all_same(one, other, within)
    if isinstance(one, dict):
        return one.keys() == other.keys() and _all_same(one.values(), map(other.get, one), within)
    if dataclasses.is_dataclass(cls) and cls.__eq__ is not object.__eq__ and not isinstance(one, BaseControl):
        names = [field.name for field in dataclasses.fields(cls) if field.compare]
        return _all_same((getattr(one, name) for name in names), (getattr(other, name) for name in names), within)
    return False


def _all_same(some: Iterable[Any], others: Iterable[Any], within: _Pairs) -> bool:
    return all(same(one, other, within) for one, other in zip(some, others, strict=True))


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing is in it yet
        return None
