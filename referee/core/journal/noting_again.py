"""Notes that may be noted again: what each says, part by part, and on which of them a refusal rests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from referee.core.acts import Correct, Declare, NoteAgain, Step
from referee.core.journal.corrections import beside, judged, rejudge
from referee.core.journal.match import Match
from referee.core.journal.notes import Note, noted_again, notes_of
from referee.core.moves import noted
from referee.core.offers import Counts, Each, Number, One, Some
from referee.core.reading import parse_move
from referee.core.values import PUBLIC, TABLE, Prompt, Refused, Value


class NotedAgain(Value):
    """A note that was changed, as the audit names it after the end (METSUKE-6.3)."""

    seat: str
    number: int
    """The entry that changed the note; `about` is the entry that made it."""
    about: int
    was: dict[str, Any]
    now: dict[str, Any]


def changed_notes(match: Match) -> tuple[NotedAgain, ...]:
    """Return every change of a note, in order, once the match has ended; nothing before (METSUKE-6.3)."""
    if match.result is None:
        return ()
    now: dict[int, dict[str, Any]] = {}
    found = []
    for w in match.written:
        act = w.entry.act
        if isinstance(act, NoteAgain) and w.about is not None and w.seat is not None:
            first = match.written[w.about - 1].entry.act
            was = now.get(w.about, first.move if isinstance(first, Declare) else {})
            found.append(NotedAgain(seat=w.seat, number=w.entry.number, about=w.about, was=was, now=act.move))
            now[w.about] = act.move
    return tuple(found)


def secret_notes(match: Match, seat: str) -> tuple[Note, ...]:
    """Return a seat's notes that nobody else has been told, the last first: those that it may note again."""
    return tuple(note for note in _notes(match, seat) if match.game.secret(note.move))


def _notes(match: Match, seat: str) -> tuple[Note, ...]:
    return notes_of(match.game, match.steps, match.line_numbers(seat), seat)


def notes_behind(match: Match, seat: str, move: dict[str, Any]) -> tuple[Note, ...]:
    """Return each of a seat's notes without which its refused declaration would be upheld, the last first.

    They are left out one at a time. The result is for the declaring phone alone, since it rests on the seat's secrets.
    """
    return tuple(note for note in _notes(match, seat) if rests_on(match, note, move))


def rests_on(match: Match, note: Note, move: dict[str, Any]) -> bool | None:
    """Tell whether a refused declaration would be upheld without a note of its seat.

    `None` if leaving the note out does not tell: a later declaration or this one then fails for another reason.
    """
    try:
        again = rejudge(match.game, match.steps, Correct(number=note.step.number))
    except Refused:
        return None
    if any(new is None for _, new in beside(match.steps, again.steps, but=note.step.number)):
        return None
    now = judged(match.game, again.state, note.seat, declared := parse_move(match.game, move))
    if now.upheld:
        return True
    return False if now.reason == judged(match.game, match.state, note.seat, declared).reason else None


MOST_TRIED: Final = 40
"""How many other notes are tried, at most, to find those with which a refused declaration would be upheld."""

JsonPath = tuple[str | int, ...]


class Part(NamedTuple):
    """One thing that a note says: a card of a hand, the zone of a mark."""

    at: JsonPath
    """Where it stands in the move: the field, then keys and indices."""
    now: str | int
    of: tuple[str | int, ...]
    """The values that it could have, by the offers when it was noted; `now` is among them."""


class Mending(NamedTuple):
    """A note on which the refusal of its seat's declaration rests, and the changes that would lift the refusal."""

    line: int
    says: dict[str, Any]
    """What it says, by field."""
    now: tuple[dict[str, Any], ...]
    """Complete moves, each differing from the note in one part; empty if none is known."""


def parts_of(match: Match, note: Note) -> tuple[Part, ...]:
    """Return what a note says part by part, with what each part could say."""
    prompts = match.game.prompts(note.step.before, note.seat)
    return tuple(_parts(note.move, sorted(note.move.about.notes), prompts))


def parts_of_entry(match: Match, step: Step) -> tuple[Part, ...]:
    """Return the public parts of a declaration that could have another value.

    Its secret parts are left out: only its seat may note them again.
    """
    if not isinstance(step.act, Declare):
        return ()
    move = parse_move(match.game, step.act.move)
    whole, known = move.model_dump(mode="json"), match.game.masked(move, step.seat, PUBLIC)
    fields = [name for name in whole if name != "type" and known.get(name) == whole[name]]
    prompts = [p for p in match.game.prompts(step.before, PUBLIC) if p.seat in (step.seat, TABLE)]
    parts = (part if len(part.of) > 1 else _by_schema(move, part) for part in _parts(move, fields, prompts))
    return tuple(part for part in parts if len(part.of) > 1)


