"""Filters over whole arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import c_double, c_int8, c_int64
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ._arguments import encoded, pointer
from ._library import LIBRARY, Handle, TrackColumns, call
from ._library import parameters as for_library
from ._library import streams as streams_for_library
from ._types import HeadingAxis
from .errors import UsageError, warn
from .frames import is_frame
from .streams import Streams, streams_of
from .track import Track

if TYPE_CHECKING:
    import pandas

AXES = {"auto": 0, "top": 1, "camera": 2}


def fuse(
    t: Streams | pandas.DataFrame | npt.ArrayLike, gyr: npt.ArrayLike | None = None, acc: npt.ArrayLike | None = None,
    mag: npt.ArrayLike | None = None, *, filter: str = "sensorlab", parameters: Mapping[str, float] | None = None,
    heading_axis: HeadingAxis = "auto",
) -> Track:
    """Runs a filter over arrays, by the loop that the command-line tool uses.

    Parameters
    ----------
    t : Streams, DataFrame, or array of shape (n,)
        Samples with stamps of their own per sensor, a table as of `read`, or stamps that all arrays have: floating seconds,
        integer nanoseconds, datetime64, timedelta64 or a pandas index. What speaks against unit, sign, stamps or calibration is
        a `SensorLabWarning`.
    gyr, acc, mag : array of shape (n, 3), optional
        rad/s; m/s², at rest pointing up; µT, calibrated. A missing sensor is None.
    filter : str
        A name of `filters`; estimators of whole recordings among them.
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
        For stamps that step back, values that are not finite, sensors that the filter needs and are missing, and where the
        orientation is never defined.

    Examples
    --------
    >>> import numpy as np, sensorlab
    >>> t = np.arange(0, 10, 0.01)
    >>> acc = np.tile([0.0, 9.81, 0.0], (len(t), 1))     # held upright
    >>> mag = np.tile([0.0, -43.0, -20.0], (len(t), 1))  # the camera looks north
    >>> track = sensorlab.fuse(t, np.zeros((len(t), 3)), acc, mag, filter="vqf")
    >>> bool(abs(np.sin(track.heading[-1])) < 1e-6)
    True
    """
    if is_frame(t):
        from .logs import read

        t = read(t).streams
    streams = streams_of(t, gyr, acc, mag)
    for doubt in streams.doubts():
        warn(*doubt)
    if heading_axis not in AXES:
        raise UsageError("illegal-argument", "heading_axis", f"found {heading_axis!r}, expected {', '.join(AXES)}", "pass one of them")
    pairs, count = for_library(parameters)
    return track_of(Handle(
        "track", "fuse", encoded(filter, "filter"), pairs, count, ctypes.byref(streams_for_library(streams)), AXES[heading_axis]))


def track_of(handle: Handle) -> Track:
    """The rows of a handle of the library."""
    count = LIBRARY.sensorlab_track_count(handle.pointer)
    axis = LIBRARY.sensorlab_track_axis(handle.pointer)
    times = np.empty(count, np.int64)
    orientation, bias, bias_sigma = np.empty((count, 4)), np.empty((count, 3)), np.empty((count, 3))
    heading, sigma, inclination_sigma = np.empty(count), np.empty(count), np.empty(count)
    rest, disturbed = np.empty(count, np.int8), np.empty(count, np.int8)
    columns = TrackColumns(
        count, pointer(times, c_int64),
        *(pointer(a, c_double) for a in (orientation, bias, bias_sigma, heading, sigma, inclination_sigma)),
        *(pointer(a, c_int8) for a in (rest, disturbed)))
    call("track_copy", handle.pointer, ctypes.byref(columns))
    name = next(name for name, value in AXES.items() if value == axis)
    north = "true" if LIBRARY.sensorlab_track_is_true_north(handle.pointer) else "magnetic"
    return Track(
        times, orientation, heading, sigma, inclination_sigma, bias, bias_sigma, np.column_stack([rest, disturbed]), name, north)
