"""The laboratory: random games by the thousand, measured, counted and checked."""
