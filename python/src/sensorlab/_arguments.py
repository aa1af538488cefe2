"""Checks of what callers pass, and its form for the library."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import DataError, UsageError

LARGEST_TIME = 2**62

# Names of options that are not spelled the same in the library's JSON.
_SPELLING = {"heading_axis": "headingAxis", "maximum_distance": "maximumDistance", "from_": "from",
             "device_attitude": "deviceAttitude", "reference_north": "referenceNorth", "reference_mount": "referenceMount",
             "reference_level": "referenceLevel", "reference_delay": "referenceDelay", "reference_parts": "referenceParts"}


def encoded(value: Any, name: str) -> bytes:
    """A text or path as UTF-8 without zeros."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise UsageError("illegal-argument", name, f"found {type(value).__name__}, expected a text", "pass a str")
    try:
        data = value.encode("utf-8")
    except UnicodeEncodeError:
        raise UsageError("illegal-argument", name, "the text is not UTF-8", "pass a str without surrogates") from None
    if b"\0" in data:
        raise UsageError("illegal-argument", name, "the text holds a zero", "pass a str without zeros")
    return data


def numbers(value: Any, name: str, width: int | None = None) -> npt.NDArray[np.float64]:
    """Real numbers as a contiguous array of doubles: one-dimensional, or n x ``width``."""
    array = array_of(value, name)
    if array.dtype.kind not in "fiu":
        if array.size or array.dtype.kind not in "O":
            raise UsageError("illegal-argument", name, f"found the dtype {array.dtype}, expected real numbers", "convert it first")
    expected = "(n,)" if width is None else f"(n, {width})"
    if array.ndim != (1 if width is None else 2) or (width is not None and array.shape[1] != width):
        raise UsageError("illegal-argument", name, f"found the shape {array.shape}, expected {expected}", "one row per sample")
    return np.ascontiguousarray(array, dtype=np.float64)


def nanoseconds(value: Any, name: str) -> npt.NDArray[np.int64]:
    """Stamps: real numbers are seconds, integers nanoseconds, datetime64 and timedelta64 what they say."""
    zone = getattr(value, "tz", None) or getattr(getattr(value, "dt", None), "tz", None)
    if zone is not None:
        # A pandas index or column with a time zone: numpy alone would make Python objects of it.
        value = value.tz_convert(None) if hasattr(value, "tz_convert") else value.dt.tz_convert(None)
    array = array_of(value, name)
    if array.ndim != 1:
        raise UsageError("illegal-argument", name, f"found the shape {array.shape}, expected (n,)", "one stamp per sample")
    kind = array.dtype.kind
    if kind in "mM":
        unit = "timedelta64[ns]" if kind == "m" else "datetime64[ns]"
        if np.isnat(array).any():
            raise DataError("not-finite", name, "found NaT, expected times", "leave such samples out")
        return np.ascontiguousarray(array.astype(unit).astype(np.int64))
    if kind in "iu":
        if array.size and (int(array.max()) > LARGEST_TIME or int(array.min()) < -LARGEST_TIME):
            raise _too_far(name)
        return np.ascontiguousarray(array, dtype=np.int64)
    if kind != "f":
        raise UsageError(
            "illegal-argument", name, f"found the dtype {array.dtype}, expected seconds, integer nanoseconds or datetime64",
            "convert it first")
    if not np.isfinite(array).all():
        raise DataError("not-finite", name, "found times that are not finite", "leave such samples out")
    scaled = np.rint(array.astype(np.float64) * 1e9)
    if array.size and np.abs(scaled).max() >= LARGEST_TIME:
        raise _too_far(name)
    return np.ascontiguousarray(scaled, dtype=np.int64)


def nanosecond(value: Any, name: str = "t") -> int:
    """One stamp, as `nanoseconds`."""
    time = array_of(value, name)
    if time.ndim != 0:
        raise UsageError("illegal-argument", name, f"found the shape {time.shape}, expected one time", "pass a number")
    return int(nanoseconds(time[np.newaxis], name)[0])


def _too_far(name: str) -> UsageError:
    return UsageError("illegal-argument", name, "found a time more than 2^62 ns from zero", "subtract the first stamp")


def array_of(value: Any, name: str) -> npt.NDArray[Any]:
    """What numpy makes of a value."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError, OverflowError) as error:
        raise UsageError("illegal-argument", name, f"found no array ({error})", "pass an array of numbers") from None


def pointer(array: npt.NDArray[Any], kind: Any) -> Any:
    """The address of an array's first element; the array must outlive the call."""
    return array.ctypes.data_as(ctypes.POINTER(kind))


def options(values: Mapping[str, Any]) -> bytes:
    """Keyword options as the library's JSON; those that are None are left out."""
    members: dict[str, Any] = {}
    for name, value in values.items():
        if value is None:
            continue
        if name == "place":
            value = _place(value)
        elif name in ("calibration", "filters", "without") and isinstance(value, (list, tuple)):
            value = [os.fspath(v) if isinstance(v, os.PathLike) else v for v in value]
        elif name == "calibration" and (isinstance(value, os.PathLike) or value not in ("auto", "none")):
            value = [os.fspath(value)]
        elif name == "filters":
            value = [value]
        elif name in ("columns", "assume"):
            value = pairs(value, name)
        elif name == "reference":
            value = os.fspath(value)
        elif name == "tracks":
            value = [{"name": own, **track} for own, track in value.items()]
        members[_SPELLING.get(name, name)] = str(value) if name == "date" else value
    try:
        return json.dumps(members, allow_nan=False).encode("ascii")
    except (TypeError, ValueError) as error:
        raise UsageError("bad-options", "options", str(error), "pass texts, numbers and lists") from None


def pairs(value: Any, name: str) -> list[str]:
    """``NAME=VALUE`` texts of a text, a list of them, or a dictionary; columns are one text."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        texts = [f"{key}={one}" for key, one in value.items()]
        return [",".join(texts)] if name == "columns" else texts
    if isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value):
        return list(value)
    raise UsageError("bad-options", name, f"found {type(value).__name__}, expected a text, a list or a dictionary", "pass {name: value}")


def _place(value: Any) -> dict[str, float]:
    row = numbers(value, "place")
    if row.size not in (2, 3):
        raise UsageError("bad-options", "place", f"found {row.size} numbers, expected latitude, longitude[, height]", "degrees, metres")
    return {"latitude": float(row[0]), "longitude": float(row[1]), "altitude": float(row[2]) if row.size == 3 else 0.0}
