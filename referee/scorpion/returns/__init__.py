"""The turn's start, at which the lost return, and what the guards gain by it (SCORPION-23)."""
