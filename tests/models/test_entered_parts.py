"""Drafts of positions: kept part by part, replaced, and forgotten."""

from __future__ import annotations

import pytest

from models import Store


def test_a_part_is_kept_in_the_place_of_what_it_was(store: Store, url: str, match, new_match) -> None:
    other = new_match("ZZZZ")
    store.entered_parts.keep(match.id, "table", {"turn": 3})
    store.entered_parts.keep(match.id, "p1", {"hand": ["red 5"]})
    store.entered_parts.keep(match.id, "table", {"turn": 4})
    store.entered_parts.keep(other.id, "table", {"turn": 9})
    store.close()
    with Store.open(url) as again:
        assert again.entered_parts.of(match.id) == {"p1": {"hand": ["red 5"]}, "table": {"turn": 4}}
        again.entered_parts.drop(match.id)
        assert again.entered_parts.of(match.id) == {}
        assert again.entered_parts.of(other.id) == {"table": {"turn": 9}}


def test_a_part_that_is_no_plain_json_is_not_kept(store: Store, match) -> None:
    with pytest.raises(ValueError, match="JSON"):
        store.entered_parts.keep(match.id, "table", {"turn": float("nan")})
    assert store.entered_parts.of(match.id) == {}
