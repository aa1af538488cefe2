"""Logs of every known format, and their analysis."""

from __future__ import annotations

import ctypes
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from ctypes import c_double, c_int64, c_size_t
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import tool
from ._arguments import encoded, options, pointer
from ._library import Handle, call, text
from ._library import parameters as for_library
from ._types import (
    Assumptions,
    CalibrationChoice,
    Columns,
    Date,
    HeadingAxis,
    Instant,
    North,
    PathLike,
    Place,
    ReferenceDelay,
    ReferenceFit,
    ReferenceNorth,
    ReferenceParts,
)
from .errors import UsageError, warn_of
from .frames import REFERENCE_TERMS, STREAMS, is_frame, joined, written
from .fusion import track_of
from .reports import Comparison, Report
from .streams import Stream, Streams
from .track import Track

if TYPE_CHECKING:
    import pandas

# A log by its path, as a table of pandas, or as it was read.
LogLike = Union[PathLike, "pandas.DataFrame", "Log"]

class Log:
    """A log that was read: every stream with its own stamps, in one convention whatever the format was.

    ``log["gyroscope"]`` is a `Stream`; the names are those of `STREAMS`, and an absent sensor is an empty stream.
    """

    def __init__(self, path: PathLike | pandas.DataFrame, date: Date | None = None, **reading: Any) -> None:
        self._folder = None
        if is_frame(path):
            self._folder, path = written(path)
        self.path = os.fspath(path)
        # What says where, when and how the log was recorded: calls that take the log use it too.
        self.place: Place | None = reading["place"]
        self.date = date
        self._reading = {name: value for name, value in reading.items() if value is not None}
        self._handle = Handle("log", "log_read", encoded(self.path, "path"), options(self._reading))
        found = self.information["warnings"]
        self._said = {(each["code"], each["message"]) for each in found}
        warn_of(found)

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
            gravity=self["gravity"], magnetometer=first("magnetometer", "magnetometerCorrected"),
            is_raw=len(self["magnetometer"]) > 0)

    def to_dataframe(self) -> pandas.DataFrame:
        """Every stream in one table, with the columns of a canonical log (``ax``, ``gx``, ``mx``, ``ref_qw``, ...).

        A row per distinct stamp, NaN where a stream has no sample: nothing is resampled. The index holds instants in UTC
        where the log's clock is known, else durations. ``attrs["units"]`` has the unit of every column, and ``attrs`` what the
        log says of itself.

        Raises
        ------
        ImportError
            Where pandas is not installed: ``log[name]`` has the arrays.
        """
        metadata = self.information["metadata"]
        attributes = {key: metadata[key] for key in ("name", "device", "format") if metadata.get(key)}
        date = metadata.get("date")
        if date:
            attributes["date"] = f"{date['year']:04d}-{date['month']:02d}-{date['day']:02d}"
        place = metadata.get("place")
        if place:
            attributes["place"] = ",".join(str(place[key]) for key in ("latitude", "longitude", "altitude"))
        said = metadata.get("reference", {})
        attributes |= {term: said[key] for term, key in REFERENCE_TERMS.items() if said.get(key) is not None}
        return joined({name: self[name] for name in self.names}, metadata.get("unixSecondsAtZero"), attributes)

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
            "calibration": calibration, "place": self.place if place is None else place,
            "date": self.date if date is None else date, "north": north, "model": model, "heading_axis": heading_axis,
        })
        pairs, count = for_library(parameters)
        handle = Handle("track", "log_fuse", self._handle.pointer, encoded(filter, "filter"), pairs, count, chosen)
        self._warn(json.loads(text("track_warnings", handle.pointer)))
        return track_of(handle)

    def _warn(self, found: list[dict[str, Any]]) -> None:
        """Passes warnings on that reading the log did not give already."""
        warn_of(each for each in found if (each["code"], each["message"]) not in self._said)

    def __repr__(self) -> str:
        return f"Log({', '.join(f'{name}: {self._size(name)[0]}' for name in self.names)})"


