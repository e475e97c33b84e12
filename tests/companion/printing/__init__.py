"""Tests of printed boards, sheets and match papers, read back from the PDF."""
