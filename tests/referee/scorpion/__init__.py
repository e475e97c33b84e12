"""Tests of the Scorpion rules."""
