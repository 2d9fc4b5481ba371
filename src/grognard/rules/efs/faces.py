"""What is printed on counters and markers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.rules.efs import strengths
from grognard.rules.efs.data import AirUnit, Unit
from grognard.rules.efs.words import AXIS, SIDES
from grognard.table import SIZE_MARKS, Face, Slot

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

SYMBOLS = {
    "infantry division": "infantry", "infantry": "infantry", "security": "security",
    "armour": "armour", "motorised infantry": "motorised", "reconnaissance": "armoured_recon",
    "motorcycle": "motorcycle", "motorised engineer": "engineer", "engineer": "engineer",
    "artillery": "artillery", "siege artillery": "artillery", "naval artillery": "naval",
    "coastal artillery": "naval", "rocket": "rocket", "anti-tank": "anti_tank",
    "anti-aircraft": "anti_aircraft", "cavalry": "cavalry", "airborne": "airborne",
    "ski infantry": "ski", "HQ": "hq", "armoured train": "train", "bridge": "bridge",
    "supply counter": "supply", "substitute regiment": "infantry", "militia": "militia",
    "fortified region": "fortress", "partisan": "partisan",
    "battleship": "ship", "cruiser": "ship", "destroyer": "ship", "flotilla": "ship",
}  # fmt: skip
AIR_SYMBOLS = {"fighter": "fighter", "bomber": "bomber", "dummy": "recon_aircraft"}
NO_ZONE = "●"
"""The band: no zone of control (3.3.1)."""
MARKERS = {
    "emergency": ("warning", "out_of_supply"), "unsupplied": ("danger", "isolated"),
    "overrun": ("danger", "routed"), "activated": ("marker", "moved"),
    "step-loss": ("warning", "disrupted"), "replacement": ("marker", "supply"),
    "garrison": ("neutral", "fortress"), "nonoperational": ("danger", "pinned"),
    "strongpoint": ("marker", "prepared_defence"), "building": ("neutral", "entrenched"),
    "attack": ("danger", "fired"), "order": ("warning", "pinned"),
    "interdiction-1": ("warning", "ground_attack"), "interdiction-2": ("danger", "ground_attack"),
    "railhead": ("marker", "rail_head"), "rail-cut": ("danger", "rail_cut"),
    "breached": ("neutral", "disrupted"), "turn": ("marker", "turn"),
    "no-retreat": ("warning", "pinned"),
    "extended-retreat": ("warning", "routed"), "do-not-move": ("neutral", "pinned"),
}  # fmt: skip


def faces(game: "EastFrontSeries") -> dict[str, Face]:
    """Every face that a scene can show, by name."""
    found = dict(_counters(game))
    found |= {air.code: air_face(number, air) for number, air in enumerate(game.air_units)}
    found |= {name: Face(shape="marker", fill=fill, symbol=symbol,
                         label=Message(f"marker.{name}"))
              for name, (fill, symbol) in MARKERS.items()}
    return found | {f"hidden-{side}": Face(fill=air_fill(side), hidden=True,
                                           label=Message(f"face.hidden-{side}"))
                    for side in SIDES}


def _counters(game: "EastFrontSeries") -> Iterator[tuple[str, Face]]:
    for number, unit in enumerate(game.units):
        for steps in range(1, max(unit.steps, 1) + 1):
            yield face_id(unit, steps), unit_face(number, unit, steps)
        if "supply" in unit.traits:
            yield face_id(unit, 2), unit_face(number, unit, 2)


def face_id(unit: Unit, steps: int) -> str:
    return f"{unit.code}-{steps}"


def unit_face(number: int, unit: Unit, steps: int) -> Face:
    """The side that is up with so many steps left."""
    reduced = strengths.is_reduced(unit, steps)
    return Face(
        fill=fill_of(unit), symbol=SYMBOLS.get(unit.type, "infantry"),
        size_mark=SIZE_MARKS.get(unit.size, ""), band="red" if "guards" in unit.traits else "",
        texts={**_names(unit, steps), **_numbers(unit, steps)}, steps=steps, reduced=reduced,
        label=Message("face.reduced" if reduced else "face.unit", {"unit": number}),
    )


def fill_of(unit: Unit) -> str:
    if "ss" in unit.traits:
        return "german_ss"
    if unit.side == AXIS:
        return "german" if unit.nation == "de" else "finnish"
    return "soviet_guards" if "guards" in unit.traits else "soviet"


def _names(unit: Unit, steps: int) -> dict[Slot, str]:
    found: dict[Slot, str] = {"right": unit.code.partition("/")[0]}
    if unit.division:
        found["formation"] = unit.code.partition("/")[2] or unit.division
    if strengths.banded(unit, steps) and not unit.hq and "supply" not in unit.traits:
        found["top-left"] = NO_ZONE
    return found


def _numbers(unit: Unit, steps: int) -> dict[Slot, str]:
    """Attack, defence and movement; guns show support and range, headquarters their command."""
    if unit.hq:
        return {"attack": f"({unit.command})", "movement": str(unit.move)}
    if "supply" in unit.traits:
        return {"centre": str(steps), "movement": str(unit.move if steps == 1 else 0)}
    attack = f"{strengths.support_of(unit, steps)}({unit.range})" if unit.support else str(
        strengths.attack_of(unit, steps))
    return {"attack": attack, "defence": str(strengths.defence_of(unit, steps)),
            "movement": str(strengths.move_of(unit, steps))}


def air_fill(side: str) -> str:
    return "luftwaffe" if side == AXIS else "soviet_air"


def air_face(number: int, air: AirUnit) -> Face:
    """Air combat, close support and interdiction."""
    texts: dict[Slot, str] = {"right": air.aircraft or "?", "attack": str(air.rating),
                              "defence": str(air.support), "movement": str(air.interdiction)}
    return Face(fill=air_fill(air.side), symbol=AIR_SYMBOLS[air.kind],
                texts={} if air.kind == "dummy" else texts,
                label=Message("face.air", {"air": number}))
