"""What those who write a game get wrong: looked for on purpose, moment by moment, and named by its place."""

from __future__ import annotations

import inspect
import json
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib import import_module
from random import Random
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from referee.check.offered import SALT, Wrong, _from_schema, _move, _moves, _strings, check_others, secret_of_others
from referee.check.player import Unfinished, any_match, playing
from referee.check.positions import OwnRefused, check_laid
from referee.check.words import Words
from referee.core.game import Game
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused
from referee.short import ShortGame

LOOKS: Final = 0.25
"""How often a moment is looked at closely."""
MOST_LOOKS: Final = 60
"""How many moments of a match are looked at closely."""
TRIES: Final = 30
"""Moves that are tried there."""
MOST_MOVES: Final = 12
"""The longest match that is told with a fault in full."""
_OWN: Final = ("/referee/core/", "/referee/check/", "/referee/short/", "/referee/library/", "/pydantic/")


@dataclass
class Mistakes:
    """What was found: each fault once, with the shortest match that shows it."""

    game: Game
    found: dict[str, tuple[int, str]] = field(default_factory=dict)

    def note(self, fault: str, match: Match | None = None) -> None:
        long = 0 if match is None else match.number
        if fault not in self.found or long < self.found[fault][0]:
            self.found[fault] = (long, _told(match))

    def lines(self) -> list[str]:
        return [f"{fault}{shown}" for fault, (_, shown) in self.found.items()]


def _told(match: Match | None) -> str:
    if match is None:
        return ""
    begun = f" after {match.number} declarations of {len(match.seats)} players"
    if not 0 < match.number <= MOST_MOVES:
        return begun if match.number else f" at the beginning of a match of {len(match.seats)}"
    moves = [{"seat": entry.actor, "move": getattr(entry.act, "move", None)} for entry in match.entries]
    return f"{begun}: {json.dumps(moves, ensure_ascii=False, default=str)}"


def look_over(game: Game, matches: int, seed: int, words: Words) -> list[str]:
    """Play some matches and return every mistake in the game that they or its texts show, each named once."""
    mistakes = Mistakes(game)
    reasons: dict[str, frozenset[str]] = {}
    for step in (_seats, _screens):
        step(mistakes)
    for n in range(matches):
        random = Random(f"mistakes {game.KEY} {seed} {n}")
        try:
            match, looks = any_match(game, random, {}), 0
            for one in playing(match, random):
                _declared(mistakes, one.before, one.after, one.seat, one.move)
                if looks < MOST_LOOKS and (random.random() < LOOKS or one.before.number < 2):
                    looks += 1
                    _moment(mistakes, one.before, random, reasons)
                match = one.after
            _ended(mistakes, match)
        except Unfinished as unfinished:
            mistakes.note(f"{_place(_ending(game))}: {unfinished}")
            break  # the others would end no sooner
        except (AssertionError, Exception) as fault:
            if not isinstance(fault, Refused | Wrong):
                mistakes.note(f"{place_in(fault)}: {type(fault).__name__}: {_short(fault)}")
    _texts(mistakes, reasons, words)
    return mistakes.lines()


