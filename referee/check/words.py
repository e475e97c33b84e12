"""Whether all that a game says has words in every language, which need no more than is said with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.check.player import Played

Words = Mapping[str, Mapping[str, frozenset[str]]]
"""By language, the message keys that have words, each with the parameters that these need."""
Brought = dict[str, frozenset[str]]
"""The message keys that were said, each with the parameters that always came with it."""


def said(one: Played) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the message keys that come up in a declaration and after it, with their parameters."""
    yield from ((notice.message, notice.params) for notice in one.ruling.notices)
    for seat in one.after.seats:
        yield from ((prompt.ask, prompt.params) for prompt in one.after.prompts(seat.seat))
    if one.after.result is not None:
        yield one.after.result.reason, {}


def note(brought: Brought, messages: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Note what was said, and with which parameters each time."""
    for key, params in messages:
        brought[key] = brought.get(key, frozenset(params)) & frozenset(params)


def without_words(brought: Brought, words: Words) -> list[str]:
    """Return what is wrong with words: keys that have none, and those whose words need what is not always said."""
    wrong = []
    for key, given in sorted(brought.items()):
        for lang, known in words.items():
            if key not in known:
                wrong.append(f"no words: {key} ({lang})")
            elif lacking := known[key] - given:
                wrong.append(f"words for more than is said: {key} ({lang}) {', '.join(sorted(lacking))}")
    return wrong
