"""How the things of the game are called in sentences."""

from typing import TYPE_CHECKING, Any

from grognard.core.messages import Catalogue
from grognard.rules.narva import air
from grognard.table import title

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

HIDDEN = -1
"""A unit that the reader may not know."""


def name(game: "Narva", spec: str, value: Any, texts: Catalogue) -> str | None:
    """The name of an argument of a message; None if the game needs no word of its own for it."""
    if spec == "unit":
        return game.units[value].code if value != HIDDEN else texts.text("unit.hidden")
    if spec == "full-name":
        return title(game.units[value].title, texts)
    if spec == "place":
        label, called = game.grid.label(value), game.map.names.get(value)
        return f"{label} ({called})" if called else label
    if spec == "formation":
        return texts.text(f"formation.{sorted(game.formation)[value]}")
    if spec == "air":
        return texts.text(f"air.{value}")
    if spec == "combat":  # an owner's own table may have results that we have no words for
        return texts.text(f"combat.{value}") if texts.has(f"combat.{value}") else ""
    if spec == "rolled":
        return _rolled(texts, *value)
    if spec == "effect":
        effect, side, count = value
        return texts.text(f"effect.{effect}", {"side": side, "count": count}, game)
    return None


def _rolled(texts: Catalogue, die: int, modifier: int, row: int) -> str:
    """A die with what is added to it (14.3.B); beyond the table its last row counts."""
    if not modifier:
        return str(die)
    total = die + modifier
    id = "die.modified" if total == row else "die.beyond"
    return texts.text(id, {"die": die, "by": modifier, "sum": total, "row": row})


def label(game: "Narva", kind: str, arg: int, texts: Catalogue) -> str:
    """Buttons that say what they do and how much it is worth (12.1.1.C)."""
    if kind == "repair":
        return texts.text("label.repair", {"marker": game.markers[arg]}, game)
    if kind == "air":
        mode = "full" if arg % 2 else "normal"
        args = {"air": game.air_units[arg // 2].code, "columns": air.columns(game, arg)}
        return texts.text(f"label.air-{mode}", args, game)
    return ""
