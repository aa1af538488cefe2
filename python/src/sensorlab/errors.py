"""The exceptions of the package: what was found, what was expected, what to do."""

from __future__ import annotations


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
