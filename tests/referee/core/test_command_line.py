"""The referee on the command line."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.__main__ import main
from referee.core.game import Game
from referee.core.games import GAMES, Games
from referee.core.reading import LIMIT
from referee.core.rulebook import Announcement
from referee.core.transcripts import dump, schema
from tests.golden import transcripts
from tests.own_games import OWN_GAMES
from tests.referee.core.journal.toy_acts import FINISH, hide, move, play, skip, toy_match
from tests.referee.core.test_transcripts import document
from toy_game import TOY

ROOT = Path(__file__).parents[3]
VALIDATORS = {key: Draft202012Validator(schema(GAMES[key])) for key in OWN_GAMES}
WITH_TOY: Mapping[str, Game] = {"toy": TOY}


class Said:
    """What a command printed, and its exit code."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], *arguments: str, games: Mapping[str, Game] = WITH_TOY
    ) -> None:
        self.code = main(arguments, games)
        told = capsys.readouterr()
        self.out, self.err = told.out, told.err

    @property
    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def file(folder: Path, data: Any) -> str:
    path = folder / "match.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode())
    return str(path)


def test_games_are_listed_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "games", games=GAMES)
    assert (said.code, said.out.splitlines(), said.err) == (0, list(GAMES), "")
    assert "shinobazu" in said.out.splitlines()


def test_a_game_that_cannot_be_loaded_is_listed_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    games = Games(lambda: [Announcement("toy", "toy_game:TOY"), Announcement("broken", "no_such_package")])
    said = Said(capsys, "games", games=games)
    assert said.code == 1
    assert said.out.splitlines() == [
        "toy",
        "broken\tno_such_package cannot be loaded: ModuleNotFoundError: No module named 'no_such_package'",
    ]


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_any_validator_reads_every_golden_transcript_by_the_schema(path: Path) -> None:
    validator = VALIDATORS[path.parent.name]
    data = json.loads(path.read_bytes())
    validator.validate(data)
    for broken in (
        data | {"format": 2},
        data | {"game": "toy"},
        data | {"options": {"depth": "all"}},
        data | {"seats": 3},
        data | {"moves": [{"seat": "p1", "move": {"type": "leed"}}]},
        {key: value for key, value in data.items() if key != "moves"},
    ):
        assert not validator.is_valid(broken)


