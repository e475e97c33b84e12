"""Tables of Shinobi School in the middle of a match (METSUKE-5): their `model`, `describing` a state, and `laying` one.

`fields` says which fields a moment has, `turn` lays the turn that is on, `entries` what each seat alone knows.
"""
