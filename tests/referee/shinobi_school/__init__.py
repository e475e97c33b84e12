"""Tests of Shinobi School."""
