"""The box: maps, counters, tables and scenarios as CSV and TOML."""
