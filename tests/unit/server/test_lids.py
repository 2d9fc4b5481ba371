"""What the first page shows of the boxes is kept from one start to the next."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.boxes import Box
from grognard.core.game import Game
from grognard.server import Room, Shelf, Store, create_app
from tests.unit.server.tables import HOME, ToyBox


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    return tmp_path


@contextmanager
def started(house: Path, *boxes: Box) -> Iterator[TestClient]:
    """A server that keeps its pictures in the house; with all boxes if none is named."""
    shelf = Shelf({box.id: box for box in boxes}) if boxes else Shelf()
    app = create_app(Room(Store.in_folder(house), shelf), drawings=house / "drawings")
    with TestClient(app, base_url=HOME) as client:
        yield client


OURS = ("army_group_north", "eastfront", "narva", "typhoon")


def shown(client: TestClient, box: str, language: str = "en") -> dict[str, Any]:
    boxes: list[dict[str, Any]] = client.get(f"/api/boxes?lang={language}").json()["boxes"]
    return next(found for found in boxes if found["id"] == box)


@contextmanager
def nothing_loads() -> Iterator[None]:
    """None of our boxes; those that others wrote always do."""
    load = Shelf.load

    def refuse(shelf: Shelf, box: str) -> Game[Any]:
        assert box not in OURS, f"{box} was loaded"
        return load(shelf, box)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Shelf, "load", refuse)
        yield


def test_at_the_next_start_the_shelf_is_shown_without_loading_a_box(house: Path) -> None:
    with started(house) as client:
        before = client.get("/api/boxes").json()
        lids = [box["lid"] for box in before["boxes"] if box["id"] in OURS]
        pictures = [client.get(lid).text for lid in lids]
    with started(house) as client, nothing_loads():
        assert client.get("/api/boxes").json() == before
        assert [client.get(lid).text for lid in lids] == pictures
    assert [picture[:4] for picture in pictures] == ["<svg"] * len(OURS)


def test_a_correction_by_the_owner_makes_a_box_looked_at_anew(house: Path) -> None:
    with started(house) as client:
        assert shown(client, "narva")["fault"] == ""
    folder = house / "overrides" / "narva"
    folder.mkdir(parents=True)
    (folder / "units.csv").write_text("nonsense\n")
    with started(house) as client:
        assert "units.csv" in shown(client, "narva")["fault"]
        (folder / "units.csv").unlink()
    with started(house) as client:
        assert shown(client, "narva")["fault"] == ""


def test_the_shelf_is_kept_in_each_language(house: Path) -> None:
    with started(house) as client:
        english, french = (shown(client, "narva", language) for language in ("en", "fr"))
        assert english["sides"] != french["sides"]
        assert shown(client, "narva", "fr") == french


def test_a_box_of_somebody_else_is_looked_at_each_time(house: Path) -> None:
    class Another(ToyBox):
        title = "Another"

    titles = []
    for box in (ToyBox(), Another()):
        with started(house, box) as client:
            toy = shown(client, "toy")
            titles.append(toy["title"])
            picture = client.get(toy["lid"])
            assert picture.headers["cache-control"] == "no-cache"
    assert titles == ["Toy", "Another"]


def test_a_lid_is_asked_for_once(house: Path) -> None:
    with started(house) as client:
        picture = client.get(shown(client, "narva")["lid"])
        assert "immutable" in picture.headers["cache-control"]
        assert client.get("/api/boxes/nobody/lid.svg").status_code == 404


def test_a_correction_counts_for_the_next_game_without_a_new_start(house: Path) -> None:
    def strength(client: TestClient) -> str:
        units = client.get("/api/tables/narva/krivasoo/-").json()["units"]
        unit = next(unit for unit in units if unit["code"] == "151G")
        return str(unit["facts"])

    with started(house) as client:
        before = strength(client)
        folder = house / "overrides" / "narva"
        folder.mkdir(parents=True)
        (folder / "units.csv").write_text("code,attack\n151G,9\n")
        assert strength(client) != before
        (folder / "units.csv").unlink()
        assert strength(client) == before
