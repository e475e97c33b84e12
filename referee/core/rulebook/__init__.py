"""What comes along in files: rules as clauses (`Rulebook`), words in `catalogues`, and which games are `announced`."""

from referee.core.rulebook.rulebook import TABLE_CLAUSES, Rulebook, RulebookError, read_clauses

__all__ = ["TABLE_CLAUSES", "Rulebook", "RulebookError", "read_clauses"]
