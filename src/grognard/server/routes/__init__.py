"""The endpoints; ``docs/api.md`` describes them."""
