"""What holds at a Scorpion table after every move, whatever is played (the rules' section 10).

Each check restates its invariant in its own way and asks the state for facts alone. `standing` looks at one
state, `tests.referee.scorpion.secrecy.watching` at what moves did to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.scorpion.cards import fits_deck
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Heading, Moving, Splitting
from referee.scorpion.state import Character, State

PHASES = {"setup", "start", "alert", "cards", "patrol", "intruders", "ended"}
STATUSES = {"waiting", "in_play", "escaped", "dead", "due", "absent"}
NOT_ALL_ARE_SEEN = {"shadow_walk_stop": "yes", "ninja_start_guarded": "hidden", "placement_discovers": "no"}
"""Options under which a hidden intruder may share a zone with a guard."""


class Broken(AssertionError):
    """An invariant does not hold."""


def holds(condition: object, number: int, *what: object) -> None:
    """Raise `Broken` with the invariant's number, and words for what does not hold, unless a condition holds."""
    if not condition:
        raise Broken(f"invariant {number}: {' '.join(map(str, what))}")


def standing(state: State) -> None:
    """Check what is true of one state. Raises `Broken`."""
    _tracks(state)
    _figures(state)
    _units(state)
    if state.phase != "setup":
        _guard_cards(state)
        _marks(state)
        _passage(state)
        for one in state.characters:
            _character(state, one)


def _tracks(state: State) -> None:
    holds(1 <= state.turn <= 20 and state.alert in (0, 1, 2, 3) and state.phase in PHASES, 1, state.phase)


def _figures(state: State) -> None:
    able = Counter(f.weapon for f in state.figures if f.drunk is None)
    holds(len(state.figures) <= 20 and len({f.id for f in state.figures}) == len(state.figures), 2, "figures")
    holds(len(state.figures) - able.total() <= 3 and max(able.values(), default=0) <= 10, 2, able)
    on_the_table = all(f.zone in state.board or f.zone == PASSAGE for f in state.figures)
    holds(on_the_table, 2, "a figure is nowhere")


def _units(state: State) -> None:
    zone_of = {f.id: f.zone for f in state.figures if f.drunk is None}
    walking = {id for asked in state.pending if isinstance(asked, Moving | Heading) for id in asked.unit}
    members = [id for p in state.patrols for id in p.members]
    holds(len(set(members)) == len(members) and set(members) <= zone_of.keys(), 17, members)
    for p in state.patrols:
        zones = {zone_of[id] for id in p.members}
        holds(len(p.members) >= 2 and len(zones) == 1 and p.members == tuple(sorted(p.members)), 17, p)
        zone, route = zones.pop(), state.board.route
        if zone in route.zones and not walking.intersection(p.members):
            heading = p.behind in route.behinds(zone) if p.behind is None else (p.behind, zone) in route.steps
            holds(heading, 17, p, "at", zone, "has no heading")


def waiting_wounds(state: State) -> tuple[str, ...]:
    """Return whose wound cards wait to be shared between two guard players."""
    return tuple(role for asked in state.pending if isinstance(asked, Splitting) for role in asked.roles)


def _guard_cards(state: State) -> None:
    wounds = [role for c in state.characters for role in c.wounds]
    lying = Counter([*wounds, *waiting_wounds(state)])
    total = 0
    for s in state.stocks:
        holds(min(s.hand_size, s.drawn_size, s.deck_size, s.front) >= 0, 3, s)
        own = s.hand_size + s.drawn_size + s.deck_size + len(s.discard) + s.front + lying[s.role]
        holds(own == s.size, 3, s.role, "has", own, "of", s.size, "cards:", s)
        holds(s.hand is None or len(s.hand) == s.hand_size, 3, s)
        holds(s.drawn is None or len(s.drawn) == s.drawn_size, 3, s)
        total += own
    holds(total == 36, 3, total)
    seen = [card for s in state.stocks for card in (*(s.hand or ()), *(s.drawn or ()), *s.discard)]
    seen += ["kenjutsu"] * lying.total() + ["secret_passage"] * sum(s.front for s in state.stocks)
    holds(fits_deck("guards", seen, state.options.guard_deck), 5, Counter(seen))


def _marks(state: State) -> None:
    marks = state.marks
    objectives, zones = dict(marks.objectives), [z for _, z in marks.objectives]
    places = [*zones, *marks.traps, *marks.hidden]
    holds(sorted(objectives) == list("ABCDEF") and len(marks.traps) == 2 and len(marks.hidden) <= 2, 15, marks)
    holds(len(set(places)) == len(places) and set(places) <= state.board.mark_zones, 15, marks)
    castles = Counter(state.board.zone(z).castle for z in zones)
    holds(set(castles.values()) == {3}, 15, castles)
    asleep = dict(marks.sleepers)
    holds(set(asleep) <= state.board.barracks and all(0 <= n <= 2 for n in asleep.values()), 15, asleep)


