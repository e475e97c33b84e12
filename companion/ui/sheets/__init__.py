"""What lies over a screen: `sheet` draws a sheet, `overlays` lays any, `clauses` finds what `rulings` cites."""
