"""The engine: decisions, steps, rulings, chance, events, views."""
