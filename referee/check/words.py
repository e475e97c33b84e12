"""Whether all that a game says has words in every language."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from referee.check.player import Played

Words = Mapping[str, Container[str]]
"""The message keys that have words, by language."""


def said(one: Played) -> Iterator[str]:
    """Yield the message keys that come up in a declaration and after it."""
    yield from (notice.message for notice in one.ruling.notices)
    for seat in one.after.seats:
        yield from (prompt.ask for prompt in one.after.prompts(seat.seat))
    if one.after.result is not None:
        yield one.after.result.reason


def without_words(keys: Iterable[str], words: Words) -> list[str]:
    return [f"{key} ({lang})" for key in sorted(set(keys)) for lang, known in words.items() if key not in known]
