"""What one phone may do, one module a subject: each fulfils a part of `companion.contract.actions`."""
