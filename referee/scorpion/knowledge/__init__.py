"""What can be known: where both intruders can be, exactly, from the public record, the board and the options alone.

`knowledge_of(state, viewer)` folds a record; `course(steps)` folds a whole match once and returns what was known after
every step; `exposure(state, who, plan)` tells an intruder's player what the table knows of that intruder now, and
after the path that is planned. Of a `Knowledge`, which is immutable:

- `learn(events)` is the knowledge after more of the record;
- `names`: of whom something is known, as the record calls them: `ninja`, `traitor`, or the nameless `intruder`;
- `zones(who)`: where an intruder can be, in the board's order, `PASSAGE` last; `()` once gone or before turn 1;
- `places(who)`: the same with the noise that belongs to each zone; `pairs()`: both, as far as facts join them;
- `certain(who)`: the turn in which the intruder was last known to be in one place;
- `why_out(who, zone)`: the public fact that last put a zone out, or None while it is in;
- `broken`: the turn in which the record became one that no legal play explains (a house ruling), or None; from then on
  anything is possible of whoever is not seen, until the next sighting;
- `situations()`: how many there are, by zone and noise of both, and how many would be left; `uncertainty`: its log2.

A viewer is `PUBLIC`, a guard player's seat, or an intruder player's: their own secrets are taken from the state, and
nothing else of it but what is public.
"""

from __future__ import annotations

from referee.scorpion.knowledge.known import Exposure as Exposure
from referee.scorpion.knowledge.known import Knowledge as Knowledge
from referee.scorpion.knowledge.known import Known as Known
from referee.scorpion.knowledge.known import Reason as Reason
from referee.scorpion.knowledge.known import course as course
from referee.scorpion.knowledge.known import exposure as exposure
from referee.scorpion.knowledge.known import knowledge_of as knowledge_of
from referee.scorpion.knowledge.known import supported as supported
