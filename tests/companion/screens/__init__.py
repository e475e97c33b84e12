"""Tests of screens: snapshots in, the words and taps of the control tree out."""
