"""Random players of Scorpion: each side declares what its prompts offer; `match` plays whole matches."""
