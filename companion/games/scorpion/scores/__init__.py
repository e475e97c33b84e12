"""The depth `scores`, without secrets: `screen.scores`, and `screen.board` for the table display."""
