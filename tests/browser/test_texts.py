"""Every text the client asks for is in the catalogue, and nothing else is."""

import re
from pathlib import Path

from tests.browser.test_french import LOCALE, texts

SOURCES = Path(__file__).parents[2] / "web/src"
PLAIN = re.compile(r'''\b(t|count)\(\s*["']([^"']+)["']''')
BUILT = re.compile(r"\b(?:t|count)\(\s*`([^`]+)`")
EITHER = re.compile(r'\b(?:t|count)\(\s*[^`\n]+?\?\s*"([^"]+)"\s*:\s*"([^"]+)"')


def asked_for() -> tuple[set[str], list[re.Pattern[str]]]:
    """Ids written out, and patterns of ids that are put together."""
    sources = [path.read_text("utf-8") for path in SOURCES.rglob("*") if path.is_file()]
    ids = {id for text in sources for _, id in PLAIN.findall(text)}
    ids |= {id for text in sources for pair in EITHER.findall(text) for id in pair}
    built = {
        re.compile(r"[\w-]+".join(map(re.escape, re.split(r"\$\{[^}]*\}", id))))
        for text in sources
        for id in BUILT.findall(text)
    }
    return ids, sorted(built, key=lambda pattern: pattern.pattern)


def known() -> set[str]:
    """Ids of the catalogue; forms of number count as one."""
    ids = set(texts(LOCALE / "en/ui.toml"))
    stems = {id.removesuffix(".other") for id in ids if id.endswith(".other")}
    return {id if id.rpartition(".")[0] not in stems else id.rpartition(".")[0] for id in ids}


def test_no_text_is_missing() -> None:
    ids, _ = asked_for()
    assert ids - known() == set()


def test_no_text_is_left_over() -> None:
    ids, built = asked_for()
    left = {id for id in known() - ids if not any(pattern.fullmatch(id) for pattern in built)}
    assert left == set()


def test_both_languages_have_the_same_texts() -> None:
    english, french = (texts(LOCALE / f"{language}/ui.toml") for language in ("en", "fr"))
    assert english.keys() == french.keys()
    for id, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", french[id])), id
