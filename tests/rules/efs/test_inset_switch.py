"""14.8: the campaign begins on map L and goes over to the Leningrad inset."""

import pytest

from grognard.hexes import bits, pack
from grognard.rules.efs import (
    bound_points,
    control,
    entries,
    garrisons,
    replacements,
    routes,
    stacking,
    unknowns,
)
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.inset import approach, area
from grognard.rules.efs.inset.approach import ChooseQuarters
from tests.rules.efs.shelf import Shelf
from tests.rules.efs.test_north_campaign import again, cleared, loaded, north


def near_the_ring(t: Shelf) -> str:
    """A hex of map L next to a transition hex, on clear ground south of the city."""
    ring = t.game.grid.spread(t.game.mega.transition) & ~t.game.mega.repeated & ~t.game.mega.fine
    assert ring >> t.hex("L3509") & 1
    return "L3509"


def garrisoned() -> Shelf:
    """Soviet units on map L within the ring, and a German regiment a way off."""
    t = cleared().turn(35).having(weather="dry")
    t.put("L3507", "70R", "237R").put("L3505", "115AA", "42A").put("L3512", "58ID", "8/3M")
    return t.fort("L3507")


def test_every_hex_of_the_area_has_a_mega_hex_and_back() -> None:
    mega, grid = loaded().mega, loaded().grid
    assert mega.repeated.bit_count() == 40
    assert set(mega.hexes) == set(bits(mega.repeated))
    for home, hexes in mega.hexes.items():
        assert hexes.bit_count() == 7
        assert {mega.home(hex) for hex in bits(hexes)} == {home}
    ring = grid.spread(mega.repeated) & ~mega.repeated & ~mega.fine
    inner = mega.repeated & grid.spread(ring)
    assert not inner & ~mega.transition, "whoever touches the outside is a transition hex"


@pytest.mark.rule("agn:14.8.c/garrison")
def test_garrisons_stand_on_the_inset_until_they_are_free() -> None:
    t = north()
    assert t.at("13NKVD") == t.hex("In2010")
    t = cleared().turn(34).put("L2213", "58ID").put("In2208", "Mil.6", "23NKVD")
    t.state.garrison = t.units("Mil.6", "23NKVD")
    garrisons.release(t.game, t.state, 1 << t.hex("In2208"), "13.6.2.d", t.units("Mil.6"))
    assert t.at("23NKVD") == t.hex("In2208"), "the mega-hex still has a garrison"
    garrisons.release(t.game, t.state, 1 << t.hex("In2208"), "13.6.2.d")
    assert t.at("Mil.6") == t.hex("L3606")
    t = cleared().turn(34).put("L2213", "58ID").put("In2208", "23NKVD")
    t.state.garrison = t.units("23NKVD")
    t.state.points[area.REACHED] = 1
    garrisons.release(t.game, t.state, 1 << t.hex("In2208"), "13.6.2.d")
    assert t.at("23NKVD") == t.hex("In2208"), "on the inset once it is in use"


@pytest.mark.rule("agn:14.8.c/reinforce", "agn:14.8.c/turn33")
def test_arrivals_come_onto_map_l_then_onto_either_then_onto_the_inset() -> None:
    t = cleared().put("L2213", "58ID")
    city, streets = t.game.map.areas["leningrad"], t.game.ground.major_cities & t.game.mega.fine
    for turn, reached, wanted in ((32, 0, city), (33, 0, city | streets), (33, 1, streets),
                                  (20, 1, streets)):
        t.turn(turn).state.points[area.REACHED] = reached
        assert entries.entry_hexes(t.game, t.state, t.unit("1KV")) == wanted
    t = cleared().turn(31).put("L2213", "58ID").having(weather="dry")
    t.state.due = {t.unit("2KV"): 31}
    t.state.side = "soviet"
    t.ask(CallArrivals())
    t = again(t)
    t.moves("soviet").do("enter 2KV")
    assert t.offers("at")
    assert not any(label.startswith("In") for label in t.offers("at"))


