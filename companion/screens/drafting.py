"""What a draft of a match says before the host is asked: names, who is known here, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.look import Look
from companion.screens.parts import game_name, games
from companion.snapshot import Draft, Snapshot
from referee.seating import MAX_NAME, check_name, name_key
from referee.values import Refused

SUGGESTED = 6
"""How many known players are offered."""


class Trouble(NamedTuple):
    """Why the table cannot be opened. `certain` is False when asking the host once more may help."""

    words: str
    certain: bool


def seat_name(look: Look, names: Sequence[str], at: int) -> str:
    """Return the name of a seat; one that nobody typed is "Player 2"."""
    return names[at].strip() or look.t("app.player_n", n=at + 1)


def trouble(look: Look, draft: Draft) -> Trouble | None:
    """Return what keeps the table of a draft closed, or None."""
    t = look.t
    players = games()[draft.game].PLAYERS
    if len(draft.names) not in players:
        words = t("app.new.players_range", game=game_name(look, draft.game), least=min(players), most=max(players))
        return Trouble(words, True)
    called = [seat_name(look, draft.names, at) for at in range(len(draft.names))]
    for name in called:
        try:
            check_name(name)
        except Refused as refused:
            return Trouble(t(refused.reason, **refused.params), True)
    if len({name_key(name.strip()) for name in called}) < len(called):
        return Trouble(t("app.new.name_twice"), True)
    if draft.problem:
        return Trouble(t(draft.problem, most=MAX_NAME), False)
    return None


def known_names(snap: Snapshot) -> tuple[str, ...]:
    """Return players whom this phone has seen in lists and who have no seat in the draft yet, most recent first."""
    seen = [s.name for card in snap.home for s in card.seats]
    if snap.history is not None:
        seen += [s.name for card in snap.history.matches for s in card.seats]
        seen += [p.name for p in snap.history.players]
    taken = {name_key(name.strip()) for name in (snap.draft.names if snap.draft else ())}
    fresh = {name_key(name.strip()): name for name in reversed(seen) if name_key(name.strip()) not in taken}
    return tuple(reversed(fresh.values()))[:SUGGESTED]
