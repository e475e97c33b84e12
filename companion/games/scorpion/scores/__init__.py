"""The table without secrets, depth `scores`: `screen.scores`, and `screen.board` for the table display."""
