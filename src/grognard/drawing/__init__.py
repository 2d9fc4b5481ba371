"""Maps and counters drawn from data: what each kind looks like stands in `styles/`."""
