"""The figures of `make bench`, one JSON line each: `python -m tests.bench [ruling|told|load|memory|start …]`."""
