"""What can be proved afterwards, from the public record and, after the end, the secret maps (ledger section 8).

With both maps in the app every secret answer is right by construction. Audits serve cards that are only
counted, results without plays, and tables that have overruled the referee. They change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.scorpion.audits import cards as audit_cards
from referee.scorpion.audits import guards as audit_guards
from referee.scorpion.audits import intruders as audit_intruders
from referee.scorpion.audits import searches as audit_searches
from referee.scorpion.audits.values import Finding
from referee.scorpion.record import taken_over
from referee.scorpion.state import State

Audit = Callable[[State], Iterator[Finding]]

OPEN: tuple[Audit, ...] = (
    audit_intruders.not_heard_but_near,
    audit_intruders.too_far,
    audit_guards.entrance_not_announced,
    audit_searches.contradicting_answers,
    audit_intruders.searched_out_of_reach,
    audit_intruders.wall_without_rope,
    audit_cards.passage_without_card,
    audit_cards.too_many_intruder_cards,
    audit_cards.too_many_guard_cards,
    audit_cards.wrong_draws,
    audit_guards.moved_too_much,
    audit_guards.too_many_guards,
    audit_intruders.hidden_for_no_reason,
)
"""What rests on the public record alone: everybody may know it at once."""
CLOSING: tuple[Audit, ...] = (
    audit_intruders.wrong_answers,
    audit_guards.entrance_never_announced,
    audit_searches.missions_and_tiles,
    audit_intruders.illegal_starts,
    audit_intruders.hidden_among_guards,
)
"""What rests on a secret map: it is told once all is laid open."""


def findings(state: State) -> tuple[Finding, ...]:
    """Return all that may be told now: the open findings, and after the end those of the secret maps, too.

    A record that begins in the middle proves nothing.
    """
    if taken_over(state):
        return ()
    found = tuple(finding for audit in OPEN for finding in audit(state))
    if state.phase != "ended" or state.options.depth == "scores":
        return found
    return (*found, *(finding for audit in CLOSING for finding in audit(state)))
