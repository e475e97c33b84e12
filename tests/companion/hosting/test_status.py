"""`/healthz` and `/metrics`: what is told, and when a host is not well."""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.request
from contextlib import closing

import pytest

from companion.hosting.status import HANGS, LoopState, answer, serve_status
from companion.metrics import METRICS


def asked(pulse: LoopState, path: str, host: str = "127.0.0.1:9464") -> tuple[str, str]:
    """Return the status and the body of an answer."""
    statuses: list[str] = []
    request = {"PATH_INFO": path, "HTTP_HOST": host}
    body = b"".join(answer(pulse, {"table.example.org"})(request, lambda status, headers: statuses.append(status)))
    return statuses[0], body.decode()


def test_a_host_is_well_while_its_loop_beats_and_it_hears() -> None:
    pulse = LoopState()
    assert asked(pulse, "/healthz")[0] == "200 OK"
    pulse.hearing = False
    status, body = asked(pulse, "/healthz")
    assert status.startswith("503")
    assert "no news" in json.loads(body)["wrong"]
    pulse.hearing = True
    pulse.beat = time.monotonic() - HANGS - 1
    status, body = asked(pulse, "/healthz")
    assert status.startswith("503")
    assert "event loop" in json.loads(body)["wrong"]
    assert "metsuke_up 0.0" in asked(pulse, "/metrics")[1]


def test_figures_are_counted_and_told() -> None:
    pulse = LoopState()
    pulse.tables, pulse.phones = 3, 12
    pulse.refusals["frame"] = 7
    before = METRICS.tells.counts[4]
    METRICS.tells.note(0.02)
    body = asked(pulse, "/metrics")[1]
    assert METRICS.tells.counts[4] == before + 1
    assert "metsuke_tables 3.0" in body
    assert "metsuke_phones 12.0" in body
    assert 'metsuke_refused_total{kind="frame"} 7.0' in body
    assert f'metsuke_tell_seconds_bucket{{le="+Inf"}} {float(sum(METRICS.tells.counts))}' in body


def test_nothing_else_is_answered() -> None:
    assert asked(LoopState(), "/")[0].startswith("404")


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("127.0.0.1:9464", True),
        ("[::1]:9464", True),
        ("localhost:9464", True),
        ("metsuke:9464", True),
        ("10.0.0.7", True),
        ("Table.Example.org:9464", True),
        ("", True),
        ("evil.example.com", False),
        ("127.0.0.1.evil.example.com:9464", False),
        ("table.example.org.evil.example", False),
        ("[::1", False),
    ],
)
@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/"])
def test_under_a_strangers_name_nothing_is_told(host: str, answered: bool, path: str) -> None:
    status, body = asked(LoopState(), path, host)
    assert status.startswith("421") != answered
    assert answered or "metsuke_" not in body


def test_a_thread_answers_until_it_is_stopped() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        stop = serve_status(listening, LoopState())
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answered:
            assert json.loads(answered.read())["well"]
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/../../etc/passwd", timeout=10)
        stop()
