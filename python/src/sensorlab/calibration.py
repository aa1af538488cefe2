"""Calibrations: fitted to logs or arrays, kept in files, applied to readings."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Sequence
from ctypes import c_double
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._arguments import encoded, numbers, options, pointer
from ._library import call, text
from ._library import streams as streams_for_library
from ._types import Date, Instant, PathLike, Place
from .errors import FileError, UsageError
from .streams import SENSORS, Streams


class Calibration:
    """The content of a calibration file: one section per sensor, with its formula, sigmas and verdict.

    Examples
    --------
    >>> mag = sensorlab.calibrate("magnetometer", "turns.csv")     # doctest: +SKIP
    >>> mag.sections["magnetometer"]["accepted"]                    # doctest: +SKIP
    True
    >>> field = mag.apply("magnetometer", readings)                 # doctest: +SKIP
    """

    def __init__(self, content: bytes) -> None:
        self._content = content

    @classmethod
    def load(cls, path: PathLike) -> Calibration:
        """Reads a calibration file of this package or of ``sensorlab calibrate``."""
        try:
            return cls(Path(path).read_bytes())
        except OSError as error:
            raise FileError("no-such-file", str(path), error.strerror or "cannot be read", "give a calibration file") from None

    def save(self, path: PathLike) -> None:
        """Writes the file, for ``--calibration`` and for apps."""
        try:
            Path(path).write_bytes(self._content)
        except OSError as error:
            raise FileError("cannot-create", str(path), error.strerror or "cannot be written", "give another path") from None

    @property
    def sections(self) -> dict[str, Any]:
        """The file's members (schema ``sensorlab.calibration/1``)."""
        content: dict[str, Any] = json.loads(self._content)
        return content

    def apply(self, sensor: str, readings: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The corrected readings of a sensor, also where the fit was refused.

        Parameters
        ----------
        sensor : {'magnetometer', 'gyroscope', 'accelerometer'}
        readings : array of shape (n, 3)
            Raw: µT, rad/s, m/s².

        Returns
        -------
        ndarray of shape (n, 3)

        Raises
        ------
        DataError
            Where the calibration has no section for the sensor.
        """
        if sensor not in SENSORS:
            raise UsageError("illegal-argument", "sensor", f"found {sensor!r}, expected one of {', '.join(SENSORS)}", "pass one of them")
        values = numbers(readings, "readings", 3)
        result = np.empty_like(values)
        call(
            "calibration_apply", self._content, len(self._content), SENSORS.index(sensor), pointer(values, c_double),
            len(values), pointer(result, c_double))
        return result

    def __repr__(self) -> str:
        try:
            sections = self.sections.items()
        except (ValueError, AttributeError):
            return "Calibration(damaged)"
        words = {True: "accepted", False: "refused"}
        fits = [f"{name}: {words[fit['accepted']]}" for name, fit in sections if isinstance(fit, dict) and "accepted" in fit]
        return f"Calibration({', '.join(fits)})"


def calibrate(
    kind: Literal["magnetometer", "gyroscope", "accelerometer", "in-use"], source: PathLike | Streams,
    out: PathLike | None = None, *, place: Place | None = None, date: Date | None = None, model: str | None = None,
    method: Literal["map", "geometric"] | None = None, alignment: Literal["auto", "none"] | None = None, strict: bool = False,
    without: Sequence[str] | None = None, from_: Instant | None = None, to: Instant | None = None,
) -> Calibration:
    """Fits a calibration.

    Parameters
    ----------
    kind : {'magnetometer', 'gyroscope', 'accelerometer', 'in-use'}
        What ``sensorlab calibrate`` fits.
    source : path or Streams
        A log, or raw readings as arrays.
    out : path, optional
        Where the calibration file is written.
    place, date, model
        ``(lat, lon[, height])``, ``YYYY-MM-DD`` and a geomagnetic model, for the field's intensity and dip.
    method : {'map', 'geometric'}, optional
        Of the magnetometer; ``map`` where it is not given.
    alignment : {'auto', 'none'}, optional
        Whether the magnetometer's axes are aligned with the others'; ``auto`` where it is not given.
    strict, without, from_, to
        For logs, as of `read`.

    Returns
    -------
    Calibration
        A refused fit is no error: its section has ``accepted`` false and a reason.

    Raises
    ------
    DataError
        Where the sensor is missing.
    """
    chosen = options({
        "place": place, "date": date, "model": model, "method": method, "alignment": alignment, "strict": strict or None,
        "without": without, "from": from_, "to": to,
    })
    name = encoded(kind, "kind")
    if isinstance(source, Streams):
        content = text("calibrate_streams", name, ctypes.byref(streams_for_library(source)), chosen)
    else:
        content = text("calibrate", name, encoded(source, "source"), chosen)
    result = Calibration(content)
    if out is not None:
        result.save(out)
    return result
