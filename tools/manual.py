"""Write the documents as pages: `python -m tools.manual [FOLDER]`, by default where hosts serve them from."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SITE = PROJECT / "assets" / "manual"


def build(folder: Path) -> None:
    """Build all pages with MkDocs. Raises `CalledProcessError` on a broken link."""
    config = PROJECT / "mkdocs.yml"
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", config, "-d", folder], check=True)
    for path in folder.iterdir():
        if path.is_file() and path.suffix != ".html":  # lists for search engines, which are not needed
            path.unlink()
    shutil.rmtree(folder / "assets", ignore_errors=True)  # a style sheet of mkdocstrings, since pages load nothing


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else SITE)
