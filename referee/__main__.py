"""The referee on the command line: no server, no database.

python -m referee games                     the keys, one a line
python -m referee rules GAME [--lang ja]    the clauses: id, tab, text; `rules table` for the table's own
python -m referee schema GAME               JSON Schema of what may be declared and seen
python -m referee judge FILE|- [--lang ja]  judge a transcript, one JSON line a move; with sentences in a language
python -m referee audit FILE|-              check every commitment of a transcript
python -m referee analyse FILE|-            what could be known of a match that has ended, as one JSON object
python -m referee witness FILE|- WHO WHERE  a legal match in which the same was told, and WHO ends at WHERE
python -m referee board FILE|- [--json]     check a board and print its figures
python -m referee position FILE|- [--at N]  the position after entry N of a transcript, to begin a match from
python -m referee play GAME --seed N        play a random but legal match and print its transcript
python -m referee check GAME --matches N    check by random matches what every game must fulfil
python -m referee new KEY                   write a package of a new game, which passes its check
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NoReturn

from referee.board.reading import assets
from referee.core.analysis import NoWitness, UnknownName
from referee.core.game import Game, unwatched
from referee.core.games import GAMES, GameUnavailable, UnknownGame, game
from referee.core.journal import Declare, Match
from referee.core.reading import LIMIT, Unreadable, parse, plain, positions_of
from referee.core.rulebook import TABLE_CLAUSES, CatalogueError, languages, needed_by
from referee.core.transcripts import audit, dump, header, lines, load, replay, schema
from referee.core.values import ENGLISH, GAME_MASTER, PUBLIC, TABLE, Clause, Notice, Prompt, Refused, Result, Ruling
from referee.library import say

UPHELD, REFUSED, UNREADABLE = 0, 1, 2
"""Exit codes. 0: all well. 1: a move was refused (`--strict`), there is no witness, a commitment differs, a board
cannot be played on, a game has a fault or cannot be loaded. 2: the input cannot be read."""


Command = Callable[[argparse.Namespace, Mapping[str, Game]], int]
"""Runs a command on the arguments that were given and the games, and returns the exit code."""
LOOKED_OVER = 10
"""The most matches in which `check` looks for common mistakes of game authors."""


def main(arguments: Sequence[str] | None = None, games: Mapping[str, Game] = GAMES) -> int:
    _speak_utf8()
    given = _parser().parse_args(arguments)
    try:
        return given.run(given, games)
    except (Unreadable, GameUnavailable) as error:
        print(error, file=sys.stderr)
        return UNREADABLE


def _games(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """Print the keys of the games; behind one that cannot be loaded, the reason."""
    code = UPHELD
    for key in games:
        try:
            print(games[key].KEY)
        except GameUnavailable as why:
            print(f"{key}\t{why.reason}")
            code = REFUSED
    return code


def _rules(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    _print(f"{c.id}\t{c.text(given.lang)}" for c in _clauses(given.game, games))
    return UPHELD


def _clauses(key: str, games: Mapping[str, Game]) -> Sequence[Clause]:
    return TABLE_CLAUSES if key == TABLE else game(key, games).CLAUSES


def _schema(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    print(json.dumps(schema(game(given.game, games)), ensure_ascii=False, indent=2))
    return UPHELD


def _judge(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    def in_words(value: Ruling | Notice | Prompt | Result) -> dict[str, str]:
        return {} if given.lang is None else {"said": say(value, match, given.lang)}

    transcript = load(_read(given.file), given.file, games)
    match, refused = transcript.begun, False
    for judged in replay(transcript):
        ruling, match = judged.ruling, judged.match
        refused = refused or not ruling.upheld
        notices: list[dict[str, Any]] = [
            {"to": n.to, "message": n.message, "params": n.params, "clause": n.clause, **in_words(n)}
            for n in ruling.notices
        ]
        line = {"n": judged.n, "seat": judged.item.seat, "ruling": ruling.verdict, "clause": ruling.clause}
        _line(line | {"reason": ruling.reason, "params": dict(ruling.params), **in_words(ruling), "notices": notices})
    result = match.result
    viewers = (PUBLIC, GAME_MASTER, *(s.seat for s in match.seats))
    views = {viewer: match.view(viewer).model_dump(mode="json") for viewer in viewers}
    ended = None if result is None else result.model_dump(mode="json") | in_words(result)
    asked = [prompt.model_dump(mode="json") | in_words(prompt) for prompt in match.prompts(GAME_MASTER)]
    _line({"result": ended, "views": views, "next": asked})
    return REFUSED if given.strict and refused else UPHELD


def _audit(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    locked, differ = audit(load(_read(given.file), given.file, games))
    _line({"locked": locked, "match": locked - len(differ), "differ": differ})
    return REFUSED if differ else UPHELD


def _analyse(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    match = _until(given.file, None, games)
    if match.result is None:
        raise Unreadable(given.file, "moves", "is a match that has not ended")
    review = match.game.EXTRAS.review
    if review.analysis is None:
        raise Unreadable(given.file, "game", f"is {match.game.KEY}, of which nothing is analysed")
    _line(review.analysis(match.steps, review.replay(match.steps), unwatched))
    return UPHELD


def _witness(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    file = given.file
    match = _until(file, given.at, games)
    witness = match.game.EXTRAS.knowledge.witness
    if witness is None:
        raise Unreadable(file, "game", f"is {match.game.KEY}, of which no witnesses are made")
    _known_viewer(match, given.viewer)
    try:
        found = witness(match.game, match.steps, given.viewer, given.who, given.where, _shown)
    except UnknownName as unknown:
        raise Unreadable(file, "", str(unknown)) from None
    except NoWitness as none:
        print(f"{file}: {none}", file=sys.stderr)
        if none.unexplained:
            _line(_report(given, match))
        return REFUSED
    except KeyboardInterrupt:
        print(f"{file}: given up", file=sys.stderr)
        return REFUSED
    moves = [
        {"seat": actor, "move": act.move} if isinstance(act, Declare) else {"seat": actor, "act": act.model_dump()}
        for actor, act in found
    ]
    print(lines(header(match) | {"moves": moves}), end="")
    return UPHELD


def _shown(done: float) -> None:
    """Print the progress, from 0 to 1, if stderr is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{done:4.0%}", end="\n" if done >= 1 else "", file=sys.stderr, flush=True)


