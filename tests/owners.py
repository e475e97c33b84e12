"""The owner's key of a test's store."""

from __future__ import annotations

from companion.tables.keys import key_hash
from models import Store

KEY = "owner-of-this-host-0123456789abc"
BY = key_hash(KEY)
"""What the store knows of it."""


def owned(store: Store) -> str:
    """Let `KEY` be the owner's, and return its hash."""
    store.owners.admit(BY)
    return BY


class AnyPhone:
    """A phone of which nothing is known but that it is no other."""
