"""A filter's answer over time."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas


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
