"""The catalogue of filters, and filters that are fed sample by sample."""

from __future__ import annotations

import datetime
import math
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, Union

import numpy as np
import numpy.typing as npt

from ._arguments import nanosecond, numbers
from ._library import FIELD, GROUP, MODULE, RECORD, ROW, request
from .errors import DataError, UsageError
from .fusion import headings

# Largest magnitude of a stamp, nanoseconds: the difference of two fits into 64 bits.
_LIMIT = 2**62 - 1

# Seconds, integer nanoseconds, or a time.
Time = Union[float, int, np.datetime64, np.timedelta64, datetime.datetime]


def filters() -> list[dict[str, Any]]:
    """Every filter: name, summary, reference, the sensors that it needs, and its parameters with unit, default, range and meaning."""
    with MODULE.lock:
        MODULE.call("catalogue")
        groups = [[record.split(FIELD) for record in group.split(RECORD)] for group in MODULE.text().split(GROUP)]
        # Two numbers per filter and three per parameter; the first record of a group is the filter's own.
        values = iter(MODULE.numbers(sum(3 * len(records) - 1 for records in groups)).tolist())
    found = []
    for (name, summary, reference), *parameters in groups:
        needs = {"needsGyroscope": next(values) > 0, "worksWithoutMagnetometer": next(values) == 0}
        found.append({"name": name, "summary": summary, "reference": reference, "isOffline": False, **needs, "parameters": [
            {"name": parameter, "unit": unit, "defaultValue": next(values), "minimum": next(values), "maximum": next(values),
             "meaning": meaning, "small": small, "large": large}
            for parameter, unit, meaning, small, large in parameters]})
    return found


@dataclass(frozen=True)
class Estimate:
    """A filter's estimate at one instant; the members are those of a row of `Track`."""

    orientation: npt.NDArray[np.float64]
    sigma: float
    inclination_sigma: float
    bias: npt.NDArray[np.float64]
    rest: int
    disturbed: int

    def heading(self, axis: Literal["top", "camera"] = "top") -> float:
        """The heading of the ``top`` (+y) or ``camera`` (-z) axis, rad in [0, 2π); NaN within 5° of the vertical."""
        if axis not in ("top", "camera"):
            raise UsageError("illegal-argument", "axis", f"found {axis!r}, expected top or camera", "pass one of them")
        return float(headings(self.orientation, axis))


