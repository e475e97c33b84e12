"""Scorpion without secrets, depth `scores` (ledger 5.6): rules by move in `rules`, offers one by one in `plain`."""
