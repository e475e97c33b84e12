"""The referee on the command line: no server, no database.

python -m referee games                     the keys, one a line
python -m referee rules GAME [--lang ja]    the clauses: id, tab, text; `rules table` for the table's own
python -m referee schema GAME               JSON Schema of what may be declared and seen
python -m referee judge FILE|- [--lang ja]  judge a transcript, one JSON line a move; with sentences in a language
python -m referee audit FILE|-              check every commitment of a transcript
python -m referee analyse FILE|-            what could be known of a match that has ended, as one JSON object
python -m referee witness FILE|- WHO WHERE  a legal match that tells the same and ends with somebody in a place
python -m referee board FILE|- [--json]     check a board and print its figures
python -m referee position FILE|- [--at N]  where a transcript stands after its entry N, as another may begin
python -m referee play GAME --seed N        play a random but legal match and print its transcript
python -m referee check GAME --matches N    hold a game to what every game is held to, by random matches
python -m referee new KEY                   write a package of a new game, which passes its check
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

from referee.board.reading import assets
from referee.core.game import Game
from referee.core.games import GAMES, GameUnavailable, UnknownGame, game
from referee.core.reading import LIMIT, Unreadable, parse
from referee.core.rulebook import languages
from referee.core.values import ENGLISH, GAME_MASTER, PUBLIC, TABLE, Clause

if TYPE_CHECKING:
    from referee.core.journal import Match
    from referee.core.transcripts import Transcript
    from referee.core.values import Notice, Prompt, Result, Ruling

UPHELD, REFUSED, UNREADABLE = 0, 1, 2
"""Exit codes. 0: all well. 1: a move was refused (`--strict`), there is no witness, a commitment differs, a board
cannot be played on, a game has a fault or cannot be loaded. 2: the input cannot be read."""


LOOKED_OVER = 10
"""The most matches in which `check` looks for common mistakes of game authors."""


def main(arguments: Sequence[str] | None = None, games: Mapping[str, Game] = GAMES) -> int:
    _speak_utf8()
    given = _parser().parse_args(arguments)
    try:
        return _run(given, games)
    except (Unreadable, GameUnavailable) as error:
        print(error, file=sys.stderr)
        return UNREADABLE


def _run(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    match given.command:
        case "games":
            return _games(games)
        case "rules":
            _print(f"{c.id}\t{c.text(given.lang)}" for c in _clauses(given.game, games))
        case "schema":
            from referee.core.transcripts import schema

            print(json.dumps(schema(game(given.game, games)), ensure_ascii=False, indent=2))
        case "judge":
            return _judge(given.file, given.strict, given.lang, games)
        case "audit":
            return _audit(given.file, games)
        case "analyse":
            _analyse(given.file, games)
        case "witness":
            return _witness(given, games)
        case "play":
            return _play(given, games)
        case "position":
            return _position(given.file, given.at, given.viewer, games)
        case "check":
            return _check(given, games)
        case "new":
            return _new(given.key)
        case "board":
            return _board(given.file, given.lang, given.json)
    return UPHELD


def _games(games: Mapping[str, Game]) -> int:
    """Print the keys of the games; behind one that cannot be loaded, the reason."""
    code = UPHELD
    for key in games:
        try:
            print(games[key].KEY)
        except GameUnavailable as why:
            print(f"{key}\t{why.reason}")
            code = REFUSED
    return code


def _clauses(key: str, games: Mapping[str, Game]) -> Sequence[Clause]:
    if key == TABLE:
        from referee.core.rulebook import TABLE_CLAUSES

        return TABLE_CLAUSES
    return game(key, games).CLAUSES


def _judge(file: str, strict: bool, lang: str | None, games: Mapping[str, Game]) -> int:
    from referee.core.transcripts import load, replay
    from referee.library import say

    def in_words(value: Ruling | Notice | Prompt | Result) -> dict[str, str]:
        return {} if lang is None else {"said": say(value, match, lang)}

    transcript = load(_read(file), file, games)
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
    return REFUSED if strict and refused else UPHELD


def _audit(file: str, games: Mapping[str, Game]) -> int:
    from referee.core.transcripts import audit, load

    locked, differ = audit(load(_read(file), file, games))
    _line({"locked": locked, "match": locked - len(differ), "differ": differ})
    return REFUSED if differ else UPHELD


def _analyse(file: str, games: Mapping[str, Game]) -> None:
    from referee.core.game import unwatched
    from referee.core.transcripts import load, replay

    transcript = load(_read(file), file, games)
    match = transcript.begun
    for judged in replay(transcript):
        match = judged.match
    if match.result is None:
        raise Unreadable(file, "moves", "is a match that has not ended")
    review = match.game.EXTRAS.review
    if review.analysis is None:
        raise Unreadable(file, "game", f"is {match.game.KEY}, of which nothing is analysed")
    found = review.analysis(match.steps, review.replay(match.steps), unwatched)
    _line(None if found is None else found.model_dump(mode="json"))


def _witness(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    from referee.core.acts import Declare
    from referee.core.analysis import NoWitness, UnknownName
    from referee.core.transcripts import lines, load

    file = given.file
    match = _until(load(_read(file), file, games), file, given.at)
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
    options = match.options.model_dump(mode="json")
    seats = [seat.model_dump(mode="json") for seat in match.seats]
    print(lines({"format": 1, "game": match.game.KEY, "options": options, "seats": seats, "moves": moves}), end="")
    return UPHELD


def _shown(done: float) -> None:
    """Show how much is done where somebody waits; Ctrl+C gives up."""
    if sys.stderr.isatty():
        print(f"\r{done:4.0%}", end="\n" if done >= 1 else "", file=sys.stderr, flush=True)


def _report(given: argparse.Namespace, match: Match) -> dict[str, Any]:
    """Return everything needed to investigate a witness that was not found. The warning about secrets comes first."""
    from referee.core.transcripts import dump

    return {
        "secrets": "This holds the whole match as its game master knows it: every path, hand, mission, mark and "
        "entrance, and the players' names. Send it only if all of them agree, and after the match.",
        "asked": {"who": given.who, "where": given.where, "viewer": given.viewer, "at": given.at},
        "transcript": dump(match),
    }


def _until(transcript: Transcript, file: str, at: int | None) -> Match:
    """Return a transcript's match after the entry `at`, or at its end for `None`."""
    from referee.core.transcripts import replay

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
    from referee.core.transcripts import dump, lines
    from referee.core.values import Refused

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


