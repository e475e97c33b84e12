"""The screens that are the same for every game, each a function of a snapshot; `router.render` picks one."""
