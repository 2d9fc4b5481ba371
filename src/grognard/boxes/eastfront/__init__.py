"""EastFront (Columbia Games), as data."""
