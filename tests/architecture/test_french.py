"""French readers find every question and ruling in French, and one word for one thing."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

GROGNARD = Path(__file__).parents[2] / "src" / "grognard"
BOXES, FRENCH = GROGNARD / "boxes", GROGNARD / "locale" / "fr"
OPEN = ("open", "ruling")

# What the table, the rule sheet and the map say, and the words that would say it twice.
NARVA = {
    "gobelet": r"\btasses?\b",
    "déplacé": r"délog",
    "déborde": r"bouscul",
    "attaque totale": r"(attaques?|,) complètes?\b",
    "ferry": r"\bbacs?\b",
    "cité": r"^city\b.*ville|dans une ville\b",
    "repositionner": r"déménag",
    "réacheminer": r"détourn|dérout",
    "victoire massive": r"écrasante",
    "reconstruit": r"reconstitu",
    "pleine puissance": r"plein effectif",
    "terrain dégagé": r"terrain clair",
    "marais": r"marécage",
    "rivière majeure": r"\bfleuve",
    "voie ferrée majeure, mineure": r"chemin de fer|voie ferrée (principale|secondaire)",
    "QG seul": r"QG( ennemis?)? isolé",
}
EASTFRONT = {
    "touche": r"coups? (au but|:)|demi-coup|aucun coup\b",
    "refoulé": r"repouss",
    "assaut fluvial": r"assauts? (de rivière|amphibie)",
    "ville majeure, mineure": r"(grande|petite) ville|ville moyenne",
    "se mobiliser": r"(devenir|rendre|rendez \w+) mobile",
    "parachutage": r"larg(age|uer)",
    "fixée": r"unité retenue",
}
SERIES = {
    "fortin": r"points? (d.appui|fortifiés?)|bastion",
    "débordement": r"= .*(overrun(?!\.toml)|bouscul)",
    "ZDC": r"= .*\bZOC\b",
    "LDC": r"= .*\bLOC\b",
    "URM": r"= .*\bMSU\b",
    "DCA": r"\bflak\b",
    "rivière majeure": r"\bfleuve",
    "terrain dégagé": r"terrain clair",
    "rail, voie ferrée": r"chemins? de fer",
    "pas": r"\béchelons?\b",
}
TABLE = {
    "annuler": r'"reprendre"',
    "QG": r"= .*(?<!\{)\bHQ\b(?!:)",
}
FILES = [
    (TABLE, FRENCH / "ui.toml"),
    (TABLE, FRENCH / "narva.toml"),
    (TABLE, FRENCH / "eastfront.toml"),
    (NARVA, FRENCH / "narva.toml"),
    (NARVA, FRENCH / "drawing.toml"),
    (NARVA, BOXES / "narva" / "rules.fr.toml"),
    (EASTFRONT, FRENCH / "eastfront.toml"),
    (EASTFRONT, FRENCH / "drawing.toml"),
    (EASTFRONT, FRENCH / "lesson-edelweiss.toml"),
    (EASTFRONT, BOXES / "eastfront" / "rules.fr.toml"),
    (SERIES, BOXES / "typhoon" / "rules.fr.toml"),
    (SERIES, BOXES / "army_group_north" / "rules.fr.toml"),
]


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def asked(said: dict[str, Any]) -> set[str]:
    return {name for name in OPEN if said.get(name)}


@pytest.mark.parametrize("box", ["narva", "eastfront", "typhoon", "army_group_north"])
def test_questions_and_rulings_are_translated(box: str) -> None:
    english = {case["id"]: case for case in read(BOXES / box / "rules.toml")["rule"]}
    french = read(BOXES / box / "rules.fr.toml")
    missing = [id for id, case in english.items() if asked(case) - asked(french.get(id, {}))]
    left_over = [id for id, said in french.items() if asked(said) - asked(english.get(id, {}))]
    assert (missing, left_over) == ([], [])
    same = [id for id, said in french.items() for name in asked(said)
            if said[name] == english[id][name]]
    assert same == []


@pytest.mark.parametrize(("glossary", "path"), FILES, ids=lambda one: getattr(one, "name", "for"))
def test_one_word_for_one_thing(glossary: dict[str, str], path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    for word, other in glossary.items():
        found = [line for line in lines if re.search(other, line, re.IGNORECASE)]
        assert found == [], f"the word is: {word}"
