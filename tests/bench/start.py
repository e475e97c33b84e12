"""How long a host takes from its start to the first QR code in the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import line, median, milliseconds
from tests.hosted import PATIENCE, Hosted

STARTS = 5


def run() -> None:
    """Start a host several times on a new database and wait for the first line that draws a code."""
    times = [_start() for _ in range(STARTS + 1)][1:]  # the first one may have to compress the web client
    line("start", ms=milliseconds(median(times), 0), starts=STARTS)


def _start() -> float:
    with tempfile.TemporaryDirectory() as folder:
        hosted = Hosted(Path(folder), qr=True)
        environment = {**hosted.environment, "PYTHONIOENCODING": "utf-8"}
        begun = time.perf_counter()
        command = [sys.executable, "-m", hosted.MODULE, *hosted.arguments]
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        try:
            assert process.stdout is not None
            printed = bytearray()
            while "▀".encode() not in printed and time.perf_counter() - begun < PATIENCE:
                read = os.read(process.stdout.fileno(), 65536)
                if not read:
                    raise RuntimeError(f"the host ended:\n{printed.decode(errors='replace')}")
                printed += read
            return time.perf_counter() - begun
        finally:
            process.kill()
            process.communicate()
