"""An MkDocs hook that drops `manual/` from the addresses of pages, and puts drawings into the pages."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

MANUAL = "manual/"
"""The folder that addresses leave out, since the site as a whole is served under this name."""
DRAWING = re.compile(r"^!\[[^\]]*\]\((pictures/[\w-]+\.svg)\)$", re.MULTILINE)
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Needed only by an SVG file, not by a drawing within a page."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for file in files.documentation_pages():
        file.dest_uri = file.dest_uri.removeprefix(MANUAL)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace images by their drawings, since pages load nothing; a drawing contains its own description."""
    docs = Path(config.docs_dir)
    return DRAWING.sub(lambda found: _in_a_page((docs / found[1]).read_text("utf-8")), markdown)


def _in_a_page(drawing: str) -> str:
    """Return a drawing as a block of HTML, which Markdown does not change."""
    return f"<figure>\n{drawing.replace(NAMESPACE, '').strip()}\n</figure>"
