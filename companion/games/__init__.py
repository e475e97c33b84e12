"""Each game's screens, in a package of its own, used through its `GameUi` alone; `table` is shared by all."""
