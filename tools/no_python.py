"""Pack a host and Python itself into one program: `python -m tools.no_python [FOLDER]`, then `./metsuke`.

It runs on the system that packed it, and needs nothing installed there. Run it where the wheel of Metsuke is installed
with its extras `host` and `pack`: the installed packages are packed, not this folder.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

NAME = "metsuke.exe" if sys.platform == "win32" else "metsuke"
START = (  # its worker processes are this program again
    "import multiprocessing\nimport sys\n\nmultiprocessing.freeze_support()\n\n"
    "from companion.cli import main\n\nsys.exit(main())\n"
)
WHOLE = ("companion", "referee", "models", "flet")
"""Packages with files beside their modules, or with modules that are found by name."""
PACKED = "from companion.cli import distributions; print(*(each.name for each in distributions()))"
WHEEL = "It packs what is installed: run it where Metsuke is installed from its wheel, not from this folder."
EXTRA = "Packing needs the extras host and pack: pip install the wheel with [host,pack] behind its name."
HAS_ALL = "import PyInstaller, flet_web, uvicorn"
INSTALLED = "import sys, companion.i18n as p; sys.exit(p.ASSETS.parent != p.PACKAGE)"


def pack(folder: Path, python: str = sys.executable) -> None:
    """Let PyInstaller pack what a Python has installed, including what it cannot find by reading imports.

    Raises `SystemExit` if Metsuke is not installed from its wheel with both extras, `CalledProcessError` if packing
    fails.
    """
    # Isolated from this folder, where packages lie beside their assets and not around them.
    for said, code in ((WHEEL, INSTALLED), (EXTRA, HAS_ALL)):
        if subprocess.run([python, "-I", "-c", code], check=False, capture_output=True).returncode:
            sys.exit(said)
    wanted = [f"--collect-all={package}" for package in WHOLE]
    wanted += ["--collect-data=flet_web", "--collect-submodules=uvicorn"]
    # Includes the licence texts, which `metsuke --licences` prints.
    named = subprocess.run([python, "-I", "-c", PACKED], check=True, capture_output=True, text=True).stdout.split()
    wanted += [f"--copy-metadata={distribution}" for distribution in named]
    made = ["--noconfirm", "--log-level=ERROR", "--onefile", "--name=metsuke", f"--distpath={folder.resolve()}"]
    with tempfile.TemporaryDirectory() as work:
        start = Path(work) / "start.py"
        start.write_text(START, encoding="utf-8")
        places = [f"--workpath={work}/work", f"--specpath={work}"]
        subprocess.run([python, "-I", "-m", "PyInstaller", *made, *places, *wanted, start], cwd=work, check=True)


if __name__ == "__main__":
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    pack(into)
    print(into / NAME)