def _report(given: argparse.Namespace, match: Match) -> dict[str, Any]:
    """Return everything needed to investigate a witness that was not found. The warning about secrets comes first."""
    return {
        "secrets": "This holds the whole match as its game master knows it: every path, hand, mission, mark and "
        "entrance, and the players' names. Send it only if all of them agree, and after the match.",
        "asked": {"who": given.who, "where": given.where, "viewer": given.viewer, "at": given.at},
        "transcript": dump(match),
    }


def _until(file: str, at: int | None, games: Mapping[str, Game]) -> Match:
    """Return a transcript's match after the entry `at`, or at its end for `None`."""
    transcript = load(_read(file), file, games)
    match = transcript.begun
    for judged in replay(transcript):
        if at is not None and judged.match.number > at:
            break
        match = judged.match
    if at is not None and not match.number == at:
        raise Unreadable(file, "", f"has no entry {at}")
    return match


def _known_viewer(match: Match, viewer: str) -> None:
    """Raise `Unreadable` if a match has no such viewer."""
    viewers = (PUBLIC, GAME_MASTER, *(seat.seat for seat in match.seats))
    if viewer not in viewers:
        raise Unreadable("--viewer", "", f"nobody looks at this match as {viewer!r}: there are {', '.join(viewers)}")


def _play(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    from referee.check.player import any_match, played_to_end

    played = game(given.game, games)
    if given.players not in (0, *played.PLAYERS):
        counts = " or ".join(map(str, played.PLAYERS))
        raise Unreadable("--players", "", f"{given.game} is for {counts}, not for {given.players}")
    chosen = parse(given.options, "--options")
    if not isinstance(chosen, dict):
        raise Unreadable("--options", "", "is not a JSON object")
    if given.depth is not None:
        chosen["depth"] = given.depth
    try:
        random = Random(f"{given.game} {given.seed}")
        match = played_to_end(any_match(played, random, chosen, given.players), random, until=given.until, truly=True)
    except Refused as refused:
        field = refused.params.get("field", refused.reason)
        clauses = {c.id: c.text(ENGLISH) for c in (*played.CLAUSES, *_clauses(TABLE, games))}
        rule = f"{refused.clause} ({field}): {clauses.get(refused.clause or '', '')}"
        raise Unreadable("--options", "", f"cannot be played with. {rule}") from None
    print(lines(dump(match)), end="")
    return UPHELD


def _position(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    match = _until(given.file, given.at, games)
    _known_viewer(match, given.viewer)
    try:
        position = positions_of(match.game).position_of(match.state, given.viewer).as_json()
    except Refused as refused:
        raise Unreadable(given.file, "game", f"{refused.clause}: {match.game.KEY} describes no positions") from None
    options = match.state.options.model_dump(mode="json")
    _line(header(match) | {"options": options, "state": position, "moves": []})
    return UPHELD


def _check(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    from referee.check.mistakes import find_mistakes
    from referee.check.places import LIMIT, Found, ends_process, not_loaded, package_folder, watched
    from referee.check.report import PAIRS, check

    try:
        checked = game(given.game, games)
        words = needed_by([assets() / "locale", package_folder(checked) / "locale"])
    except UnknownGame:
        raise
    except (GameUnavailable, CatalogueError) as wrong:
        print(f"FAULT {not_loaded(wrong) if isinstance(wrong, GameUnavailable) else wrong}")
        return REFUSED
    pairs = PAIRS if given.pairs is None else given.pairs
    found, few = Found(checked), min(given.matches, LOOKED_OVER)
    share = given.matches / (given.matches + 2 * few)
    with watched(ends_process(found.lines), LIMIT):
        report = check(
            checked,
            given.matches,
            given.seed,
            words,
            perf_counter,
            pairs,
            found=found,
            progress=lambda done: _shown(done * share),
        )
        report.faults = find_mistakes(
            checked, few, given.seed, words, found=found, progress=lambda done: _shown(share + done * (1 - share))
        )
    _print(report.lines())
    return REFUSED if report.faults else UPHELD


def _new(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """Write the package of a new game into a folder named after its key. Existing files are never overwritten."""
    from referee.short.template import files_of

    folder = Path(given.key)
    if folder.exists():
        raise Unreadable(given.key, "", "exists already, and nothing is written over")
    try:
        files = files_of(given.key)
    except ValueError as wrong:
        raise Unreadable("new", "", str(wrong)) from None
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)
    return UPHELD


def _board(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    from referee.board.reading import MAX_BYTES, as_json, as_lines, look_at, words

    read = _read(given.file)
    if MAX_BYTES < len(read) <= LIMIT:
        why = f"is larger than {MAX_BYTES // 1024 // 1024} MB, the most that a board may have"
        raise Unreadable(given.file, "", why)
    data = parse(read, given.file)
    if not isinstance(data, dict):
        raise Unreadable(given.file, "", "is not an object")
    report = look_at(data)
    if given.json:
        _line(as_json(report, words(given.lang), given.lang))
    else:
        _print(as_lines(report, words(given.lang), given.lang))
    return REFUSED if report.board is None else UPHELD


def _read(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for `-`, but at most one more than `LIMIT`."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(LIMIT + 1) if sys.stdin is not None else b""
        with open(file, "rb") as source:
            return source.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unreadable(file, "", f"cannot be read: {why}") from None


def _line(value: Any) -> None:
    print(plain(value))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _speak_utf8() -> None:
    """Write UTF-8 in every locale; characters of a file name that are not text are escaped."""
    for stream, errors in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


class _Parser(argparse.ArgumentParser):
    """Report a wrong argument in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(UNREADABLE, f"{self.prog}: {message}\n")


def _at_least(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers not below `least`."""

    def read(given: str) -> int:
        with suppress(ValueError):
            if (number := int(given)) >= least:
                return number
        raise argparse.ArgumentTypeError(f"{given!r} is not a whole number from {least} up")

    return read


def _parser() -> argparse.ArgumentParser:
    spoken = languages(assets() / "locale")
    parser = _Parser(prog="python -m referee", description="The referee without a table.")
    commands = parser.add_subparsers(dest="command", required=True)

    def command(run: Command, help: str, **positional: str) -> argparse.ArgumentParser:
        """Add the command that is named after a function, with its positional arguments and their help."""
        added = commands.add_parser(run.__name__.removeprefix("_"), help=help)
        added.set_defaults(run=run)
        for name, meaning in positional.items():
            added.add_argument(name, help=meaning)
        return added

    key, transcript = "a game's key", "a transcript, or - for standard input"
    command(_games, "the keys of the games, one a line")
    rules = command(
        _rules, "the clauses of a game: id, tab, text", game="a game's key, or `table` for the table's own clauses"
    )
    rules.add_argument("--lang", choices=spoken, default=ENGLISH)
    command(_schema, "JSON Schema of moves, views, prompts and all the rest", game=key)
    judge = command(_judge, "judge a transcript, one JSON line a move", file=transcript)
    judge.add_argument("--lang", choices=spoken, help="say what was ruled in this language, too")
    judge.add_argument("--strict", action="store_true", help="exit 1 if any move was refused")
    command(_audit, "check every commitment of a transcript", file=transcript)
    command(_analyse, "what could be known of a match that has ended, in JSON", file=transcript)
    witness = command(
        _witness,
        "print a legal match in which the same was told, and WHO ends at WHERE",
        file=transcript,
        who="who is looked for, as the record says: ninja, traitor, intruder",
        where="a zone in which they can be",
    )
    position = command(_position, "print the position that a transcript has come to, to begin from", file=transcript)
    for each in (witness, position):
        each.add_argument("--at", type=_at_least(0), help="after this entry; at the end, if not given")
    witness.add_argument("--viewer", default=PUBLIC, help="who looks: a seat, or the public if not given")
    position.add_argument("--viewer", default=GAME_MASTER, help="as a seat or the public knows it")
    play = command(_play, "play a random but legal match and print its transcript", game=key)
    play.add_argument("--seed", type=int, default=0)
    play.add_argument("--players", type=_at_least(1), default=0, help="how many play; any that can, if not given")
    play.add_argument("--depth", choices=("plays", "scores"), help="what is declared; every play, if not given")
    play.add_argument("--until", type=_at_least(0), help="stop after this many entries; at the end, if not given")
    play.add_argument("--options", default="{}", help="the match's options as a JSON object")
    check = command(_check, "check by random matches what every game must fulfil", game=key)
    check.add_argument("--matches", type=_at_least(1), default=100)
    check.add_argument("--seed", type=int, default=0)
    check.add_argument("--pairs", type=_at_least(0), help="how many twins of each match are compared; 2, if not given")
    command(
        _new,
        "write a package of a new game, which passes its check",
        key="the key of the game: small letters, digits and hyphens",
    )
    board = command(_board, "check a board of zones and print its figures", file="a board, or - for standard input")
    board.add_argument("--lang", choices=spoken, default=ENGLISH)
    board.add_argument("--json", action="store_true", help="print one JSON object instead of lines")
    return parser


def _whole() -> int:
    """Run a command and return its exit code. A closed pipe is no error; a full disk is reported."""
    try:
        code = main()
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return UPHELD
        print(f"cannot write: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    return code


if __name__ == "__main__":
    sys.exit(_whole())
