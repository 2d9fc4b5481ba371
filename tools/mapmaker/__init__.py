"""Makes the sheets of a map out of hand-typed inputs; see README.md."""
