"""Two moves of Shinobazu: one that the rules allow, and one that they do not."""

from referee import begin, say

match = begin("shinobazu", seats=["Aki", "Ben", "Chie"])

match, ruling = match.declare("Aki", {"type": "lead", "to": "Ben", "colour": "red"})
print(ruling.verdict, ruling.clause, say(ruling, match))

match, ruling = match.declare("Aki", {"type": "lead", "to": "Chie", "colour": "red"})
print(ruling.verdict, ruling.clause, say(ruling, match))
print(say(ruling, match, "ja"))
