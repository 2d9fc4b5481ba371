"""What the table shows of the sea: ships, boxes, ports."""

import pytest

from grognard.core.game import View
from grognard.rules.efs.state import EfsState
from tests.rules.efs.drill import foot
from tests.rules.efs.harbour import Harbour, boats, harbour, ship

X = foot("x", 2, 2, side="soviet")


def view(t: Harbour) -> View[EfsState]:
    return t.game.view(t.state, "soviet")


def shown(t: Harbour) -> dict[str, tuple[str, str]]:
    """Every piece: where it lies and its face."""
    return {piece.token: (piece.at, piece.face) for piece in t.game.table.pieces(view(t))}


def test_ships_lie_in_their_ports_with_the_side_that_is_up() -> None:
    t = harbour(ship("Kirov"), boats("MO"), X).put("0803", "Kirov-").put("0802", "MO")
    assert shown(t)["Kirov"] == ("hex:0803", "Kirov-1")
    assert shown(t)["MO"] == ("hex:0802", "MO-1")
    faces = t.game.table.faces()
    assert faces["Kirov-2"].symbol == faces["MO-1"].symbol == "ship"
    assert faces["Kirov-2"].texts["attack"] == "3(4)"
    assert faces["Kirov-1"].texts["attack"] == "2(4)"


def test_the_boxes_beside_the_sea_hold_their_counters() -> None:
    t = harbour(ship("Emden", side="axis"), X).boxed_in("Baltic", "Emden").boxed_in("Hango", "x")
    assert shown(t)["Emden"][0] == "box:Baltic"
    assert shown(t)["x"][0] == "box:Hango"
    panel = next(panel for panel in t.game.table.layout().panels if panel.id == "sea")
    assert set(panel.places) == {"box:Baltic", "box:Hango"}


@pytest.mark.parametrize(("hex", "name", "handles", "feeds"), [
    ("0803", "port-major", "16", "∞"), ("0903", "port-minor", "8", "15"),
    ("1203", "port-anchorage", "4", "10")])
def test_the_card_of_a_hex_tells_of_its_port(hex: str, name: str, handles: str,
                                             feeds: str) -> None:
    t = harbour(X)
    facts = {fact.label.id: fact.value for fact in t.game.table.about_hex(t.hex(hex))}
    assert (facts[f"fact.{name}"], facts["fact.port-feeds"]) == (handles, feeds)
    inland = {fact.label.id for fact in t.game.table.about_hex(t.hex("0606"))}
    assert not any("port" in id for id in inland)


def test_the_transport_that_is_left() -> None:
    t = harbour(X).put("0803", "x").fleets()
    gauges = {(gauge.id, gauge.side): (gauge.value, gauge.top)
              for gauge in t.game.table.gauges(view(t))}
    assert gauges["transport", "soviet"] == (8, 8)
    assert gauges["transport", "axis"] == (3, 3)
    t.do("ship x port 0903")
    (left,) = [gauge.value for gauge in t.game.table.gauges(view(t))
               if (gauge.id, gauge.side) == ("transport", "soviet")]
    assert left == 7


def test_waters_are_offered_by_their_names() -> None:
    t = harbour(X)
    zone = next(number for number, row in enumerate(t.game.charts.sea_zones) if row.id == "Hango")
    names = [t.game.table.label("zone", zone, t.game.catalogue(language))
             for language in ("en", "fr")]
    row = t.game.charts.sea_zones[zone]
    assert names == [row.name, row.name_fr]


def test_at_sea_only_land_moves_are_called_over() -> None:
    """A table shows what is refused with a reason of its own: nothing else may claim this one."""
    t = harbour(X, ship("Kirov")).put("0803", "x", "Kirov").fleets()
    assert t.refused("move x to 0804").code == "land-moves-over"
    assert {t.refused(said).code for said in ("stay", "set", "fight", "engineers", "ration")} == {
        "asked-otherwise"}
