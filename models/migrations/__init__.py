"""The migrations from one version of the tables to the next; applied when the store opens.

A new one is a file in `versions/` that starts from the last one; `HEAD` then names it. It runs in one transaction, with
SQLite's references unchecked so that tables may be rebuilt (`op.batch_alter_table`).
"""

HEAD = "0011"
"""The revision of this version's tables; a test compares it with the last migration."""
