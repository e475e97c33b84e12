"""`/healthz` and `/metrics`: what is told, and when a host is not well."""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.request
from contextlib import closing

import pytest

from companion.figures import FIGURES
from companion.hosting.status import HANGS, Pulse, answer, serve_status


def asked(pulse: Pulse, path: str) -> tuple[str, str]:
    """Return the status and the body of an answer."""
    statuses: list[str] = []
    body = b"".join(answer(pulse)({"PATH_INFO": path}, lambda status, headers: statuses.append(status)))
    return statuses[0], body.decode()


def test_a_host_is_well_while_its_loop_beats_and_it_hears() -> None:
    pulse = Pulse()
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
    pulse = Pulse()
    pulse.tables, pulse.phones = 3, 12
    pulse.refusals["frame"] = 7
    before = FIGURES.tells.counts[4]
    FIGURES.tells.note(0.02)
    body = asked(pulse, "/metrics")[1]
    assert FIGURES.tells.counts[4] == before + 1
    assert "metsuke_tables 3.0" in body
    assert "metsuke_phones 12.0" in body
    assert 'metsuke_refused_total{kind="frame"} 7.0' in body
    assert f'metsuke_tell_seconds_bucket{{le="+Inf"}} {float(sum(FIGURES.tells.counts))}' in body


def test_nothing_else_is_answered() -> None:
    assert asked(Pulse(), "/")[0].startswith("404")


def test_a_thread_answers_until_it_is_stopped() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        stop = serve_status(listening, Pulse())
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answered:
            assert json.loads(answered.read())["well"]
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/../../etc/passwd", timeout=10)
        stop()
