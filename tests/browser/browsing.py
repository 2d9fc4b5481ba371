"""How the browser is started."""

import shutil

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The browser of this machine."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def spoken(language: str) -> str:
    """The locale a browser sends for a language."""
    return {"en": "en-GB", "fr": "fr-FR"}[language]