def _position(file: str, at: int | None, viewer: str, games: Mapping[str, Game]) -> int:
    from referee.core.reading import positions_of
    from referee.core.transcripts import load
    from referee.core.values import Refused

    match = _until(load(_read(file), file, games), file, at)
    _known_viewer(match, viewer)
    try:
        position = positions_of(match.game).position_of(match.state, viewer).as_json()
    except Refused as refused:
        raise Unreadable(file, "game", f"{refused.clause}: {match.game.KEY} describes no positions") from None
    seats = [seat.model_dump(mode="json") for seat in match.seats]
    options = match.state.options.model_dump(mode="json")
    _line({"format": 1, "game": match.game.KEY, "options": options, "seats": seats, "state": position, "moves": []})
    return UPHELD


def _check(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    from referee.board.reading import assets
    from referee.check.mistakes import find_mistakes
    from referee.check.places import not_loaded, package_folder
    from referee.check.report import PAIRS, check
    from referee.core.rulebook import CatalogueError, needed_by

    try:
        checked = game(given.game, games)
        words = needed_by([assets() / "locale", package_folder(checked) / "locale"])
    except UnknownGame:
        raise
    except (GameUnavailable, CatalogueError) as wrong:
        print(f"FAULT {not_loaded(wrong) if isinstance(wrong, GameUnavailable) else wrong}")
        return REFUSED
    pairs = PAIRS if given.pairs is None else given.pairs
    report = check(checked, given.matches, given.seed, words, perf_counter, pairs)
    report.faults += find_mistakes(checked, min(given.matches, LOOKED_OVER), given.seed, words)
    _print(report.lines())
    return REFUSED if report.faults else UPHELD


def _new(key: str) -> int:
    """Write the package of a new game into a folder named after its key. Existing files are never overwritten."""
    from referee.short.template import files_of

    folder = Path(key)
    if folder.exists():
        raise Unreadable(key, "", "exists already, and nothing is written over")
    try:
        files = files_of(key)
    except ValueError as wrong:
        raise Unreadable("new", "", str(wrong)) from None
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)
    return UPHELD


