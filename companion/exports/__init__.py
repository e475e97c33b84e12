"""Exports of finished matches: tables, archive, BG Stats, and the record in several forms."""
