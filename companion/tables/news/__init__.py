"""Telling the phones of a match that it has changed, whichever process they are connected to.

`LocalNews` tells the phones of this process. `PostgresNews` besides hears what other processes committed to the same
database, and counts what it was not told.
"""

from companion.tables.news.local import LocalNews
from companion.tables.news.postgres import PostgresNews
from companion.tables.news.protocol import Followed, News

__all__ = ["Followed", "LocalNews", "News", "PostgresNews"]
