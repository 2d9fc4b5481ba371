"""How the things of the series are called in sentences."""

from typing import TYPE_CHECKING, Any

from grognard.core.messages import Catalogue
from grognard.rules.efs.data import SeaZone, Unit

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def name(game: "EastFrontSeries", spec: str, value: Any, texts: Catalogue) -> str | None:
    """The name of an argument of a message; None if the game needs no word of its own for it."""
    if spec == "full-name":
        row: Unit = game.units[value]
        return row.name_fr if texts.language == "fr" else row.name
    if spec == "town":  # a town by its name, with its hex
        town = game.map.names.get(value, "")
        return f"{town} ({game.grid.label(value)})" if town else game.grid.label(value)
    if spec == "way":
        kind, length = value
        return texts.text(f"way.{kind}", {"length": length})
    if spec == "zone":  # how a sea zone or a box beside the sea is called
        zone: SeaZone = game.charts.sea_zones[value]
        return zone.name_fr if texts.language == "fr" else zone.name
    if spec in ("storm", "advantage"):  # nothing is said of what is not there
        return texts.text(f"{spec}.{value}") if value else ""
    if spec in ("formation", "unit-type"):
        return _printed(spec, value, texts)
    return None


def _printed(spec: str, value: str, texts: Catalogue) -> str:
    """What a counter prints, in words; an owner's own counters may print what we have no word for.
    """
    id = f"{spec}.{slug(value)}"
    return texts.text(id) if texts.has(id) else value


def slug(printed: str) -> str:
    """
    >>> slug("LVI Pz Corps, 4th Pz Group"), slug("PzGr2/XXIV")
    ('lvi-pz-corps-4th-pz-group', 'pzgr2-xxiv')
    """
    letters = (letter if letter.isalnum() else " " for letter in printed.lower())
    return "-".join("".join(letters).split())
