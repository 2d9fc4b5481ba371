"""What does not change during a game: maps, counters, panels, charts, hexes."""

import os
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from grognard.server.drawings import KEPT, Drawings, map_stamp
from tests.unit.drawing.country import country
from tests.unit.server.tables import Table, new_table

TOY = "/api/tables/toy/only/-"
SVG = "{http://www.w3.org/2000/svg}svg"


def test_a_table_describes_the_map(client: TestClient, table: Table) -> None:
    assert table.game["table"] == TOY
    told = client.get(TOY).json()
    (drawn,) = told["maps"]
    hexes = drawn["hexes"]
    assert {len(column) for column in hexes.values()} == {9}
    assert "0101" in hexes["label"]
    assert all(0 < x < drawn["width"] for x in hexes["x"])
    assert all(0 < y < drawn["height"] for y in hexes["y"])
    assert [unit["code"] for unit in told["units"]] == ["R1", "R2", "B1", "B2"]
    assert told["hides"] is True
    piece = table["red"].state()["scene"]["pieces"][0]
    assert piece["at"].removeprefix("hex:") in hexes["label"]


def test_neighbours_are_drawn_as_far_apart_as_hexes_are(client: TestClient) -> None:
    (drawn,) = client.get(TOY).json()["maps"]
    hexes = drawn["hexes"]
    at = dict(zip(hexes["label"], zip(hexes["x"], hexes["y"], strict=True), strict=True))
    assert abs(at["0101"][1] - at["0102"][1]) - drawn["size"] * 3**0.5 < 0.1


def test_a_map_is_drawn_in_both_lights(client: TestClient) -> None:
    (drawn,) = client.get(TOY).json()["maps"]
    light, dark = (client.get(f"{drawn['svg']}?theme={theme}") for theme in ("light", "dark"))
    assert light.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(light.text).tag == SVG
    assert light.text != dark.text


