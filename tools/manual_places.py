"""A hook of MkDocs: where the documents stand on the site, and drawings, which stand in their pages."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

MANUAL = "manual/"
"""The folder of the manual, which is no part of an address: the site has this name already."""
DRAWING = re.compile(r"^!\[[^\]]*\]\((pictures/[\w-]+\.svg)\)$", re.MULTILINE)
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Only a drawing that is a file of its own needs it."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for file in files.documentation_pages():
        file.dest_uri = file.dest_uri.removeprefix(MANUAL)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put drawings into their pages, which load nothing; a drawing says in itself what it shows."""
    docs = Path(config.docs_dir)
    return DRAWING.sub(lambda found: _in_a_page((docs / found[1]).read_text("utf-8")), markdown)


def _in_a_page(drawing: str) -> str:
    """A block of HTML, which Markdown leaves as it is."""
    return f"<figure>\n{drawing.replace(NAMESPACE, '').strip()}\n</figure>"
