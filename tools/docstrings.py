"""Docstrings as pages: what Sphinx and doctest write becomes Markdown.

The site (``mkdocs.yml``) reads docstrings as plain Markdown. Ours name things as
``:class:`Refused``` and show examples with prompts, which Markdown would take for quotations.
"""

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|meth|func|mod|attr|data|exc):`~?([^`]+)`")


class PlainWords(griffe.Extension):
    """Rewrites every docstring that the site shows."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = markdown(obj.docstring.value)


def markdown(text: str) -> str:
    """A docstring as Markdown.

    >>> print(markdown("Raises :class:`No`::\\n\\n    a = 1"))
    Raises `No`:
    <BLANKLINE>
        a = 1
    """
    return fenced(re.sub(r"::$", ":", ROLE.sub(r"`\1`", text), flags=re.MULTILINE))


def fenced(text: str) -> str:
    """Examples with prompts in fences, so that they are shown as they would be typed.

    >>> fenced("Adds.\\n\\n>>> 1 + 1\\n2\\n\\nThat is all.").splitlines()[2:6]
    ['```pycon', '>>> 1 + 1', '2', '```']
    """
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith(">>>") and not inside:
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)
