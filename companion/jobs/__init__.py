"""The one place of long work: whatever takes longer than some milliseconds and is done for one phone.

It is done beside the event loop, which tells all phones, and beside the threads of the store, which every entry waits
for. What holds the interpreter (drawing paper and pictures, reading archives, judging old matches again) goes to a
process of its own, what lets it go (hashing PINs) to a thread. Before each stands a queue that is fair among addresses
and, within one, among phones; a phone has one job of a kind at a time; what waits is bounded; and a job whose phone has
gone is ended, also in the middle.
"""

from __future__ import annotations

from companion.jobs.jobs import JobFailed, Jobs
from companion.jobs.queue import ASKER, PAYER, AlreadyAsked, Asker, Full, Progress, Queue, metered

__all__ = ["ASKER", "PAYER", "AlreadyAsked", "Asker", "Full", "JobFailed", "Jobs", "Progress", "Queue", "metered"]
