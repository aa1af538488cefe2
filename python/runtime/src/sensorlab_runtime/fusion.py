"""Filters over whole arrays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ._library import run
from ._types import HeadingAxis
from .errors import DataError, UsageError, warn
from .streams import SENSORS, Streams, streams_of
from .track import Track

# An axis closer than this to the vertical has no heading.
UNDEFINED_CONE = np.radians(5)


def fuse(
    t: Streams | npt.ArrayLike, gyr: npt.ArrayLike | None = None, acc: npt.ArrayLike | None = None,
    mag: npt.ArrayLike | None = None, *, filter: str = "sensorlab", parameters: Mapping[str, float] | None = None,
    heading_axis: HeadingAxis = "auto",
) -> Track:
    """Runs a filter over arrays.

    Parameters
    ----------
    t : Streams, or array of shape (n,)
        Samples with stamps of their own per sensor, or stamps that all arrays have: floating seconds, integer nanoseconds,
        datetime64, timedelta64 or a pandas index. What speaks against unit, sign or stamps is a `SensorLabWarning`.
    gyr, acc, mag : array of shape (n, 3), optional
        rad/s; m/s², at rest pointing up; µT, calibrated. A missing sensor is None.
    filter : str
        A name of `filters`.
    parameters : dict, optional
        Changes to the filter's defaults.
    heading_axis : {'auto', 'top', 'camera'}
        Whose heading the track holds; ``auto`` is the camera's where its median elevation is within 45° of the horizon.

    Returns
    -------
    Track
        With magnetic north.

    Raises
    ------
    UsageError
        For unknown names, parameters out of range, shapes and dtypes that do not fit.
    DataError
        For stamps that step back, values that are not finite, and where the orientation is never defined.
    """
    streams = streams_of(t, gyr, acc, mag)
    if heading_axis not in ("auto", "top", "camera"):
        raise UsageError("illegal-argument", "heading_axis", f"found {heading_axis!r}, expected auto, top, camera", "pass one of them")
    for name in SENSORS:
        stream = getattr(streams, name)
        if (np.diff(stream.times) < 0).any():
            raise DataError("time-backwards", name, "found stamps that step back", "give one clock in ascending order")
        if not np.isfinite(stream.values).all():
            raise DataError("not-finite", name, "found numbers that are not finite", "leave such samples out")
    for doubt in streams.doubts():
        warn(*doubt)
    times, rows = run(filter, parameters, streams)
    if not len(times):
        raise DataError("no-orientation", filter, "the orientation is never defined", "give the sensors that the filter needs")
    axis = _axis(streams) if heading_axis == "auto" else heading_axis
    unknown = np.full((len(rows), 3), np.nan)
    return Track(
        times, rows[:, :4], headings(rows[:, :4], axis), rows[:, 4], rows[:, 5], rows[:, 6:9], unknown,
        rows[:, 9:11].astype(np.int8), axis)


def headings(orientation: npt.NDArray[np.float64], axis: HeadingAxis) -> npt.NDArray[np.float64]:
    """The headings of an axis, rad in [0, 2π), of quaternions along the last axis; NaN near the vertical."""
    w, x, y, z = np.moveaxis(orientation, -1, 0)
    if axis == "top":
        east, north = 2 * (x * y - w * z), 1 - 2 * (x * x + z * z)
    else:
        east, north = -2 * (x * z + w * y), 2 * (w * x - y * z)
    found = np.arctan2(east, north)
    found = np.where(found < 0, found + 2 * np.pi, found + 0.0)
    return np.where(np.hypot(east, north) >= np.sin(UNDEFINED_CONE), found, np.nan)


def _axis(streams: Streams) -> HeadingAxis:
    """The camera's where its median elevation is within 45° of the horizon."""
    force = streams.accelerometer if len(streams.accelerometer) else streams.gravity
    lengths = np.linalg.norm(force.values, axis=1)
    used = lengths > 0
    if not used.any():
        return "top"
    return "camera" if abs(np.median(-force.values[used, 2] / lengths[used])) <= np.sqrt(0.5) else "top"
