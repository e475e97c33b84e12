"""What can be known of the intruders: the exact set of their possible places, from all that is public.

`knowledge_of(state, viewer)` evaluates a record; `exposure(state, who, plan)` tells an intruder's player what the table
knows of that intruder now, and what it will know after the planned path. Of a `Knowledge`, which is immutable:

- `learn(events)` is the knowledge after further events;
- `names`: the intruders of whom something is known: `ninja`, `traitor`, or a nameless `intruder`;
- `zones(who)`: the possible zones, in the board's order, `PASSAGE` last; `()` once gone or before turn 1;
- `places(who)`: the same with the noise for each zone; `pairs()`: the possible combinations for both;
- `certain(who)`: the last turn in which the intruder had only one possible zone;
- `why_out(who, zone)`: the public fact that last excluded a zone, or `None` while it is possible;
- `broken`: the turn in which the record became one that no legal play explains (a house ruling), or `None`; from then
  on every place is possible for an intruder who is not seen, until the next sighting;
- `situations()`: the number of combinations of zone and noise of both; `uncertainty`: its logarithm to base 2.

A viewer is `PUBLIC`, a guard player's seat, or an intruder player's seat: the viewer's own secrets are taken from the
state, and otherwise only what is public.
"""

from __future__ import annotations

from referee.scorpion.knowledge.known import Knowledge as Knowledge
from referee.scorpion.knowledge.known import Reason as Reason
from referee.scorpion.knowledge.known import exposure as exposure
from referee.scorpion.knowledge.known import is_supported as is_supported
from referee.scorpion.knowledge.known import knowledge_of as knowledge_of
