"""`python -m companion` for fingers that are no person's: they tap as soon as they can, and mean it."""

import sys

import companion.phones.session
from companion.cli import main

companion.phones.session.DOUBLE_TAPS = 0.0

if __name__ == "__main__":
    sys.exit(main())
