"""Ninja Scroll Trick."""
