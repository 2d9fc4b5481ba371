"""Texts for people: ids with arguments, put into words by a catalogue per language.

A text names its arguments with how to read them: ``{unit:unit} moves to {to:hex}.`` The
readings (unit, hex, side ...) are given by the game through :class:`Names`.
"""

import re
import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

import msgspec

LANGUAGES = ("en", "fr")


class Message(msgspec.Struct, frozen=True):
    """A sentence to be: id and arguments."""

    id: str
    args: dict[str, Any] = {}


class Names(Protocol):
    """Puts one argument into words: ``spec`` is what stands behind the colon."""

    def name(self, spec: str, value: Any, catalogue: "Catalogue") -> str: ...


class _Plain:
    def name(self, spec: str, value: Any, catalogue: "Catalogue") -> str:
        return str(value)


PLAIN: Names = _Plain()


class Catalogue:
    """All texts of one language, layer over layer: core first, then the rule book's own."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = dict(texts)

    def __repr__(self) -> str:
        return f"<Catalogue in {self.language}: {len(self.texts)} texts>"

    def has(self, id: str) -> bool:
        return id in self.texts

    def text(self, id: str, args: Mapping[str, Any] | None = None, names: Names = PLAIN) -> str:
        """The sentence; an id without a text shows itself, so that a gap is seen and heard."""
        template = self.texts.get(id)
        if template is None:
            return id
        return _Speaker(self, names).vformat(template, (), args or {})

    def say(self, message: Message, names: Names = PLAIN) -> str:
        return self.text(message.id, message.args, names)


def singular(spec: str) -> str:
    """How one of several is read.

    >>> singular("blocks"), singular("hexes"), singular("hex")
    ('block', 'hex', 'hex')
    """
    return "hex" if spec == "hexes" else spec.removesuffix("s")


def decimal(value: float, language: str) -> str:
    """A number with a part behind the point, or behind the comma.

    >>> decimal(2.5, "en"), decimal(2.5, "fr"), decimal(2.0, "fr")
    ('2.5', '2,5', '2')
    """
    text = f"{value:g}"
    return text.replace(".", ",") if language == "fr" else text


class _Speaker(string.Formatter):
    def __init__(self, catalogue: Catalogue, names: Names) -> None:
        self.catalogue, self.names = catalogue, names

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            return self.catalogue.say(value, self.names)
        if isinstance(value, float) and not format_spec:
            return decimal(value, self.catalogue.language)
        if format_spec.endswith("s") and isinstance(value, Sequence) and not isinstance(value, str):
            one = singular(format_spec)
            return ", ".join(self.names.name(one, item, self.catalogue) for item in value)
        return self.names.name(format_spec, value, self.catalogue) if format_spec else str(value)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def read_texts(path: Path, language: str) -> dict[str, str]:
    """The texts of one locale file, tables flattened to dotted ids."""
    found = _flat(tomllib.loads(path.read_text(encoding="utf-8")))
    return {id: typeset(text, language) for id, text in found}


def typeset(text: str, language: str) -> str:
    """Translators type plain characters; readers of French get its apostrophe, and no line that
    begins with a colon or a closing quotation mark.

    >>> typeset("L'attaque : 3-1 !", "fr")
    'L’attaque\xa0: 3-1\xa0!'
    """
    if language != "fr":
        return text
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\xa0", re.sub(r"(?<=\w)'(?=[\w{«])", "’", text))


@cache
def catalogue(language: str, *sources: str | Path) -> Catalogue:
    """Core texts, then those of each source: a name (``"narva"``) or a folder of ``en.toml``."""
    texts: dict[str, str] = {}
    own = Path(str(files("grognard"))) / "locale" / language
    for source in ("core", *sources):
        path = source / f"{language}.toml" if isinstance(source, Path) else own / f"{source}.toml"
        texts |= read_texts(path, language)
    return Catalogue(language, texts)
