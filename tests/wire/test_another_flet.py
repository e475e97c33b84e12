"""With a Flet that the fast drawing was not written for, Flet draws by itself, and phones are guarded as ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.hosted import PROJECT


def test_another_flet_draws_by_itself_says_so_once_and_one_phones_numbers_tell_nothing_of_others() -> None:
    command = [sys.executable, "-m", "tests.wire.another_flet"]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    ended = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)
    (line,) = ended.stderr.splitlines()
    assert line.startswith("metsuke: screens are drawn by Flet itself, which takes longer: this is Flet 9.9.9")
    alone, among = json.loads(ended.stdout)
    assert alone["before"] != alone["old"] == alone["new"] == among["old"] == among["new"]
    assert len(alone["numbers"]) > 100
    assert alone["numbers"] == among["numbers"]
