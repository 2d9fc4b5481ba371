"""Whatever is said in English is said in French, with the same blanks to fill."""

import string
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parents[2] / "src" / "grognard" / "locale"

Texts = dict[str, str]


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted ids and what stands under them."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def texts(language: Path) -> dict[str, Any]:
    """All texts of a language, as ``file:dotted.id``."""
    return {
        f"{path.name}:{id}": value
        for path in sorted(language.glob("*.toml"))
        for id, value in flat(tomllib.loads(path.read_text("utf-8")))
    }


def blanks(text: str) -> set[str]:
    """The placeholders of a text with how they are read: ``{to:hex}`` -> ``to:hex``."""
    return {f"{name}:{spec}" for _, name, spec, _ in string.Formatter().parse(text) if name}


def faults(english: Mapping[str, Any], french: Mapping[str, Any]) -> Iterator[str]:
    """Everything in which two languages differ."""
    for id in sorted(english.keys() | french.keys()):
        here, there = english.get(id), french.get(id)
        if here is None or there is None:
            yield f"{id}: missing in {'en' if here is None else 'fr'}"
        elif not isinstance(here, str) or not isinstance(there, str):
            yield f"{id}: not a text"
        elif not here.strip() or not there.strip():
            yield f"{id}: empty"
        elif blanks(here) != blanks(there):
            yield f"{id}: blanks differ: {sorted(blanks(here) ^ blanks(there))}"


def test_both_languages_say_the_same() -> None:
    wrong = list(faults(texts(LOCALE / "en"), texts(LOCALE / "fr")))
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_check_sees() -> None:
    english = {"a": "{unit:unit} moves", "b": "x", "c": "{n} left", "d": 1, "e": "same {x}"}
    french = {"a": "{unit} avance", "c": "il en reste {n}", "d": "1", "e": "pareil {x}", "f": ""}
    assert list(faults(english, french)) == [
        "a: blanks differ: ['unit:', 'unit:unit']",
        "b: missing in fr",
        "d: not a text",
        "f: missing in en",
    ]


def test_nested_tables_become_dotted_ids(tmp_path: Path) -> None:
    (tmp_path / "core.toml").write_text('[refusal]\nzoc = "Stop."\n"a.b" = "c"\n', "utf-8")
    assert texts(tmp_path) == {"core.toml:refusal.zoc": "Stop.", "core.toml:refusal.a.b": "c"}
