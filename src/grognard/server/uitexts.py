"""The texts of the web client, which live with all others."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from grognard.core.messages import read_texts


@cache
def ui_texts(language: str) -> dict[str, str]:
    """``locale/<language>/ui.toml``, flat."""
    path = Path(str(files("grognard"))) / "locale" / language / "ui.toml"
    return read_texts(path, language) if path.is_file() else {}
