"""Search for common mistakes of game authors, move by move, and report the place in the code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from random import Random
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from referee.check.before_play import Brought, Words, before_play, check_words, note
from referee.check.offered import (
    SALT,
    check_others,
    moves_schema,
    resolved,
    secret_of_others,
    strings_in,
    tried_move,
    unfit,
    value_of,
)
from referee.check.places import Found, Wrong, differing, model_of, place_in, place_of, rule_of
from referee.check.player import MOST, Unfinished, any_match, playing
from referee.check.positions import OwnRefused, check_broken, check_laid
from referee.check.report import note_unfinished
from referee.core.game import Game, Progress, unwatched
from referee.core.journal import Match
from referee.core.journal.corrections import judged
from referee.core.moves import Move, in_depth, out_of_order
from referee.core.reading import plain
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Ruling
from referee.short import ShortGame

LOOKS: Final = 0.25
"""Probability that a moment of a match is examined."""
MOST_LOOKS: Final = 60
"""Maximum number of examined moments of a match."""
TRIES: Final = 30
"""Number of moves tried at each examined moment."""
STRAY: Final = "x"
"""A string that names nothing in any game, tried beside valid names."""


def find_mistakes(
    game: Game,
    matches: int,
    seed: int,
    words: Words,
    *,
    found: Found | None = None,
    progress: Progress = unwatched,
) -> list[str]:
    """Play some matches and return each mistake in the game that they or its texts show, without duplicates.

    Those of `found`, if it is given, are among them.
    """
    found, reasons = Found(game) if found is None else found, Brought()
    before_play(found)
    for n in range(matches):
        progress(n / matches)
        random = Random(f"mistakes {game.KEY} {seed} {n}")
        try:
            match, looks = any_match(game, random, {}), 0
            _moment(found, match, random, reasons)
            for one in playing(match, random, MOST):
                _declared(found, one.before, one.after, one.seat, one.move)
                if looks < MOST_LOOKS and (random.random() < LOOKS or one.before.number < 2):
                    looks += 1
                    _moment(found, one.before, random, reasons)
                match = one.after
            _ended(found, match, random)
        except Unfinished as unfinished:
            note_unfinished(found, unfinished)
            break  # further matches would not end sooner
        except (AssertionError, Exception) as fault:
            if not isinstance(fault, Refused | Wrong):
                found.failed(fault)
    check_words(found, reasons, words)
    progress(1)
    return found.lines()


# Declarations


def _declared(found: Found, before: Match, after: Match, seat: str, move: Mapping[str, Any]) -> None:
    """Check that a declaration survives JSON, is masked where it is secret, and is allowed in its phase and depth."""
    game, kind = found.game, str(move["type"])
    parsed = game.MOVE.validate_python(dict(move))
    full, where = parsed.model_dump(mode="json"), place_of(game, kind)
    secret, may = game.secret(parsed), game.may_be_secret(kind)
    public = dict(game.masked(parsed, seat, PUBLIC))
    if apart := _read_otherwise(game, parsed, full):
        found.note(f"{where}: {kind} is another move when it is written to JSON and read again: {apart}", before)
    if public.get("type") not in moves_schema(game.MOVE)["discriminator"]["mapping"]:
        found.note(f"{where}: {kind} is masked as {public.get('type')!r}: a masked move keeps its type", before)
    if secret and not may:
        found.note(f"{where}: {kind} is secret, but may_be_secret says that none of its type is", before)
    if not secret and any(name not in public and value is not None for name, value in full.items()):
        found.note(f"{where}: {kind} is masked for the public, but secret says that it is none", before)
    for viewer in (seat, GAME_MASTER):
        if seat != TABLE and dict(game.masked(parsed, seat, viewer)) != full:
            found.note(f"{where}: {kind} is masked for {'its own seat' if viewer == seat else viewer}", before)
    if isinstance(parsed, Move):
        depth = before.options.depth
        if not in_depth(parsed, depth) or out_of_order(parsed, before.state):
            now = ", ".join(filter(None, (depth, getattr(before.state, "phase", ""))))
            found.note(f"{where}: {kind} is upheld in {now}, where its class does not allow it", before)
    if not secret and seat not in (TABLE, GAME_MASTER):
        for path in _became_secret(before, after, seat, full):
            found.note(f"{where}: {kind} is public, but what it says is shown to its seat alone: {path}", before)


def _read_otherwise(game: Game, parsed: Any, full: Mapping[str, Any]) -> str:
    """Return the path at which a move changes when it is written as JSON and read again; an empty string if none."""
    try:
        again = game.MOVE.validate_python(json.loads(json.dumps(full)))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return "" if again == parsed else next(differing(vars(parsed), vars(again)), "")


def _became_secret(before: Match, after: Match, seat: str, move: Mapping[str, Any]) -> list[str]:
    """Return the paths of the view where the declaring seat, but not the public, newly sees everything in the move."""
    nothing_secret: list[Any] = [None, True, False, [], *(seat.seat for seat in after.seats)]
    said = [value for name, value in move.items() if name != "type" and value not in nothing_secret]
    if not said or after.result is not None:
        return []
    own, public, old = (_leaves(m.view(v)) for m, v in ((after, seat), (after, PUBLIC), (before, seat)))
    apart = {path: value for path, value in own.items() if public.get(path) != value and old.get(path) != value}
    return [path for path, value in apart.items() if value in said and value not in public.values()]


def _leaves(view: BaseModel) -> dict[str, Any]:
    """Return the values of a view by their paths; a list of scalars counts as one value."""
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


# Moments


def _moment(found: Found, match: Match, random: Random, reasons: Brought) -> None:
    """Check that refusals cite clauses and keep secrets, that moves not offered are refused, and nothing crashes."""
    game = found.game
    seats = [seat.seat for seat in match.seats]
    for viewer in (PUBLIC, GAME_MASTER, *seats):
        found.tried(f"the view or prompts of {viewer}", match, "view", partial(_shown, match, viewer))
    _looked_at(found, match, random.choice((PUBLIC, GAME_MASTER, *seats)), random)
    offers = {seat: [o for p in match.prompts(seat) if p.seat == seat for o in p.offers] for seat in seats}
    strings, before = [*strings_in(match), STRAY], repr(match.state)
    for _ in range(TRIES):
        seat = random.choice(seats)
        _judged(found, match, seat, tried_move(game, offers, strings, random), reasons)
        for offer in random.sample(offers[seat], min(1, len(offers[seat]))):
            try:
                legal = offer.any_of(random)
            except ValueError:
                continue
            if wrong := _unreadable(game, legal):
                offered = f"{place_of(game, legal['type'])}: {legal['type']} is offered with"
                found.note(f"{offered} {wrong}", match, same=offered)
                continue
            _judged(found, match, seat, legal, reasons)
            _secretly_refused(found, match, seat, legal, random, strings)
            if legal["type"] in game.EXTRAS.drawing.whole:
                _drawn(found, match, seat, legal, random)
    if repr(match.state) != before:
        found.note(f"{rule_of(game, 'judge')}: judging changes the state that it is given", match)
    try:
        check_others(match, random, TRIES, secret_of_others(match))
    except Wrong as wrong:
        found.note(f"{place_of(game, wrong.kind)}: {wrong.kind} is upheld, and nothing offers it", match, str(wrong))
    except Exception as fault:
        found.failed(fault, match=match)
    _overruled(found, match, random, strings)
    if game.EXTRAS.positions is not None:
        found.tried("a broken position", match, "lay", partial(check_broken, match, random))


def _unreadable(game: Game, move: Mapping[str, Any]) -> str:
    """Return the value of a move that its field cannot hold, and why; an empty string if there is none."""
    try:
        game.MOVE.validate_python(dict(move))
    except ValidationError as wrong:
        return unfit(wrong)
    return ""


def _shown(match: Match, viewer: str) -> Any:
    return match.view(viewer), match.prompts(viewer), match.result


def _looked_at(found: Found, match: Match, viewer: str, random: Random) -> None:
    """Check that what a viewer is shown can be sent as JSON, names only existing things, and is deterministic."""
    game, extras = found.game, found.game.EXTRAS
    seats = {seat.seat for seat in match.seats}
    shown = found.tried(f"the view or prompts of {viewer}", match, "view", partial(_shown, match, viewer))
    if shown is None:
        return
    view, prompts, _ = shown
    again = found.tried(f"the view or prompts of {viewer}", match, "view", partial(_shown, match, viewer))
    for rule, one, other in zip(("view", "prompts", "result"), shown, again or shown, strict=True):
        if one != other:
            found.note(f"{rule_of(game, rule)}: {rule} comes to something else when it is asked for again", match)
    if not isinstance(view, game.VIEW) or view.viewer != viewer:
        said = f"{type(view).__name__} for {getattr(view, 'viewer', None)!r}"
        found.note(f"{rule_of(game, 'view')}: the view of {viewer} is a {said}, no {game.VIEW.__name__} for it", match)
    found.tried(f"the view of {viewer} cannot be sent", match, "view", partial(plain, view))
    found.tried(f"the prompts of {viewer} cannot be sent", match, "prompts", partial(plain, prompts))
    for prompt in prompts:
        where = f"{rule_of(game, 'prompts')}: {prompt.ask}"
        if prompt.seat not in {*seats, TABLE}:
            found.note(f"{where} asks {prompt.seat!r}, where nobody sits", match)
        for offer in prompt.offers:
            model = model_of(game, offer.move)
            if model is None:
                found.note(f"{where} offers {offer.move!r}, which is no move", match)
            elif strange := set(offer.fields) - set(model.model_fields):
                found.note(f"{where} offers {offer.move} with {sorted(strange)[0]!r}, which is no field of it", match)
    seat = random.choice(sorted(seats))
    of_states = ("counts", "statistics.standing", "notes.plausible", "knowledge.prepare")
    for name in (*of_states, "demonstration.doubts", "demonstration.setting_up"):
        if (rule := attrgetter(name)(extras)) is not None:
            found.tried(f"EXTRAS.{name}", match, "EXTRAS", partial(rule, match.state))
    for name in ("early_offers", "notes.elsewhere", "demonstration.preferences"):
        if (rule := attrgetter(name)(extras)) is not None:
            found.tried(f"EXTRAS.{name} of {seat}", match, "EXTRAS", partial(rule, match.state, seat))


def _judged(found: Found, match: Match, seat: str, move: Mapping[str, Any], reasons: Brought) -> None:
    """Judge a move and report what is wrong with its ruling."""
    game, kind = found.game, str(move["type"])
    try:
        parsed = game.MOVE.validate_python(dict(move))
    except ValidationError:
        return
    try:
        ruling: Any = game.judge(match.state, seat, parsed)
    except Refused as refused:
        if refused.clause not in found.clauses and not str(refused.clause).startswith("METSUKE-"):
            said = f"the refusal {refused.reason} of {kind} cites {refused.clause}, which is no clause"
            found.note(f"{place_in(refused)}: {said}", match)
        note(reasons, [(refused.reason, refused.params)])
        if not refused.firm:
            _waived(found, match, seat, parsed, refused)
        return
    except Exception as fault:
        found.failed(fault, f"judging {kind}", match, "judge")
        return
    where = f"{place_of(game, kind)}: {kind}"
    if not isinstance(ruling, Ruling):
        found.note(f"{where} is judged by {ruling!r}, which is no Ruling", match)
        return
    if ruling.upheld and ruling.state is None:
        found.note(f"{where} is upheld without a next state", match)
    again = judged(game, match.state, seat, parsed)
    if (again.state, again.notices) != (ruling.state, ruling.notices):
        found.note(f"{where} comes to something else when it is judged again: it draws, or remembers", match)
    for notice in ruling.notices:
        if notice.to != PUBLIC and (strange := set(notice.to) - {one.seat for one in match.seats}):
            found.note(f"{where} tells {sorted(strange)[0]!r} {notice.message}, and nobody sits there", match)
        what = f"what {kind} tells by {notice.message} cannot be sent"
        found.tried(what, match, "judge", partial(plain, notice.params))


def _waived(found: Found, match: Match, seat: str, parsed: Any, first: Refused) -> None:
    """Check that a house ruling lifts a refusal that is not firm, and that the resulting state can be shown."""
    game, kind, waived, refused = found.game, parsed.type, frozenset[str](), first
    while not refused.firm:
        if refused.clause in waived:
            said = f"{kind} is refused by {refused.clause} ({refused.reason}) though a house ruling sets it aside"
            found.note(f"{place_in(refused)}: {said}; a refusal that none can lift is firm", match)
            return
        waived |= {refused.clause}
        try:
            ruling = game.judge(match.state, seat, parsed, waived)
        except Refused as another:
            refused = another
        except Exception as fault:
            found.failed(fault, f"judging {kind} with {', '.join(sorted(waived))} set aside", match, "judge")
            return
        else:
            what = f"after {kind} with {', '.join(sorted(waived))} set aside"
            found.tried(what, match, "view", partial(game.view, ruling.state, PUBLIC))
            found.tried(what, match, "prompts", partial(game.prompts, ruling.state, PUBLIC))
            return


def _secretly_refused(
    found: Found, match: Match, seat: str, legal: dict[str, Any], random: Random, strings: list[str]
) -> None:
    """Check that another value of a secret field, masked alike, is not refused publicly."""
    game, kind = found.game, str(legal["type"])
    parsed = game.MOVE.validate_python(dict(legal))
    if not game.secret(parsed):
        return
    masked = game.masked(parsed, seat, PUBLIC)
    schema = moves_schema(game.MOVE)
    fields = resolved({"$ref": schema["discriminator"]["mapping"][kind]}, schema)["properties"]
    for name in [name for name in legal if name not in masked]:
        other = {**legal, name: value_of(fields[name], schema, strings, random)}
        try:
            read = game.MOVE.validate_python(dict(other))
            if not game.secret(read):
                continue
            if (read_as := game.masked(read, seat, PUBLIC)) != masked:
                _masked_apart(found, match, seat, (parsed, read), (masked, read_as))
                continue
            rulings = [game.judge(match.state, seat, each) for each in (parsed, read)]
            openly = ([notice for notice in ruling.notices if notice.to == PUBLIC] for ruling in rulings)
            for one, beside in zip(*openly, strict=False):
                outright = name in one.params  # parameters that give the whole value are checked elsewhere
                differs = one.message == beside.message and one.params != beside.params
                if differs and not outright and not rulings[0].told:
                    said = f"{kind} tells its secret {name!r} by {one.message}, and is not told by its ruling"
                    apart = next(differing(one.params, beside.params), "")
                    found.note(f"{place_of(game, kind)}: {said}", match, apart)
        except ValidationError:
            continue
        except Refused as refused:
            if not refused.private:
                said = f"{kind} is refused by its secret {name!r} ({refused.reason}), not in private"
                found.note(f"{place_in(refused)}: {said}", match)
        except Exception:
            continue  # reported where the move is judged


def _masked_apart(found: Found, match: Match, seat: str, moves: tuple[Any, Any], masked: tuple[Any, Any]) -> None:
    """Check that fields which masking adds to a move, such as a count, can also be learned from notices or the view."""
    game, (one, other) = found.game, moves
    apart = {path.partition(":")[0] for path in differing(dict(masked[0]), dict(masked[1]))}
    if not (extra := apart - set(type(one).model_fields)):
        return
    try:
        first, second = (game.judge(match.state, seat, move) for move in (one, other))
    except Exception:
        return  # refused moves are not shown, and failures are reported where the move is judged
    if first.notices == second.notices and game.view(first.state, PUBLIC) == game.view(second.state, PUBLIC):
        said = f"{one.type} is masked with {sorted(extra)[0]!r}, which tells moves apart that nothing else does"
        found.note(f"{rule_of(game, 'masked')}: {said}: {dict(masked[0])} beside {dict(masked[1])}", match)


def _drawn(found: Found, match: Match, seat: str, legal: Mapping[str, Any], random: Random) -> None:
    """Check that the app's draws for an offered move are upheld."""
    act = {"type": "declare", "seat": seat, "move": legal, "salt": SALT}
    kind = str(legal["type"])
    fill = found.game.EXTRAS.drawing.fill or (lambda _, act, random: act)
    drawn = found.tried(f"drawing {kind}", match, "EXTRAS", partial(fill, match, act, random))
    if drawn is not None and match.act(seat, act)[1].upheld:
        _, ruling = match.act(seat, drawn)
        if not ruling.upheld:
            made = drawn["move"] if isinstance(drawn, dict) else drawn.move
            said = f"the app draws {made}, and it is refused: {ruling.clause} {ruling.reason} {dict(ruling.params)}"
            found.note(f"{place_of(found.game, kind)}: {said}", match)