def place_in(error: BaseException) -> str:
    """Return the last file and line of a game's own code that an error came through; else the last of all."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not any(part in frame.filename for part in _OWN)]
    frame = (own or frames)[-1]
    return f"{frame.filename}:{frame.lineno}"


def place_of(game: Game, kind: str) -> str:
    """Return the file and line where a kind of move is written: its function, else its model."""
    short = _short_game(game)
    written: Any = None
    if short is not None:
        written = short.written(kind)
    else:
        reading = [game.MOVE._type]
        while reading and written is None:
            each = reading.pop()
            reading += getattr(each, "__args__", ()) or ()
            if isinstance(each, type) and issubclass(each, BaseModel):
                standard = each.model_fields["type"].get_default() if "type" in each.model_fields else None
                written = each if standard == kind else None
    return _place(written)


def _ending(game: Any) -> Any:
    """Return what says that a match has ended: a function of the author's, or the game's own `result`."""
    short = _short_game(game)
    return short.ending if short is not None and short.ending is not None else type(game).result


def _short_game(game: Any) -> ShortGame | None:
    return game if isinstance(game, ShortGame) else None


def _place(written: Any) -> str:
    return _written_in(written)


@lru_cache(maxsize=256)
def _written_in(written: Any) -> str:
    try:
        return f"{inspect.getsourcefile(written)}:{inspect.getsourcelines(written)[1]}"
    except (OSError, TypeError):
        return "?"


def _short(error: BaseException) -> str:
    return " ".join(str(error).split())[:300]


# What is looked at


def _seats(mistakes: Mistakes) -> None:
    """As many as may play can; one more or less is refused."""
    game = mistakes.game
    for count in (*game.PLAYERS, min(game.PLAYERS) - 1, max(game.PLAYERS) + 1):
        fits = count in game.PLAYERS
        try:
            any_match(game, Random(0), {}, count) if count else None
        except Refused as refused:
            if fits:
                mistakes.note(f"{place_in(refused)}: {count} may play by PLAYERS, and are refused: {refused.reason}")
        except Exception as fault:
            mistakes.note(f"{place_in(fault)}: begin with {count}: {type(fault).__name__}: {_short(fault)}")
        else:
            if not fits and count:
                mistakes.note(f"{_place(type(game).begin)}: {count} begin a match; PLAYERS says {game.PLAYERS}")


def _screens(mistakes: Mistakes) -> None:
    """The module that SCREENS names can be imported, and holds a UI."""
    name = mistakes.game.SCREENS
    if not name:
        return
    try:
        if not hasattr(import_module(name), "UI"):
            mistakes.note(f"{import_module(name).__file__}:1: has no UI")
    except (Exception, SystemExit) as fault:
        mistakes.note(f"{place_in(fault)}: the screens {name} cannot be imported: {type(fault).__name__}: {fault}")


def _declared(mistakes: Mistakes, before: Match, after: Match, seat: str, move: Mapping[str, Any]) -> None:
    """A declaration that holds a secret is one, and is masked for all but its seat and the game master."""
    game, kind = mistakes.game, str(move["type"])
    parsed = game.MOVE.validate_python(dict(move))
    full, where = parsed.model_dump(mode="json"), place_of(game, kind)
    secret, may = game.secret(parsed), game.may_be_secret(kind)
    public = dict(game.masked(parsed, seat, PUBLIC))
    if secret and not may:
        mistakes.note(f"{where}: {kind} is secret, but may_be_secret says that none of its type is", before)
    if public != {**full, **{k: v for k, v in public.items() if k in full}} and not secret and _less(public, full):
        mistakes.note(f"{where}: {kind} is masked for the public, but secret says that it is none", before)
    for viewer in (seat, GAME_MASTER):
        if seat != TABLE and dict(game.masked(parsed, seat, viewer)) != full:
            mistakes.note(f"{where}: {kind} is masked for {'its own seat' if viewer == seat else viewer}", before)
    if not secret and seat not in (TABLE, GAME_MASTER):
        for path in _became_secret(before, after, seat, full):
            mistakes.note(f"{where}: {kind} is public, but what it says is shown to its seat alone: {path}", before)


def _less(public: Mapping[str, Any], full: Mapping[str, Any]) -> bool:
    return any(name not in public and value is not None for name, value in full.items())


def _became_secret(before: Match, after: Match, seat: str, move: Mapping[str, Any]) -> list[str]:
    """Return the paths of the view at which its seat, and not the public, newly sees all that the move holds."""
    said = [value for name, value in move.items() if name != "type" and value not in (None, True, False, [])]
    seats = {each.seat for each in after.seats}
    said = [value for value in said if not (isinstance(value, str) and value in seats)]
    if not said or after.result is not None:
        return []
    own, public, old = (_leaves(m.view(v)) for m, v in ((after, seat), (after, PUBLIC), (before, seat)))
    apart = {path: value for path, value in own.items() if public.get(path) != value and old.get(path) != value}
    return [path for path, value in apart.items() if value in said and value not in public.values()]


def _leaves(view: BaseModel) -> dict[str, Any]:
    """Return the values of a view by their paths; a list of single values is one."""
    found: dict[str, Any] = {}

    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, f"{path}.{key}" if path else str(key))
        elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
            for n, inner in enumerate(value):
                walk(inner, f"{path}[{n}]")
        elif value not in (None, [], {}):
            found[path] = value

    walk(view.model_dump(mode="json"), "")
    found.pop("viewer", None)
    return found


def _moment(mistakes: Mistakes, match: Match, random: Random, reasons: dict[str, frozenset[str]]) -> None:
    """What is refused cites clauses and keeps secrets, what is not offered is refused, and nothing crashes."""
    game = mistakes.game
    known = {clause.id for clause in game.CLAUSES}
    seats = [seat.seat for seat in match.seats]
    for viewer in (PUBLIC, GAME_MASTER, *seats):
        _try(mistakes, match, f"the view or prompts of {viewer}", partial(_shown, match, viewer))
    offers = {seat: [o for p in match.prompts(seat) if p.seat == seat for o in p.offers] for seat in seats}
    strings, before = _strings(match), repr(match.state)
    for _ in range(TRIES):
        seat = random.choice(seats)
        move = _move(game, offers, strings, random)
        _judged(mistakes, match, seat, move, known, reasons)
        for offer in random.sample(offers[seat], min(1, len(offers[seat]))):
            try:
                legal = offer.any_of(random)
            except ValueError:
                continue
            _judged(mistakes, match, seat, legal, known, reasons)
            _secretly_refused(mistakes, match, seat, legal, random, strings)
    if repr(match.state) != before:
        mistakes.note(f"{_place(type(match.state))}: judging changes the state that it is given", match)
    try:
        check_others(match, random, TRIES, secret_of_others(match))
    except Wrong as wrong:
        kind = str(wrong).partition("'type': '")[2].partition("'")[0]
        mistakes.note(f"{place_of(game, kind)}: {kind} is upheld, and nothing offers it: {_short(wrong)}", match)
    except Exception as fault:
        mistakes.note(f"{place_in(fault)}: {type(fault).__name__}: {_short(fault)}", match)
    _overruled(mistakes, match, random, strings)


def _try(mistakes: Mistakes, match: Match, what: str, work: Callable[[], Any]) -> Any:
    try:
        return work()
    except (Refused, OwnRefused):
        return None
    except Exception as fault:
        mistakes.note(f"{place_in(fault)}: {what}: {type(fault).__name__}: {_short(fault)}", match)
        return None


def _judged(
    mistakes: Mistakes, match: Match, seat: str, move: Mapping[str, Any], known: set[str], reasons: dict[str, Any]
) -> None:
    """Judge a move and note what is wrong with its refusal."""
    game = mistakes.game
    try:
        parsed = game.MOVE.validate_python(dict(move))
    except ValidationError:
        return
    try:
        ruling = game.judge(match.state, seat, parsed)
    except Refused as refused:
        where, kind = place_in(refused), move["type"]
        cited = str(refused.clause)
        if cited not in known and not cited.startswith("METSUKE-"):
            mistakes.note(f"{where}: the refusal {refused.reason} of {kind} cites {cited}, which is no clause", match)
        said = frozenset(refused.params)
        reasons[refused.reason] = reasons.get(refused.reason, said) & said
        return
    except Exception as fault:
        mistakes.note(f"{place_in(fault)}: judging {move['type']}: {type(fault).__name__}: {_short(fault)}", match)
        return
    where = f"{place_of(game, move['type'])}: {move['type']}"
    if ruling.upheld and ruling.state is None:
        mistakes.note(f"{where} is upheld without a next state", match)
    if _again(game, match, seat, parsed) != (ruling.state, ruling.notices):
        mistakes.note(f"{where} comes to something else when it is judged again: it draws, or remembers", match)


def _again(game: Game, match: Match, seat: str, parsed: Any) -> Any:
    """Judge a move once more; return the state and notices that it comes to, None where it is refused this time."""
    try:
        ruling = game.judge(match.state, seat, parsed)
    except Refused:
        return None
    return ruling.state, ruling.notices


def _secretly_refused(
    mistakes: Mistakes, match: Match, seat: str, legal: dict[str, Any], random: Random, strings: list[str]
) -> None:
    """Another value of a secret field, that reads the same to the public, is refused in private or not at all."""
    game, kind = mistakes.game, str(legal["type"])
    parsed = game.MOVE.validate_python(dict(legal))
    if not game.secret(parsed):
        return
    masked = game.masked(parsed, seat, PUBLIC)
    schema = _moves(game)
    fields = schema["$defs"][schema["discriminator"]["mapping"][kind].rpartition("/")[2]]["properties"]
    for name in [name for name in legal if name not in masked]:
        other = {**legal, name: _from_schema(fields[name], schema, strings, random)}
        try:
            read = game.MOVE.validate_python(dict(other))
            if not game.secret(read) or game.masked(read, seat, PUBLIC) != masked:
                continue
            game.judge(match.state, seat, read)
        except ValidationError:
            continue
        except Refused as refused:
            if not refused.private:
                mistakes.note(
                    f"{place_in(refused)}: {kind} is refused by its secret {name!r} ({refused.reason}), not in private",
                    match,
                )
        except Exception:
            continue  # it is noted where it is judged


def _overruled(mistakes: Mistakes, match: Match, random: Random, strings: list[str]) -> None:
    """A house ruling sets by hand, or lets a refused move stand, or is refused; the match can be seen afterwards."""
    game = mistakes.game
    schema = game.ADJUSTMENT.model_json_schema()
    seats = [seat.seat for seat in match.seats]
    numbers = {"points": {seat: random.randint(0, 3) for seat in seats}}
    adjustments = [numbers] if "points" in schema.get("properties", {}) else []
    adjustments.append(_from_schema(schema, schema, [*seats, *strings], random))
    for adjust in adjustments:
        act = {"type": "house_ruling", "adjust": adjust}
        _seen_after(mistakes, match, GAME_MASTER, act, f"the adjustment {json.dumps(adjust, ensure_ascii=False)[:80]}")
    for _ in range(3):
        move, seat = _move(game, {}, strings, random), random.choice(seats)
        act = {"type": "house_ruling", "seat": seat, "move": move, "salt": SALT}
        _seen_after(mistakes, match, GAME_MASTER, act, f"a house ruling on {move.get('type')}")
    for offer in {o.move: o for p in match.prompts(GAME_MASTER) for o in p.offers}.values():
        for seat in seats:
            try:
                move = offer.any_of(random)
            except ValueError:  # it lists nothing
                move = {"type": offer.move}
            act = {"type": "house_ruling", "seat": seat, "move": move, "salt": SALT}
            _seen_after(mistakes, match, GAME_MASTER, act, f"a house ruling on {offer.move}")


def _seen_after(mistakes: Mistakes, match: Match, actor: str, act: Mapping[str, Any], what: str) -> None:
    if not match.options.master_declares:
        return
    after = _try(mistakes, match, what, partial(match.act, actor, dict(act)))
    if after is not None and after[0] is not match:
        for viewer in (PUBLIC, match.seats[0].seat):
            _try(mistakes, match, f"after {what}", partial(_shown, after[0], viewer))


def _shown(match: Match, viewer: str) -> Any:
    return match.view(viewer), match.prompts(viewer), match.result


def _ended(mistakes: Mistakes, match: Match) -> None:
    """An ended match has a result that everybody can be shown, and can be laid, or is refused by a clause."""
    result = match.result
    if result is None:
        return
    if (clause := result.clause) not in {each.id for each in mistakes.game.CLAUSES}:
        mistakes.note(f"{_place(type(mistakes.game).result)}: the result cites {clause}, which is no clause", match)
    seats, ranked = {s.seat for s in match.seats}, {place.seat for place in result.ranking}
    seen = match.view(PUBLIC).model_dump_json()  # a game may rank whom no seat plays, as the shadow of two players
    more = {each for each in {*result.winners, *ranked} - seats if json.dumps(each) not in seen}
    if strange := (seats - ranked) | more:
        mistakes.note(f"the ranking leaves out, or makes up, {', '.join(sorted(strange))}", match)
    if mistakes.game.EXTRAS.positions is not None:
        _try(mistakes, match, "an ended match cannot be laid", lambda: check_laid([match], 0))


def _texts(mistakes: Mistakes, reasons: Mapping[str, frozenset[str]], words: Words) -> None:
    """Every language has words for what is refused, what the game is called, and what its screens say."""
    game = mistakes.game
    owed = {key: params for key, params in reasons.items() if "." in key} | dict.fromkeys(_called(game), frozenset())
    if (short := _short_game(game)) is not None:
        owed |= dict(short.owed())
    for lang, known in words.items():
        for key, given in sorted(owed.items()):
            if key not in known:
                mistakes.note(f"no words: {key} ({lang})")
            elif lacking := known[key] - given:
                mistakes.note(f"words for more than is said: {key} ({lang}) {', '.join(sorted(lacking))}")


def _called(game: Game) -> Iterator[str]:
    yield from (f"app.game.{game.KEY}", f"app.game.{game.KEY}.about", f"new.tile.{game.KEY}")
    groups = dict.fromkeys(clause.id.rpartition("-")[2].partition(".")[0] for clause in game.CLAUSES)
    yield from (f"app.group.{game.KEY}.{group}" for group in groups if group.isdecimal())
