"""Titles: what the host writes is what the guard in the browser reads."""

from __future__ import annotations

import re

from companion.i18n import ASSETS
from companion.phones.page import HELD, KEPT, TITLE


def test_the_guard_in_the_browser_knows_the_hosts_titles() -> None:
    script = (ASSETS / "web" / "guard.js").read_text(encoding="utf-8")
    found = re.search(r'const MARK = "(.+?)", KEPT = "(.+?)";', script)
    assert found is not None
    mark, kept = found.groups()
    assert [title.startswith(mark) for title in (TITLE, HELD, KEPT)] == [False, True, True]
    assert [title.startswith(kept) for title in (TITLE, HELD, KEPT)] == [False, False, True]
