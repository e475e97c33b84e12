"""The screens before turn 1 and at a return: `screen.setup`; `cards` and `guards` are used elsewhere too."""
