"""What a user did wrong, in one line each, never a traceback."""

from pathlib import Path

from typer.exceptions import TyperException

from grognard.boxes.catalogue import BrokenEntry, Unknown, WrongOption
from grognard.boxes.faults import BoxFaults
from grognard.core.errors import No
from grognard.records.text import RecordFault


class Problem(Exception):
    """Something that the user can put right; the message says what and where."""


USER_ERRORS = (
    Problem, BoxFaults, BrokenEntry, No, OSError, RecordFault, TyperException, Unknown, WrongOption,
)  # fmt: skip


def lines_about(fault: Exception) -> list[str]:
    """The lines to print about a fault: one, or one for each fault of a box."""
    if isinstance(fault, OSError):
        place = f"{fault.filename}: " if fault.filename else ""
        return [f"{place}{fault.strerror or fault}"]
    if isinstance(fault, TyperException):
        return [" ".join(str(getattr(fault, "format_message", lambda: fault)()).split())]
    return str(fault).splitlines() or [type(fault).__name__]


def write_new(path: Path, content: str | bytes) -> None:
    """Write a file that does not exist yet; nothing is overwritten."""
    data = content.encode() if isinstance(content, str) else content
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise Problem(f"{path}: exists already, and nothing is overwritten") from None
