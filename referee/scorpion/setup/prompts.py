"""Prompts before turn 1 (SCORPION-2 to 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any

from referee.board.board import Board
from referee.core.offers import Choice, Each, Offer, One, Share, Some
from referee.core.values import Prompt, Viewer
from referee.scorpion.cards import LEAST, TOTALS, beds, counts, hand_of
from referee.scorpion.guards.offers import WEAPONS, facings
from referee.scorpion.setup.begin import (
    are_figures_complete,
    are_hands_complete,
    are_hands_open,
    is_character_open,
    is_common_open,
    is_locked,
    is_side_locked,
    sentries,
    takes_hand,
    usable_mark_zones,
    usable_patrol_zones,
)
from referee.scorpion.setup.guards import BEDS, HIDDEN, LETTERS, OBJECTIVES_IN_A_CASTLE, TRAPS
from referee.scorpion.setup.hands import free_letters
from referee.scorpion.setup.intruders import legal_starts, missing
from referee.scorpion.state import (
    Character,
    State,
    figure,
    is_disputed,
    is_open_to,
    patrol_of,
    role_of,
    side_of,
    stock,
    two_guard_players,
    two_intruder_players,
    unit_of,
    unit_text,
)
from referee.scorpion.turns import ask

PAIRS = tuple(product(WEAPONS, repeat=2))


def setup_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield a prompt for each seat to complete and lock its part; what is missing is shown to that seat only.

    The prompt stays until the whole side is ready, so that it does not tell which seat locked first.
    """
    for player in state.players:
        seat, side = player.seat, side_of(state, player.seat)
        if is_side_locked(state, side):
            continue
        prompt = ask(state, viewer, seat, f"setup_{side}", offers=partial(_offers, state, seat), side=side)
        if is_open_to(state, viewer, (seat,)):
            own = {"missing": list(missing(state, seat)), "locked": is_locked(state, seat)}
            prompt = prompt.model_copy(update={"params": prompt.params | own})
        yield prompt


def _offers(state: State, seat: str) -> Iterator[Offer]:
    if is_locked(state, seat):
        return
    guards = side_of(state, seat) == "guards"
    yield from _guards(state, seat) if guards else _intruders(state, seat)
    if not missing(state, seat) and (guards or is_side_locked(state, "guards")) and _starts_stand(state, seat):
        yield Offer(move="lock_setup")


def _starts_stand(state: State, seat: str) -> bool:
    """Tell whether the starts of a seat's characters are still legal (SCORPION-6.5)."""
    mine = (c for c in state.characters if c.seat == seat and c.status != "absent")
    return all(c.start in legal_starts(state, c.who) for c in mine)


# Guards


def _guards(state: State, seat: str) -> Iterator[Offer]:
    if are_hands_open(state):
        yield from _guard_cards(state, seat)
    if not is_common_open(state, "guards"):
        return
    yield from _figures(state)
    barracks = dict.fromkeys(state.board.in_order(state.board.barracks), BEDS)
    yield Offer(move="record_sleepers", fields={"sleepers": beds(barracks, state.options.sleepers)})
    yield Offer(move="record_marks", fields={"marks": _marks(state)})


