"""How many pairs of twins the suite compares, for each game."""

import os

PAIRS = int(os.environ.get("METSUKE_PAIRS", "40"))
