"""Monitoring: `/healthz`, and metrics in Prometheus' text format at `/metrics`.

Both are on an address of their own, off by default and never on the phones' port. Each of several workers has its own:
the first the chosen port, the next the one above it, so that a scrape always reads one process and a missing worker is
noticed. They are served from a thread, so that they answer even when the event loop hangs.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector, CollectorRegistry

from companion import __version__
from companion.hosting.addresses import FOREIGN, knows
from companion.hosting.gate import WORDS, Kind
from companion.metrics import BOUNDS, METRICS, Durations

HANGS = 10.0
"""Seconds without a beat from the event loop after which a host counts as unhealthy."""
Start = Callable[[str, list[tuple[str, str]]], Any]


class LoopState:
    """The state that the event loop reports each second, read by the thread that answers."""

    def __init__(self) -> None:
        self.beat = time.monotonic()
        self.tables = self.sessions = self.phones = 0
        self.hearing = True
        self.refusals: Counter[Kind] = Counter()
        """The rejections by kind; counted by the gate."""

    @property
    def trouble(self) -> str:
        """What is wrong, empty if nothing is."""
        if time.monotonic() - self.beat > HANGS:
            return "the event loop does not answer"
        return "" if self.hearing else "the database tells no news"


class _HostMetrics(Collector):
    def __init__(self, pulse: LoopState) -> None:
        self._pulse = pulse

    def collect(self) -> Iterator[Metric]:
        pulse = self._pulse
        yield GaugeMetricFamily("metsuke_up", "1 if nothing is wrong, else 0", int(not pulse.trouble))
        yield GaugeMetricFamily("metsuke_tables", "Matches in memory", pulse.tables)
        yield GaugeMetricFamily("metsuke_phones", "Phones that are connected", pulse.phones)
        yield GaugeMetricFamily("metsuke_sessions", "Phones that are remembered, connected or not", pulse.sessions)
        declared = CounterMetricFamily("metsuke_declarations", "What seats declared, by its ruling", labels=["ruling"])
        for ruling in ("upheld", "refused"):
            declared.add_metric([ruling], METRICS.declarations[ruling])
        yield declared
        turned_away = CounterMetricFamily(
            "metsuke_refused", "Frames, sockets and requests turned away", labels=["kind"]
        )
        for kind in WORDS:
            turned_away.add_metric([kind], pulse.refusals[kind])
        yield turned_away
        yield CounterMetricFamily("metsuke_news_lost", "What nobody told and was found", METRICS.news_lost)
        yield CounterMetricFamily("metsuke_news_broken", "How often LISTEN broke off", METRICS.news_broken)
        yield _histogram("metsuke_tell_seconds", "From a declaration to all phones here told", METRICS.tells)
        yield _histogram("metsuke_news_lag_seconds", "From another process's entry to its being read", METRICS.lags)


def _histogram(name: str, help: str, durations: Durations) -> HistogramMetricFamily:
    counts, total, buckets = list(durations.counts), 0, []
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
        total += count
        buckets.append((bound, total))
    return HistogramMetricFamily(name, help, buckets=buckets, sum_value=durations.total)


class _Silent(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Log no line for a scrape."""


class _Server(WSGIServer):
    def __init__(self, listening: socket.socket, app: Callable[[dict[str, Any], Start], Iterable[bytes]]) -> None:
        super().__init__(listening.getsockname()[:2], _Silent, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        listening.setblocking(True)
        self.server_name, self.server_port = "metsuke", listening.getsockname()[1]
        self.setup_environ()
        self.set_app(app)

    def handle_error(self, *_: Any) -> None:
        logging.getLogger("metsuke").info("a question for the status was broken off")


def answer(pulse: LoopState, own: Collection[str] = ()) -> Callable[[dict[str, Any], Start], Iterable[bytes]]:
    """Return the WSGI application that answers, only under the host names that the phones' port accepts."""
    registry = CollectorRegistry()
    registry.register(_HostMetrics(pulse))
    ProcessCollector(registry=registry)

    def app(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if not knows(environ.get("HTTP_HOST", ""), own):
            body, kind, status = FOREIGN.encode(), "text/plain; charset=utf-8", "421 Misdirected Request"
        elif path == "/metrics":
            body, kind, status = generate_latest(registry), CONTENT_TYPE_LATEST, "200 OK"
        elif path == "/healthz":
            wrong = pulse.trouble
            body = json.dumps({"app": "metsuke", "version": __version__, "well": not wrong, "wrong": wrong}).encode()
            kind, status = "application/json", "503 Service Unavailable" if wrong else "200 OK"
        else:
            body, kind, status = b"There is nothing here.", "text/plain", "404 Not Found"
        start(status, [("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")])
        return [body]

    return app


def serve_status(listening: socket.socket, pulse: LoopState, own: Collection[str] = ()) -> Callable[[], None]:
    """Answer on a socket from a thread; return the function that stops it."""
    server = _Server(listening, answer(pulse, own))
    threading.Thread(target=server.serve_forever, name="metsuke-status", daemon=True).start()
    return server.shutdown
