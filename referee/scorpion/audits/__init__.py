"""What can be proved against declarations afterwards (ledger section 8): `findings.findings`."""
