"""Tables of pandas: a log as one, and one as a log."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import UsageError

if TYPE_CHECKING:
    import pandas

    from .streams import Stream

_XYZ = ("x", "y", "z")
_QUATERNION = ("w", "x", "y", "z")

# The numbers of a sample of every stream.
STREAMS: dict[str, tuple[str, ...]] = {
    "accelerometer": _XYZ, "gyroscope": _XYZ, "magnetometer": _XYZ, "gravity": _XYZ, "linearAcceleration": _XYZ,
    "gyroscopeCorrected": _XYZ, "magnetometerCorrected": _XYZ, "attitude": _QUATERNION, "reference": _QUATERNION,
    "location": ("latitude", "longitude", "height", "accuracy", "speed", "course", "courseAccuracy"),
    "heading": ("heading",), "referenceHeading": ("heading", "sigma"), "moving": ("moving",),
}

# The columns of every stream in a canonical log, and their units.
COLUMNS: dict[str, dict[str, str]] = {
    "accelerometer": dict.fromkeys(("ax", "ay", "az"), "m/s^2"),
    "gyroscope": dict.fromkeys(("gx", "gy", "gz"), "rad/s"),
    "magnetometer": dict.fromkeys(("mx", "my", "mz"), "uT"),
    "gravity": dict.fromkeys(("gravx", "gravy", "gravz"), "m/s^2"),
    "linearAcceleration": dict.fromkeys(("linx", "liny", "linz"), "m/s^2"),
    "gyroscopeCorrected": dict.fromkeys(("gcx", "gcy", "gcz"), "rad/s"),
    "magnetometerCorrected": dict.fromkeys(("mcx", "mcy", "mcz"), "uT"),
    "attitude": dict.fromkeys(("dev_qw", "dev_qx", "dev_qy", "dev_qz"), "1"),
    "reference": dict.fromkeys(("ref_qw", "ref_qx", "ref_qy", "ref_qz"), "1"),
    "location": {
        "lat": "deg", "lon": "deg", "alt": "m", "accuracy": "m", "speed": "m/s", "course": "deg", "courseaccuracy": "deg"},
    "heading": {"dev_heading": "deg"},
    "referenceHeading": {"ref_heading": "deg", "ref_heading_sigma": "deg"},
    "moving": {"moving": "1"},
}

# What a log says of its reference, by the names of metadata lines, and by those of the library.
REFERENCE_TERMS = {
    "north": "north", "reference-mount": "mount", "reference-level": "level", "reference-delay": "delay", "reference-parts": "parts"}


def is_frame(value: Any) -> bool:
    """Whether it is a pandas DataFrame, without importing pandas."""
    return hasattr(value, "columns") and hasattr(value, "index") and hasattr(value, "iloc")


def joined(streams: dict[str, Stream], unix_seconds_at_zero: float | None, attributes: dict[str, Any]) -> pandas.DataFrame:
    """One table of streams: a row per distinct stamp, NaN where a stream has no sample.

    The index holds instants in UTC where the log's clock is known, else durations: both are exact.
    """
    import pandas

    parts, units = [], {}
    for name, stream in streams.items():
        columns = COLUMNS[name]
        # Streams have radians, columns degrees.
        values = np.degrees(stream.values) if name in ("heading", "referenceHeading") else stream.values
        part = pandas.DataFrame(values, columns=list(columns))
        part["t"] = stream.times
        # A second sample at the same stamp gets a row of its own.
        part["k"] = part.groupby("t").cumcount()
        parts.append(part.set_index(["t", "k"]))
        units.update(columns)
    table = pandas.concat(parts, axis=1).sort_index() if parts else pandas.DataFrame(index=pandas.MultiIndex.from_arrays([[], []]))
    stamps = np.asarray(table.index.get_level_values(0), dtype=np.int64)
    if unix_seconds_at_zero is None:
        table.index = pandas.Index(stamps.astype("timedelta64[ns]"), name="t")
    else:
        zero = np.int64(round(unix_seconds_at_zero * 1e9))
        table.index = pandas.Index((stamps + zero).astype("datetime64[ns]"), name="t").tz_localize("UTC")
    table.attrs = {"units": units, **attributes}
    return table


def written(frame: pandas.DataFrame) -> tuple[tempfile.TemporaryDirectory[str], Path]:
    """A DataFrame as a CSV file, which the readers take like any other: index of dates (with or without a time zone), of
    durations or of seconds, or a column with the time.

    The folder is removed with the returned object.
    """
    import pandas

    index, table = frame.index, frame
    if isinstance(index, pandas.MultiIndex) or isinstance(frame.columns, pandas.MultiIndex):
        raise UsageError("illegal-argument", "frame", "found an index of several levels, expected one", "pass frame.droplevel(...)")
    if isinstance(index, pandas.DatetimeIndex):
        nanoseconds = (index if index.tz is None else index.tz_convert(None)).astype("datetime64[ns]").astype(np.int64)
        # Without a time zone the instant is not known: only the intervals are used.
        first = nanoseconds[0] if len(nanoseconds) else 0
        time = ("t", _seconds(nanoseconds - first)) if index.tz is None else ("timestamp (ns)", [f"{n}" for n in nanoseconds])
    elif isinstance(index, pandas.TimedeltaIndex):
        time = ("t", _seconds(index.astype("timedelta64[ns]").astype(np.int64)))
    elif isinstance(index, pandas.RangeIndex) and index.name is None:
        time = None
    else:
        time = (str(index.name or "t"), [repr(one) for one in index.tolist()])
    rows = [[_cell(one) for one in table[name].tolist()] for name in table.columns]
    names = [str(name) for name in table.columns]
    if time is not None:
        names, rows = [time[0], *names], [list(time[1]), *rows]
    folder = tempfile.TemporaryDirectory(prefix="sensorlab-")
    path = Path(folder.name) / "frame.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        for key in ("name", "device", "date", "place", *REFERENCE_TERMS):
            if isinstance(frame.attrs.get(key), (str, float, int)):
                file.write(f"# {key}: {frame.attrs[key]}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(zip(*rows))
    return folder, path


def _seconds(nanoseconds: Any) -> list[str]:
    return [f"{int(n) / 1e9:.9f}" for n in nanoseconds]


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return "" if value != value else repr(value)
    return "" if value is None else str(value)
