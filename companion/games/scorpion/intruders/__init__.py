"""The intruder players' screens from turn 1 on: `screen.intruders`; their map and people are for the end too."""
