"""What can be proved about declarations afterwards (ledger section 8): `intruders.findings`."""
