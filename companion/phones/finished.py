"""A finished match as a file, made from its journal alone: whoever makes it needs no table."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Literal

from companion.contract.statistics import KeptMatch
from companion.exports.bg_stats import link
from companion.i18n import languages, translator
from companion.statistics.account import account_of
from companion.statistics.common import course_of
from companion.statistics.played import Played, played
from companion.stored_match import match_of
from companion.ui import qr
from models import EntryRecord, MatchRecord
from referee.core.journal import Match

Form = Literal["png", "html", "pdf"]


def record_file(record: MatchRecord, rows: Sequence[EntryRecord], form: Form, lang: str) -> bytes:
    """Return the record of a finished match as a picture, a page or paper, in a reader's language.

    Raises what `companion.stored_match.match_of` raises, and `ValueError` for a match that has not ended.
    """
    from companion.exports.record import record_of, walked

    match = match_of(record, rows)
    counted, map_ = _counted(record, rows, match), walked(match)
    told = record_of(record, counted, match, lang)
    if form == "png":
        from companion.exports.picture import picture

        return picture(told, map_)
    if form == "pdf":
        from companion.printing.record_pdf import record_pdf

        return record_pdf(told, map_, translator(lang))
    from companion.exports.web_page import web_page

    others = [record_of(record, counted, match, each) for each in languages() if each != lang]
    return web_page([told, *others], map_, match)


def kept_match(record: MatchRecord, rows: Sequence[EntryRecord], lang: str) -> KeptMatch:
    """Return what the page of a finished match shows: its course, and how BG Stats takes it over."""
    counted = _counted(record, rows, match_of(record, rows))
    handed = link(record, counted, translator(lang))
    return KeptMatch(course_of(counted), handed, _code(handed))


def _counted(record: MatchRecord, rows: Sequence[EntryRecord], match: Match) -> Played:
    account = account_of(match, record.started or record.created, ((row.actor, row.at) for row in rows))
    return played(record, account.model_dump(mode="json"))


def _code(link: str) -> str:
    """Return a link as a QR code's data URL, or an empty string where it is too long for one."""
    try:
        return "data:image/png;base64," + b64encode(qr.png(link, 4, dense=True)).decode() if link else ""
    except ValueError:
        return ""
