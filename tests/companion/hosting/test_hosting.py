"""A host that is started beside another, in a place that is not there, or asked in the wrong way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from tests.companion.hosting.test_cli import command, refused
from tests.hosted import PATIENCE, PROJECT, Hosted, free_port

LITE = pytest.mark.skipif(os.environ.get("METSUKE_TEST_HOST") == "workers", reason="PostgreSQL has many hosts")


def start(folder: Path, port: int, *arguments: str, **environment: str) -> str:
    """Start a host that is not to start, and return what it says."""
    return refused(command("--address", "127.0.0.1", "--port", str(port), *arguments, folder=folder, **environment))


@LITE
def test_one_file_has_one_host_and_the_advice_works(tmp_path: Path) -> None:
    database = str(tmp_path / "metsuke.db")
    with Hosted(tmp_path, "--address", "127.0.0.1") as first:
        who = f"process {first.pid} on port {first.port}"
        said = start(tmp_path, first.port, "--database", database)
        assert f"hosting this table already ({who})" in said
        advised = said.split("metsuke --port ")[1].split()
        said = start(tmp_path, free_port(), "--database", database)
        assert who in said
        assert "choose another database" in said
        said = start(tmp_path, first.port, "--database", str(tmp_path / "other.db"))
        assert f"Port {first.port} is in use" in said
        assert who not in said
        assert not (tmp_path / "other.db").exists()
        (tmp_path / "b").mkdir()
        second = Hosted(tmp_path / "b")
        second.port, second.address = int(advised[0]), f"http://127.0.0.1:{advised[0]}/"
        second.database = str(tmp_path / advised[2])
        with second:
            assert second.stop() == 0
        first.kill()
    with Hosted(tmp_path, database=database) as again:
        assert again.stop() == 0
    assert not list(tmp_path.glob("*-host"))


@LITE
def test_a_window_and_a_host_do_not_share_a_file_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setattr("companion.flet_runtime.install.desktop_is_there", lambda: True)
    with Hosted(tmp_path) as host:
        assert main(["local", "--database", str(tmp_path / "metsuke.db")]) == 2
        assert f"on port {host.port}" in capsys.readouterr().err


def test_nothing_is_made_by_a_host_that_does_not_start(tmp_path: Path) -> None:
    port = free_port()
    said = start(tmp_path, port, "--database", str(tmp_path / "not" / "there.db"))
    assert "its folder is not there" in said
    said = start(tmp_path, port, "--database", str(tmp_path / "x.db"), "--status", f"127.0.0.1:{port}")
    assert f"--status: port {port} is for the phones" in said
    said = start(tmp_path, port, "--database", str(tmp_path / "x.db"), "--status", "192.0.2.7:9464")
    assert "no address 192.0.2.7. Give --status" in said
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        taken = other.getsockname()[1]
        said = start(tmp_path, port, "--database", str(tmp_path / "x.db"), "--status", f"127.0.0.1:{taken}")
        assert f"Port {taken} is in use" in said
        assert "--status 127.0.0.1:" in said
    assert "no home folder of that name" in start(tmp_path, port, "--database", "~nobody-here/x.db")
    assert list(tmp_path.iterdir()) == []


@LITE
@pytest.mark.skipif(sys.platform == "win32", reason="homes are elsewhere")
def test_an_account_without_a_home_hosts_where_it_is_told(tmp_path: Path) -> None:
    without = {"HOME": "/dev/null", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "TMPDIR": str(tmp_path)}
    said = start(tmp_path, free_port(), **without)
    assert "/dev/null" in said or "no home folder" in said
    port = free_port()
    own = {**os.environ, **without, "PYTHONPATH": str(PROJECT)}
    arguments = ["--port", str(port), "--address", "127.0.0.1", "--database", str(tmp_path / "x.db"), "--no-qr"]
    host = subprocess.Popen(
        [sys.executable, "-m", "tests.deft", *arguments], cwd=tmp_path, env=own, stdout=subprocess.PIPE, text=True
    )
    try:
        assert host.stdout is not None
        for line in host.stdout:
            if "Ctrl-C" in line:
                break
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200
    finally:
        host.send_signal(signal.SIGINT)
        host.communicate(timeout=PATIENCE)
    assert host.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.db"]


def test_the_public_name_is_answered_in_the_letters_that_browsers_send(tmp_path: Path) -> None:
    with Hosted(tmp_path, "--address", "127.0.0.1", "--public-url", "https://Müller.example") as host:
        asked = urllib.request.Request(host.address + "health", headers={"Host": "xn--mller-kva.example"})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            assert json.load(answer)["addresses"][0] == "https://xn--mller-kva.example"
        assert "https://xn--mller-kva.example\n" in host.output


@pytest.fixture
def certificate(tmp_path: Path) -> list[str]:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not here to make a certificate")
    files = [str(tmp_path / name) for name in ("key.pem", "cert.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", files[0], "-out", files[1]],
        check=True, capture_output=True,
    )  # fmt: skip
    return ["--key", files[0], "--certificate", files[1]]


@pytest.mark.parametrize("request_", ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "POST /intake/x HTTP/1.1\r\n\r\n"])
def test_who_speaks_http_to_an_https_port_is_told_so(request_: str, tmp_path: Path, certificate: list[str]) -> None:
    host = Hosted(tmp_path, "--address", "127.0.0.1", *certificate).launch()
    try:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        while host.running and "Ctrl-C" not in host.output:
            time.sleep(0.05)  # nothing can be waited for: the port is not listened on yet
        with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as plain:
            plain.sendall(request_.encode())
            said = plain.recv(4096).decode()
        assert said.startswith("HTTP/1.1 400")
        assert "open its address with https://" in said
        address = f"https://127.0.0.1:{host.port}/health"
        with urllib.request.urlopen(address, context=trusting, timeout=PATIENCE) as answer:
            assert json.load(answer)["app"] == "metsuke"
        assert host.stop() == 0
        assert "Traceback" not in host.output
    finally:
        host.kill()
