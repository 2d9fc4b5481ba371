"""A block is told that it stands where it would go, not that no way leads there."""

from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fleets import sailing, shores
from tests.rules.eastfront.table import table


def test_a_train_to_where_the_block_stands() -> None:
    t = table().put("Voronezh", "3A").put("Moscow", "STAVKA:2").phase("soviet", "movement")
    t.active("STAVKA", supreme_moves=4).ask(MovementPhase())
    ruling = t.do("rail 3A").refused("to Voronezh")
    assert (ruling.code, ruling.rule) == ("stands-there", "eastfront:6.53a")


def test_a_landing_in_the_port_it_sails_from() -> None:
    t = sailing(shores("Sevastopol", "3A UkrF"), "UkrF").do("invade 3A")
    ruling = t.refused("to Sevastopol")
    assert (ruling.code, ruling.rule) == ("stands-there", "eastfront:15.42a")


def test_an_evacuation_to_the_port_where_the_block_is() -> None:
    t = sailing(shores("Sevastopol", "3A UkrF", Batumi="SouF"), "UkrF", "SouF").do("evacuate 3A")
    ruling = t.refused("to Sevastopol")
    assert (ruling.code, ruling.rule) == ("stands-there", "eastfront:15.6a")
