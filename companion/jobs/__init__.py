"""Long work: whatever takes more than some milliseconds and is done for one phone.

It runs outside the event loop, which serves all phones, and outside the store's threads, which every entry needs. Work
that holds the interpreter lock (drawing PDFs and pictures, reading archives, judging old matches again) goes to a
process of its own; work that releases it (hashing PINs) goes to a thread. Each has a queue in front of it that is fair
among addresses and, within an address, among phones. A phone has one job of a kind at a time, the queues are bounded,
and a job is ended when its phone has gone, even while it runs.
"""

from __future__ import annotations

from companion.jobs.jobs import JobFailed, Jobs
from companion.jobs.queue import ASKER, PAYER, AlreadyAsked, Asker, Progress, Queue, QueueFull, metered

__all__ = ["ASKER", "PAYER", "AlreadyAsked", "Asker", "JobFailed", "Jobs", "Progress", "Queue", "QueueFull", "metered"]