def _passage(state: State) -> None:
    inside = sum(f.zone == PASSAGE for f in state.figures)
    holds(inside <= sum(s.front for s in state.stocks), 18, f"{inside} guards in the passage")


def _character(state: State, one: Character) -> None:
    alive = one.status == "in_play"
    most = {"ninja": 2, "traitor": 1}[one.who]
    holds(len(one.wounds) <= (most if alive else 0), 6, one)
    holds(one.status in STATUSES, 7, one)
    placed = one.zone in state.board or one.zone == PASSAGE
    holds(placed if alive else one.zone is None, 7, one)
    holds(alive or not one.visible, 8, one)
    if alive and not one.visible and _all_are_seen(state):
        holds(not list(_watching(state, one)), 8, f"{one.who} hides among guards at {one.zone}")
    holds(0 <= one.noise <= 3 and (alive or not one.noise), 9, one)
    _own_cards(state, one)
    holds(1 <= one.life <= 2 and (one.status != "due" or one.life == 1), 19, one)
    if one.life == 2 or one.status == "due":
        holds(one.died is not None and (one.status == "dead" or one.died <= 10), 19, one)


def _own_cards(state: State, one: Character) -> None:
    deck = state.options.ninja_deck if one.who == "ninja" else state.options.traitor_deck
    holds(one.hand is None or len(one.hand) == one.hand_size, 4, one)
    if one.status in ("in_play", "escaped") and one.hand_chosen:
        holds(one.hand_size + len(one.played) == hand_of_life(state, one), 4, one)
    seen = (*(one.hand or ()), *one.played)
    holds(fits_deck(one.who, seen, deck), 5, Counter(seen))  # type: ignore[arg-type]


def hand_of_life(state: State, one: Character) -> int:
    """Return with how many cards a character began the present life (3.1, 3.2, 23.6, 31.1)."""
    options, ninja = state.options, one.who == "ninja"
    if one.life == 1:
        return options.ninja_hand if ninja else options.traitor_hand
    # A Secret Passage card that was kept lies in front and is not in the hand.
    return options.ninja_rehand if ninja else options.traitor_rehand


def _all_are_seen(state: State) -> bool:
    return not any(getattr(state.options, name) == value for name, value in NOT_ALL_ARE_SEEN.items())


def _watching(state: State, one: Character) -> Iterator[str]:
    """Yield the guards who share an intruder's place and would notice (21.9); rivals' passages are apart (30.6)."""
    for f in state.figures:
        able = f.drunk is None or state.options.drunk_notices == "yes"
        if able and f.zone == one.zone and f.inside in (None, one.who):
            yield f.id


def missions_differ(state: State) -> None:
    """Check that no two living characters of one side draw the same tile (2.5). Raises `Broken`."""
    letters = [c.mission for c in state.characters if c.status == "in_play" and c.mission is not None]
    holds(len(set(letters)) == len(letters) and set(letters) <= set("ABCDEF"), 16, letters)


def tracked(before: State, after: State) -> None:
    """Check what holds of the trackers of a board that is kept with results alone. Raises `Broken`."""
    _tracks(after)
    kept = after.scores
    assert kept is not None
    holds(0 <= kept.guards <= 20 and 0 <= kept.drunk <= 3, 2, kept)
    holds(0 <= kept.sword <= 10 and 0 <= kept.spear <= 10, 2, kept)
    holds(0 <= kept.guards_in_passage <= min(kept.guards, sum(s.front for s in after.stocks)), 18, kept)
    holds(0 <= kept.woken <= kept.sleepers and kept.found.count("hidden_sentry") <= 2, 15, kept)
    for one in after.characters:
        # Whoever has not been named may be the Ninja, who is hardier.
        most = (1 if one.who == "traitor" else 2) if one.status == "in_play" else 0
        holds(len(one.wounds) <= most and one.status in STATUSES, 6, one)
        holds(one.life == 1 or (one.died is not None and after.turn in range(2, 21)), 19, one)
        holds(one.who == "intruder" or len(one.played) <= hand_of_life(after, one), 4, one)
    holds(after.turn in (before.turn, before.turn + 1), 1, after.turn)
    if after.alert < before.alert:
        holds(after.alert == before.alert - 1 and after.turn == before.turn + 1, 20, after.alert)