def _board(file: str, lang: str, as_data: bool) -> int:
    from referee.board.reading import MAX_BYTES, as_json, as_lines, look_at, words

    read = _read(file)
    if MAX_BYTES < len(read) <= LIMIT:
        raise Unreadable(file, "", f"is larger than {MAX_BYTES // 1024 // 1024} MB, the most that a board may have")
    data = parse(read, file)
    if not isinstance(data, dict):
        raise Unreadable(file, "", "is not an object")
    report = look_at(data)
    if as_data:
        _line(as_json(report, words(lang), lang))
    else:
        _print(as_lines(report, words(lang), lang))
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
    print(json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain))


def _plain(value: Any) -> Any:
    """Convert the sets and models in a ruling's parameters to JSON."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    return value.model_dump(mode="json")


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
        try:
            number = int(given)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"{given!r} is not a whole number from {least} up")
        return number

    return read


def _parser() -> argparse.ArgumentParser:
    spoken = languages(assets() / "locale")
    parser = _Parser(prog="python -m referee", description="The referee without a table.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="the keys of the games, one a line")
    rules = commands.add_parser("rules", help="the clauses of a game: id, tab, text")
    rules.add_argument("game", help="a game's key, or `table` for the table's own clauses")
    rules.add_argument("--lang", choices=spoken, default=ENGLISH)
    schema = commands.add_parser("schema", help="JSON Schema of moves, views, prompts and all the rest")
    schema.add_argument("game", help="a game's key")
    judge = commands.add_parser("judge", help="judge a transcript, one JSON line a move")
    judge.add_argument("file", help="a transcript, or - for standard input")
    judge.add_argument("--lang", choices=spoken, help="say what was ruled in this language, too")
    judge.add_argument("--strict", action="store_true", help="exit 1 if any move was refused")
    audit = commands.add_parser("audit", help="check every commitment of a transcript")
    audit.add_argument("file", help="a transcript, or - for standard input")
    analyse = commands.add_parser("analyse", help="what could be known of a match that has ended, in JSON")
    analyse.add_argument("file", help="a transcript, or - for standard input")
    witness = commands.add_parser("witness", help="a legal match that tells the same, and where somebody is elsewhere")
    witness.add_argument("file", help="a transcript, or - for standard input")
    witness.add_argument("who", help="who is looked for, as the record says: ninja, traitor, intruder")
    witness.add_argument("where", help="a zone in which they can be")
    witness.add_argument("--at", type=_at_least(0), help="after this entry; at the end, if not given")
    witness.add_argument("--viewer", default=PUBLIC, help="who looks: a seat, or the public if not given")
    position = commands.add_parser("position", help="where a transcript stands, as a transcript of its own")
    position.add_argument("file", help="a transcript, or - for standard input")
    position.add_argument("--at", type=_at_least(0), help="after this entry; at the end, if not given")
    position.add_argument("--viewer", default=GAME_MASTER, help="as a seat or the public knows it")
    play = commands.add_parser("play", help="play a random but legal match and print its transcript")
    play.add_argument("game", help="a game's key")
    play.add_argument("--seed", type=int, default=0)
    play.add_argument("--players", type=_at_least(1), default=0, help="how many play; any that can, if not given")
    play.add_argument("--depth", choices=("plays", "scores"), help="what is declared; every play, if not given")
    play.add_argument("--until", type=_at_least(0), help="stop after this many entries; at the end, if not given")
    play.add_argument("--options", default="{}", help="the match's options as a JSON object")
    check = commands.add_parser("check", help="hold a game to what every game is held to, by random matches")
    check.add_argument("game", help="a game's key")
    check.add_argument("--matches", type=_at_least(1), default=100)
    check.add_argument("--seed", type=int, default=0)
    check.add_argument("--pairs", type=_at_least(0), help="how many twins of each match are compared; 2, if not given")
    new = commands.add_parser("new", help="write a package of a new game, which passes its check")
    new.add_argument("key", help="the key of the game: small letters, digits and hyphens")
    board = commands.add_parser("board", help="check a board of zones and print its figures")
    board.add_argument("file", help="a board, or - for standard input")
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
