"""Tests of Giryaku."""
