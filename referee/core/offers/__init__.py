"""What may be declared, as data: an `Offer` is a kind of move with a choice for each of its fields."""

from referee.core.offers.choices import Chain as Chain
from referee.core.offers.choices import Choice as Choice
from referee.core.offers.choices import Counts as Counts
from referee.core.offers.choices import Each as Each
from referee.core.offers.choices import Free as Free
from referee.core.offers.choices import Group as Group
from referee.core.offers.choices import Leg as Leg
from referee.core.offers.choices import Number as Number
from referee.core.offers.choices import One as One
from referee.core.offers.choices import Share as Share
from referee.core.offers.choices import Some as Some
from referee.core.offers.choices import Way as Way
from referee.core.offers.choices import distinct as distinct
from referee.core.offers.offer import Offer as Offer
from referee.core.offers.offer import offer as offer
