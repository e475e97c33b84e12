"""The words of the trackers: every key has some in both languages, with the parameters that are brought."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import Any

from referee import scorpion
from referee.core.values import PUBLIC
from tests.catalogues import catalogue
from tests.players.scorpion.scores import OFTEN
from tests.referee.scorpion.scores_matches import careless_matches, obedient_matches

ROOT = Path(__file__).parents[3]
KEY = re.compile(r'"(?:scorpion\.)?(scores_[a-z_]+)"')
MODULES = sorted((ROOT / "referee" / "scorpion" / "scores").glob("*.py"))
NOT_WORDS = {"scores_prompts"}


def keys() -> set[str]:
    """Return every key of this depth's own that stands in the rules or is put together there."""
    said = {
        f"scorpion.{key}" for path in MODULES for key in KEY.findall(path.read_text("utf-8")) if key not in NOT_WORDS
    }
    said |= {f"scorpion.scores_{phase}" for phase in ("setup", "ended")}
    said |= {f"scorpion.scores_lone_wolf_{value}" for value in ("off", "on", "hidden")}
    return said | {f"scorpion.ask.scores.{kind}" for kind in OFTEN}


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_key_has_words() -> None:
    for lang in ("en", "ja"):
        assert keys() <= set(catalogue(lang, "scorpion"))


def said_in_matches() -> dict[str, set[str]]:
    """Return the keys said in random matches, with the parameters that each always has."""
    said: dict[str, set[str]] = {}

    def note(key: str, params: dict[str, Any]) -> None:
        said[key] = said.get(key, set(params)) & set(params)

    for match in careless_matches():
        for _, _, ruling in match:
            note(ruling.reason, dict(ruling.params))
            for notice in ruling.notices:
                note(notice.message, notice.params)
    for match in obedient_matches():
        for before, _, _ in match[::9]:
            for prompt in scorpion.prompts(before, PUBLIC):
                note(prompt.ask, prompt.params)
    return said


def test_what_is_said_brings_the_parameters_that_its_words_need() -> None:
    said = said_in_matches()
    assert len(set(said) & keys()) > 70
    for lang in ("en", "ja"):
        words = catalogue(lang, "scorpion")
        lacking = {key: parameters(words[key]) - given for key, given in said.items() if key in words}
        assert not {key: names for key, names in lacking.items() if names}
