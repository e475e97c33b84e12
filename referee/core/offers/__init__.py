"""What may be declared, as data: an `Offer` is a kind of move with a choice for each of its fields."""

from referee.core.offers.choices import (
    Chain,
    Choice,
    Counts,
    Each,
    Free,
    Group,
    Leg,
    Number,
    One,
    Share,
    Some,
    Way,
    distinct,
)
from referee.core.offers.offer import Offer, offer

__all__ = [
    "Chain",
    "Choice",
    "Counts",
    "Each",
    "Free",
    "Group",
    "Leg",
    "Number",
    "Offer",
    "One",
    "Share",
    "Some",
    "Way",
    "distinct",
    "offer",
]
