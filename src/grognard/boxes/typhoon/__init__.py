"""Typhoon! (GMT Games), as data."""