def _by_schema(move: Any, part: Part) -> Part:
    """Return a part that its offer leaves open, with the values that the move's schema lists for its field."""
    about = type(move).model_json_schema()["properties"][part.at[0]]
    kinds = (about, *about.get("anyOf", ())) if len(part.at) == 1 else ()
    of = (value for kind in kinds for value in kind.get("enum", kind.get("examples", ())))
    return part._replace(of=tuple(dict.fromkeys((part.now, *of))))


def _parts(read: Any, fields: Sequence[str], prompts: Iterable[Prompt]) -> Iterator[Part]:
    move = read.model_dump(mode="json")
    offers = [o for p in prompts for o in p.offers if o.move == move["type"]]
    for field in fields:
        choices = [offer.fields[field] for offer in offers if field in offer.fields]
        for at, now in _leaves(move.get(field), (field,), choices):
            of = dict.fromkeys((now, *(value for choice in choices for value in _values(choice, at[1:]))))
            yield Part(at, now, tuple(of))


def says(move: Any) -> dict[str, Any]:
    """Return the note fields of a move that are set, as JSON."""
    whole: dict[str, Any] = move.model_dump(mode="json")
    return {field: whole[field] for field in sorted(noted(move))}


def saying(move: Mapping[str, Any], at: JsonPath, value: str | int) -> dict[str, Any]:
    """Return a move with the part at a path set to `value`; a count of 0 is left out."""
    changed: dict[str, Any] = json.loads(json.dumps(dict(move)))
    inner: Any = changed
    for step in at[:-1]:
        inner = inner[step]
    inner[at[-1]] = value
    if len(at) > 1 and value == 0 and isinstance(inner, dict):
        del inner[at[-1]]
    return changed


def mendings(match: Match, seat: str, declared: dict[str, Any]) -> tuple[Mending, ...]:
    """Return a seat's notes on which the refusal of its declaration rests, with the changes that would lift it.

    If `rests_on` cannot tell, a note counts only if some change of it lifts the refusal.
    """
    found, left = list[Mending](), MOST_TRIED
    for note in secret_notes(match, seat):
        rests = rests_on(match, note, declared)
        others = list(islice(_others(match, note), MOST_TRIED if rests else left if rests is None else 0))
        now = tuple(_upheld(match, note, declared, others))
        left -= len(others) if rests is None else 0
        if rests or now:
            found.append(Mending(note.line, says(note.move), now))
    return tuple(found)


def _others(match: Match, note: Note) -> Iterator[dict[str, Any]]:
    """Yield the offered moves that differ from a note in one part."""
    was = note.move.model_dump(mode="json")
    return (saying(was, p.at, value) for p in parts_of(match, note) for value in p.of if value != p.now)


def _upheld(
    match: Match, note: Note, declared: dict[str, Any], others: Iterable[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield the changed notes with which a refused declaration would be upheld, each once."""
    seen: set[str] = set()
    lines, ended, number = match.line_numbers(note.seat), match.result is not None, match.number + 1
    for move in others:
        try:
            changed = NoteAgain(number=note.line, move=move)
            again, _note, read = noted_again(match.game, match.steps, lines, note.seat, changed, ended, number)
            holds = match.game.judge(again.state, note.seat, parse_move(match.game, declared)).upheld
        except Refused:
            continue
        if holds and (same := json.dumps(_unordered(read.model_dump(mode="json")), sort_keys=True)) not in seen:
            seen.add(same)
            yield move


def _unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unordered(each) for key, each in value.items()}
    return sorted(map(_unordered, value), key=repr) if isinstance(value, list) else value


def _leaves(value: Any, at: JsonPath, choices: Sequence[Any]) -> Iterator[tuple[JsonPath, str | int]]:
    if isinstance(value, dict):
        # A key that was not noted counts 0, and may be the one that is wrong.
        none = [k for c in choices if isinstance(c, Counts) for g in c.groups for k in g.keys if k not in value]
        for key, inner in (*value.items(), *((key, 0) for key in dict.fromkeys(none))):
            yield from _leaves(inner, (*at, key), ())
    elif isinstance(value, list | tuple):
        for n, inner in enumerate(value):
            yield from _leaves(inner, (*at, n), ())
    elif value is not None:
        yield at, value


def _values(choice: Any, at: JsonPath) -> Iterator[str | int]:
    """Yield the values that a choice offers for the part at the path `at` within it."""
    match choice:
        case Each() if at and at[0] in choice.of:
            yield from _values(choice.of[str(at[0])], at[1:])
        case Counts() if at:
            most = (group.most for group in choice.groups if at[0] in group.keys)
            yield from range(next(most, 0) + 1)
        case Number():
            yield from range(choice.least, choice.most + 1)
        case One() | Some():
            for value in choice.of:
                for _, leaf in _leaves(value, at, ()):
                    yield leaf