class _Kept:
    """What is in the module's memory under a number."""

    _copies: str
    _destroys: str

    def _keep(self, number: int) -> None:
        self._number = number
        weakref.finalize(self, _destroy, self._destroys, number)

    def copy(self: _Self) -> _Self:
        """Another one in the same state."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        with MODULE.lock:
            made._keep(MODULE.call(self._copies, self._number))
        return made

    def __copy__(self: _Self) -> _Self:
        return self.copy()

    def __deepcopy__(self: _Self, _: dict[int, Any]) -> _Self:
        return self.copy()

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError(f"{type(self).__name__} of sensorlab_runtime cannot be pickled, only copied; those of sensorlab can")


_Self = TypeVar("_Self", bound=_Kept)


class Filter(_Kept):
    """A causal filter that is fed sample by sample. It can be copied, not pickled.

    Parameters
    ----------
    name : str
        A name of `filters`.
    parameters : dict, optional
        Changes to the filter's defaults.
    """

    _copies, _destroys = "copy", "destroy"

    def __init__(self, name: str = "sensorlab", parameters: Mapping[str, float] | None = None) -> None:
        text, values = request(name, parameters)
        with MODULE.written(text, values) as (call, changes):
            self._keep(MODULE.checked("create", call, len(text), changes))
        self._last = -_LIMIT
        self.name = name

    def update(
        self, t: Time, *, gyr: npt.ArrayLike | None = None, acc: npt.ArrayLike | None = None,
        gravity: npt.ArrayLike | None = None, mag: npt.ArrayLike | None = None,
    ) -> None:
        """Takes the samples of one instant, in the order gyroscope, accelerometer, gravity, magnetometer.

        Parameters
        ----------
        t : float, int or datetime64
            Seconds, integer nanoseconds, or a time; not before the last one.
        gyr, acc, gravity, mag : sequence of 3 numbers, optional
            As in `Streams`.

        Raises
        ------
        DataError
            For a time that steps back or is too far from zero, and for values that are not finite; no sample has been taken then.
        """
        time = self._next(t)
        samples = [(sensor, _three(v)) for sensor, v in enumerate((gyr, acc, gravity, mag)) if v is not None]
        with MODULE.lock:
            for sensor, values in samples:
                MODULE.call("update", self._number, sensor, time, *values)
        self._last = time

    def resume(self, t: Time) -> None:
        """Goes on behind a hole in which nothing is known of the motion; to be called before the first sample behind it.

        Raises
        ------
        DataError
            As `update`.
        """
        time = self._next(t)
        with MODULE.lock:
            MODULE.call("resume", self._number, time)
        self._last = time

    def _next(self, t: Time) -> int:
        """The stamp of a time that is not before the last one."""
        time = nanosecond(t)
        if not self._last <= time <= _LIMIT:
            raise DataError(
                "time-backwards", "time", f"found the stamp {time} ns, expected {self._last} to {_LIMIT}",
                "give nanoseconds of one clock in ascending order")
        return time

    @property
    def estimate(self) -> Estimate | None:
        """The estimate after the samples so far; None until the orientation is defined."""
        with MODULE.lock:
            if MODULE.call("estimate", self._number) < 1:
                return None
            row = MODULE.numbers(ROW).copy()
        return Estimate(row[:4], float(row[4]), float(row[5]), row[6:9], int(row[9]), int(row[10]))

    def __repr__(self) -> str:
        return f"Filter({self.name!r})"


class HeadingGate(_Kept):
    """Whether an app may show a heading: ready or not, with hysteresis on the stated sigma, on time and on disturbance.

    It can be copied, not pickled.

    Parameters
    ----------
    ready_sigma, lost_sigma : float, optional
        Largest sigma of the heading, rad, to become ready (5°) and to stay it (10°).
    ready_time, lost_time : float, optional
        For how long it has to be good to become ready (1 s), and bad to be lost (0.5 s).
    disturbed_time : float, optional
        For how long a disturbed field is borne (3 s).
    """

    _copies, _destroys = "copyGate", "destroyGate"
    _OBSTACLES = ("none", "unknown", "uncertain", "disturbed")

    def __init__(
        self, *, ready_sigma: float = math.pi / 36, lost_sigma: float = math.pi / 18, ready_time: float = 1.0,
        lost_time: float = 0.5, disturbed_time: float = 3.0,
    ) -> None:
        limits = (ready_sigma, lost_sigma, ready_time, lost_time, disturbed_time)
        if not all(limit >= 0 for limit in limits):
            raise UsageError("illegal-argument", "limits", f"found {limits}", "pass numbers from 0 on")
        with MODULE.lock:
            self._keep(MODULE.call("createGate", *map(float, limits)))
        self._answer = 2 * self._OBSTACLES.index("unknown")

    def update(self, estimate: Estimate | None, t: Time) -> bool:
        """Takes the next estimate, None where it is not defined, at seconds, integer nanoseconds or a time; returns `ready`."""
        sigma, disturbed = (math.nan, -1) if estimate is None else (estimate.sigma, estimate.disturbed)
        with MODULE.lock:
            self._answer = MODULE.call("updateGate", self._number, sigma, disturbed, nanosecond(t))
        return self.ready

    @property
    def ready(self) -> bool:
        """Whether the heading may be shown."""
        return self._answer % 2 == 1

    @property
    def obstacle(self) -> str:
        """What speaks against the last estimate: ``none``, ``unknown``, ``uncertain`` (turn the device, or wait) or ``disturbed``."""
        return self._OBSTACLES[self._answer // 2]


def _destroy(function: str, number: int) -> None:
    with MODULE.lock:
        MODULE.call(function, number)


def _three(value: npt.ArrayLike) -> list[float]:
    values = numbers(value, "sample")
    if values.shape != (3,):
        raise UsageError("illegal-argument", "sample", f"found {values.size} numbers, expected 3", "pass x, y, z")
    if not np.isfinite(values).all():
        raise DataError("not-finite", "sample", "found numbers that are not finite", "leave such samples out")
    return [float(v) for v in values]
