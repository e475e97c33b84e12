"""The steps from one version of the tables to the next; applied when the store opens."""

HEAD = "0001"
"""The revision that this version of the tables is; a test holds it to the last step's."""
