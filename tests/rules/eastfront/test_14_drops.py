"""Sections 14.2 and 14.3: airborne HQs and where they drop paratroops."""

import pytest

from grognard.rules.eastfront.command import HeadquartersDecide, HeadquartersStandUp, radius
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.sequence import EndOfTurn
from tests.rules.eastfront.airfields import FIELD, airborne, airfield, commands, moves
from tests.rules.eastfront.fights import combat
from tests.rules.eastfront.setups import game_of, set_up
from tests.rules.eastfront.table import table

# -- the airborne HQ (14.2) -------------------------------------------------------------------


@pytest.mark.rule("eastfront:14.2a")
def test_14_2a_an_airborne_hq_gives_up_everything_else() -> None:
    t = commands(airfield("UkrF", "4Para", "3A").put("Kursk", "5AK", "6A").battle("Kursk", "axis"))
    t.do("activate UkrF").do("airborne")
    assert [event.units for event in t.heard("airborne")] == [(t.unit("UkrF"),)]
    moves(t.phase("soviet", "movement"))
    ruling = t.refused("move 3A")
    assert (ruling.code, ruling.rule) == ("out-of-radius", "eastfront:4.42a")
    assert t.offers("drop") == {"4Para"}
    t.ask(HeadquartersDecide())
    assert t.step() is None  # it may not even mobilise
    combat(t.phase("soviet", "combat"))
    ruling = t.refused("strike UkrF")
    assert (ruling.code, ruling.rule) == ("airborne-headquarters", "eastfront:14.2a")
    assert radius(t.game, t.state, t.unit("UkrF")) == 0


@pytest.mark.rule("eastfront:14.2a")
def test_14_2a_other_hqs_mobilise_the_airborne_one_does_not() -> None:
    t = airborne(airfield().put("Tambov", "SouF"), also="SouF").ask(HeadquartersDecide())
    assert t.offers("mobile") == {"SouF"}
    ruling = t.refused("mobile UkrF")
    assert (ruling.code, ruling.rule) == ("airborne-headquarters", "eastfront:14.2a")


@pytest.mark.rule("eastfront:14.2a", "eastfront:14.3b")
def test_14_2a_an_airborne_stavka_has_no_supreme_moves() -> None:
    t = commands(airfield("STAVKA", "4Para")).do("activate STAVKA").do("airborne")
    assert t.state.supreme_moves == 0
    t = commands(airfield("STAVKA", "4Para")).do("activate STAVKA").do("stay")
    assert t.state.supreme_moves == 8


@pytest.mark.rule("eastfront:14.2a")
def test_14_2a_the_drop_costs_the_hq_a_step_as_any_activation() -> None:
    t = airborne(airfield("UkrF:2", "4Para"))
    t.ask(HeadquartersStandUp())
    assert (t.cv("UkrF"), t.state.airborne) == (1, 0)


@pytest.mark.rule("eastfront:14.2a")
def test_14_2a_for_one_player_turn() -> None:
    t = airborne(airfield()).ask(EndOfTurn())
    assert t.state.airborne == 0


@pytest.mark.rule("eastfront:14.2b")
def test_14_2b_the_hq_stands_with_the_paratroops_already() -> None:
    t = commands(table().put(FIELD, "4Para").put("Gryazi", "UkrF").put("Tambov", "3A"))
    t.do("activate UkrF")
    ruling = t.refused("airborne")
    assert (ruling.code, ruling.rule) == ("no-paratroops-there", "eastfront:14.2b")
    t.do(f"shift {FIELD}")
    ruling = moves(t.phase("soviet", "movement")).refused("drop 4Para")
    assert (ruling.code, ruling.rule) == ("no-airborne-headquarters", "eastfront:14.2b")


@pytest.mark.rule("eastfront:14.2b")
def test_14_2b_not_out_of_a_battle() -> None:
    t = commands(airfield("UkrF", "4Para", "5AK").battle(FIELD, "axis"))
    t.do("activate UkrF")
    assert t.refused("airborne").code == "paratroops-engaged"
    t = airfield("UkrF", "4Para", "5AK").battle(FIELD, "axis").put("Tambov", "SouF", "3A")
    moves(airborne(t, also="SouF"))
    ruling = t.refused("drop 4Para")
    assert (ruling.code, ruling.rule) == ("paratroops-engaged", "eastfront:14.2b")


@pytest.mark.rule("eastfront:14.2b")
def test_14_2b_in_mud_too_where_no_hq_deploys() -> None:
    t = commands(airfield().weather("mud"))
    assert t.do("activate UkrF").offers("airborne") == {"airborne"}
    assert not t.offers("shift")


@pytest.mark.rule("eastfront:14.2c")
def test_14_2c_an_airborne_blitz_hq_has_no_normal_command_later() -> None:
    t = commands(airfield("UkrF", "4Para", "3A")).do("blitz UkrF").do("airborne")
    moves(t.phase("soviet", "movement")).do("drop 4Para to Kursk_NE1")
    t.ask(HeadquartersStandUp())
    assert t.state.active == t.state.airborne == t.units("UkrF")
    t.phase("soviet", "blitz-movement").ask(MovementPhase(blitz=True))
    assert t.step() is None  # nobody is commanded, and the one corps has dropped


@pytest.mark.rule("eastfront:14.2c")
def test_14_2c_the_second_drop_comes_with_the_blitz() -> None:
    t = commands(airfield()).do("blitz UkrF").do("airborne").ask(HeadquartersStandUp())
    t.phase("soviet", "blitz-movement").ask(MovementPhase(blitz=True))
    assert t.offers("drop") == {"4Para"}
    assert t.do("drop 4Para to Kastornoye").where("4Para") == "Kastornoye"


