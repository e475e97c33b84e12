"""Every figure of a page is what the journals say, read another way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from statistics import mean, median
from typing import Any, NamedTuple

import pytest

from companion.contract.statistics import GameStatistics, PersonStatistics
from companion.statistics import all_played, game_statistics, person_statistics
from models import Store
from models.names import name_key
from referee.core.games import GAMES
from referee.core.journal import Entry, Match, fold
from referee.core.values import GAME_MASTER, PUBLIC, Seat
from tests.companion.evenings import START, evenings, keep_accounts
from tests.owners import owned
from tests.shares import parts

FEWEST = {"shinobazu", "giryaku"}


class Told(NamedTuple):
    """A match as its journal tells it."""

    code: str
    game: str
    match: Match
    times: list[tuple[str, datetime]]
    began: datetime
    names: dict[str, str]
    """By seat; nobody's are left out."""


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as opened:
        yield opened


def told(store: Store) -> list[Told]:
    """Read all journals again, with nothing but the store and the referee."""
    found = []
    people = {person.id: name_key(person.name) for person in store.people.all()}
    for record in store.matches.find():
        rows = store.journals.entries(record.id)
        entries = (Entry.model_validate({"number": r.number, "actor": r.actor, "act": r.act}) for r in rows)
        seats = tuple(Seat(seat=s.seat, name=s.name) for s in record.players)
        match = fold(GAMES[record.game], record.options, seats, entries)
        names = {s.seat: people[s.player_id] for s in record.players if s.player_id is not None}
        assert record.started is not None
        found.append(Told(record.code, record.game, match, [(r.actor, r.at) for r in rows], record.started, names))
    return sorted(found, key=lambda each: each.times[-1][1])


def side(each: Told, seat: str) -> str:
    """Whom a seat wins and loses with, as the game master sees it."""
    if each.game != "scorpion" or each.match.options.disputed == "on":
        view = each.match.view(GAME_MASTER)
        if each.game == "scorpion" and _role(view, seat) in ("guards", "sword", "spear"):
            return "guards"
        return seat
    return "guards" if _role(each.match.view(GAME_MASTER), seat) in ("guards", "sword", "spear") else "intruders"


def _role(view: Any, seat: str) -> str:
    return str(next(p.role for p in view.players if p.seat == seat))


def sides(each: Told) -> int:
    ranked = {place.seat for place in each.match.result.ranking}  # type: ignore[union-attr]
    seats = {seat.seat for seat in each.match.seats}
    return len({side(each, seat) for seat in seats}) + len(ranked - seats)


def turn_lengths(each: Told) -> list[tuple[str, int]]:
    """Whose each turn was and how many seconds it took, counted from the end of the one before."""
    turns: list[tuple[str, datetime, datetime]] = []
    before = each.began
    for actor, at in each.times:
        if turns and turns[-1][0] == actor:
            turns[-1] = (actor, turns[-1][1], at)
        else:
            turns.append((actor, before, at))
        before = at
    lengths = [(actor, round((end - begin).total_seconds())) for actor, begin, end in turns]
    return [(actor, min(length, 900)) for actor, length in lengths if actor not in ("gm", "table")]


def seconds(each: Told) -> int:
    """The time at the table: nobody sat longer than a quarter of an hour over one declaration."""
    moments = [each.began, *(at for _, at in each.times)]
    gaps = [(moments[n] - moments[n - 1]).total_seconds() for n in range(1, len(moments))]
    return round(sum(min(gap, 900) for gap in gaps))


def outcome(each: Told, who: str) -> tuple[bool, int]:
    """Whether somebody won, and the best place of theirs."""
    result = each.match.result
    assert result is not None
    mine = {seat for seat, name in each.names.items() if name == who}
    won = bool(mine & set(result.winners))
    places = [p.place for p in result.ranking if p.seat in (mine & set(result.winners) if won else mine)]
    return won, min(places)


def points(each: Told, who: str) -> int:
    result = each.match.result
    assert result is not None
    mine = [seat for seat, name in each.names.items() if name == who]
    winners = [seat for seat in mine if seat in result.winners]
    chosen = min(winners or mine, key=lambda s: next(p.place for p in result.ranking if p.seat == s))
    return next(p.points for p in result.ranking if p.seat == chosen)


def reneges(each: Told, seats: set[str]) -> int:
    """What the game master's view of the end names as proofs."""
    view = each.match.view(GAME_MASTER)
    if each.game == "shinobazu":
        return sum(f.kind == "renege" and f.player in seats and f.certainty == "proved" for f in view.findings)
    if each.game == "scroll-trick":
        return sum(f.kind == "revoke" and f.player in seats and not f.rewound for f in view.findings)
    return 0


