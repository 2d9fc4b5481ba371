"""Chapter 1: what lies between two hexes is named where it is the reason, not the distance."""

import pytest

from grognard.rules.eastfront.command import CommandPhase, HeadquartersDecide
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.table import table

BETWEEN = pytest.mark.parametrize(("hex", "to", "code", "rule"), [
    ("Narva", "Narva_E1", "side-closed", "1.37a"),
    ("Tartu", "Pskov", "side-closed", "1.38a"),
    ("Melitopol", "Perekop", "side-closed", "1.6b"),
    ("Grozny", "Tbilisi_E1", "side-closed", "1.35e"),
    ("Ventspils_SW1", "Ventspils_W1", "closed-ground", "1.37a"),
])


@BETWEEN
def test_a_deployment_over_a_closed_side(hex: str, to: str, code: str, rule: str) -> None:
    t = table().put(hex, "AGS:2").held("axis", to).phase("axis", "command").ask(CommandPhase())
    ruling = t.do("activate AGS").refused(f"shift {to}")
    assert (ruling.code, ruling.rule) == (code, f"eastfront:{rule}")


@BETWEEN
def test_a_mobile_headquarters_at_a_closed_side(hex: str, to: str, code: str, rule: str) -> None:
    t = table().put(hex, "AGS:2").held("axis", to).phase("axis", "movement").active("AGS")
    ruling = t.ask(HeadquartersDecide()).do("mobile AGS").refused(f"to {to}")
    assert (ruling.code, ruling.rule) == (code, f"eastfront:{rule}")


def test_nobody_disengages_over_a_lake() -> None:
    t = table().put("Tartu", "5AK", "6AK", "3A:1").battle("Tartu", "soviet").put("Pskov", "8AK")
    t.put("Riga", "AGN:3").phase("axis", "movement").active("AGN").ask(MovementPhase())
    ruling = t.do("move 5AK").refused("leave Pskov")
    assert (ruling.code, ruling.rule) == ("side-closed", "eastfront:1.38a")
