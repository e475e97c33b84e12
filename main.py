"""Where `flet build` starts the phone and desktop apps: one-device play, nothing hosted."""

import os

from companion.native import PACKED, run

if __name__ == "__main__":
    run(packed=PACKED in os.environ)