def check_person(stats: PersonStatistics, who: str, mine: list[Told]) -> None:
    outcomes = [outcome(each, who) for each in mine]
    assert stats.matches == len(mine)
    assert stats.won == sum(won for won, _ in outcomes)
    chances = [
        len({side(each, seat) for seat, name in each.names.items() if name == who}) / sides(each) for each in mine
    ]
    assert stats.chance == pytest.approx(sum(chances))
    results = "".join("w" if won else "-" for won, _ in outcomes)
    assert stats.longest == max(map(len, results.split("-")))
    assert stats.row == len(results) - len(results.rstrip("w"))
    assert dict(stats.ranks) == Counter(place for _, place in outcomes)
    assert stats.over_time.won[-1] == results.count("w")
    assert stats.over_time.won == tuple(results[: n + 1].count("w") for n in range(len(results)))
    assert stats.over_time.chance == pytest.approx([sum(chances[: n + 1]) for n in range(len(mine))], abs=0.01)
    assert stats.over_time.days == tuple(f"{each.times[-1][1].astimezone():%Y-%m-%d}" for each in mine)
    assert stats.since == stats.over_time.days[0]
    assert stats.pace.minutes == round(sum(map(seconds, mine)) / 60)
    assert [each.matches for each in stats.points] == [
        n for game, n in sorted(Counter(each.game for each in mine).items()) if game != "scorpion"
    ]
    for each in stats.points:
        scored = [points(one, who) for one in mine if one.game == each.game]
        assert each.average == pytest.approx(mean(scored))
        assert each.best == (min if each.game in FEWEST else max)(scored)
    suited = [each for each in mine if each.game in ("shinobazu", "scroll-trick")]
    assert stats.suited == len(suited)
    assert stats.reneges == sum(
        reneges(each, {s for s, name in each.names.items() if name == who}) for each in suited
    )
    lengths = [length for each in mine for seat, length in turn_lengths(each) if each.names.get(seat) == who]
    assert stats.pace.turns == len(lengths)
    assert stats.pace.median == (median(lengths) if lengths else None)


def check_rivals(stats: PersonStatistics, who: str, mine: list[Told], keys: dict[int, str]) -> None:
    expected: dict[str, Counter[str]] = defaultdict(Counter)
    for each in mine:
        ours = {side(each, seat) for seat, name in each.names.items() if name == who}
        for other in set(each.names.values()) - {who}:
            if ours & {side(each, seat) for seat, name in each.names.items() if name == other}:
                continue
            me, them = outcome(each, who)[1], outcome(each, other)[1]
            expected[other]["won" if me < them else "lost" if me > them else "shared"] += 1
    counted = {keys[each.person]: Counter(won=each.won, lost=each.lost, shared=each.shared) for each in stats.against}
    assert {who: +how for who, how in counted.items()} == expected


class Playing(NamedTuple):
    """A role in one match."""

    done: bool
    goal: str
    players: int
    ending: str
    turn: int | None


ENDINGS = {"escaped": "escaped", "dead": "dead", "due": "dead"}


def role_turn(each: Told, who: str) -> int | None:
    """The turn in which a part was decided: what the game master saw change, declaration by declaration."""
    steps = each.match.steps
    if who == "guards":
        finds = (step for step in steps for told in step.ruling.notices if told.message == "scorpion.discovered")
        return next((_seen(each, step.before).turn for step in finds), None)
    for step in reversed(steps):
        before, after = (_status(_seen(each, state), who) for state in (step.before, step.ruling.state))
        if after not in ENDINGS:
            return None
        if before not in ENDINGS:
            return int(_seen(each, step.before).turn)
    return None


def _seen(each: Told, state: Any) -> Any:
    return each.match.game.view(state, GAME_MASTER)


def _status(view: Any, who: str) -> str:
    """A lone wolf may be nameless to everybody at the time."""
    return next(c.status for c in view.characters if c.who in (who, "intruder"))


def goal(each: Told, who: str) -> str:
    """The last mission that was declared for somebody, in either depth."""
    letter = ""
    for step in each.match.steps:
        move = getattr(step.act, "move", None) or {}
        if move.get("type") == "draw_missions":
            letter = move.get(who) or letter
        elif move.get("intruder") == who:
            if move["type"] in ("redraw_mission", "mission"):
                letter = move["letter"]
            elif move["type"] == "return":
                letter = ""
    return letter


