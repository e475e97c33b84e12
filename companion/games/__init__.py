"""Each game's screens in a package of its own, reached through its `GameUi` alone; `table` is what they share."""
