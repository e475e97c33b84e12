"""Tables of Ninja Scroll Trick in the middle of a match (METSUKE-5): their `model`, and how one is laid again.

`laying` lays one in the order of the others: what is `described` of a table, its `tricks`, its `cards` and scrolls, and
at last the `secrets` of each seat.
"""
