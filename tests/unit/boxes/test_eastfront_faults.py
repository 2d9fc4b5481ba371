"""A damaged box of EastFront: every fault is named with its file, its line or key, its column."""

from pathlib import Path
from shutil import copytree

import pytest

from grognard.boxes import BoxFaults, OpenBox, Overrides, catalogue
from grognard.boxes.catalogue import DataBox
from grognard.boxes.contents import read_contents
from grognard.rules.eastfront.data import Contents
from grognard.rules.eastfront.game import EastFront
from tests.unit.boxes.eastfront_box import FOLDER


def faults_of(folder: Path) -> list[str]:
    opened = OpenBox(folder)
    contents = read_contents(opened, Contents, "s41")
    if contents is not None:
        EastFront.check_contents(contents, "s41", opened)
    return [str(fault) for fault in opened.faults]


def test_there_is_no_python_in_it() -> None:
    code = [path for path in FOLDER.rglob("*.py") if path.read_text("utf-8").count("\n") > 1]
    assert code == []


def test_the_box_has_no_faults() -> None:
    assert faults_of(FOLDER) == []


@pytest.mark.parametrize(("file", "old", "new", "fault"), [
    # What a file says by itself.
    ("units.csv", "41Pz,41 Panzer Corps,axis", "41Pz,41 Panzer Corps,axes",
     "units.csv:4: side: 'axes' is not allowed (did you mean axis?)"),
    ("units.csv", "OKH,OKH supreme HQ,axis,germany,hq,3", "OKH,OKH supreme HQ,axis,germany,hq,x",
     "units.csv:2: max_cv: 'x' is not a whole number"),
    ("unit_types.toml", 'offensive = "TF"', 'offensive = "QF"',
     "unit_types.toml: type[ss_armor].offensive: invalid enum value 'QF'"),
    ("limits.toml", 'beachhead_from = "1941-12"', 'beachhead_from = "1941-13"',
     "limits.toml: beachhead_from: '1941-13' is no month such as 1941-06"),
    ("limits.toml", "supply_line = 2\n", "",
     "limits.toml: supply_line: is missing"),
    ("weather.toml", '"jan", east = "snow"', '"jan", east = "hail"',
     "weather.toml: month[jan].east: invalid enum value 'hail'"),
    ("weather.toml", '    { id = "dec", east = "snow", west = "mud" },\n', "",
     "weather.toml: month: expected array of length >= 12"),
    ("combat.toml", "DF = [5, 6]", 'DF = [5, "six"]',
     "combat.toml: hits.DF[2]: expected int, got str"),
    ("scenarios/s41.toml", "fortnight = 2 }\nsets", "fortnight = 3 }\nsets",
     "scenarios/s41.toml: last.fortnight: invalid enum value 3"),
    ("scenarios/w41.toml", "at_setup = true", "at_set_up = true",
     "scenarios/w41.toml: reinforcement[4].at_set_up: unknown key (did you mean at_setup?)"),
    # What it says of the map.
    ("units.csv", ",sector_ag_north,", ",sector_ag_nord,",
     "units.csv:3: at41: no hex is called 'sector_ag_nord'"),
    ("production.csv", "Budapest,", "Budapeshta,",
     "production.csv:4: hex: no hex is called 'Budapeshta'"),
    ("seas.toml", 'base = "Danzig"', 'base = "Danzing"',
     "seas.toml: zone[East Baltic].base: no hex is called 'Danzing'"),
    ("seas.toml", '"Konigsberg", "Memel"', '"Konigsberg", "Mermel"',
     "seas.toml: zone[East Baltic].ports[3]: no hex is called 'Mermel'"),
    ("objectives.toml", 'hungary = "Hungary"', 'hungary = "Hungaria"',
     "objectives.toml: countries.hungary: no area 'Hungaria' on the map"),
    ("scenarios/s41.toml", "\nTula = 1", "\nTulla = 1",
     "scenarios/s41.toml: city_minimums.Tulla: no hex is called 'Tulla'"),
    ("scenarios/s41.toml", "\nTula = 1", '\nTula = "one"',
     "scenarios/s41.toml: city_minimums.Tula: expected int, got str"),
    ("scenarios/s41.toml", 'soviet = "s41_soviet" }', 'soviet = "s14_soviet" }',
     "scenarios/s41.toml: land.soviet: no area 's14_soviet' on the map"),
    ("scenarios/edelweiss.toml", 'hex = "eliminated"', 'hex = "elimnated"',
     "scenarios/edelweiss.toml: unit[L].hex: no hex is called 'elimnated'"),
    # What it says of other files.
    ("units.csv", "germany,mountain,", "germany,mountin,",
     "units.csv:{}: type: no type of unit 'mountin'"),
    ("seas.toml", 'links = ["Gulf of Finland", "Gulf of Riga"]', 'links = ["Gulf of Oslo"]',
     "seas.toml: zone[East Baltic].links: no sea zone 'Gulf of Oslo'"),
    ("seas.toml", 'zones = ["East Black Sea", "Sea of Azov"]', 'zones = ["Black Sea"]',
     "seas.toml: strait[1].zones: no sea zone 'Black Sea'"),
    ("objectives.toml", 'italian = "8I"', 'italian = "9I"',
     "objectives.toml: italian: no block '9I'"),
    ("scenarios/s41.toml", 'unit = "42AK"', 'unit = "42KA"',
     "scenarios/s41.toml: reinforcement[2].unit: no block '42KA'"),
    ("scenarios/w44.toml", 'hq = "AGN"', 'hq = "AGX"',
     "scenarios/w44.toml: courland.hq: no block 'AGX'"),
    ("scenarios/w44.toml", '"hungary", "bulgaria"]', '"hungary", "bulgary"]',
     "scenarios/w44.toml: surrendered: no country 'bulgary'"),
    ("scenarios/edelweiss.toml", 'type = "cavalry"', 'type = "cavalery"',
     "scenarios/edelweiss.toml: unit[L].type: no type of unit 'cavalery'"),
    ("scenarios/s42.toml", "\nshock =", "\nshok =",
     "scenarios/s42.toml: forces.soviet: no line of units 'shok'"),
    ("scenarios/s42.toml", 'id = "s42"', 'id = "s24"',
     "scenarios/s42.toml: id: is 's24', but the file is called s42"),
    # Tables with a line for each side or weather.
    ("scenarios/s41.toml", "auto = { axis = 30, soviet = 0 }", "auto = { axis = 30 }",
     "scenarios/s41.toml: auto.soviet: is missing"),
    ("scenarios/w41.toml", "isolated = { soviet", "isolated = { sovjet",
     "scenarios/w41.toml: isolated.sovjet: unknown key (did you mean soviet?)"),
    ("effects.toml", "mud = 2", "mood = 2",
     "effects.toml: defence.mud: is missing"),
    ("combat.toml", "faster", "quicker",
     "combat.toml: pursuit.quicker: unknown key"),
])
def test_a_fault_is_named_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, fault: str
) -> None:
    folder = tmp_path / "eastfront"
    copytree(FOLDER, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    line = text[:text.index(old)].count("\n") + 1
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    assert any(found.startswith(fault.format(line)) for found in faults_of(folder)), (
        faults_of(folder))


class Copied(DataBox):
    """The box of EastFront in another folder."""

    def __init__(self, folder: Path) -> None:
        self.at = folder
        super().__init__("grognard.boxes.eastfront")

    @property
    def folder(self) -> Path:
        return self.at


def test_linked_scenarios_must_be_there(tmp_path: Path) -> None:
    folder = tmp_path / "eastfront"
    copytree(FOLDER, folder)
    (folder / "scenarios/w42.toml").unlink()
    with pytest.raises(BoxFaults) as found:
        Copied(folder).load("s42-w42", {}, Overrides())
    assert str(found.value) == "box.toml: linked.s42-w42: no scenario 'w42'"


def corrected(tmp_path: Path, file: str, text: str) -> Overrides:
    path = tmp_path / "eastfront" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return Overrides(tmp_path / "eastfront")


def test_an_owner_corrects_the_files(tmp_path: Path) -> None:
    corrected(tmp_path, "units.csv", "code,max_cv\n41Pz,3\n")
    corrected(tmp_path, "scenarios/s41.toml", "[city_minimums]\nTula = 2\n")
    laid = corrected(tmp_path, "seas.toml", '[[zone]]\nid = "Gulf of Riga"\nbase = "Ventspils"\n')
    game = catalogue.load("eastfront", "s41", overrides=laid)
    assert isinstance(game, EastFront)
    assert game.units[game.number["41Pz"]].max_cv == 3
    assert game.rows.city_minimums[game.grid.hex("Tula")] == 2
    assert game.grid.label(game.seas[2].base) == "Ventspils"
    assert set(game.overrides) == {"units.csv", "scenarios/s41.toml", "seas.toml"}


@pytest.mark.parametrize(("file", "text", "fault"), [
    ("units.csv", "code,type\n41Pz,amour\n",
     "overrides/eastfront/units.csv:2: type: no type of unit 'amour'"),
    ("seas.toml", '[[zone]]\nid = "Gulf of Riga"\nbase = "Rigga"\n',
     "overrides/eastfront/seas.toml: zone[Gulf of Riga].base: no hex is called 'Rigga'"),
    ("objectives.toml", 'italian = "9I"\n',
     "overrides/eastfront/objectives.toml: italian: no block '9I'"),
])
def test_a_wrong_correction_is_found_in_the_owners_file(
    tmp_path: Path, file: str, text: str, fault: str
) -> None:
    with pytest.raises(BoxFaults) as found:
        catalogue.load("eastfront", "s41", overrides=corrected(tmp_path, file, text))
    assert [str(one).partition(" (")[0] for one in found.value.faults] == [fault]
