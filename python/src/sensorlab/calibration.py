"""Calibrations: fitted to logs or arrays, kept in files, applied to readings."""

from __future__ import annotations

import ctypes
import json
import os
from ctypes import c_double
from pathlib import Path
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._arguments import encoded, numbers, options, pointer
from ._library import call, text
from .errors import FileError, UsageError
from .streams import SENSORS, Streams

PathLike = Union[str, "os.PathLike[str]"]


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

    def apply(self, sensor: str, readings: Any) -> npt.NDArray[np.float64]:
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


def calibrate(kind: str, source: PathLike | Streams, out: PathLike | None = None, **keywords: Any) -> Calibration:
    """Fits a calibration.

    Parameters
    ----------
    kind : {'magnetometer', 'gyroscope', 'accelerometer', 'in-use'}
        What ``sensorlab calibrate`` fits.
    source : path or Streams
        A log, or raw readings as arrays.
    out : path, optional
        Where the calibration file is written.
    **keywords
        ``place=(lat, lon[, height])``, ``date="YYYY-MM-DD"``, ``model``, ``method`` ("map" or "geometric") and ``alignment``
        ("auto" or "none") of the magnetometer; for logs also ``strict``, ``without``, ``from_``, ``to``.

    Returns
    -------
    Calibration
        A refused fit is no error: its section has ``accepted`` false and a reason.

    Raises
    ------
    DataError
        Where the sensor is missing.
    """
    chosen = options({name.rstrip("_"): value for name, value in keywords.items()})
    name = encoded(kind, "kind")
    if isinstance(source, Streams):
        content = text("calibrate_streams", name, ctypes.byref(source._for_library()), chosen)
    else:
        content = text("calibrate", name, encoded(source, "source"), chosen)
    result = Calibration(content)
    if out is not None:
        result.save(out)
    return result
