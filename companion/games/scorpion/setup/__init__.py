"""The screens before turn 1 and at a return: `screen.setup`; choosing cards (`cards`) and guards is for others too."""
