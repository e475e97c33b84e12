"""The guard players' screens from turn 1 on: `screen.guards`; `answer` is for the table display too."""
