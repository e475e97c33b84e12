"""The end of a round, its scores, and who has won (SCHOOL-2, 12, 13)."""
