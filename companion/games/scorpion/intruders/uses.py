"""What an intruder's cards can be used for at the end of a way (SCORPION-16.2, 21.3, 22.3, 26.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.games.scorpion.intruders.plan import Item
from companion.games.scorpion.intruders.way import Way, board_of, holds, watching
from referee.scorpion.cards import KENJUTSU, KINDS
from referee.scorpion.intruders.cards import TARGETS
from referee.scorpion.intruders.steps import OUTSIDE
from referee.scorpion.moves import MOVEMENTS, PASSAGE
from referee.scorpion.state import MOST_DRUNK
from referee.scorpion.views.view_model import FigureView, IntruderView, View


def usable(view: View, way: Way, card: str, *, locked: bool) -> Iterator[Item]:
    """Yield how a card may be used where the way ends, the bluff last (SCORPION-16.2, 22.3, 26.2)."""
    options = view.options
    if way.at == OUTSIDE or not holds(way, card):
        return
    if card in KENJUTSU or card == "shuriken":
        reach = int(options.shuriken_range) if card == "shuriken" else 0
        for guard in _in_reach(view, way, reach):
            yield Item(way.who, card, guard.id)
    elif card == "potent_sake":
        yield from _drinkers(view, way)
    elif card == "shadow_walk" and not locked and _may_cover(view, way):
        yield Item(way.who, card)
    if card != "cat" and (card != "secret_passage" or options.passage_bluff != "forbid"):
        yield Item(way.who, "bluff", card)


def _in_reach(view: View, way: Way, reach: int) -> Iterator[FigureView]:
    board = board_of(view)
    for guard in way.guards:
        if guard.id in way.gone:
            continue
        near = guard.zone == way.at
        if reach and not near and way.at in board and guard.zone in board:
            near = board.walking.between(way.at, guard.zone) <= reach
        if near:
            yield guard


def _drinkers(view: View, way: Way) -> Iterator[Item]:
    """Yield whom one Potent Sake may reach: one guard, by option several of one zone (OP-14)."""
    most = min(TARGETS[view.options.sake_targets], MOST_DRUNK - len(way.drunk))
    sober = [g for g in _in_reach(view, way, int(view.options.sake_range)) if g.id not in way.drunk]
    for n in range(1, most + 1):
        for some in combinations(sober, n):
            if len({g.zone for g in some}) == 1:
                yield Item(way.who, "potent_sake", "+".join(g.id for g in some))


def _may_cover(view: View, way: Way) -> bool:
    """Tell whether Shadow Walk can be used: on entering a guarded zone, through which the way goes on (21.3, OP-12)."""
    options = view.options
    if way.at == PASSAGE:
        return False
    if options.shadow_walk_scope == "turn":
        return True
    stays = way.ended is not None and options.shadow_walk_stop == "no"
    return way.last in MOVEMENTS and bool(watching(view, way)) and not stays


def kinds(c: IntruderView, way: Way | None) -> tuple[tuple[str, int], ...]:
    """Return a character's cards by kind, with how many are left by the plan; 0 where kinds are not entered."""
    hand = way.hand if way is not None else c.hand
    if hand is None:
        return tuple((card, 0) for card in KINDS[c.who]) if c.hand_size else ()  # type: ignore[index]
    return tuple((card, n) for card, n in hand.items() if n > 0)
