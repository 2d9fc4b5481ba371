"""14.4.p: the Axis on the islands of the Moonsund, on the map of the campaign."""

import pytest

from grognard.rules.efs import forts, limits, substitutes
from grognard.rules.efs.naval import islands
from grognard.rules.efs.naval.at_sea import Fleets
from grognard.rules.efs.state import FREE
from grognard.rules.efs.substitutes import ChooseRegiment, Detach, Rejoin
from tests.rules.efs.shelf import Shelf
from tests.rules.efs.test_north_campaign import again, cleared, hold

VIRTSU, MUHU = "B1115", "B1016"


def before_muhu(*stores: str) -> Shelf:
    """A battalion in Virtsu that may land, with what supply there is."""
    t = cleared().turn(43).having(weather="dry", side="axis", phase="movement")
    hold(t, "axis", f"{VIRTSU} B1114 B1215 B1214")
    t.put(VIRTSU, "161Rcn", *stores).put("A3918", "3RB")
    for code in stores:
        t.state.set_steps(t.unit(code), 1)
    return t


@pytest.mark.rule("agn:14.4.p/msu")
def test_the_first_landing_takes_a_supply_unit_in_virtsu() -> None:
    t = before_muhu().put(VIRTSU, "BwEng")
    t.ask(Fleets())
    assert t.refused(f"land {MUHU}").code == "no-supply-for-islands"
    t = before_muhu("AxT1").put(VIRTSU, "BwEng")
    t.ask(Fleets()).do(f"land {MUHU}").do("embark BwEng").do("ashore")
    assert t.at("AxT1") == FREE, "spent"
    assert t.state.points[islands.OPENED] == 1
    assert not islands.unpaid(t.game, t.state, "axis"), "the next ones need none"


@pytest.mark.rule("agn:14.4.p/msu")
def test_after_it_no_attack_on_the_islands_needs_supply() -> None:
    t = before_muhu().put("B1015", "58ID").put("B1016", "46/3RB")
    units, target = t.units("58ID"), (t.hex("B1016"),)
    assert not limits.needs_no_supply(t.game, t.state, units, target)
    t.state.points[islands.OPENED] = 1
    assert limits.needs_no_supply(t.game, t.state, units, target) == units
    assert not limits.needs_no_supply(t.game, t.state, units, (t.hex("B1215"),)), "the mainland"


@pytest.mark.rule("agn:14.4.p/split")
def test_in_virtsu_a_division_is_split_to_its_last_step() -> None:
    t = before_muhu().put(VIRTSU, "61ID").put("B2613", "217ID")
    t.ask(Detach())
    for _ in range(4):
        t.do("detach 61ID")
        if isinstance(t.step(), ChooseRegiment):
            t.do("with " + sorted(t.offers("with"))[0])
    assert t.at("61ID") == FREE
    regiments = t.state.set_at(t.hex(VIRTSU)) & t.game.regiments
    assert regiments.bit_count() == 4
    t.state.set_steps(t.unit("217ID"), 1)
    found = substitutes.detach_choices(t.game, t.state)
    assert found.why(t.unit("217ID")).code == "last-step"  # type: ignore[union-attr]
    t.state.put(t.unit("217ID"), t.hex(VIRTSU))
    found = substitutes.detach_choices(t.game, t.state)
    assert found.why(t.unit("217ID")).code == "last-step", "one division"  # type: ignore[union-attr]


@pytest.mark.rule("agn:14.4.p/merge")
def test_on_a_later_turn_regiments_in_the_port_become_the_division_again() -> None:
    t = before_muhu()
    t.state.put(t.unit("61ID"), FREE)
    t.state.set_steps(t.unit("61ID"), 0)
    t.put(VIRTSU, "RSCA", "RSCB", "RSCJ").put("B2613", "RSCC")
    t.state.detached = {t.unit("61ID"): 4}
    t.ask(Rejoin())
    assert not t.state.stack, "not in the phase in which it was split"
    t = again(t)
    t.state.detached = {}
    t.ask(Rejoin())
    assert t.refused("rejoin RSCC").code == "no-division-here"
    for code in ("RSCA", "RSCB", "RSCJ"):
        t.do(f"rejoin {code}").do("with 61ID")
    assert (t.at("61ID"), t.state.steps[t.unit("61ID")]) == (t.hex(VIRTSU), 3)


@pytest.mark.rule("agn:14.4.p/fort")
def test_on_the_islands_any_infantry_breaks_a_strongpoint() -> None:
    t = before_muhu().put("B1016", "RSCA").put("B1215", "RSCB").put("A3917", "110Art")
    for hex in ("B1016", "B1215", "A3917"):
        t.fort(hex)
    assert forts.breaks(t.game, t.state, t.hex("B1016"))
    assert not forts.breaks(t.game, t.state, t.hex("B1215")), "on the mainland as ever"
    assert not forts.breaks(t.game, t.state, t.hex("A3917")), "no infantry"
