"""A whole match from a JSON file, as the app exports it: judged line by line, with its result."""

import sys
from pathlib import Path

from referee import load, replay, say

file = Path(sys.argv[1])
transcript = load(file.read_bytes(), file.name)
match, refused = transcript.begun, 0
for judged in replay(transcript):
    match, ruling = judged.match, judged.ruling
    if not ruling.upheld:
        refused += 1
        print(f"{judged.n}. {judged.item.seat}: {say(ruling, match)} ({ruling.clause})")

print(f"{match.number} declarations, {refused} refused")
if match.result is not None:
    for place in match.result.ranking:
        print(f"{place.place}. {place.seat}: {place.points}")
