"""`python -m companion` for fingers that are no person's: they tap as soon as they can, and mean it.

Where many phones share one machine, each is waited for longer than at a table, and what is opened stays open longer.
What the browser loads is compressed in a moment, and not as small as it gets, which takes longer than most tests.
"""

import os
import sys

import companion.hosting.compression
import companion.phones.cover
import companion.phones.journal_watch
from companion.cli import main

companion.hosting.compression.BROTLI_QUALITY = 5
companion.phones.cover.DOUBLE_TAPS = 0.0
companion.phones.journal_watch.STORAGE_SECONDS = 90.0
companion.phones.cover.KEPT_SECONDS = float(os.environ.get("KEPT_SECONDS", "90"))

if __name__ == "__main__":
    sys.exit(main())
