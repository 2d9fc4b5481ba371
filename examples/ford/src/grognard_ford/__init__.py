"""The Ford on the Lesna: a box of nothing but files."""
