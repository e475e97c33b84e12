"""My hand on my phone: entered, covered and open."""