def _overruled(found: Found, match: Match, random: Random, strings: list[str]) -> None:
    """Check that a house ruling is applied or refused, and that the match can be shown afterwards."""
    game = found.game
    schema = game.ADJUSTMENT.model_json_schema()
    seats = [seat.seat for seat in match.seats]
    numbers = {"points": {seat: random.randint(0, 3) for seat in seats}}
    adjustments = [numbers] if "points" in schema.get("properties", {}) else []
    adjustments.append(value_of(schema, schema, [*seats, *strings], random))
    for adjust in adjustments:
        act = {"type": "house_ruling", "adjust": adjust}
        _seen_after(found, match, act, f"the adjustment {json.dumps(adjust, ensure_ascii=False)[:80]}")
    for _ in range(3):
        move, seat = tried_move(game, {}, strings, random), random.choice(seats)
        act = {"type": "house_ruling", "seat": seat, "move": move, "salt": SALT}
        _seen_after(found, match, act, f"a house ruling on {move.get('type')}")
    for offer in {o.move: o for p in match.prompts(GAME_MASTER) for o in p.offers}.values():
        for seat in seats:
            try:
                move = offer.any_of(random)
            except ValueError:  # the choice lists nothing
                move = {"type": offer.move}
            act = {"type": "house_ruling", "seat": seat, "move": move, "salt": SALT}
            _seen_after(found, match, act, f"a house ruling on {offer.move}")


