"""A match as one JSON file that anybody can read, judge and check; `schema` says of a game what such files hold."""

from referee.core.transcripts.loading import Transcript, load
from referee.core.transcripts.replaying import audit, replay
from referee.core.transcripts.writing import dump, lines

__all__ = ["Transcript", "audit", "dump", "lines", "load", "replay"]
