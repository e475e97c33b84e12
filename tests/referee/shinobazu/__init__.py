"""Tests of Shinobazu."""
