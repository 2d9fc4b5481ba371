"""``grognard boxes``: what is on the shelf."""

from grognard.boxes import catalogue
from grognard.boxes.catalogue import BoxEntry, BrokenEntry
from grognard.cli.output import complain, show_table


def boxes() -> None:
    """List the boxes on the shelf and their scenarios."""
    rows = [row for entry in catalogue.boxes().values() if (row := _row(entry))]
    show_table(("box", "title", "publisher", "rule book", "scenarios"), rows)


def _row(entry: BoxEntry) -> tuple[str, ...] | None:
    """One broken box must not hide the others."""
    try:
        box = entry.box
        return (entry.id, box.title, box.publisher, box.rulebook, " ".join(box.scenarios()))
    except BrokenEntry as fault:
        complain(str(fault))
        return None
