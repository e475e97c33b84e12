"""Laying what one seat has entered (`laid`): the guards' marks and cards, or the secret map, missions and hands.

Every refusal here is private: it rests on the secret. What the seat has not entered yet is left open.
"""

from __future__ import annotations

from referee.scorpion.positions.papers.seat import laid as laid
