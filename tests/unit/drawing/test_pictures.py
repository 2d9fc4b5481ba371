"""Pictures from SVG."""

import struct
from pathlib import Path

import pytest

from grognard.drawing import pictures
from grognard.drawing.svg import document, text


def drawing(words: str, family: str = "serif") -> str:
    return document(60, 30, [text(words, x=5, y=20, font_family=family, font_size=14)])


def test_a_png_has_the_size_asked_for() -> None:
    data = pictures.png(drawing("Narva"), zoom=2)
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (120, 60)


@pytest.mark.parametrize("family", ["serif", "sans-serif"])
def test_letters_are_drawn_without_any_font_of_the_system(family: str) -> None:
    assert pictures.png(drawing("Jõe", family)) != pictures.png(drawing("", family))


def test_a_pdf_keeps_its_letters() -> None:
    with_words, without = pictures.pdf(drawing("Narva")), pictures.pdf(drawing(""))
    assert with_words.startswith(b"%PDF")
    assert b"/Font" in with_words
    assert b"/FontFile" not in without


def test_without_the_extra_a_pdf_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(pictures, "import_module", missing)
    with pytest.raises(pictures.NoPdf, match=r"grognard\[pdf\]"):
        pictures.pdf(drawing("x"))


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg"), ("a.PNG", b"\x89PNG")])
def test_the_name_of_a_file_decides_its_kind(tmp_path: Path, name: str, start: bytes) -> None:
    pictures.write_picture(drawing("x"), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"a\.gif: a picture is"):
        pictures.write_picture(drawing("x"), tmp_path / "a.gif")
