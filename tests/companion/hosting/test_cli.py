"""The command `metsuke`, as people run it."""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from companion import __version__
from companion.cli import main
from companion.phones.owner import code_hash
from models import Store
from tests.hosted import PROJECT, Hosted


def command(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("METSUKE_")}
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**kept, "PYTHONPATH": str(PROJECT), "XDG_DATA_HOME": str(folder / "data"), **environment},
    )


def refused(result: subprocess.CompletedProcess[str]) -> str:
    """What was said, which is one line, with exit code 2 and nothing else."""
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("metsuke: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"metsuke {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--prot", "8600"],
        ["remote"],
        ["--port"],
        ["--port", "99999"],
        ["--language", "de"],
        ["--public-url", "nowhere"],
        ["demo", "--pace", "abc"],
        ["demo", "--pace", "-1"],
        ["demo", "--pace", "nan"],
    ],
)
def test_what_cannot_be_used_gets_one_line(arguments: list[str], tmp_path: Path) -> None:
    assert "_pace" not in refused(command(*arguments, folder=tmp_path))


def test_an_ill_formed_file_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "flet.toml").write_text("port = \n")
    assert "flet.toml" in refused(command(folder=tmp_path))


def test_a_port_in_use_is_named_and_not_silently_moved(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused(command("--address", "127.0.0.1", "--port", str(port), folder=tmp_path))
    assert f"Port {port} is in use" in said
    assert "--port" in said


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    assert "no address 192.0.2.77" in refused(command("--address", "192.0.2.77", folder=tmp_path))


def test_a_certificate_that_is_none_is_refused(tmp_path: Path) -> None:
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).write_text("no certificate")
    result = command(
        "--certificate", "cert.pem", "--key", "key.pem", "--address", "127.0.0.1", "--port", "0", folder=tmp_path
    )
    assert "--port" in refused(result)
    result = command(
        "--certificate",
        "cert.pem",
        "--key",
        "key.pem",
        "--address",
        "127.0.0.1",
        "--port",
        str(Hosted(tmp_path).port),
        folder=tmp_path,
    )
    assert "not a certificate and its key" in refused(result)


def test_a_database_that_is_none_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "notes.db"
    database.write_text("shopping: rice, tea\n" * 100)
    before = database.read_bytes()
    host = Hosted(tmp_path)
    result = command("--address", "127.0.0.1", "--port", str(host.port), "--database", str(database), folder=tmp_path)
    assert "notes.db" in refused(result)
    assert database.read_bytes() == before


def test_a_data_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    refused(command("--address", "127.0.0.1", "--port", str(Hosted(tmp_path).port), folder=tmp_path))


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "metsuke.db"
    with Hosted(tmp_path):
        pass
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ffffffffffff'")
    connection.close()
    refused(
        command(
            "--address", "127.0.0.1", "--port", str(Hosted(tmp_path).port), "--database", str(database), folder=tmp_path
        )
    )


def test_the_terminal_shows_a_code_that_says_the_first_address(tmp_path: Path) -> None:
    host = Hosted(tmp_path, "--address", "127.0.0.1", "--public-url", "http://table.local:8550", qr=True)
    with host:
        assert host.stop() == 0
    shown = re.sub(r"\x1b\[[0-9;]*m", "", host.output)
    rows = [line for line in shown.splitlines() if re.fullmatch(r"[█▀▄\xa0]{21,}", line)]
    light = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), "\xa0": (0, 0)}
    pixels = [light[sign][half] for row in rows for half in (0, 1) for sign in row]
    picture = Image.new("L", (len(rows[0]), 2 * len(rows)), 255)
    picture.putdata(pixels)
    large = picture.resize((picture.width * 6, picture.height * 6), Image.Resampling.NEAREST)
    assert [found.text for found in zxingcpp.read_barcodes(large)] == ["http://table.local:8550"]
    assert host.address.rstrip("/") in shown
    assert "Nothing is lost" in shown.splitlines()[-1]
    assert "Traceback" not in shown


CODE = r"[2-9a-z]{4}-[2-9a-z]{4}"


def test_the_start_and_a_command_show_codes_that_make_a_phone_the_owners(tmp_path: Path) -> None:
    host = Hosted(tmp_path, "--address", "127.0.0.1")
    with host:
        (first,) = re.findall(f"The owner's code is ({CODE})", host.output)
        with Store.open(host.database) as store:
            assert store.owners.valid(code_hash(first))
            printed = command("owner", "--database", host.database, folder=tmp_path)
            assert (printed.returncode, printed.stderr) == (0, "")
            second = printed.stdout.strip()
            assert re.fullmatch(CODE, second)
            assert [store.owners.valid(code_hash(code)) for code in (first, second)] == [False, True]
        host.stop()


def test_a_code_for_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("shopping: rice, tea\n" * 100)
    assert "notes.db" in refused(command("owner", "--database", str(tmp_path / "notes.db"), folder=tmp_path))


def test_no_database_is_made_to_print_a_code_that_no_host_knows(tmp_path: Path) -> None:
    for given in (str(tmp_path / "typo.db"), "/"):
        assert "database" in refused(command("owner", "--database", given, folder=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_database_without_a_name_is_refused(tmp_path: Path) -> None:
    assert "is not a Metsuke database" in refused(command("--database", "/", folder=tmp_path))


def test_codes_are_left_out_on_demand(tmp_path: Path) -> None:
    host = Hosted(tmp_path, "--address", "127.0.0.1")
    with host:
        host.stop()
    assert "█" not in host.output
    assert host.address.rstrip("/") in host.output
