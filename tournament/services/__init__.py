"""Writes: each service is one transaction, with its log entry, expected version and idempotency id."""