def check_roles(stats: PersonStatistics, who: str, mine: list[Told]) -> None:
    """Roles of the guarded castle, from what the game master sees at the end."""
    played: dict[str, list[Playing]] = defaultdict(list)
    for each in mine:
        if each.game != "scorpion":
            continue
        view, result = each.match.view(GAME_MASTER), each.match.result
        seats = {seat for seat, name in each.names.items() if name == who}
        assert result is not None
        for seat in seats:
            if side(each, seat) == "guards":
                turn = role_turn(each, "guards")
                played["guards"].append(Playing(seat in result.winners, "", len(each.match.seats), result.reason, turn))
        for one in each.match.state.characters:
            if one.status != "absent" and one.seat in seats:
                shown = next(c for c in view.characters if c.who == one.who)
                done = shown.accomplished and shown.status == "escaped"
                ending = "done" if done else ENDINGS.get(shown.status, "inside")
                turn = role_turn(each, one.who)
                played[one.who].append(
                    Playing(done, goal(each, one.who), len(each.match.seats), f"scorpion.part.{ending}", turn)
                )
    assert {each.role: (each.matches, each.won) for each in stats.roles} == {
        role: (len(some), sum(one.done for one in some)) for role, some in played.items()
    }
    for each in stats.roles:
        some = played[each.role]
        assert {s.of: (s.won, s.matches) for s in each.sizes} == shares((str(one.players), one.done) for one in some)
        assert {s.of: (s.won, s.matches) for s in each.goals} == shares((one.goal, one.done) for one in some)
        assert dict(each.endings) == Counter(one.ending for one in some)
        turns = [one.turn for one in some if one.turn is not None]
        assert each.turn == (median(turns) if turns else None)


def shares(pairs: Iterable[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    """How many of how many, of all that have a name."""
    some = [pair for pair in pairs if pair[0]]
    return {of: (some.count((of, True)), sum(one[0] == of for one in some)) for of in {one[0] for one in some}}


@pytest.mark.soak
@pytest.mark.parametrize("matches", parts("FIGURES", 60), ids=str)
def test_every_figure_is_what_the_journals_say(store: Store, matches: range) -> None:
    evenings(store, matches)
    ids = {person.name: person.id for person in store.people.all()}
    store.people.merge(owned(store), ids["Aki"], ids["Eri"], START)
    store.people.forget(owned(store), ids["Dai"], "A player", START)
    assert keep_accounts(store)
    journals, played = told(store), all_played(store)
    people = {person.id: person.name for person in store.people.all()}
    keys = {person: name_key(name) for person, name in people.items()}
    assert set(keys.values()) == {name for each in journals for name in each.names.values()}
    for person, who in keys.items():
        for game in ("", *sorted({each.game for each in journals})):
            mine = [each for each in journals if who in each.names.values() and game in ("", each.game)]
            stats = person_statistics([p for p in played if game in ("", p.game)], person, people)
            if not mine:
                assert stats == PersonStatistics()
                continue
            check_person(stats, who, mine)
            check_rivals(stats, who, mine, keys)
            check_roles(stats, who, mine)
    check_games(store, journals)


def check_games(store: Store, journals: list[Told]) -> None:
    played = all_played(store)
    for game in {each.game for each in journals}:
        mine = [each for each in journals if each.game == game]
        stats = game_statistics(played, game)
        assert stats.matches == len(mine)
        assert dict(stats.sizes) == Counter(len(each.match.seats) for each in mine)
        assert dict(stats.endings) == Counter(each.match.result.reason for each in mine)  # type: ignore[union-attr]
        assert sum(n for _, n in stats.months) == len(mine)
        lengths = [length for each in mine for _, length in turn_lengths(each)]
        assert stats.pace.turns == len(lengths)
        assert stats.pace.median == (median(lengths) if lengths else None)
        assert stats.pace.minutes == round(sum(map(seconds, mine)) / 60)
        assert stats.length == median(map(seconds, mine)) / 60
        assert stats.reneges == sum(reneges(each, {s.seat for s in each.match.seats}) for each in mine)
        if game == "scorpion":
            assert stats.points is None
            assert not stats.last.curves
            continue
        scored = [
            p.points
            for each in mine
            for p in each.match.result.ranking  # type: ignore[union-attr]
            if any(s.seat == p.seat for s in each.match.seats)
        ]
        assert stats.points is not None
        assert stats.points.average == pytest.approx(mean(scored))
        assert stats.points.best == (min if game in FEWEST else max)(scored)
        check_course(stats, mine)


def check_course(stats: GameStatistics, mine: list[Told]) -> None:
    """The last course that is long enough to be drawn, as everybody saw the points change at the table."""
    for each in reversed(mine):
        table = [seat.seat for seat in each.match.seats]
        seen: list[tuple[int, ...]] = []
        for step in each.match.steps:
            view = each.match.game.view(step.ruling.state, PUBLIC)
            by_seat = {s.seat: s.size if each.game == "giryaku" else s.points for s in view.seats}
            now = tuple(by_seat[seat] for seat in table)
            seen += [now] if not seen or seen[-1] != now else []
        if stats.last_day == f"{each.times[-1][1].astimezone():%Y-%m-%d}":
            curves = tuple(zip(*(points for _, points in stats.last.curves), strict=True))
            along = [point for n, point in enumerate(curves) if n == 0 or point != curves[n - 1]]
            rest = iter(seen)
            assert all(point in rest for point in along)
            result = each.match.result
            assert result is not None
            assert curves[-1] == tuple(next(p.points for p in result.ranking if p.seat == seat) for seat in table)
            return
        assert len(seen) < 3
    assert not stats.last.curves
