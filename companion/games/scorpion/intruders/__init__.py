"""The intruder players' screens from turn 1 on; see `screen.intruders`. Their map is used after the end too."""
