"""A board's map: `board_map.board_map` draws the values of `facts`, and `zone_list.zone_list` lists them."""
