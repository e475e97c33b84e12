"""Evenings in which all goes wrong that can, with a report: `python -m tests.chaos [--seconds N] [--seed N]`.

`host` is the host's process, `proxy` the bad network between, `phones` the people who only wait for their screens to
come back, `mishaps` what goes wrong, `evening` plays and counts.
"""
