"""How wide words are, and how a lettering is written in SVG.

The SVG names generic families only, so the font is not known; widths are those of a common book
face, on the generous side, so that names keep clear of each other in most fonts.
"""

from grognard.drawing.sheet import Sheet
from grognard.drawing.style import Letters
from grognard.drawing.svg import Attribute

_NARROW = set("iljtfrI.,;:'|!()[]- ")
_WIDE = set("mwMWÆŒ@—")


def width(words: str, letters: Letters) -> float:
    """The width of words in hex sides."""
    written = words.upper() if letters.capitals else words
    heavy = 1.07 if letters.weight >= 600 else 1.0
    return sum(_em(c) * letters.size * heavy + letters.spacing for c in written) - letters.spacing


def _em(character: str) -> float:
    if character in _NARROW:
        return 0.32
    if character in _WIDE:
        return 0.88
    return 0.67 if character.isupper() else 0.53


def written(words: str, letters: Letters) -> str:
    return words.upper() if letters.capitals else words


def face(sheet: Sheet, letters: Letters, halo: float = 0.055) -> dict[str, Attribute]:
    """The attributes of a lettering, with a halo that keeps it off the drawing beneath."""
    return {
        "font_family": letters.family,
        "font_size": sheet.px(letters.size),
        "font_weight": letters.weight if letters.weight != 400 else None,
        "font_style": "italic" if letters.italic else None,
        "letter_spacing": sheet.px(letters.spacing) if letters.spacing else None,
        "fill": sheet.style.colour(letters.colour),
        "stroke": sheet.style.colour(letters.halo) if halo else None,
        "stroke_width": 2 * sheet.px(halo) if halo else None,
        "stroke_linejoin": "round" if halo else None,
        "stroke_opacity": 0.85 if halo else None,
        "paint_order": "stroke" if halo else None,
    }
