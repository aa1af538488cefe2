"""Filters over whole arrays."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from ctypes import c_double, c_int8, c_int64
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._arguments import encoded, pointer
from ._arguments import parameters as for_library
from ._library import LIBRARY, Handle, TrackColumns, call
from ._types import HeadingAxis
from .errors import UsageError, warn
from .frames import is_frame
from .streams import Streams, streams_of

if TYPE_CHECKING:
    import pandas

AXES = {"auto": 0, "top": 1, "camera": 2}


@dataclass(frozen=True)
class Track:
    """A filter's answer over time: one row per sample of the gyroscope (else accelerometer, gravity, magnetometer), from the
    first at which the orientation is defined.

    Attributes
    ----------
    times : ndarray of int64, shape (n,)
        Nanoseconds of the samples' clock.
    orientation : ndarray, shape (n, 4)
        Quaternions (w, x, y, z), Hamilton, device to east-north-up: ``v_earth = q v q*``.
    heading : ndarray, shape (n,)
        Clockwise from north, [0, 2π), of the axis `heading_axis`; NaN where that axis is within 5° of the vertical.
    sigma : ndarray, shape (n,)
        Standard deviation of the heading, rad; NaN where the filter states none.
    inclination_sigma : ndarray, shape (n,)
        Standard deviation of the vertical per axis, rad; NaN likewise.
    bias, bias_sigma : ndarray, shape (n, 3)
        The gyroscope's bias, to be subtracted, and its standard deviation, rad/s; 0 where the filter has none.
    flags : ndarray of int8, shape (n, 2)
        Columns rest and disturbed: 1 yes, 0 no, -1 where the filter cannot say.
    heading_axis : str
        ``top`` (+y) or ``camera`` (-z).
    north : str
        What headings count from: ``true`` or ``magnetic``.
    """

    times: npt.NDArray[np.int64]
    orientation: npt.NDArray[np.float64]
    heading: npt.NDArray[np.float64]
    sigma: npt.NDArray[np.float64]
    inclination_sigma: npt.NDArray[np.float64]
    bias: npt.NDArray[np.float64]
    bias_sigma: npt.NDArray[np.float64]
    flags: npt.NDArray[np.int8]
    heading_axis: str
    north: str = "magnetic"

    @property
    def t(self) -> npt.NDArray[np.float64]:
        """Seconds, shape (n,)."""
        seconds: npt.NDArray[np.float64] = self.times * np.float64(1e-9)
        return seconds

    @property
    def rest(self) -> npt.NDArray[np.int8]:
        """Whether the device is at rest, shape (n,): 1, 0 or -1."""
        return self.flags[:, 0]

    @property
    def disturbed(self) -> npt.NDArray[np.int8]:
        """Whether the magnetic field is disturbed, shape (n,): 1, 0 or -1."""
        return self.flags[:, 1]

    def __len__(self) -> int:
        return len(self.times)

    def to_dataframe(self) -> pandas.DataFrame:
        """The track as a table: t in seconds as the index, qw..qz, and degrees; ``attrs["units"]`` has the units."""
        import pandas

        columns: dict[str, Any] = {name: self.orientation[:, k] for k, name in enumerate(("qw", "qx", "qy", "qz"))}
        columns |= {
            "heading": np.degrees(self.heading), "heading_sigma": np.degrees(self.sigma),
            "inclination_sigma": np.degrees(self.inclination_sigma), "rest": self.rest, "disturbed": self.disturbed}
        table = pandas.DataFrame(columns, index=pandas.Index(self.t, name="t"))
        angles = dict.fromkeys(("heading", "heading_sigma", "inclination_sigma"), "deg")
        table.attrs = {"units": {**dict.fromkeys(columns, "1"), **angles, "t": "s"}, "heading_axis": self.heading_axis}
        return table

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes t,qw,qx,qy,qz as CSV, exactly; the tool takes it as ``--track NAME=FILE``."""
        whole, parts = np.divmod(self.times, 1_000_000_000)
        lines = (
            f"{second}.{part:09d},{','.join(map(repr, row))}\n"
            for second, part, row in zip(whole.tolist(), parts.tolist(), self.orientation.tolist()))
        path = Path(path)
        path.write_text(f"# north: {self.north}\nt,qw,qx,qy,qz\n" + "".join(lines), encoding="ascii")
        return path

    def plot(self, ax: Any = None, *, label: str | None = None, band: bool = True) -> Any:
        """Draws the heading over time in degrees, with its 95 % band.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; new ones by default.
        label : str, optional
            Of the line.
        band : bool
            Whether the filter's own 95 % band is drawn, where it states one.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ImportError
            Where matplotlib is not installed.
        """
        from matplotlib import pyplot

        if ax is None:
            _, ax = pyplot.subplots()
        heading = np.degrees(self.heading)
        # No line across the drawing where the heading passes north.
        line = heading.copy()
        line[1:][np.abs(np.diff(heading)) > 180] = np.nan
        drawn = ax.plot(self.t, line, label=label)[0]
        if band and np.isfinite(self.sigma).any():
            width = np.degrees(1.96 * self.sigma)
            ax.fill_between(self.t, line - width, line + width, color=drawn.get_color(), alpha=0.2, linewidth=0)
        ax.set(xlabel="time, s", ylabel=f"heading of the {self.heading_axis} axis from {self.north} north, degrees")
        if label is not None:
            ax.legend()
        return ax


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
        "track", "fuse", encoded(filter, "filter"), pairs, count, ctypes.byref(streams._for_library()), AXES[heading_axis]))


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
