"""The steps from one version of the tables to the next; applied when the store opens.

A new step is a file in `versions/` that goes from the last one to the next, and raises `HEAD`. It runs in
one transaction, with SQLite's references unchecked so that tables may be rebuilt (`op.batch_alter_table`).
"""

HEAD = "0011"
"""The revision that this version of the tables is; a test holds it to the last step's."""
