"""Pack Metsuke and all that a host needs into one file: `python tools/one_file.py [FOLDER]`, then `python metsuke.pyz`.

It holds compiled parts, so it is good for the system and the Python version that packed it. It unpacks itself into the
home folder at its first start.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
NAME = "metsuke.pyz"


def command(folder: Path, source: str) -> list[str]:
    """Return what is run: shiv, with the versions that are pinned."""
    pinned = ["--constraint", str(PROJECT / "constraints.txt")]
    started = ["--console-script", "metsuke", "--python", "/usr/bin/env python3", "--compressed"]
    return [sys.executable, "-m", "shiv", *started, "--output-file", str(folder / NAME), *pinned, source]


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else PROJECT / "dist"
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command(folder, f"{PROJECT}[host]"), check=False).returncode
    if not done:
        print(folder / NAME)
    return done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
