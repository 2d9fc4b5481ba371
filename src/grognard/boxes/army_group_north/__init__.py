"""Barbarossa: Army Group North (GMT Games), as data."""
