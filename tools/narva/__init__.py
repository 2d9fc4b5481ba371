"""Rebuilds the map of Across the Narva from the hand-typed inputs beside it."""
