"""Scorpion at the depth `scores`, without secrets (ledger 5.6): `turns.judge` judges, `asks` makes the prompts."""