def _guard_cards(state: State, seat: str) -> Iterator[Offer]:
    if state.options.guard_cards == "counted":
        yield Offer(move="choose_guard_hand")
        return
    mine, two = stock(state, role_of(state, seat)), two_guard_players(state)
    if two:
        yield from _split(state)
    if mine.listed is not None or not two:
        listed = None if mine.listed is None else counts(mine.listed)
        yield Offer(move="choose_guard_hand", fields={"cards": hand_of("guards", mine.size * 2 // 3, listed)})


def _split(state: State) -> Iterator[Offer]:
    """Yield the current split and, until all hands are chosen, any other, equal halves first (SCORPION-3.6)."""
    now = [stock(state, role).listed for role in WEAPONS]
    if all(share is not None for share in now):
        yield _split_of([counts(share or ()) for share in now])
    if are_hands_complete(state):
        return
    listed = state.options.deck_list("guards")
    yield _split_of(halves(listed or _whole_deck()))
    sizes = {role: stock(state, role).size for role in WEAPONS}
    shares: dict[str, Choice] = {role: hand_of("guards", size, listed) for role, size in sizes.items()}
    yield Offer(move="split_guard_cards", fields=shares, together=hand_of("guards", sum(sizes.values()), listed))


def _split_of(shares: Sequence[dict[str, int]]) -> Offer:
    return Offer(move="split_guard_cards", fields={role: One(of=(s,)) for role, s in zip(WEAPONS, shares, strict=True)})


def _whole_deck() -> dict[str, int]:
    """Return a possible deck of 36 guard cards (SCORPION-1.3)."""
    least = dict(LEAST["guards"])
    spare = TOTALS["guards"] - sum(least.values())
    return least | {"sentry_listen": least["sentry_listen"] + spare}


def halves(deck: Mapping[str, int]) -> list[dict[str, int]]:
    """Return a deck in two halves, odd cards alternating between them."""
    shares: list[dict[str, int]] = [{}, {}]
    odd = 0
    for kind, n in deck.items():
        for at, share in enumerate(shares):
            share[kind] = n // 2 + (n % 2 and odd % 2 == at)
        odd += n % 2
    return shares


def _figures(state: State) -> Iterator[Offer]:
    """Yield figures that may be placed or lifted; the last figure waits for all hands (SCORPION-4)."""
    if units := sorted({unit_text(unit_of(state, f.id)) for f in state.figures}):
        yield Offer(move="lift_unit", fields={"unit": One(of=tuple(units))})
    if not are_hands_complete(state) and _last_figure(state):
        return
    half = (state.options.sentries + 2 * state.options.patrol_count + 1) // 2 if two_guard_players(state) else 99
    left = {weapon: half - sum(f.weapon == weapon for f in state.figures) for weapon in WEAPONS}
    if sentries(state) < state.options.sentries:
        taken = {f.zone for f in state.figures if patrol_of(state, f.id) is None}
        posts = tuple(z for z in state.board.in_order(state.board.posts) if z not in taken)
        weapons = _or_standard([w for w in WEAPONS if left[w] > 0], "sword")
        if posts and weapons:
            yield Offer(move="place_sentry", fields={"zone": One(of=posts), "weapon": One(of=weapons)})
    if len(state.patrols) < state.options.patrol_count:
        pairs = [pair for pair in PAIRS if all(pair.count(weapon) <= left[weapon] for weapon in pair)]
        zones = _patrol_zones(state)
        if pairs and zones:
            both = One(of=_or_standard(pairs, ("sword", "sword")))
            for zone in zones:
                for fields in _headings(state.board, zone):
                    yield Offer(move="place_patrol", fields=fields | {"weapons": both})


def _or_standard(values: Sequence[Any], standard: Any) -> tuple[Any, ...]:
    """Return the values, with `None` for omitting the field if its default is among them."""
    return (None, *values) if standard in values else tuple(values)


@lru_cache(maxsize=1024)
def _headings(board: Board, zone: str) -> tuple[dict[str, Any], ...]:
    """Return the ways to place a patrol in a zone of the route: by the zone behind it, its facing, or both."""
    behinds = board.route.behinds(zone)
    found: list[dict[str, Any]] = []
    for behind in behinds:
        if behind is not None:
            ahead = (None, *board.route.continuations(behind, zone))
            found.append({"zone": One(of=(zone,)), "behind": One(of=(behind,)), "facing": One(of=ahead)})
    if clear := (*((None,) if None in behinds else ()), *facings(board, zone, behinds)):
        found.append({"zone": One(of=(zone,)), "facing": One(of=clear)})
    return tuple(found)


def _patrol_zones(state: State) -> list[str]:
    """Return the zones where the next patrol may start, under the options (SCORPION-4.3, OP-1, OP-2)."""
    zones, route = usable_patrol_zones(state.options, state.board), state.board.route
    taken = {f.zone for p in state.patrols if (f := figure(state, p.members[0])) is not None}
    if state.options.patrol_start == "distinct_zones":
        return [z for z in zones if z not in taken]
    if state.options.patrol_start == "one_per_route":
        free = [line for line in route.lines if line.isdisjoint(taken)]
        return [z for z in zones if any(z in line for line in free)]
    return list(zones)


def _last_figure(state: State) -> bool:
    placed = sentries(state) + len(state.patrols)
    return placed >= state.options.sentries + state.options.patrol_count - 1


def _marks(state: State) -> Each:
    """Return the choice of ten marks in ten zones, three letters in each castle (SCORPION-5.2 to 5.8)."""
    usable, board = usable_mark_zones(state.options, state.board), state.board
    anywhere = One(of=usable)
    inside = {castle: tuple(z for z in usable if board.zone(z).castle == castle) for castle in ("A", "B")}
    shares = tuple(Share(keys=LETTERS, of=zones, count=OBJECTIVES_IN_A_CASTLE) for zones in inside.values())
    return Each(of=dict.fromkeys((*LETTERS, *TRAPS, *HIDDEN), anywhere), different=True, shares=shares)


# Intruders


def _intruders(state: State, seat: str) -> Iterator[Offer]:
    mine = [c for c in state.characters if c.seat == seat]
    playing = [c for c in mine if c.status != "absent"]
    open_ = is_character_open(state)
    if state.options.lone_wolf != "off" and all(c.mission is None for c in state.characters):
        yield Offer(move="choose_character", fields={"intruder": One(of=("ninja", "traitor"))})
    if not open_ and are_hands_open(state):
        yield from _missions(state, playing)
        if all(c.mission is not None for c in playing):
            yield from (_hand(state, c) for c in mine if takes_hand(state, c.who))
    if not open_ and are_figures_complete(state):
        for one in playing:
            if zones := legal_starts(state, one.who):
                yield Offer(move="set_start", fields={"intruder": One(of=(one.who,)), "zone": One(of=zones)})
    yield from _passage(state, seat, tuple(c.who for c in mine))


def _missions(state: State, playing: Sequence[Character]) -> Iterator[Offer]:
    """Yield two different tiles for a player of both characters, else all but the partner's (SCORPION-2.5, 30.3)."""
    whom = [c.who for c in playing]
    letters = LETTERS if is_disputed(state) else free_letters(state, *whom)
    if len(whom) == 1:
        yield Offer(move="draw_missions", fields={whom[0]: One(of=letters)})
        return
    for letter in letters:
        others = tuple(x for x in letters if x != letter)
        yield Offer(move="draw_missions", fields={whom[0]: One(of=(letter,)), whom[1]: One(of=others)})


def _hand(state: State, one: Character) -> Offer:
    whose: dict[str, Any] = {"intruder": One(of=(one.who,))}
    if state.options.intruder_cards == "entered":
        whose["cards"] = hand_of(one.who, state.options.hand_size(one.who), state.options.deck_list(one.who))
    return Offer(move="choose_intruder_hand", fields=whose)


def _passage(state: State, seat: str, whom: Sequence[str]) -> Iterator[Offer]:
    """Yield both entrances, even in one zone, or a single one where partners set one each (SCORPION-6.8 to 6.10)."""
    if not is_disputed(state) and not is_common_open(state, "intruders"):
        return
    zones = state.board.in_order(state.board.entrance_zones)
    both = Some(of=(*zones, *zones), least=2, most=2)
    yield Offer(move="set_passage", fields={"entrances": both, "intruder": One(of=(None, *whom))})
    apart = len(state.players) == 4 or state.options.passage_split_3p == "yes"
    if not two_intruder_players(state) or is_disputed(state) or not apart:
        return
    passage = state.passages[0]
    if seat not in passage.named_by or len(passage.entrances) != len(passage.named_by):
        yield Offer(move="set_entrance", fields={"zone": One(of=zones)})
