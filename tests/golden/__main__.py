"""Rewrite what is seen in the golden transcripts, of all games or of those named."""

from __future__ import annotations

import sys

from tests.golden import read, seen, seen_file, text, transcripts

for game in sys.argv[1:] or ["*"]:
    for path in transcripts(game):
        seen_file(path).write_text("".join(f"{text(line)}\n" for line in seen(read(path))), encoding="utf-8")
        print(seen_file(path))