def _seen_after(found: Found, match: Match, act: Mapping[str, Any], what: str) -> None:
    if not match.options.master_declares:
        return
    rule = "adjust" if "adjust" in act else "judge"
    after = found.tried(what, match, rule, partial(match.act, GAME_MASTER, dict(act)))
    if after is not None and after[0] is not match:
        for viewer in (PUBLIC, match.seats[0].seat):
            found.tried(f"after {what}", match, "view", partial(_shown, after[0], viewer))


# The end of a match


def _ended(found: Found, match: Match, random: Random) -> None:
    """Check that an ended match has a valid public result, and that its position is accepted or refused by a clause."""
    game, result = found.game, match.result
    if result is None:
        return
    where = rule_of(game, "result")
    if (clause := result.clause) not in found.clauses:
        found.note(f"{where}: the result cites {clause}, which is no clause", match)
    seats, ranked = {s.seat for s in match.seats}, {line.seat for line in result.ranking}
    seen = match.view(PUBLIC).model_dump_json()  # a game may rank a player without a seat, such as a third hand
    more = {each for each in {*result.winners, *ranked} - seats if json.dumps(each) not in seen}
    if strange := (seats - ranked) | more:
        found.note(f"{where}: the ranking leaves out, or makes up, {', '.join(sorted(strange))}", match)
    for one in result.ranking:
        rank = 1 + sum(other.place < one.place for other in result.ranking)
        if one.place != rank or (one.seat in result.winners and rank > 1):
            won = "a winner" if one.seat in result.winners else "nobody who won"
            said = f"{one.seat}, {won}, has place {one.place}; places count from 1, ties share"
            instead = _shared(game) if one.seat in result.winners else ""
            found.note(f"{where}: {said}{instead}", match, same=f"{where}: a place of {won}")
    for prompt in match.prompts(GAME_MASTER):
        if prompt.must:
            found.note(f"{rule_of(game, 'prompts')}: {prompt.ask} must be answered after the end", match)
    try:
        check_others(match, random, TRIES)
    except Wrong as wrong:
        found.note(f"{place_of(game, wrong.kind)}: {wrong.kind} is upheld after the end", match, str(wrong))
    of_the_end = ("statistics.parts", "statistics.standing", "statistics.reneges", "review.findings")
    for name in (*of_the_end, "counts", "demonstration.doubts"):
        if (rule := attrgetter(name)(game.EXTRAS)) is not None:
            found.tried(f"EXTRAS.{name} at the end", match, "EXTRAS", partial(rule, match.state))
    if game.EXTRAS.positions is not None:
        found.tried("an ended match cannot be laid", match, "EXTRAS", partial(_laid, match))


def _shared(game: Game) -> str:
    """Return what an author does about a winner who is not first, as the end of a sentence."""
    said = "; all winners share place 1"
    if isinstance(game, ShortGame) and game.points:
        more = f"the most {game.points!r} come first among them, as ShortGame(…, points={game.points!r}) says"
        said += f": {more}; name only who has the most, or leave `points` out there"
    return said


def _laid(match: Match) -> None:
    try:
        check_laid([match], 0)
    except OwnRefused:
        return
