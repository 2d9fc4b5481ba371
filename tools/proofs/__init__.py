"""Proofs too long for the tests: each goes on after the last row that it has kept."""
