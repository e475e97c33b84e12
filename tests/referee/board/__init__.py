"""Tests of the Scorpion board."""
