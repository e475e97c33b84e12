"""The common field (SCHOOL-4 to 10): the split that makes it, what may be laid on it, when it is swept."""
