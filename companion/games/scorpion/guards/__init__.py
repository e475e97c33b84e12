"""The guard players' screens from turn 1 on; see `screen.guards`."""
