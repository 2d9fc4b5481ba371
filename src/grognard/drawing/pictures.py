"""From SVG to PNG and PDF.

The SVG names generic families (`serif`, `sans-serif`). Pictures use Source Serif and Source Sans,
installed with the package, so that they look the same on every machine, with or without fonts.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path

import resvg_py

SERIF, SANS = "Source Serif Pro", "Source Sans Pro"

_SHAPES = ("Regular", "It", "Semibold", "SemiboldIt", "Bold")
_FAMILIES = {"font_source_serif_pro": "SourceSerifPro", "font_source_sans_pro": "SourceSansPro"}


class NoPdf(Exception):
    """The part of the program that writes PDF is not installed."""

    def __init__(self) -> None:
        super().__init__("PDF needs an extra: pip install 'grognard[pdf]'; SVG and PNG do not")


def font_files() -> list[str]:
    """The files of the fonts, as installed."""
    found = []
    for package, family in _FAMILIES.items():
        for shape in _SHAPES:
            with as_file(files(package) / "files" / f"{family}-{shape}.ttf") as path:
                found.append(str(path))
    return found


def png(svg: str, zoom: float = 1.0) -> bytes:
    """The picture as PNG, `zoom` pixels to a unit of the SVG."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            serif_family=SERIF,
            sans_serif_family=SANS,
            font_files=font_files(),
            skip_system_fonts=True,
        )
    )


def pdf(svg: str) -> bytes:
    """The picture as PDF, lines and letters kept; raises `NoPdf`."""
    try:
        svg2pdf_py = import_module("svg2pdf_py")
    except ImportError:
        raise NoPdf from None
    fonts = svg2pdf_py.FontDatabase()
    for path in font_files():
        fonts.load_font_file(path)
    named = svg.replace('"serif"', f'"{SERIF}"').replace('"sans-serif"', f'"{SANS}"')
    return bytes(svg2pdf_py.svg_to_pdf(named, fonts))


def pdf_pages(svgs: Sequence[str]) -> bytes:
    """Several pictures as the pages of one PDF; raises `NoPdf`."""
    try:
        pypdf = import_module("pypdf")
    except ImportError:
        raise NoPdf from None
    pages, out = pypdf.PdfWriter(), BytesIO()
    for svg in svgs:
        pages.append(BytesIO(pdf(svg)))
    pages.write(out)
    return out.getvalue()


def picture(svg: str, name: str, zoom: float = 1.0) -> bytes:
    """A drawing as SVG, PNG or PDF, as the name of its file says."""
    kind = Path(name).suffix.lower()
    if kind == ".svg":
        return svg.encode()
    if kind == ".png":
        return png(svg, zoom)
    if kind == ".pdf":
        return pdf(svg)
    raise ValueError(f"{name}: a picture is .svg, .png or .pdf")


def write_picture(svg: str, path: Path, zoom: float = 1.0) -> None:
    """Write a drawing in the form that the name of the file asks for."""
    path.write_bytes(picture(svg, path.name, zoom))