def test_what_a_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get(TOY)
    again = client.get(TOY, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_hex_tells_what_it_is(client: TestClient) -> None:
    (drawn,) = client.get(TOY).json()["maps"]
    told = client.get(f"{TOY}/hexes/toy/{drawn['hexes']['n'][4]}?lang=fr").json()
    assert told["label"] == drawn["hexes"]["label"][4]
    assert told["terrain"]["id"] == "clear"


def test_the_table_of_a_whole_box(installed: TestClient) -> None:
    table = new_table(installed, "miniature", options={"fog": False})
    assert table.game["table"] == "/api/tables/miniature/meeting/fog=no"
    told = installed.get(f"{table.game['table']}?lang=fr").json()
    assert {panel["id"] for panel in told["panels"]} >= {"turn", "lost"}
    assert all(panel["label"] != panel["id"] for panel in told["panels"])
    turn = next(panel for panel in told["panels"] if panel["id"] == "turn")
    assert [place["label"] for place in turn["places"]] == ["1", "2", "3", "4", "5"]
    assert told["charts"][0]["rule"] == "miniature:6.6"
    faces = installed.get(f"{table.game['table']}/faces.json").json()["faces"]
    assert set(faces) == set(told["faces"])
    scene = table["blue"].state()["scene"]
    assert {piece["face"] for piece in scene["pieces"]} <= set(faces)
    for face in told["faces"]:
        drawn = installed.get(f"{table.game['table']}/faces/{face}.svg").text
        assert ElementTree.fromstring(drawn).tag == SVG


def test_a_hex_tells_where_its_values_are_from(installed: TestClient) -> None:
    table = "/api/tables/miniature/meeting/fog=no"
    (drawn,) = installed.get(table).json()["maps"]
    named = next(n for n, name in zip(drawn["hexes"]["n"], drawn["hexes"]["name"], strict=True)
                 if name)  # fmt: skip
    told = installed.get(f"{table}/hexes/{drawn['id']}/{named}").json()
    assert told["name"]
    assert set(told["sources"].values()) <= {
        "text",
        "public",
        "history",
        "geography",
        "reconstruction",
        "owner",
    }
    assert told["sources"]["terrain"]


@pytest.mark.parametrize("label", ["W0202", "E0203"])
def test_a_hex_of_a_sheet_tells_it_too(installed: TestClient, label: str) -> None:
    """The rows of a map of several sheets lie in a folder for each."""
    table = "/api/tables/ford/crossing/fog=no"
    (drawn,) = installed.get(table).json()["maps"]
    where = drawn["hexes"]["label"].index(label)
    told = installed.get(f"{table}/hexes/{drawn['id']}/{drawn['hexes']['n'][where]}").json()
    assert told["sources"]["terrain"]


@pytest.mark.parametrize(("box", "code", "source"), [
    ("miniature/meeting/fog=no", "BG", "text"), ("narva/campaign/fog=no", "151G", "reconstruction"),
])  # fmt: skip
def test_a_counter_tells_where_its_numbers_are_from(
    installed: TestClient, box: str, code: str, source: str
) -> None:
    units = installed.get(f"/api/tables/{box}").json()["units"]
    (unit,) = (unit for unit in units if unit["code"] == code)
    assert unit["source"] == source


def test_the_owners_numbers_are_told_apart(installed: TestClient, tmp_path: Path) -> None:
    folder = tmp_path / "overrides" / "miniature" / "maps" / "tikha"
    folder.mkdir(parents=True)
    (folder / "hexes.csv").write_text("hex,terrain\n0104,clear\n", "utf-8")
    table = "/api/tables/miniature/meeting/fog=no"
    (drawn,) = installed.get(table).json()["maps"]
    where = drawn["hexes"]["label"].index("0104")
    told = installed.get(f"{table}/hexes/{drawn['id']}/{drawn['hexes']['n'][where]}").json()
    assert told["sources"]["terrain"] == "owner"


def test_targets_are_told_from_places(installed: TestClient) -> None:
    kinds = installed.get("/api/tables/narva/krivasoo/fog=no").json()["kinds"]
    assert {kind["kind"] for kind in kinds if kind.get("aim") == "target"} == {"attack", "barrage"}


def test_a_map_is_drawn_once_and_kept(tmp_path: Path) -> None:
    drawn: list[str] = []

    def draw() -> str:
        drawn.append("x")
        return f"<svg>{len(drawn)}</svg>"

    folder = tmp_path / "drawings"
    assert Drawings(folder).get("toy", "one", "light", draw) == "<svg>1</svg>"
    assert Drawings(folder).get("toy", "one", "light", draw) == "<svg>1</svg>"
    assert Drawings(folder).get("toy", "one", "full-0-0", draw) == "<svg>2</svg>"
    assert Drawings(folder).get("toy", "two", "light", draw) == "<svg>3</svg>"
    assert Drawings().get("toy", "two", "light", draw) == "<svg>4</svg>"


def test_of_the_maps_kept_the_oldest_go(tmp_path: Path) -> None:
    folder = tmp_path / "drawings"
    for number in range(KEPT + 2):
        Drawings(folder).get("toy", str(number), "light", lambda: "<svg/>")
        os.utime(folder / f"toy-{number}", (number, number))
    assert len(list(folder.iterdir())) == KEPT
    assert not (folder / "toy-0").exists()
    assert (folder / f"toy-{KEPT + 1}").exists()


def test_the_stamp_of_a_map_changes_with_all_that_is_drawn() -> None:
    drawn = country()
    stamp = map_stamp(drawn, "light", "")
    assert stamp == map_stamp(country(), "light", "")
    others = {
        map_stamp(drawn, "dark", ""),
        map_stamp(drawn, "light", "[colours.light]"),
        map_stamp(replace(drawn, name="Another"), "light", ""),
        map_stamp(replace(drawn, lines=()), "light", ""),
        map_stamp(
            replace(drawn, terrain={**drawn.terrain, drawn.grid.hex("0505"): "hill"}), "light", ""
        ),
        map_stamp(replace(drawn, hexsides={}), "light", ""),
    }
    assert len(others | {stamp}) == 7


def test_parts_of_a_map_in_levels_of_detail(client: TestClient) -> None:
    (told,) = client.get(TOY).json()["maps"]
    drawn = told["drawn"]
    assert (drawn["columns"], drawn["rows"]) == (1, 1)
    assert [level["detail"] for level in drawn["levels"]] == ["plain", "full"]
    light = client.get(f"{drawn['light']}?theme=light")
    full = client.get(f"{drawn['parts']}/full/0/0.svg?theme=dark&stamp={drawn['stamp']}")
    assert {ElementTree.fromstring(answer.text).tag for answer in (light, full)} == {SVG}
    assert ("0101" in light.text, "0101" in full.text) == (False, True)
    assert "immutable" in full.headers["cache-control"]
    assert light.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("part", ["full/9/0", "full/0/-1", "dull/0/0"])
def test_a_part_that_is_not_there(client: TestClient, part: str) -> None:
    assert client.get(f"{TOY}/maps/toy/{part}.svg").status_code in (404, 422)


def test_a_part_off_the_map_is_named(client: TestClient) -> None:
    answer = client.get(f"{TOY}/maps/toy/full/9/0.svg")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-part")


def test_long_texts_are_sent_packed(client: TestClient) -> None:
    packed = client.get(f"{TOY}/maps/toy.svg", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    plain = client.get(f"{TOY}/maps/toy.svg", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == packed.text


def test_a_map_that_cannot_be_kept_is_drawn_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert Drawings(tmp_path / "file" / "x").get("toy", "one", "x", lambda: "<svg/>") == "<svg/>"
