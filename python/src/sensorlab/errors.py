"""The exceptions and warnings of the package: what was found, what was expected, what to do."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any


class SensorLabError(Exception):
    """An error of the library.

    Attributes
    ----------
    code : str
        The kind of the error, stable across versions, such as ``unknown-filter``.
    place : str
        File and line, or the argument; empty where there is no place.
    reason : str
        What was found and what was expected.
    advice : str
        What to do; may be empty.
    """

    def __init__(self, code: str, place: str, reason: str, advice: str = "") -> None:
        super().__init__(code, place, reason, advice)
        self.code, self.place, self.reason, self.advice = code, place, reason, advice

    def __str__(self) -> str:
        text = f"{self.place}: {self.reason}" if self.place else self.reason
        return f"{text}; {self.advice}" if self.advice else text


class UsageError(SensorLabError, ValueError):
    """An argument, a name or an option that does not fit."""


class DataError(SensorLabError, ValueError):
    """Nothing usable in the data, or damaged data under ``strict``."""


class FileError(SensorLabError, OSError):
    """A file that cannot be found, read or written."""


class SensorLabWarning(UserWarning):
    """What speaks against a result that is given nevertheless.

    Attributes
    ----------
    code : str
        Its kind, stable across versions; docs/reference/warnings.md lists them.
    reason : str
        What was found.
    advice : str
        What to do.
    """

    def __init__(self, code: str, reason: str, advice: str = "") -> None:
        super().__init__(code, reason, advice)
        self.code, self.reason, self.advice = code, reason, advice

    def __str__(self) -> str:
        return f"{self.reason}{f'; {self.advice}' if self.advice else ''} [{self.code}]"


def warn(code: str, reason: str, advice: str = "") -> None:
    """Warns at the line of the caller's program that called this package."""
    warnings.warn(SensorLabWarning(code, reason, advice), stacklevel=_outside())


def warn_of(found: Iterable[Mapping[str, Any]]) -> None:
    """Passes the warnings of a report or a log on."""
    for each in found:
        warn(each["code"], each["message"], each.get("advice") or "")


def _outside() -> int:
    """The level of the first frame that is not this package's, as `warnings.warn` in `warn` counts them."""
    import sys

    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    return level
