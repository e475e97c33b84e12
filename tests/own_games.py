"""The games that come with Metsuke: what is written for them by name holds of no other that may be installed."""

from referee.core.rulebook import OWN, announced

OWN_GAMES = tuple(one.key for one in announced() if one.distribution == OWN)
