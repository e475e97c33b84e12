"""Scorpion without secrets, depth `scores` (ledger 5.6): `depth` has its rules, `plain` its offers one by one."""
