"""One river, two villages, a handful of counters: a whole game small enough to copy."""
