"""Across the Narva (Revolution Games), as data."""
