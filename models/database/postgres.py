"""What PostgreSQL alone needs: connections that notice when the other end has gone."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL


def patient(url: URL, patience: float) -> dict[str, Any]:
    """Return how to connect: nothing waits longer than `patience` seconds for a lock or a server that is gone.

    What the address itself says comes first.
    """
    seconds = max(1, round(patience))
    own = {
        "application_name": "metsuke",
        "connect_timeout": max(2, seconds),
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        "options": f"-c lock_timeout={round(patience * 1000)}",
    }
    return {name: value for name, value in own.items() if name not in url.query}
