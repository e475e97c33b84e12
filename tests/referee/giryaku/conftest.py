"""Marks of the rules' tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(id, ...): the clauses of a rules ledger that this test stands for")
