"""Consent: what one seat proposes holds when every other has agreed (METSUKE-3.2, 3.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from referee.core.acts import Consent, Correct, Entry
from referee.core.journal.corrections import corrected
from referee.core.journal.house_rulings import overrule
from referee.core.journal.timeline import Timeline
from referee.core.steps import Step
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling

M = TypeVar("M", bound=Timeline)


def consent(match: M, entry: Entry, act: Consent) -> tuple[M, Ruling]:
    """Agree to what is proposed or turn it down; with the last seat's consent it holds (METSUKE-3.2, 3.5)."""
    proposal = match.proposal
    if proposal is None or entry.actor == TABLE:
        raise Refused("METSUKE-3.2", "table.nothing_proposed", firm=True)
    params = {"actor": entry.actor, "proposer": proposal.actor}
    corrects = isinstance(proposal.act, Correct)
    if not act.agree:
        ruling = Ruling.openly(
            "METSUKE-3.2", "table.correct_dropped" if corrects else "table.house_dropped", match.state, params
        )
        after, _ = match.appended(entry, ruling, match.steps, match.undone)
        return replace(after, proposal=None), ruling
    if entry.actor in proposal.agreed:
        raise Refused("METSUKE-3.2", "table.agreed_already", firm=True)
    agreed = proposal.agreed | {entry.actor}
    if entry.actor != GAME_MASTER and any(s.seat not in agreed for s in match.seats):
        ruling = Ruling.openly(
            "METSUKE-3.2", "table.correct_agreed" if corrects else "table.house_agreed", match.state, params
        )
        after, _ = match.appended(entry, ruling, match.steps, match.undone)
        return replace(after, proposal=replace(proposal, agreed=agreed)), ruling
    decided = replace(match, proposal=None)
    if isinstance(proposal.act, Correct):
        return corrected(decided, entry, proposal.act, proposal.actor, proposal.number, agreed=entry.number)
    ruling = overrule(match.game, match.state, proposal.actor, proposal.act)
    step = Step(proposal.number, proposal.actor, proposal.act, ruling, match.state, agreed=entry.number)
    return decided.appended(entry, ruling, (*match.steps, step), ())
