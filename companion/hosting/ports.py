"""The port that phones come to: taken by one process, or shared by several."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys

from companion.hosting.addresses import listen_to_both

SHARED = sys.platform == "linux"
"""Whether each worker listens on a socket of its own and the system deals phones out to them; else they share one, and
whichever is quicker takes a phone."""
BACKLOG = 1024


class CannotHost(Exception):
    """The table cannot be opened. `str()` is one line for people."""


class PortTaken(CannotHost):
    """Another program has the port. `free` is one that nobody has."""

    def __init__(self, address: str, port: int, option: str) -> None:
        self.free = _free(address, port)
        super().__init__(
            f"Port {port} is in use by another program. "
            f"Close that, or choose another port: metsuke {_choose(address, self.free, option)}"
        )


def share_port(address: str, port: int, listens: bool = False) -> socket.socket:
    """Bind to a port beside other processes of ours; what `listens` is given phones.

    Whoever started them holds one that does not, so that the port stays ours while all of them are gone.
    """
    shared = _socket(address)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    shared.bind((address, port))
    if listens:
        shared.listen(BACKLOG)
        shared.setblocking(False)
    return shared


def _socket(address: str) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    if made.family == socket.AF_INET6:
        listen_to_both(made)
    return made


def take_port(address: str, port: int, option: str = "port") -> socket.socket:
    """Listen, or raise `CannotHost` saying what is in the way and what to do. `option` is what chose the place."""
    listening = None
    try:
        listening = _socket(address)
        if os.name == "posix":
            # So that a host that was killed can be started again at once. On Windows this would mean sharing.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except (OSError, OverflowError) as problem:
        if listening is not None:
            listening.close()
        if getattr(problem, "errno", None) == errno.EADDRINUSE:
            raise PortTaken(address, port, option) from None
        raise CannotHost(_why_not(problem, address, port, option)) from None
    return listening


def _free(address: str, port: int) -> int:
    """Return a port that could be taken in the place of one that cannot, or 0 for whichever the system has left."""
    for other in (*range(port + 1, min(port + 50, 65536)), *range(8550, 8600), 0):
        with contextlib.suppress(OSError), _socket(address) as probe:
            probe.bind((address, other))
            return int(probe.getsockname()[1])
    return port


def _why_not(problem: Exception, address: str, port: int, option: str) -> str:
    number = getattr(problem, "errno", None)
    status = option == "status"
    if number in (errno.EACCES, errno.EPERM):
        free = _free(address, max(port, 1024))
        return f"Port {port} is not open to this account. Choose another: metsuke {_choose(address, free, option)}"
    if address.lower().startswith("fe80:"):
        return f"Browsers open no address like {address}, which is valid on one link only. Leave --address out."
    if number == errno.EAFNOSUPPORT:
        return f"This machine has no IPv6, so nothing can be answered on {address}. Leave --address out."
    if number == errno.EADDRNOTAVAIL or isinstance(problem, socket.gaierror):
        instead = "Give --status one it has, such as 127.0.0.1." if status else "Leave --address out to use all it has."
        return f"This machine has no address {address}. {instead}"
    what = "The status cannot be answered" if status else "The table cannot be opened"
    return f"{what} on {address}, port {port}: {getattr(problem, 'strerror', None) or problem}."


def _choose(address: str, port: int, option: str) -> str:
    return f"--port {port}" if option == "port" else f"--status {f'[{address}]' if ':' in address else address}:{port}"
