"""Random players who know nothing of a game: they declare what prompts offer and choose at random.

They prefer what must be declared to what may be, and moves that were rare so far; they seldom end a match by choice,
and undo declarations after which nothing must be declared any more. Thus they complete matches of any game whose
offers are complete. With `truly`, they also follow the game's `demonstration.preferences`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from random import Random
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from referee.core.game import Game
from referee.core.journal import Match, begin
from referee.core.offers import Offer
from referee.core.offers.choices import Choice, Each, One, Some
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Prompt, Refused, Ruling, Seat

MOST: Final = 4000
"""The number of declarations after which an unfinished match is a fault."""
TRIES: Final = 60
"""The number of moves of each offer that truthful players try."""
LOOKED_AT: Final = 12
"""The number of moves of each offer from which truthful players choose by preference."""
STUCK: Final = 50
"""The number of optional declarations without public effect after which a match counts as repeating itself."""
OPTIONAL: Final = 0.1
"""Probability of an optional declaration while another must be made."""
ENDS: Final = 0.02
"""Probability of ending a match that need not end."""
NOBODY: Final = "nobody can declare anything"


class Unfinished(AssertionError):
    """A `match` in which nobody can declare anything, that repeats itself, or that does not end.

    `again` plays on from any match and raises the error if the same happens there. `refused` holds the offered moves
    that were tried last; it is `None` where a match goes on without end.
    """

    def __init__(
        self,
        what: str,
        match: Match | None = None,
        again: Callable[[Match], object] | None = None,
        refused: Sequence[RefusedMove] | None = None,
    ) -> None:
        super().__init__(what)
        self.match, self.again, self.refused = match, again, refused


class RefusedMove(NamedTuple):
    """A move that was offered to a seat, and the ruling that refused it."""

    seat: str
    move: dict[str, Any]
    ruling: Ruling


class WantedMove(NamedTuple):
    """A move that a player would like to declare."""

    seat: str
    move: dict[str, Any]
    must: bool


class Played(NamedTuple):
    """One upheld declaration, and whether it or an alternative had to be made."""

    before: Match
    seat: str
    move: dict[str, Any]
    ruling: Ruling
    after: Match
    must: bool


def seated(game: Game, players: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat=f"p{n + 1}", name=f"{game.KEY} {n + 1}") for n in range(players))


def any_match(game: Game, random: Random, options: Mapping[str, Any], players: int = 0) -> Match:
    """Begin a match with these options, with `players` players or a random number if 0. Raises `Refused`."""
    counts = [players] if players else random.sample(game.PLAYERS, len(game.PLAYERS))
    refused: Refused | None = None
    for count in counts:
        try:
            return begin(game, options, seated(game, count))
        except Refused as why:  # this number of players cannot play with these options
            refused = why
    assert refused is not None
    raise refused


def any_options(game: Game, random: Random) -> dict[str, Any]:
    """Return random values of some options with listed values; in one of four cases at the depth `scores`."""
    named = {
        name: get_args(field.annotation)
        for name, field in game.OPTIONS.model_fields.items()
        if name != "depth" and get_origin(field.annotation) is Literal
    }
    drawn = {name: random.choice(values) for name, values in named.items() if random.random() < 0.3}
    return drawn | ({"depth": "scores"} if random.random() < 0.25 else {})


def playing(match: Match, random: Random, most: int = MOST, *, truly: bool = False) -> Iterator[Played]:
    """Play a match to its end and yield its declarations; for `truly` see `next_declaration`. Raises `Unfinished`."""
    often: Counter[tuple[str, str]] = Counter()
    dead_ends = alike = 0
    asked: Any = None
    for _ in range(most):
        if match.result is not None:
            return
        refused: list[RefusedMove] = []
        one = next_declaration(match, random, often, truly=truly, refused=refused)
        if one is None:
            raise Unfinished(f"{NOBODY} after {match.number} declarations", match, partial(_played, 1), refused)
        before, asked = asked, _asked(match)
        alike = alike + 1 if asked == before and not one.must else 0
        if alike >= STUCK:
            said = f"the match repeats itself: {STUCK} declarations changed nothing, by {match.number}"
            raise Unfinished(said, match, partial(_played, STUCK + 2))
        if not one.must and not any(prompt.must for prompt in match.prompts(GAME_MASTER)):
            dead_ends += 1
            back = taken_back(match, min(dead_ends, 20))
            if back is not match:
                match = back
                continue
        often[one.seat, one.move["type"]] += 1
        yield one
        match = one.after
    if match.result is None:
        raise Unfinished(f"the match does not end within {most} declarations", match)


def _played(number: int, match: Match) -> list[Played]:
    """Play `number` declarations of a match, always the same ones, and return them. Raises `Unfinished`."""
    return list(islice(playing(match, Random(0)), number))


def _asked(match: Match) -> tuple[Any, ...]:
    """Return what identifies a repetition: what everybody sees, and what must be declared."""
    musts = tuple(prompt for prompt in match.prompts(GAME_MASTER) if prompt.must)
    return musts, match.view(PUBLIC)


def taken_back(match: Match, times: int) -> Match:
    """Return a match in which up to `times` declarations were undone, each by its actor."""
    for _ in range(times):
        if not match.steps:
            break
        match, ruling = match.act(match.steps[-1].actor, {"type": "undo"})
        if not ruling.upheld:
            break
    return match


def played_to_end(match: Match, random: Random, *, until: int | None = None, truly: bool = False) -> Match:
    """Return a match played to its end, or until it has `until` entries. Raises `Unfinished`."""
    if until == 0:
        return match
    for one in playing(match, random, truly=truly):
        match = one.after
        if match.number == until:
            break
    return match


def own_prompts(match: Match, seat: str) -> Iterator[Prompt]:
    """Yield the prompts for a seat itself, or for the table, as it may know them."""
    return (prompt for prompt in match.prompts(PUBLIC if seat == TABLE else seat) if prompt.seat == seat)


def offers_of(match: Match, seat: str, kind: str) -> list[Offer]:
    """Return the offers of a kind of move to a seat itself, or to the table."""
    return [offer for prompt in own_prompts(match, seat) for offer in prompt.offers if offer.move == kind]


def wanted_moves(
    match: Match,
    random: Random,
    often: Mapping[tuple[str, str], int],
    optional: float = OPTIONAL,
    truly: bool = False,
) -> Iterator[WantedMove]:
    """Yield moves that may be declared now, the most wanted first; with `truly` several moves of each offer.

    Then notes of dealt cards come first, without cards that other seats have noted, every second move leaves out what
    is optional, and moves that a seat prefers come earlier.
    """
    extras = match.game.EXTRAS
    seats = (*(seat.seat for seat in match.seats), TABLE)
    offers = [
        (seat, prompt.must, offer) for seat in seats for prompt in own_prompts(match, seat) for offer in prompt.offers
    ]
    freely = random.random() < optional
    wanted: list[tuple[tuple[bool, bool, float, float], str, bool, Iterator[dict[str, Any]]]] = []
    prefer = extras.demonstration.preferences if truly else None
    likings = {seat: {} if prefer is None else prefer(match.state, seat) for seat in {seat for seat, _, _ in offers}}
    for seat, must, offer in offers:
        chance = random.random() ** (1 + often.get((seat, offer.move), 0))
        moves = _several(match, seat, offer, random) if truly else _one(offer, random)
        liked = 0.0
        if likes := likings[seat].get(offer.move):
            looked_at = sorted(islice(moves, LOOKED_AT), key=likes, reverse=True)
            liked = likes(looked_at[0]) if looked_at else 0.0
            moves = chain(looked_at, moves)
        wanted.append(((truly and offer.move in extras.notes.noting, must or freely, liked, chance), seat, must, moves))
    for _, seat, must, moves in sorted(wanted, key=itemgetter(0), reverse=True):
        yield from (WantedMove(seat, move, must) for move in moves)


def _one(offer: Offer, random: Random) -> Iterator[dict[str, Any]]:
    with suppress(ValueError):  # a free choice lists nothing, nor does one whose few values are all taken
        yield offer.any_of(random)


def _several(match: Match, seat: str, offer: Offer, random: Random) -> Iterator[dict[str, Any]]:
    """Yield moves of an offer, every second one without optional values."""
    notes = match.game.EXTRAS.notes
    gone = notes.elsewhere(match.state, seat) if notes.elsewhere and offer.move in notes.noting else ()
    changed = [_without(offer, gone), _sparing(offer)]
    with suppress(ValueError):
        for each in changed * (TRIES // 2):
            yield each.any_of(random)


def _without(offer: Offer, gone: Collection[Any]) -> Offer:
    """Return an offer without values that others have; choices that would have too few values left are unchanged."""

    def left(choice: Choice) -> Choice:
        of = tuple(v for v in choice.of if v not in gone) if isinstance(choice, Some) else ()
        return choice.model_copy(update={"of": of}) if isinstance(choice, Some) and len(of) >= choice.least else choice

    return offer.model_copy(update={"fields": {name: left(choice) for name, choice in offer.fields.items()}})


def _sparing(offer: Offer) -> Offer:
    """Return an offer in which everything optional is left out."""

    def spared(choice: Choice) -> Choice:
        if isinstance(choice, One) and None in choice.of:
            return One(of=(None,))
        if isinstance(choice, Each):
            return choice.model_copy(update={"of": {key: spared(inner) for key, inner in choice.of.items()}})
        return choice.model_copy(update={"most": 0}) if isinstance(choice, Some) and choice.optional else choice

    return offer.model_copy(update={"fields": {name: spared(choice) for name, choice in offer.fields.items()}})


def salt(random: Random) -> str:
    return f"{random.getrandbits(128):032x}"


def next_declaration(
    match: Match,
    random: Random,
    often: Mapping[tuple[str, str], int],
    *,
    seats: Collection[str] | None = None,
    truly: bool = False,
    refused: list[RefusedMove] | None = None,
) -> Played | None:
    """Return the first wanted move that is upheld, of all or some `seats` (or `TABLE`); `None` if there is none.

    Moves that are refused on the way are added to `refused`.

    A move that ends the match needlessly is the last resort, and so is, with `truly`, one after which the seats' notes
    contradict each other, such as two notes of the same unique card.
    """
    last: Played | None = None
    for wish in wanted_moves(match, random, often, truly=truly):
        if (seats is not None and wish.seat not in seats) or (last is not None and last.must and not wish.must):
            continue  # a move that must be declared is declared even if it cannot be true
        after, ruling = match.declare(wish.seat, wish.move, salt(random))
        if ruling.upheld:
            one = Played(match, *wish[:2], ruling, after, wish.must)
            needless = after.result is not None and not wish.must and random.random() >= ENDS
            amends = truly and wish.move["type"] in match.game.EXTRAS.demonstration.amends
            if not needless and not amends and (not truly or _is_true(match, after)):
                return one
            last = one if last is None or not amends else last
        elif refused is not None:
            refused.append(RefusedMove(wish.seat, wish.move, ruling))
    return last


def _is_true(before: Match, match: Match) -> bool:
    """Tell whether the knowledge of all seats is consistent and no audit has just found a contradiction."""
    extras = match.game.EXTRAS
    doubts, plausible = extras.demonstration.doubts, extras.notes.plausible
    if doubts is not None and doubts(match.state) > doubts(before.state):
        return False
    if match.result is not None or extras.positions is None:
        return True
    position = extras.positions.position_of(match.state, GAME_MASTER)
    fits = extras.positions.contradiction(match.state.options, match.seats, position) is None
    return fits and (plausible is None or plausible(match.state))