def test_judge_says_its_rulings_in_words_and_what_may_be_declared_next(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = file(tmp_path, dump(play(toy_match(), hide("p1", 3), skip("p1"))))
    plain, japanese = Said(capsys, "judge", path), Said(capsys, "judge", "--lang", "ja", path)
    assert "said" not in plain.json[0]
    assert japanese.json[0]["said"] == japanese.json[0]["notices"][0]["said"] != ""
    assert not re.search(r"toy\.", japanese.json[0]["said"])
    [*_, last] = plain.json
    asked = {(prompt["seat"], offer["move"]) for prompt in last["next"] for offer in prompt["offers"]}
    assert ("p2", "skip") in asked
    assert ("p1", "hide") not in asked
    assert all("said" in prompt for prompt in japanese.json[-1]["next"])


def test_rules_are_printed_id_tab_text(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "rules", "toy")
    assert said.out.splitlines()[0] == "TOY-1.1\tOne to four play."
    for key in (*GAMES, "table"):
        english = Said(capsys, "rules", key, games=GAMES).out.splitlines()
        japanese = Said(capsys, "rules", key, "--lang", "ja", games=GAMES).out.splitlines()
        assert all(line.count("\t") == 1 and all(line.split("\t")) for line in english + japanese)
        assert [line.split("\t")[0] for line in english] == [line.split("\t")[0] for line in japanese]
        assert all(a != b for a, b in zip(english, japanese, strict=True))


def test_a_schema_stands_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    [printed] = [json.loads(Said(capsys, "schema", "shinobazu", games=GAMES).out)]
    parts = {"options", "move", "act", "view", "prompt", "adjustment", "position", "secret"}
    assert set(printed) == {"$schema", "title", "$ref", *parts, "$defs"}
    assert printed["$ref"] == "#/$defs/Document"
    references = set(_references(printed))
    assert references
    assert references <= {f"#/$defs/{name}" for name in printed["$defs"]}
    kinds = {r.rsplit("/", 1)[-1].lower() for r in _references(printed["move"])}
    assert any("lead" in kind for kind in kinds)
    assert printed["$defs"]["Document"]["properties"]["game"]["const"] == "shinobazu"
    assert printed["$defs"]["Item"]["properties"]["move"]["anyOf"][0] == printed["move"]


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [r for inner in value.values() for r in _references(inner)]
    return [r for inner in value for r in _references(inner)] if isinstance(value, list) else []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "giryaku", "--players", "5"], "giryaku is for 2, not for 5"),
        (["play", "shinobazu", "--players", "9"], "shinobazu is for "),
        (["play", "giryaku", "--players", "0"], "'0' is not a whole number from 1 up"),
        (["play", "giryaku", "--players", "two"], "'two' is not a whole number"),
        (["play", "giryaku", "--until", "-1"], "'-1' is not a whole number from 0 up"),
        (["play", "giryaku", "--until", "1.5"], "'1.5' is not a whole number"),
        (["play", "giryaku", "--options", '{"depth": 4}'], "METSUKE-1.4 (options.depth): "),
        (["check", "giryaku", "--matches", "0"], "'0' is not a whole number from 1 up"),
        (["check", "giryaku", "--matches", "-3"], "'-3' is not a whole number from 1 up"),
        (["position", "FILE", "--viewer", "nobody"], "there are public, gm, p1, p2"),
        (["position", "FILE", "--at", "-1"], "'-1' is not a whole number from 0 up"),
        (["witness", "FILE", "ninja", "N1", "--at", "-1"], "'-1' is not a whole number from 0 up"),
        (["witness", "FILE", "ninja", "N1", "--viewer", "p9"], "there are public, gm, p1, p2"),
        (["witness", "FILE", "dragon", "N1"], "looks for one of ninja, traitor, intruder"),
        (["witness", "FILE", "ninja", "Z99"], "has the zones "),
    ],
)
def test_an_argument_that_means_nothing_gets_a_sentence(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if "FILE" in arguments:
        main(["play", "scorpion", "--seed", "3", "--players", "2", "--until", "1"])
        match = file(tmp_path, capsys.readouterr().out.encode())
        arguments = [match if each == "FILE" else each for each in arguments]
    try:
        code = main(arguments)
    except SystemExit as ended:  # what the parser refuses
        code = int(str(ended.code))
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert says in told.err
    assert told.err.count("\n") == 1


def test_judge_prints_a_line_a_move_and_then_the_views(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    moves = [
        {"seat": "p1", "move": {"type": "hide", "number": 3}},
        {"seat": "p1", "move": {"type": "whisper", "to": "p2", "number": 2}},
        {"seat": "p2", "move": {"type": "hide", "number": 0}},
        {"seat": "table", "move": {"type": "finish"}},
    ]
    said = Said(capsys, "judge", file(tmp_path, document(moves=moves)))
    assert (said.code, said.err) == (0, "")
    first, second, third, fourth, last = said.json
    assert list(first) == ["n", "seat", "ruling", "clause", "reason", "params", "notices"]
    assert first == {
        "n": 1,
        "seat": "p1",
        "ruling": "upheld",
        "clause": "TOY-2.1",
        "reason": "toy.hid",
        "params": {"seat": "p1"},
        "notices": [{"to": "public", "message": "toy.hid", "params": {"seat": "p1"}, "clause": "TOY-2.1"}],
    }
    assert [notice["to"] for notice in second["notices"]] == ["public", ["p2"]]
    assert third == {
        "n": 3,
        "seat": "p2",
        "ruling": "refused",
        "clause": "METSUKE-1.4",
        "reason": "table.unreadable",
        "params": {"field": "number"},
        "notices": [],
    }
    assert fourth["ruling"] == "upheld"
    assert set(last) == {"result", "views", "next"}
    assert last["result"]["winners"] == ["p1", "p2"]
    assert list(last["views"]) == ["public", "gm", "p1", "p2"]


def test_judge_shows_each_viewer_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    last = Said(capsys, "judge", file(tmp_path, document())).json[-1]
    assert last["result"] is None
    number = {viewer: view["seats"][0]["number"] for viewer, view in last["views"].items()}
    assert number == {"public": None, "gm": 3, "p1": 3, "p2": None}


def test_strict_tells_a_refusal_by_the_exit_code(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    upheld = file(tmp_path, document())
    assert Said(capsys, "judge", upheld, "--strict").code == 0
    refused = file(tmp_path, document(moves=[{"seat": "p1", "move": {"type": "steal"}}, *document()["moves"]]))
    assert Said(capsys, "judge", refused).code == 0
    strict = Said(capsys, "judge", refused, "--strict")
    assert (strict.code, len(strict.json)) == (1, 3)


def test_a_transcript_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = io.TextIOWrapper(io.BytesIO(json.dumps(document()).encode()))
    monkeypatch.setattr(sys, "stdin", data)
    assert len(Said(capsys, "judge", "-").json) == 2


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "line 1, column 1: is not JSON"),
        (b"\xff\xfe", "line 1, column 1: is not JSON"),
        (b"[" * 100_000, "line 1, column 202: lies too deep"),
        (document(format=9), "format: is not 1"),
        (document(game="chess"), "game: no game 'chess'; the games are: toy"),
        (document(moves=[{}, {}, {}, {"seat": "p1"}]), "moves[0].seat: is missing"),
        (document(moves=[*document()["moves"] * 3, {"seat": "p1", "move": 1}]), "moves[3].move: is not an object"),
        (document(seats=[]), "seats: TOY-1.1: One to four play."),
        (document(options={"goal": "many"}), "options.goal: METSUKE-1.4"),
        (document(state={}), "state.table: is missing"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Any, told: str
) -> None:
    path = file(tmp_path, data)
    for command in ("judge", "audit"):
        said = Said(capsys, command, path)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith(f"{path}: {told}")
        assert said.err.count("\n") == 1


def test_a_path_that_is_no_file_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (LIMIT + 1))
    for path in (str(tmp_path), str(tmp_path / "none.json"), "a\x00b", str(large)):
        said = Said(capsys, "judge", path)
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
        assert said.err.startswith(path)


def test_an_unknown_game_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("rules", "schema"):
        said = Said(capsys, command, "chess")
        assert (said.code, said.out, said.err) == (2, "", "no game 'chess'; the games are: toy\n")


@pytest.mark.clause("METSUKE-4.2")
def test_audit_checks_every_commitment(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = play(toy_match(), hide("p1", 3), skip("p1"), move("p2", type="whisper", to="p1", number=5), FINISH)
    data = json.loads(json.dumps(dump(match)))
    said = Said(capsys, "audit", file(tmp_path, data))
    assert (said.code, said.out) == (0, '{"locked": 2, "match": 2, "differ": []}\n')
    data["moves"][2]["move"]["number"] = 6
    said = Said(capsys, "audit", file(tmp_path, data))
    assert (said.code, said.out) == (1, '{"locked": 2, "match": 1, "differ": [3]}\n')


# --- Boards ---------------------------------------------------------------------------------------------------------
CASTLE = ROOT / "assets" / "boards" / "nijo.json"


def broken(folder: Path) -> str:
    """Write the castle with a zone twice, a border to nowhere and a zone of no kind."""
    data = json.loads(CASTLE.read_text("utf-8"))
    data["zones"].append(data["zones"][0])
    data["zones"][1]["kind"] = "lava"
    data["borders"].append({"a": "T1", "b": "X1", "kind": "plain"})
    return file(folder, data)


def test_a_board_is_checked_and_its_figures_printed(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "board", str(CASTLE))
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "nijo: Nijō by Night, version 1"
    assert "Zones: 139 (81 ground, 28 moat, 30 castle)" in lines
    assert "Borders: 390 (300 plain, 90 wall, 0 sound)" in lines
    assert lines[-1] == "This board can be played on."
    japanese = Said(capsys, "board", str(CASTLE), "--lang", "ja").out.splitlines()
    assert len(japanese) == len(lines)
    assert all(a != b for a, b in zip(lines, japanese, strict=True))


def test_a_board_is_reported_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    [told] = Said(capsys, "board", str(CASTLE), "--json").json
    assert (told["playable"], told["id"], told["problems"]) == (True, "nijo", [])
    assert told["figures"]["route"] == {"zones": 45, "edges": 49, "one_way": 13, "forks": 8, "states": 85}
    assert len(told["figures"]["hash"]["hash"]) == 64


def test_a_broken_board_is_told_with_its_zones_by_name_and_exit_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = broken(tmp_path)
    said = Said(capsys, "board", path)
    nowhere = "A border names a zone that the board does not have. Change its ends."
    assert (said.code, said.err) == (1, "")
    assert said.out.splitlines() == [
        "To change: T2 Mibu Fields: The field zones[1].kind cannot be read. Enter it again.",
        "To change: T1 West Magistrate's Office: 2 zones have this id. Give each zone its own.",
        f"To change: T1 West Magistrate's Office – X1: {nowhere}",
        "This board cannot be played on yet.",
    ]
    told = Said(capsys, "board", path, "--json", "--lang", "ja")
    [report] = told.json
    assert (told.code, report["playable"], "figures" in report) == (1, False, False)
    assert [problem["message"] for problem in report["problems"]] == [
        "board.field_wrong",
        "board.zone_twice",
        "board.border_unknown_zone",
    ]
    assert report["problems"][2]["border"] == ["T1", "X1"]
    assert report["problems"][1]["text"] == "この番号のゾーンが2個あります。ゾーンごとに別の番号にしてください。"


def test_warnings_are_told_and_stop_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = json.loads(CASTLE.read_text("utf-8"))
    next(zone for zone in data["zones"] if zone["id"] == "E5")["barracks"] = False
    next(zone for zone in data["zones"] if zone["id"] == "M1")["barracks"] = True
    said = Said(capsys, "board", file(tmp_path, data))
    assert said.code == 0
    assert "To look at: M1 West Moat, first reach: Barracks stand in a moat." in said.out.splitlines()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "line 1, column 1: is not JSON"),
        (b"[]", "is not an object"),
        (b" " * (LIMIT + 1), "is larger than 16 MB"),
        (b" " * (2 * 1024 * 1024) + b"{}", "is larger than 2 MB"),
    ],
)
def test_a_board_that_cannot_be_read_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: bytes, told: str
) -> None:
    path = file(tmp_path, data)
    said = Said(capsys, "board", path)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"{path}: {told}")
    assert Said(capsys, "board", str(tmp_path / "none.json")).code == 2


