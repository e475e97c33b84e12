"""Tests of Ninja Scroll Trick."""