@pytest.mark.rule("agn:14.8.c/ur")
def test_drawn_units_are_laid_within_five_hexes_of_the_city_on_map_or_inset() -> None:
    t = cleared().turn(36).put("L2213", "58ID")
    for unit in bits(t.game.tokens):
        t.state.put(unit, -8)
    unknowns.set_up(t.game, t.state)
    found = bound_points.sites(t.game, t.state)
    city = t.game.map.areas["leningrad"]
    near = city
    for _ in range(5):
        near |= t.game.grid.spread(near & ~t.game.mega.fine) & ~t.game.mega.fine
    assert found >> t.hex("L3310") & 1
    assert found >> t.hex("In2713") & 1
    assert not found & ~near & ~t.game.mega.fine
    assert not found >> t.hex("L3222") & 1


@pytest.mark.rule("agn:14.8.d")
def test_when_the_axis_comes_next_to_the_ring_the_soviets_go_onto_the_inset() -> None:
    t = garrisoned()
    t.moves().do("move 8/3M")
    beside = near_the_ring(t)
    assert not any(label.startswith("In") for label in t.offers("to"))
    t.do(f"via {beside}")
    assert isinstance(t.step(), ChooseQuarters)
    assert (t.asked(), area.is_reached(t.state)) == ("soviet", True)
    assert t.refused("at In1108").code == "another-mega-hex"
    for _ in range(4):
        t.do("at " + sorted(t.offers("at"))[0])
    assert not approach.left_behind(t.game, t.state)
    assert t.asked() == "axis", "who goes on with his move"
    assert {t.game.mega.home(t.at("70R")), t.game.mega.home(t.at("237R"))} == {t.hex("L3507")}
    assert t.state.forts[t.at("70R")] == "soviet", "a strongpoint goes with its units"
    assert t.hex("L3507") not in t.state.forts
    for hex in t.state.stacks:
        assert stacking.room(t.game, t.state, hex) >= 0
    assert len(t.heard("inset-reached")) == 1
    t.do("stay").do("move 58ID")
    assert t.allowed("to In3011")


def test_the_axis_does_not_enter_the_inset_before() -> None:
    t = garrisoned().put("L3810", "10/8Pz")
    t.state.points.pop(area.REACHED, None)
    t.moves().do("move 10/8Pz")
    fine = next(bits(t.game.grid.spread(1 << t.hex("L3810")) & t.game.mega.fine), None)
    label = t.game.grid.label(fine) if fine is not None else "In3011"
    assert t.refused(f"to {label}").code == "inset-not-yet"


def test_finns_who_wait_and_supply_do_not_bring_it_about() -> None:
    t = cleared().turn(38).put("L3505", "70R")
    for code, hex in (("10D", "L3501"), ("AxT1", "L3509")):
        t.state.place(t.game, t.unit(code), t.hex(hex))
    assert not area.is_reached(t.state)
    t.state.place(t.game, t.unit("58ID"), t.hex("L3509"))
    assert area.is_reached(t.state)


@pytest.mark.rule("agn:14.8.d/markers")
def test_who_held_a_transition_hex_stays_known() -> None:
    t = garrisoned()
    ring = t.game.mega.transition
    before = t.state.axis_land & ring
    t.state.place(t.game, t.unit("58ID"), t.hex("L3509"))
    control.settle(t.game, t.state)
    assert t.state.axis_land & ring == before
    assert not control.land_of(t.game, t.state, "soviet") & ring, "but nobody uses it"


@pytest.mark.rule("agn:14.8.e")
def test_afterwards_nothing_appears_on_the_map_within_the_ring() -> None:
    t = cleared().turn(40).put("C1717", "61ID").put("In2010", "42A")
    inner = t.game.mega.repeated
    before = replacements.cities(t.game, t.state, t.unit("70R"))
    assert before & inner
    t.state.points[area.REACHED] = 1
    after = replacements.cities(t.game, t.state, t.unit("70R"))
    assert after & t.game.mega.fine
    assert not after & inner
    assert not entries.open_cities(t.game, t.state, "soviet") & inner
    assert not routes.cities(t.game, t.state, "soviet") & inner
    t.state.axis_rail |= t.game.ground.rail_hexes & t.game.map.areas["l_east_edge"]
    works = {t.game.grid.label(hex) for hex in bits(
        replacements.tank_makers(t.game, t.state))}
    assert works == {"In2112", "In2707"}
    assert pack(map(t.hex, works)) & ~inner
