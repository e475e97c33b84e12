"""Pack Metsuke and all that a host needs into one file, `metsuke.pyz`: `python tools/one_file.py [FOLDER [SOURCE]]`.

It contains compiled parts, so it only runs on the system and Python version that packed it, and says so elsewhere. It
unpacks itself into the home folder on first start.
"""

from __future__ import annotations

import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
NAME = "metsuke.pyz"


PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
START = f"""\
# -*- coding: utf-8 -*-
import sys
if "%d.%d" % sys.version_info[:2] != {PYTHON!r} or sys.platform != {sys.platform!r}:
    sys.stderr.write("metsuke: this file needs Python {PYTHON} on {sys.platform}, and this is Python %d.%d on %s. "
                     "Start it with Python {PYTHON}, or take the file that is made for this one.\\n"
                     % (sys.version_info[:2] + (sys.platform,)))
    sys.exit(2)
import {{module}}
{{module}}.{{fn}}()
"""
"""What the file runs first, in syntax that every Python understands."""


def pack(folder: Path, source: str) -> None:
    """Let shiv pack a source and the pinned versions. Raises `SystemExit` without shiv."""
    try:
        from shiv import builder, cli
    except ModuleNotFoundError:
        sys.exit('Packing needs shiv: pip install -c constraints.txt -e ".[host,pack]" in a checkout.')
    builder.MAIN_TEMPLATE = START
    pinned = ["--constraint", str(PROJECT / "constraints.txt")]
    started = ["--console-script", "metsuke", "--python", f"/usr/bin/env python{PYTHON}", "--compressed"]
    cli.main([*started, "--output-file", str(folder / NAME), *pinned, source], standalone_mode=False)


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else PROJECT / "dist"
    folder.mkdir(parents=True, exist_ok=True)
    pack(folder, arguments[1] if len(arguments) > 1 else f"{PROJECT}[host]")
    print(folder / NAME)


if __name__ == "__main__":
    main(sys.argv[1:])
