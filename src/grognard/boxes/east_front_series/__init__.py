"""Charts that the games of the East Front Series share; no box by itself."""
