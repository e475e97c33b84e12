"""Errors stay on the host: no stack trace reaches a phone, and no secret reaches a log.

Flet sends the trace of an unhandled exception to the client, and an exception while a screen is drawn ends the
session's updates for good. Both are patched here for every session of the process.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from flet.components.component import Component
from flet.messaging.protocol import Message, MessageAction, SessionCrashedBody
from flet.messaging.session import Session

log = logging.getLogger("metsuke")

FLETS_LOGS = ("flet", "flet_components", "flet_controls", "flet_object_patch", "flet_transport", "flet_web",
              "flet_web.fastapi")  # fmt: skip
"""The names of Flet's loggers."""
SELDOM = 60.0
"""The least seconds between two identical log lines."""
MOST_LINES = 1_000
SORRY = (
    "This screen stopped. Nothing is lost. Open the page again. / "
    "画面が止まりました。記録は無事です。もう一度開いてください。"
)


def install() -> None:
    for name in FLETS_LOGS:
        logging.getLogger(name).addFilter(one_line)
    Session.error = _in_one_line(Session.error)  # type: ignore[method-assign]
    Component.update = _steady(Component.update)  # type: ignore[method-assign]


def one_line(record: logging.LogRecord) -> bool:
    """Shorten an error's log record to one line with its place, without a trace or values."""
    if record.levelno < logging.WARNING or not (record.exc_info or record.name in FLETS_LOGS):
        return True
    fault = record.exc_info[1] if record.exc_info else None
    line = f"a fault in {record.module}:{record.lineno}" + (f": {describe(fault)}" if fault else "")
    record.msg, record.args = line, ()
    record.exc_info = record.exc_text = record.stack_info = None
    return may_be_logged(line)


_last_logged: dict[str, float] = {}


def may_be_logged(line: str) -> bool:
    """Tell whether a line may be logged: each once a minute."""
    now = time.monotonic()
    if now - _last_logged.get(line, -SELDOM) < SELDOM:
        return False
    if len(_last_logged) > MOST_LINES:
        _last_logged.clear()
    _last_logged[line] = now
    return True


def report(line: str) -> None:
    """Log a line that a phone can cause, once a minute at most, so that no phone fills the log."""
    if may_be_logged(line):
        log.error("%s", line)


@contextmanager
def fenced(what: str) -> Iterator[None]:
    """Catch and log an exception in what is done for one phone, so that it does not affect the other phones.

    The log line says `what` failed, and where.
    """
    try:
        yield
    except Exception as fault:
        report(f"{what}: {describe(fault)}")


def _in_one_line(error: Callable[..., None]) -> Callable[..., None]:
    @wraps(error)
    def tell(self: Session, message: str) -> None:
        # The message is a trace and may quote secrets of a screen: it is not logged either.
        report("a phone's session met an unexpected fault")
        if self.connection is not None:
            self.connection.send_message(Message(MessageAction.SESSION_CRASHED, SessionCrashedBody(SORRY)))

    return tell


def _steady(update: Callable[[Component], None]) -> Callable[[Component], None]:
    @wraps(update)
    def draw(self: Component, *args: Any) -> None:
        try:
            update(self, *args)
        except Exception as fault:
            report(f"a screen could not be drawn: {describe(fault)}")

    return draw


def describe(fault: BaseException) -> str:
    """Return the type and place of an exception, without its values."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    kind = type(fault).__name__
    return kind if trace is None else f"{kind} at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
