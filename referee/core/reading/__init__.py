"""What people enter, read within bounds: `declarations`, `positions`, seats and names (`seating`), `json_text`."""
