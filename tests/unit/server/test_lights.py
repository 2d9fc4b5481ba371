"""What lights up in the charts, on its way to the client."""

from random import Random

import pytest
from starlette.testclient import TestClient

from tests.unit.server.tables import Plain, Table, new_table


def whole(client: TestClient, table: Table) -> dict[str, list[list[str]]]:
    charts = client.get(table.game["table"]).json()["charts"]
    return {chart["id"]: chart["rows"] for chart in charts}


def is_on(charts: dict[str, list[list[str]]], light: Plain) -> bool:
    rows = charts[light["chart"]]
    fits = 0 <= light.get("row", 0) < len(rows) and 0 <= light.get("column", 0) < len(rows[0])
    return fits and ("row" in light or "column" in light)


@pytest.mark.parametrize(("box", "scenario"), [("narva", "krivasoo"), ("miniature", "bridgehead")])
def test_every_light_falls_on_a_chart(installed: TestClient, box: str, scenario: str) -> None:
    table = new_table(installed, box=box, scenario=scenario)
    charts = whole(installed, table)
    table.play_on(Random(3), 60)
    for seat in table.seats.values():
        state = seat.state()
        read = [light for line in state["log"]["lines"] for light in line.get("lit", [])]
        assert state["scene"]["lit"]
        assert all(is_on(charts, light) for light in [*state["scene"]["lit"], *read])


def test_a_hex_tells_its_rows_of_the_charts(installed: TestClient) -> None:
    table = new_table(installed, box="narva", scenario="krivasoo")
    hex = installed.get(table.game["table"]).json()["maps"][0]["hexes"]["n"][0]
    told = installed.get(f"{table.game['table']}/hexes/narva/{hex}").json()
    charts = whole(installed, table)
    assert told["lit"]
    assert all(is_on(charts, light) for light in told["lit"])