def read(
    path: PathLike | pandas.DataFrame, *, columns: Columns | None = None, assume: Assumptions | None = None,
    place: Place | None = None, date: Date | None = None, strict: bool = False, without: Sequence[str] | None = None,
    from_: Instant | None = None, to: Instant | None = None, resample: float | None = None, unit: str | None = None,
) -> Log:
    """Reads a file or folder of any known format, or a DataFrame.

    Units, signs and clock are decided by the evidence, as the tool does: what the readings do not decide is asked for in the
    error's advice, and what they leave in doubt is a `SensorLabWarning`.

    Parameters
    ----------
    path : str, path or DataFrame
        The log; ``.gz`` and ``.zip`` included. A DataFrame has the columns of any known table (``ax``, ``gx``, ``mx``, ...); its
        index holds dates (with a time zone: instants), durations or seconds, or a column holds the time.
    columns : dict or str, optional
        What the columns of an unknown table hold: ``{"t": "1:ms", "ax": "2:g"}``, by number or name.
    assume : dict or str, optional
        Units and signs that override the evidence: ``{"accelerometer": "g,ios"}``.
    place : sequence of 2 or 3 numbers, optional
        Latitude and longitude in degrees, height in metres, where the log does not say them.
    date : str or date, optional
        ``YYYY-MM-DD``, for the declination, where the log does not say it.
    strict : bool
        Whether damaged data is an error.
    without : list of str, optional
        Sensors that are left out.
    from_, to : float or str, optional
        The part that is read: seconds of the log's clock, or a time with its offset.
    resample : float, optional
        Hz: every sensor interpolated to one clock.
    unit : str, optional
        The sensor unit (body) of a file with several.

    Returns
    -------
    Log
        ``log["gyroscope"].values`` is an array, ``log.to_dataframe()`` a table of all streams.

    Raises
    ------
    FileError
        Where there is no such file.
    DataError
        Where nothing usable is in it.
    """
    return Log(
        path, date, place=place, columns=columns, assume=assume, strict=strict or None, without=without, from_=from_, to=to,
        resample=resample, unit=unit)


def log_of(log: LogLike) -> Log:
    """The log itself, or what `read` makes of a path or a table."""
    return log if isinstance(log, Log) else read(log)


def analyze(
    log: LogLike, *, out: PathLike | None = None, reference: PathLike | Track | None = None, device_attitude: bool = False,
    reference_north: ReferenceNorth | None = None, reference_mount: ReferenceFit | None = None,
    reference_level: ReferenceFit | None = None, reference_delay: ReferenceDelay | None = None,
    reference_parts: ReferenceParts | None = None, tracks: Mapping[str, PathLike | Track] | None = None,
    track_conventions: Mapping[str, str] | None = None, calibration: CalibrationChoice | None = None,
    filters: str | Sequence[str | Mapping[str, Any]] | None = None,
    place: Place | None = None, date: Date | None = None, north: North | None = None, model: str | None = None,
    heading_axis: HeadingAxis | None = None, camera: str | None = None, jobs: int | None = None, **reading: Any,
) -> Report:
    """The report of ``sensorlab analyze``.

    Parameters
    ----------
    log : str, path, DataFrame or Log
        The log; one that was read keeps the options with which it was read.
    out : str or path, optional
        Folder to which the tool writes report.html, report.json, report.md and tracks.csv too.
    reference : str, path or Track, optional
        The reference orientation, in the log's clock; by default the log's own.
    device_attitude : bool
        Whether errors are measured against the device's own attitude.
    reference_north : {'true', 'magnetic', 'arbitrary'}, optional
        The reference's north, where the log does not say it; with an arbitrary one a constant per log is removed.
    reference_mount, reference_level : {'known', 'fit'}, optional
        Whether its axes are the device's and its vertical the Earth's (``known``), or are found by gyroscope and force.
    reference_delay : float or 'fit', optional
        How late its stamps are, seconds.
    reference_parts : {'orientation', 'heading', 'inclination'}, optional
        What it is a reference of.
    tracks : dict, optional
        Name and track of your own filters: a `Track` or a file, in the log's clock.
    track_conventions : dict, optional
        Name and words of ``--track-convention``, such as ``{"mine": "xyzw,ned"}``, where the evidence is not to decide.
    calibration, place, date, north, model, heading_axis
        As of `Log.fuse`.
    filters : str or list, optional
        Names, or dictionaries ``{"name": ..., "parameters": {...}}``.
    camera : str, optional
        A camera of the catalogue, or a camera file.
    jobs : int, optional
        Threads.
    **reading
        As of `read`, for a log that is not read yet.

    Returns
    -------
    Report
        A dictionary of the schema ``sensorlab.report``: ``verdict``, ``filters``, ``calibration``, ``actions`` and more. Its
        warnings are `SensorLabWarning` too.
    """
    own = _opened(log, reading)
    chosen = {
        "calibration": calibration, "filters": filters, "place": own.place if place is None else place,
        "date": own.date if date is None else date, "north": north, "model": model, "heading_axis": heading_axis, "camera": camera,
        "jobs": jobs, "device_attitude": device_attitude or None, "reference_north": reference_north,
        "reference_mount": reference_mount, "reference_level": reference_level, "reference_delay": reference_delay,
        "reference_parts": reference_parts,
    }
    with tempfile.TemporaryDirectory(prefix="sensorlab-") as folder:
        chosen.update(_files(folder, reference, device_attitude, tracks, track_conventions))
        report = Report(json.loads(text("analyze", encoded(own.path, "path"), options({**own._reading, **chosen}))))
        if out is not None:
            # One report, as here, of a long log too.
            words = tool.words({**own._reading, **chosen})
            tool.run(["analyze", own.path, "--out", os.fspath(out), "--every", "whole", "--quiet", *words])
    own._warn(report["warnings"])
    return report


