"""The screen on which a match is set up: `new_match.new_match`; `drafting` names seats and says what is wrong."""
