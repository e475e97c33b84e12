"""Scorpion on the command line: a random match is played, judged and audited; rules and schema are printed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee import scorpion
from referee.__main__ import main
from referee.core.games import GAMES
from referee.core.transcripts import lines
from tests.shares import SOAK

ROOT = Path(__file__).parents[3]
REFEREE = [sys.executable, "-m", "referee"]
SHORT = '{"lone_wolf": "on", "ninja_hand": 4, "traitor_hand": 4}'


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it printed."""
    code = main(arguments, GAMES)
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.fixture(scope="module")
def played() -> str:
    """Play a random match of two in a process of its own, and return its transcript."""
    command = [*REFEREE, "play", "scorpion", "--seed", "3", "--players", "2"]
    return subprocess.run(command, capture_output=True, cwd=ROOT, check=True, encoding="utf-8").stdout


def test_a_random_match_is_played_and_judged_through_a_pipe(played: str) -> None:
    judged = subprocess.run(
        [*REFEREE, "judge", "--strict", "-"],
        input=played, capture_output=True, cwd=ROOT, check=False, encoding="utf-8",
    )  # fmt: skip
    assert (judged.returncode, judged.stderr) == (0, "")
    *rulings, last = [json.loads(line) for line in judged.stdout.splitlines()]
    assert {line["ruling"] for line in rulings} == {"upheld"}
    assert len(rulings) == len(json.loads(played)["moves"])
    assert last["result"]["clause"].startswith("SCORPION-28")
    assert set(last["views"]) == {"public", "gm", "p1", "p2"}


TABLES = [(2, "plays"), (3, "scores"), (3, "plays"), (4, "plays")]


@pytest.mark.soak
@pytest.mark.parametrize(("players", "depth"), TABLES if SOAK else TABLES[:2])
def test_every_table_is_played_audited_and_the_same_for_the_same_seed(
    players: int, depth: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("play", "scorpion", "--seed", "7", "--players", str(players), "--options", f'{{"depth": "{depth}"}}')
    code, out, _ = said(capsys, *arguments)
    assert code == 0
    assert said(capsys, *arguments)[1] == out
    path = tmp_path / "match.json"
    path.write_text(out, encoding="utf-8")
    code, told, _ = said(capsys, "audit", str(path))
    counted = json.loads(told)
    assert (code, counted["differ"], counted["locked"]) == (0, [], counted["match"])
    assert counted["locked"] > 10 or depth == "scores"


@pytest.mark.clause("METSUKE-4.2")
def test_the_audit_names_the_entry_whose_path_was_changed_after_the_fact(
    played: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    document = json.loads(played)
    n = next(n for n, m in enumerate(document["moves"], 1) if m["move"]["type"] == "lock_path" and m["move"]["steps"])
    document["moves"][n - 1]["move"]["steps"] = []
    path = tmp_path / "match.json"
    path.write_text(lines(document), encoding="utf-8")
    code, out, _ = said(capsys, "audit", str(path))
    assert (code, json.loads(out)["differ"]) == (1, [n])


def test_judging_a_changed_transcript_strictly_finds_what_no_longer_holds(
    played: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = json.loads(played)
    document["moves"].insert(0, {"seat": "p1", "move": {"type": "end_card_phase"}})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines(document).encode())))
    code, out, _ = said(capsys, "judge", "--strict", "-")
    first = json.loads(out.splitlines()[0])
    assert (code, first["ruling"], first["clause"]) == (1, "refused", "SCORPION-9.2")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_clause_is_printed(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "rules", "scorpion", "--lang", lang)
    printed = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert printed == [[c.id, c.text(lang)] for c in scorpion.CLAUSES]
    assert printed[0][0] == "SCORPION-1.1"
    assert printed[-1][0] == "SCORPION-D8"


def test_the_schema_says_what_may_be_declared_seen_and_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "schema", "scorpion")
    schema = json.loads(out)
    assert code == 0
    assert "board" in schema
    assert {"LockPath", "GuardStep", "DeclareSearches", "View"} <= set(schema["$defs"]) | {schema["view"].get("title")}
    assert schema["$defs"]["Document"]["properties"]["game"]["const"] == "scorpion"
    assert "scorpion" in said(capsys, "games")[1].splitlines()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("[]", "--options: is not a JSON object"),
        ("{", "--options: line 1"),
        ('{"sentries": 21}', "options.sentries"),
        ('{"castle": 1}', "options.castle"),
        ('{"sentries": 18, "patrols": 2}', "cannot be played with. SCORPION-"),
        ('{"guard_deck": {"awaken": 36}}', "cannot be played with. METSUKE-1.4"),
        ('{"board": "edo"}', "cannot be played with. "),
    ],
)
def test_options_that_cannot_be_are_one_line_and_exit_2(
    options: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, "play", "scorpion", "--options", options)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert told in err


def test_a_number_of_players_that_the_options_do_not_fit_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "play", "scorpion", "--players", "2", "--options", '{"disputed": "on"}')
    assert (code, out) == (2, "")
    assert "cannot be played with. SCORPION-" in err


def test_a_match_with_options_is_played_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "play", "scorpion", "--seed", "5", "--players", "2", "--options", SHORT)
    document = json.loads(out)
    assert code == 0
    assert (document["options"]["lone_wolf"], document["options"]["ninja_hand"]) == ("on", 4)
    assert any(m["move"]["type"] == "choose_character" for m in document["moves"])
