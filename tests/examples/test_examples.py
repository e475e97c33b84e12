"""The examples run, and print what they say they print."""

from __future__ import annotations

import subprocess
import sys

from companion.i18n import PROJECT

EXAMPLES = PROJECT / "examples"
MATCH = PROJECT / "tests" / "golden" / "shinobazu" / "four-liars.json"


def printed(name: str, *arguments: object) -> list[str]:
    ran = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", *map(str, arguments)],
        capture_output=True, encoding="utf-8", check=False, env={"PYTHONPATH": str(PROJECT), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_two_moves_are_judged_in_words() -> None:
    assert printed("judge_two_moves") == [
        "upheld SHINOBAZU-4.1 Aki leads red, in front of Ben.",
        "refused SHINOBAZU-4.1 The first card is laid and its colour announced.",
        "最初の札はもう出ていて、色も宣言されています。",
    ]


def test_a_whole_match_is_judged_from_a_file() -> None:
    first, *ranking = printed("match_from_file", MATCH)
    assert first == "53 declarations, 0 refused"
    assert ranking == ["1. p1: 0", "1. p2: 0", "3. p4: 1", "4. p3: 5"]


def test_secrets_reach_their_owners_alone() -> None:
    lines = printed("secrets_at_a_table")
    assert lines[0] == "The hand of Aki is entered."
    assert lines[1] == "Aki is shown [('red 1', 'red 4', 'blue 5')]"
    assert lines[2:4] == ["Ben is shown []", "public is shown []"]
    assert lines[4].endswith("(only on Aki's phone)")
    assert lines[5] == "locked: [1]"
