"""A table where secrets are asked and answered: each seat is shown its own, and what it asks the referee answers."""

import secrets

from referee import PUBLIC, begin, say

match = begin("shinobazu", seats=["Aki", "Ben", "Chie"])
hand = {"type": "enter_hand", "cards": ["red 1", "red 4", "blue 5"]}
match, ruling = match.declare("Aki", hand, salt=secrets.token_hex(16))
print(say(ruling, match))

# The hand is in its owner's view alone; everybody else knows no more than that it was entered.
for viewer in ("Aki", "Ben", PUBLIC):
    print(viewer, "is shown", [secret.hand for secret in match.view(viewer).private if secret.hand])

# Aki leads a card that is not in the hand she entered. Her phone alone is told.
match, ruling = match.declare("Aki", {"type": "lead", "card": "black 2", "colour": "black", "to": "Ben"})
print(say(ruling, match), "(only on Aki's phone)" if ruling.private else "")

# The salted hash of what was locked is public at once; it is opened when the match has ended.
print("locked:", [number for number, _ in match.commitments(PUBLIC)])
