"""Logs of every known format, and their analysis."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping, Sequence
from ctypes import c_double, c_int64, c_size_t
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arguments import encoded, options, pointer
from ._arguments import parameters as for_library
from ._library import Handle, call, text
from ._types import CalibrationChoice, Date, HeadingAxis, Instant, North, PathLike, Place
from .fusion import Track, track_of
from .streams import Stream, Streams

if TYPE_CHECKING:
    import pandas

_XYZ = ("x", "y", "z")
_QUATERNION = ("w", "x", "y", "z")

# The columns of every stream.
STREAMS: dict[str, tuple[str, ...]] = {
    "accelerometer": _XYZ, "gyroscope": _XYZ, "magnetometer": _XYZ, "gravity": _XYZ, "linearAcceleration": _XYZ,
    "gyroscopeCorrected": _XYZ, "magnetometerCorrected": _XYZ, "attitude": _QUATERNION, "reference": _QUATERNION,
    "location": ("latitude", "longitude", "height", "accuracy", "speed", "course", "courseAccuracy"),
    "heading": ("heading",), "moving": ("moving",),
}


class Log:
    """A log that was read: every stream with its own stamps, in one convention whatever the format was.

    ``log["gyroscope"]`` is a `Stream`; the names are those of `STREAMS`, and an absent sensor is an empty stream.
    """

    def __init__(
        self, path: PathLike, *, place: Place | None = None, strict: bool = False, without: Sequence[str] | None = None,
        from_: Instant | None = None, to: Instant | None = None, resample: float | None = None,
    ) -> None:
        chosen = options({
            "place": place, "strict": strict or None, "without": without, "from": from_, "to": to, "resample": resample,
        })
        self._handle = Handle("log", "log_read", encoded(path, "path"), chosen)

    @property
    def information(self) -> dict[str, Any]:
        """What was recognised: ``recording`` (streams with rate, damage, unit, convention and evidence), ``metadata``,
        ``warnings``."""
        found: dict[str, Any] = json.loads(text("log_information", self._handle.pointer))
        return found

    @property
    def names(self) -> list[str]:
        """The streams that have samples."""
        return [name for name in STREAMS if self._size(name)[0]]

    def __getitem__(self, name: str) -> Stream:
        count, width = self._size(name)
        times, values = np.empty(count, np.int64), np.empty((count, width))
        call("log_copy", self._handle.pointer, encoded(name, "stream"), pointer(times, c_int64), pointer(values, c_double), count)
        return Stream(times, values)

    def _size(self, name: str) -> tuple[int, int]:
        count, width = c_size_t(), c_size_t()
        call("log_stream", self._handle.pointer, encoded(name, "stream"), ctypes.byref(count), ctypes.byref(width))
        return count.value, width.value

    @property
    def streams(self) -> Streams:
        """What filters get without a calibration: raw where the log has raw, else as the device corrected it."""
        def first(*names: str) -> Stream:
            return next((s for s in map(self.__getitem__, names) if len(s)), self[names[0]])

        return Streams(
            gyroscope=first("gyroscope", "gyroscopeCorrected"), accelerometer=self["accelerometer"],
            gravity=self["gravity"], magnetometer=first("magnetometer", "magnetometerCorrected"))

    def frame(self, name: str) -> pandas.DataFrame:
        """A stream as a pandas DataFrame whose index is the seconds of the log's clock.

        Raises
        ------
        ImportError
            Where pandas is not installed: ``log[name]`` has the arrays.
        """
        import pandas

        stream = self[name]
        return pandas.DataFrame(stream.values, index=pandas.Index(stream.t, name="t"), columns=list(STREAMS[name]))

    def fuse(
        self, filter: str = "sensorlab", parameters: Mapping[str, float] | None = None, *,
        calibration: CalibrationChoice | None = None, place: Place | None = None, date: Date | None = None,
        north: North | None = None, model: str | None = None, heading_axis: HeadingAxis | None = None,
    ) -> Track:
        """Runs a filter as ``sensorlab fuse`` does: calibrated from itself and with true north where it is known, unless told otherwise.

        Parameters
        ----------
        filter : str
            A name of `filters`.
        parameters : dict, optional
            Changes to the filter's defaults.
        calibration : 'auto', 'none', path or list of paths, optional
            Fitted to the log, none, or calibration files.
        place, date, model
            ``(lat, lon[, height])``, ``YYYY-MM-DD`` and a geomagnetic model; by default what the log says.
        north : {'true', 'magnetic'}, optional
            What headings count from.
        heading_axis : {'auto', 'top', 'camera'}, optional
            Whose heading the track holds.
        """
        chosen = options({
            "calibration": calibration, "place": place, "date": date, "north": north, "model": model, "heading_axis": heading_axis,
        })
        pairs, count = for_library(parameters)
        return track_of(Handle(
            "track", "log_fuse", self._handle.pointer, encoded(filter, "filter"), pairs, count, chosen))

    def __repr__(self) -> str:
        return f"Log({', '.join(f'{name}: {self._size(name)[0]}' for name in self.names)})"


def read(
    path: PathLike, *, place: Place | None = None, strict: bool = False, without: Sequence[str] | None = None,
    from_: Instant | None = None, to: Instant | None = None, resample: float | None = None,
) -> Log:
    """Reads a file or folder of any known format.

    Parameters
    ----------
    path : str or path
        The log; ``.gz`` and ``.zip`` included.
    place : sequence of 2 or 3 numbers, optional
        Latitude and longitude in degrees, height in metres, where the log does not say them.
    strict : bool
        Whether damaged data is an error.
    without : list of str, optional
        Sensors that are left out.
    from_, to : float or str, optional
        The part that is read: seconds of the log's clock, or a time with its offset.
    resample : float, optional
        Hz: every sensor interpolated to one clock.

    Returns
    -------
    Log
        ``log["gyroscope"].values`` is an array, ``log.frame("gyroscope")`` a pandas DataFrame.

    Raises
    ------
    FileError
        Where there is no such file.
    DataError
        Where nothing usable is in it.
    """
    return Log(path, place=place, strict=strict, without=without, from_=from_, to=to, resample=resample)


def analyze(
    path: PathLike, *, calibration: CalibrationChoice | None = None, filters: str | Sequence[str | Mapping[str, Any]] | None = None,
    place: Place | None = None, date: Date | None = None, north: North | None = None, model: str | None = None,
    heading_axis: HeadingAxis | None = None, camera: str | None = None, jobs: int | None = None, strict: bool = False,
    without: Sequence[str] | None = None, from_: Instant | None = None, to: Instant | None = None, resample: float | None = None,
) -> dict[str, Any]:
    """The report of ``sensorlab analyze`` as a dictionary.

    Parameters
    ----------
    path : str or path
        The log.
    calibration, place, date, north, model, heading_axis
        As of `Log.fuse`.
    filters : str or list, optional
        Names, or dictionaries ``{"name": ..., "parameters": {...}}``.
    camera : str, optional
        A camera of the catalogue, or a camera file.
    jobs : int, optional
        Threads.
    strict, without, from_, to, resample
        As of `read`.

    Returns
    -------
    dict
        Schema ``sensorlab.report``: ``verdict``, ``filters``, ``calibration``, ``actions`` and more.
    """
    chosen = options({
        "calibration": calibration, "filters": filters, "place": place, "date": date, "north": north, "model": model,
        "heading_axis": heading_axis, "camera": camera, "jobs": jobs, "strict": strict or None, "without": without, "from": from_,
        "to": to, "resample": resample,
    })
    report: dict[str, Any] = json.loads(text("analyze", encoded(path, "path"), chosen))
    return report
