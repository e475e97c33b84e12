"""Scroll Trick's cards and scrolls as they are drawn, picked and entered."""
