"""Samples of sensors, each at its own rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from ._arguments import nanoseconds, numbers
from .errors import UsageError

# Stamps closer than this are no nanoseconds, ns: no phone's sensor has 100 kHz.
LEAST_STEP = 10_000

SENSORS = ("gyroscope", "accelerometer", "gravity", "magnetometer")


@dataclass(frozen=True)
class Stream:
    """Samples of one sensor.

    Attributes
    ----------
    times : ndarray of int64, shape (n,)
        Nanoseconds, ascending.
    values : ndarray of float64, shape (n, k)
        One row per sample.
    """

    times: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]

    @property
    def t(self) -> npt.NDArray[np.float64]:
        """Seconds, shape (n,): for intervals and pictures, rounded beyond 100 days."""
        seconds: npt.NDArray[np.float64] = self.times * np.float64(1e-9)
        return seconds

    def __len__(self) -> int:
        return len(self.times)


# What a sensor's samples are given as: a stream, or its stamps and values.
Samples3 = Optional[Union[Stream, "tuple[npt.ArrayLike, npt.ArrayLike]"]]


class Streams:
    """Samples of the sensors that filters use, each with its own stamps; nothing is resampled.

    Parameters
    ----------
    gyroscope, accelerometer, gravity, magnetometer : Stream or (t, values), optional
        Stamps of shape (n,) and values of shape (n, 3) in device axes: rad/s; m/s² (specific force: at rest it points up);
        m/s² (gravity as the device computed it, used only without an accelerometer); µT, calibrated. Floating stamps are
        seconds, integers nanoseconds, datetime64 and timedelta64 are what they say, and so are pandas indices with and without
        a time zone. All have one clock and ascend.
    is_raw : bool
        Whether the magnetometer is not calibrated: filters then warn.

    Raises
    ------
    UsageError
        For shapes, dtypes and counts that do not fit.

    Examples
    --------
    >>> import numpy as np, sensorlab
    >>> t = np.arange(100) / 100
    >>> still = np.tile([0.0, 0.0, 9.81], (100, 1))
    >>> int(sensorlab.Streams(accelerometer=(t, still)).accelerometer.times[1])
    10000000
    """

    def __init__(
        self, *, gyroscope: Samples3 = None, accelerometer: Samples3 = None, gravity: Samples3 = None,
        magnetometer: Samples3 = None, is_raw: bool = False,
    ) -> None:
        self.gyroscope = _stream(gyroscope, "gyroscope")
        self.accelerometer = _stream(accelerometer, "accelerometer")
        self.gravity = _stream(gravity, "gravity")
        self.magnetometer = _stream(magnetometer, "magnetometer")
        self._is_raw = is_raw

    def __repr__(self) -> str:
        return f"Streams({', '.join(f'{name}: {len(getattr(self, name))}' for name in SENSORS)})"

    def doubts(self) -> list[tuple[str, str, str]]:
        """What speaks against the units, signs and stamps that filters expect: code, what was found, what to do."""
        found = []
        for name in SENSORS:
            times = getattr(self, name).times
            step = float(np.median(np.diff(times))) if len(times) > 10 else 0.0
            if 0 < step < LEAST_STEP:
                found.append((
                    "clock-assumed", f"the stamps of the {name} are {step:.0f} ns apart, and integers are nanoseconds",
                    "pass seconds as floats: t / 1000 where they are milliseconds"))
        force = self.accelerometer if len(self.accelerometer) else self.gravity
        if len(force) > 10:
            strength = float(np.median(np.linalg.norm(force.values, axis=1)))
            if 0.5 < strength < 2:
                found.append((
                    "unit-undecided", f"the force is {strength:.2f} in the median, expected about 9.81 m/s^2",
                    "multiply by 9.80665 where it is in g"))
        dip = self._dip()
        if dip is not None and dip < -20:
            found.append((
                "sign-undecided", f"the field points up ({-dip:.0f} degrees above the horizon), as south of the magnetic equator",
                "elsewhere the acceleration has CoreMotion's sign: pass -acc"))
        if self._is_raw:
            found.append((
                "uncalibrated", "the magnetometer's readings are raw: hard iron turns headings by tens of degrees",
                "use log.fuse(...), which calibrates, or sensorlab.calibrate(...).apply(...)"))
        return found

    def _dip(self) -> float | None:
        """The inclination of the field below the horizontal of the force, degrees; None where it varies."""
        if self._is_raw or len(self.accelerometer) < 100 or len(self.magnetometer) < 100:
            return None
        rows = np.clip(np.searchsorted(self.accelerometer.times, self.magnetometer.times), 0, len(self.accelerometer) - 1)
        force, field = self.accelerometer.values[rows], self.magnetometer.values
        lengths = np.linalg.norm(force, axis=1) * np.linalg.norm(field, axis=1)
        used = lengths > 0
        if used.sum() < 100:
            return None
        dips = -np.degrees(np.arcsin(np.clip((force * field).sum(axis=1)[used] / lengths[used], -1, 1)))
        low, middle, high = np.percentile(dips, [25, 50, 75])
        return float(middle) if high - low < 20 else None


def _stream(given: Samples3, name: str) -> Stream:
    if given is None:
        return Stream(np.empty(0, np.int64), np.empty((0, 3)))
    if isinstance(given, Stream):
        given = (given.times, given.values)
    if not isinstance(given, tuple) or len(given) != 2:
        raise UsageError("illegal-argument", name, f"found {type(given).__name__}, expected (t, values)", "pass a pair of arrays")
    times, values = nanoseconds(given[0], f"{name} times"), numbers(given[1], name, 3)
    if len(times) != len(values):
        raise UsageError(
            "illegal-argument", name, f"found {len(times)} stamps and {len(values)} values", "pass one stamp per value")
    return Stream(times, values)


def streams_of(
    t: Streams | npt.ArrayLike, gyr: npt.ArrayLike | None, acc: npt.ArrayLike | None, mag: npt.ArrayLike | None
) -> Streams:
    """`t` where it is `Streams`, else arrays with common stamps."""
    if isinstance(t, Streams):
        if gyr is not None or acc is not None or mag is not None:
            raise UsageError("illegal-argument", "gyr, acc, mag", "found arrays beside Streams", "pass one of both")
        return t
    pairs: dict[str, Any] = {name: None if values is None else (t, values)
             for name, values in (("gyroscope", gyr), ("accelerometer", acc), ("magnetometer", mag))}
    return Streams(**pairs)