@pytest.mark.rule("eastfront:14.1")
def test_14_1_without_the_option_they_are_infantry() -> None:
    t = commands(airfield(paratroops=False)).do("activate UkrF")
    ruling = t.refused("airborne")
    assert (ruling.code, ruling.rule) == ("no-drops-played", "eastfront:14.1")
    ruling = moves(t.phase("soviet", "movement")).refused("drop 4Para")
    assert (ruling.code, ruling.rule) == ("no-drops-played", "eastfront:14.1")
    assert t.allowed("move 4Para")


# -- where to (14.3) --------------------------------------------------------------------------


@pytest.mark.rule("eastfront:14.3a")
@pytest.mark.parametrize(("cv", "weather", "reach"), [(2, "dry", 2), (1, "dry", 1), (2, "mud", 1),
                                                      (2, "snow", 2)])
def test_14_3a_as_far_as_the_hq_could_strike(cv: int, weather: str, reach: int) -> None:
    t = airborne(airfield(f"UkrF:{cv}", "4Para").put("Kastornoye", "5AK").put("Kursk", "6AK"),
                 weather=weather)
    moves(t).do("drop 4Para")
    near = t.game.grid.disk(t.hex(FIELD), reach) & ~(1 << t.hex(FIELD))
    assert sum(1 << t.hex(hex) for hex in t.offers("to")) == near  # enemies or not
    ruling = t.refused("to Kharkov")
    assert (ruling.code, ruling.rule) == ("out-of-drop-range", "eastfront:14.3a")
    assert t.refused(f"to {FIELD}").code == "drops-elsewhere"


@pytest.mark.rule("eastfront:14.3a")
def test_14_3a_an_hq_without_strength_drops_nobody() -> None:
    ruling = commands(airfield("UkrF:0", "4Para")).do("activate UkrF").refused("airborne")
    assert (ruling.code, ruling.rule) == ("too-weak-to-drop", "eastfront:14.3a")
    ruling = moves(airborne(airfield("UkrF:0", "4Para").put("Gryazi", "SouF"), also="SouF")
                   ).refused("drop 4Para")
    assert (ruling.code, ruling.rule) == ("nowhere-to-drop", "eastfront:14.3a")


@pytest.mark.rule("eastfront:14.3b")
def test_14_3b_stavka_drops_twice_as_far() -> None:
    t = moves(airborne(airfield("STAVKA:3", "4Para"), "STAVKA")).do("drop 4Para")
    far = [t.game.grid.distance(t.hex(FIELD), t.hex(hex)) for hex in t.offers("to")]
    assert max(far) == 6


@pytest.mark.rule("eastfront:1.35d")
def test_1_35d_no_drops_in_mountains() -> None:
    t = table().put("Sukhumi", "UkrF", "4Para")
    moves(airborne(t)).do("drop 4Para")
    ruling = t.refused("to Sukhumi_NE1")
    assert (ruling.code, ruling.rule) == ("no-drop-there", "eastfront:1.35d")


@pytest.mark.rule("eastfront:14.3a", "eastfront:6.21a")
def test_14_3a_neither_into_the_sea_nor_into_a_full_hex() -> None:
    t = moves(airborne(airfield().put("Gryazi", "3A", "13A", "5A", "6A"))).do("drop 4Para")
    assert t.refused("to Gryazi").code == "stack-full"
    t = moves(airborne(table().put("Sukhumi", "UkrF", "4Para"))).do("drop 4Para")
    sea = next(t.game.grid.label(hex) for hex in t.game.grid.neighbours(t.hex("Sukhumi"))
               if not t.game.ground.land >> hex & 1)
    assert t.refused(f"to {sea}").code == "closed-ground"


@pytest.mark.rule("eastfront:14.3a")
def test_14_3a_who_may_drop() -> None:
    t = moves(airborne(airfield("UkrF", "4Para", "3A").put("Gryazi", "SouF", "13A"), also="SouF"))
    assert t.refused("drop 3A").code == "no-paratroops"
    assert t.refused("drop 5AK").code == "no-paratroops"
    t.do("drop 4Para to Kastornoye")
    assert t.refused("drop 4Para").code == "dispersed"


@pytest.mark.rule("eastfront:14.3a", "eastfront:6.1c")
def test_14_3a_one_move_in_a_phase() -> None:
    t = moves(airborne(airfield().put("Gryazi", "SouF", "3A"), also="SouF"))
    t.do("move 4Para stay")
    assert t.refused("drop 4Para").code == "moved-already"


@pytest.mark.rule("eastfront:14.3a", "eastfront:6.1d")
def test_14_3a_not_after_a_journey_by_rail() -> None:
    t = airborne(airfield().put("Gryazi", "SouF", "3A"), also="SouF")
    t.state.strategic = t.units("4Para")
    t.ask(MovementPhase(blitz=True))
    assert t.refused("drop 4Para").code == "railed-already"


@pytest.mark.rule("eastfront:14.2b")
def test_14_2b_the_automatic_set_up_keeps_an_hq_with_the_paratroops() -> None:
    play = set_up("w41")
    at, game = play.state.at, game_of(play)
    here = game.hqs & sum(1 << unit for unit in play.state.units_at(at[game.number["4Para"]]))
    assert here.bit_count() == 1
