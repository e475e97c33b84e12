"""An MkDocs hook that makes pages of the clauses of each of our games, and of the table."""

from __future__ import annotations

import html
from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from referee.core.games import GAMES
from referee.core.rulebook import OWN, TABLE_CLAUSES, announced
from referee.core.values import Clause

DEVELOPERS = "manual/dev"


def ledgers() -> Iterator[tuple[str, tuple[Clause, ...]]]:
    yield "table", tuple(TABLE_CLAUSES)
    for one in announced():
        if one.distribution == OWN:
            yield one.key, tuple(GAMES[one.key].CLAUSES)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for key, clauses in ledgers():
        rows = "\n".join(f"| {c.id} | {_cell(c.text())} | {_cell(c.text('ja'))} |" for c in clauses)
        text = f"# The clauses of {key}\n\n| clause | rule | 規則 |\n|---|---|---|\n{rows}\n"
        files.append(File.generated(config, f"{DEVELOPERS}/clauses-{key}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if page.file.src_uri != f"{DEVELOPERS}/index.md":
        return markdown
    return markdown + "\n" + "\n".join(f"- [{key}](clauses-{key}.md)" for key, _ in ledgers()) + "\n"


def _cell(text: str) -> str:
    return html.escape(text).replace("|", "&#124;")