def compare(
    logs: LogLike | Sequence[LogLike], filters: str | Sequence[str] | None = None, *, reference: PathLike | Track | None = None,
    device_attitude: bool = False, reference_north: ReferenceNorth | None = None, reference_mount: ReferenceFit | None = None,
    reference_level: ReferenceFit | None = None, reference_delay: ReferenceDelay | None = None,
    reference_parts: ReferenceParts | None = None, tracks: Mapping[str, PathLike | Track] | None = None,
    track_conventions: Mapping[str, str] | None = None, out: PathLike | None = None,
    calibration: CalibrationChoice | None = None, place: Place | None = None, date: Date | None = None,
    north: North | None = None, model: str | None = None, heading_axis: HeadingAxis | None = None, jobs: int | None = None,
) -> Comparison:
    """The errors of filters against a reference, by ``sensorlab compare``; your own filter by its track.

    Parameters
    ----------
    logs : str, path, DataFrame, Log, or a list of them
        What `read` takes. Options with which one log was read are kept; several must have the same.
    filters : str or list, optional
        Names; by default those of `analyze`.
    reference, device_attitude, reference_north, reference_mount, reference_level, reference_delay, reference_parts
        As of `analyze`; without them the reference of each log.
    tracks, track_conventions
        As of `analyze`; for several logs a folder with a file per log.
    out : str or path, optional
        Folder for comparison.html, .json, .md and .csv.
    calibration, place, date, north, model, heading_axis, jobs
        As of `analyze`.

    Returns
    -------
    Comparison
        A dictionary of the schema ``sensorlab.comparison``; ``to_dataframe()`` has the errors.
    """
    several = list(logs) if isinstance(logs, (list, tuple)) else [logs]
    opened = [log_of(each) for each in several]
    if not opened:
        raise UsageError("illegal-argument", "logs", "found no log, expected one or more", "pass a path")
    first = opened[0]
    if any((each._reading, each.date) != (first._reading, first.date) for each in opened[1:]):
        raise UsageError("illegal-argument", "logs", "they were read with different options", "read them with the same")
    chosen = {
        "calibration": calibration, "filters": filters, "place": first.place if place is None else place,
        "date": first.date if date is None else date, "north": north, "model": model, "heading_axis": heading_axis, "jobs": jobs,
        "device_attitude": device_attitude or None, "reference_north": reference_north, "reference_mount": reference_mount,
        "reference_level": reference_level, "reference_delay": reference_delay, "reference_parts": reference_parts,
    }
    with tempfile.TemporaryDirectory(prefix="sensorlab-") as folder:
        chosen.update(_files(folder, reference, device_attitude, tracks, track_conventions))
        answer = tool.run([
            "compare", *(each.path for each in opened), "--json", *([] if out is None else ["--out", os.fspath(out)]),
            *tool.words({**first._reading, **chosen})])
    return Comparison(json.loads(answer))


def _files(
    folder: str, reference: PathLike | Track | None, device_attitude: bool, tracks: Mapping[str, PathLike | Track] | None,
    conventions: Mapping[str, str] | None,
) -> dict[str, Any]:
    """Reference and tracks as files; those that are objects are written into the folder."""
    def file(name: str, track: PathLike | Track) -> str:
        return os.fspath(track.save(os.path.join(folder, name)) if isinstance(track, Track) else track)

    if reference is not None and device_attitude:
        raise UsageError("illegal-argument", "reference", "it and device_attitude exclude each other", "give only one")
    for argument, value in (("tracks", tracks), ("track_conventions", conventions)):
        if value is not None and not isinstance(value, Mapping):
            raise TypeError(f"{argument}: found {type(value).__name__}, expected a dictionary by the names of the tracks")
    own, said = tracks or {}, conventions or {}
    if not all(isinstance(name, str) and name.strip() for name in own):
        raise UsageError("illegal-argument", "tracks", f"found the names {list(own)}, expected texts", "name every track")
    unknown = [name for name in said if name not in own]
    if unknown:
        raise UsageError("illegal-argument", "track_conventions", f"there is no track {unknown[0]}", "give it in tracks too")
    return {
        "reference": None if reference is None else file("reference.csv", reference),
        "tracks": {
            name: {"path": file(f"{index}.csv", track), "convention": said.get(name, "")}
            for index, (name, track) in enumerate(own.items())} or None,
    }


def _opened(log: LogLike, reading: dict[str, Any]) -> Log:
    if not isinstance(log, Log):
        return read(log, **reading)
    if reading:
        raise UsageError("illegal-argument", ", ".join(reading), "the log was read already", "pass this to read")
    return log
