"""How a match begins: `match_draft` is what a host chooses, by `options`; `taking_over` a position being entered."""