@pytest.mark.parametrize(
    "arguments", [(), ("sing",), ("judge",), ("board",), ("rules", "toy", "--lang", "fr"), ("games", "x")]
)
def test_arguments_that_cannot_be_are_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments, WITH_TOY)
    told = capsys.readouterr()
    assert (left.value.code, told.out, told.err.count("\n")) == (2, "", 1)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        check=False,
    )


def test_it_speaks_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    rules = run("rules", "shinobazu", "--lang", "ja", **plain)
    assert (rules.returncode, rules.stderr) == (0, b"")
    assert "札" in rules.stdout.decode("utf-8")
    seats = [{"seat": f"p{i}", "name": name} for i, name in enumerate(("アキ", "ベン", "チエ"), 1)]
    path = tmp_path / "対局.json"
    path.write_text(json.dumps(document(game="shinobazu", seats=seats, moves=[])), encoding="utf-8")
    judged = run("judge", str(path), **plain)
    assert judged.returncode == 0
    assert "アキ" in judged.stdout.decode("utf-8")
    broken = tmp_path / "壊れた.json"
    broken.write_text("{", encoding="utf-8")
    told = run("judge", str(broken), **plain)
    assert (told.returncode, told.stdout, told.stderr.count(b"\n")) == (2, b"", 1)


def test_a_full_disk_is_one_line_and_exit_2() -> None:
    script = (
        "import sys, referee.__main__ as r\n"
        "def full(): raise OSError(28, 'No space left on device')\n"
        "r.main = full\n"
        "sys.exit(r._whole())"
    )
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False)
    assert (told.returncode, told.stderr.split()) == (2, b"cannot write: No space left on device".split())


def test_whoever_stops_reading_gets_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "schema", "shinobazu"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
