"""The command line: ``grognard COMMAND``."""

from grognard.cli.app import main, run

__all__ = ["main", "run"]
