"""The port that phones come to: taken by one process, or shared by several."""

from __future__ import annotations

import errno
import os
import socket
import sys

SHARED = sys.platform == "linux"
"""Whether each worker listens on a socket of its own and the system deals phones out to them; else they share one, and
whichever is quicker takes a phone."""
BACKLOG = 1024


class CannotHost(Exception):
    """The table cannot be opened. `str()` is one line for people."""


def share_port(address: str, port: int, listens: bool = False) -> socket.socket:
    """Bind to a port beside other processes of ours; what `listens` is given phones.

    Whoever started them holds one that does not, so that the port stays ours while all of them are gone.
    """
    shared = socket.socket(_family(address), socket.SOCK_STREAM)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    shared.bind((address, port))
    if listens:
        shared.listen(BACKLOG)
        shared.setblocking(False)
    return shared


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def take_port(address: str, port: int) -> socket.socket:
    """Listen, or raise `CannotHost` saying what is in the way and what to do."""
    listening = socket.socket(_family(address), socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # So that a host that was killed can be started again at once. On Windows this would mean sharing.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except (OSError, OverflowError) as problem:
        listening.close()
        raise CannotHost(_why_not(problem, address, port)) from None
    return listening


def _why_not(problem: Exception, address: str, port: int) -> str:
    number = getattr(problem, "errno", None)
    if number == errno.EADDRINUSE:
        return (
            f"Port {port} is in use by another program, perhaps by another Metsuke. "
            f"Close that, or choose another port: metsuke --port {port + 1 if port < 65535 else 8551}"
        )
    if number in (errno.EACCES, errno.EPERM):
        return f"Port {port} is not open to this account. Choose another: metsuke --port 8550"
    if number == errno.EADDRNOTAVAIL or isinstance(problem, socket.gaierror):
        return f"This machine has no address {address}. Leave --address out to use all it has."
    return f"The table cannot be opened on {address}, port {port}: {getattr(problem, 'strerror', None) or problem}."
