"""A hook of MkDocs: where the documents stand on the site."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

MANUAL = "manual/"
"""The folder of the manual, which is no part of an address: the site has this name already."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for file in files.documentation_pages():
        file.dest_uri = file.dest_uri.removeprefix(MANUAL)
    return files
