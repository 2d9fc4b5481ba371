"""What is printed on counters, chits and markers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.rules.narva.data import GERMAN, SIDES, AirUnit, Chit, Unit
from grognard.rules.narva.zones import makes_zone
from grognard.table import SIZE_MARKS, Face, Slot

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

NO_ZONE = "●"
"""5.2.C: combat units without a zone bear a dot at the upper left."""
MARKER_SYMBOLS = {
    "pinned": ("warning", "pinned"),
    "out-of-supply": ("warning", "out_of_supply"),
    "isolated": ("danger", "isolated"),
    "activated-last": ("neutral", "moved"),
    "turn": ("marker", "turn"),
}


def faces(game: "Narva") -> dict[str, Face]:
    """Every face that a scene can show, by name."""
    found = dict(_counters(game))
    found |= {air.code: air_face(air) for air in game.air_units}
    found |= {chit.code: chit_face(chit) for chit in game.chits}
    found |= {name: marker_face(name, *look) for name, look in MARKER_SYMBOLS.items()}
    found |= {row.id: marker_face(row.id, "marker", "prepared_defence", row.band)
              for row in game.defending.marker}
    return found | {back_of(side): back(side) for side in SIDES}


def _counters(game: "Narva") -> Iterator[tuple[str, Face]]:
    for number, unit in enumerate(game.units):
        yield unit.code, unit_face(game, number)
        if unit.steps > 1:
            yield f"{unit.code}-reduced", unit_face(game, number, reduced=True)


def unit_face(game: "Narva", number: int, reduced: bool = False) -> Face:
    unit = game.units[number]
    steps = 1 if reduced else unit.steps
    texts = {**_names(unit), **_numbers(unit, reduced)}
    if not unit.hq and not makes_zone(game, number, steps):
        texts["top-left"] = NO_ZONE
    return Face(
        fill=unit.colour,
        band=unit.band,
        symbol=unit.symbol,
        size_mark=SIZE_MARKS.get(unit.size, ""),
        texts=texts,
        steps=steps,
        reduced=reduced,
        label=Message("face.reduced" if reduced else "face.unit", {"unit": number}),
    )


def _names(unit: Unit) -> dict[Slot, str]:
    """Who it is beside the symbol; when or where it starts in the band."""
    found: dict[Slot, str] = {"right": unit.name.removesuffix(" HQ")}
    if unit.formation:
        found["formation"] = unit.formation
    if unit.turn:
        found["set-up"] = f"{unit.turn}{unit.entry}"
    return found


def _numbers(unit: Unit, reduced: bool) -> dict[Slot, str]:
    """Attack, defence and movement; a headquarters has its command range first (4.2.4)."""
    if unit.hq:
        command: dict[Slot, str] = {"attack": f"({unit.command_range})"}
        return {**command, "movement": str(unit.move)} if unit.move else command
    strengths = (unit.attack, unit.defence, unit.move)
    if reduced:
        strengths = (unit.reduced_attack, unit.reduced_defence, unit.reduced_move)
    slots: tuple[Slot, ...] = ("attack", "defence", "movement")
    return dict(zip(slots, map(str, strengths), strict=True))


def air_face(air: AirUnit) -> Face:
    """Columns of a normal and of a full attack (12.0.B)."""
    texts: dict[Slot, str] = {"attack": str(air.normal or "-"), "movement": str(air.full),
                              "right": air.name}
    fill = "luftwaffe" if air.side == GERMAN else "soviet_air"
    return Face(fill=fill, symbol=air.symbol, texts=texts, label=Message(f"air.{air.code}"))


def chit_face(chit: Chit) -> Face:
    """Command chits bear the name of a corps or army, action chits a sign."""
    slot: Slot = "bottom" if chit.symbol else "centre"
    fill = chit.side if chit.side in SIDES else "neutral"
    texts: dict[Slot, str] = {slot: chit.sign} if chit.sign else {}
    return Face(shape="chit", fill=fill, symbol=chit.symbol, texts=texts,
                label=Message(f"chit.{chit.code}"))


def marker_face(name: str, fill: str, symbol: str, band: str = "") -> Face:
    return Face(shape="marker", fill=fill, symbol=symbol, band=band,
                label=Message(f"marker.{name}"))


def back_of(side: str) -> str:
    """The name of the back of a side's counters."""
    return f"hidden-{side}"


def back(side: str) -> Face:
    return Face(fill=side, hidden=True, label=Message(f"face.hidden-{side}"))
