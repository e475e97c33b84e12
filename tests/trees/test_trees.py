"""Every phone shows at the moments of golden matches what it showed: control for control, before and after taps."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.trees.hashes import PROJECT, SUBJECTS, checked_out, differing, hashes_of, last_written, report, written
from tests.trees.nodes import difference


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_screen_is_as_it_was(subject: str) -> None:
    differ = differing(written(subject), hashes_of(subject))
    if differ:
        with checked_out(last_written(subject)) as checkout:
            pytest.fail(report(subject, differ, checkout), pytrace=False)


def test_screens_are_the_same_in_a_process_with_another_seed() -> None:
    command = [sys.executable, "-m", "tests.trees", "--hashes", "giryaku"]
    seeded = {**os.environ, "PYTHONHASHSEED": "5"}
    told = subprocess.run(command, cwd=PROJECT, env=seeded, stdout=subprocess.PIPE, check=True).stdout
    assert json.loads(told) == written("giryaku")


def test_the_control_that_differs_is_named() -> None:
    assert difference(["a Text value='1'", "b Row"], ["a Text value='2'", "b Row"]) == (
        "was  a Text value='1'\n  is   a Text value='2'"
    )
    assert difference(["a"], ["a", "b"]) == "was  nothing\n  is   b"
    assert difference(["a"], ["a"]) == ""
