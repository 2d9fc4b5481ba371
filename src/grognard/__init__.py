"""Hex-and-counter wargames with every rule kept by the machine."""
