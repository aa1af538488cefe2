"""The catalogue of filters, and filters that are fed sample by sample."""

from __future__ import annotations

import ctypes
import datetime
import json
from collections.abc import Callable, Mapping
from ctypes import c_double
from dataclasses import dataclass
from typing import Any, Literal, Union

import numpy as np
import numpy.typing as npt

from ._arguments import encoded, nanosecond, numbers, pointer
from ._arguments import parameters as for_library
from ._library import LIBRARY, EstimateOfC, Handle, call, text
from .errors import UsageError
from .fusion import AXES

# Seconds, integer nanoseconds, or a time.
Time = Union[float, int, np.datetime64, np.timedelta64, datetime.datetime]


def filters() -> list[dict[str, Any]]:
    """Every filter: name, summary, reference, what it can do without, whether it needs the whole recording, and its parameters
    with unit, default, range and meaning.

    Returns
    -------
    list of dict
        In the order from the simplest to the best.

    Examples
    --------
    >>> import sensorlab
    >>> [f["name"] for f in sensorlab.filters()][:2]
    ['compass', 'lowpass']
    """
    listing: list[dict[str, Any]] = json.loads(text("filters"))["filters"]
    return listing


@dataclass(frozen=True)
class Estimate:
    """A filter's estimate at one instant; the members are those of a row of `Track`."""

    orientation: npt.NDArray[np.float64]
    sigma: float
    inclination_sigma: float
    bias: npt.NDArray[np.float64]
    bias_sigma: npt.NDArray[np.float64]
    rest: int
    disturbed: int

    def heading(self, axis: Literal["top", "camera"] = "top") -> float:
        """The heading of the ``top`` (+y) or ``camera`` (-z) axis, rad in [0, 2π); NaN within 5° of the vertical."""
        if axis not in ("top", "camera"):
            raise UsageError("illegal-argument", "axis", f"found {axis!r}, expected top or camera", "pass one of them")
        return float(LIBRARY.sensorlab_heading(pointer(self.orientation, c_double), AXES[axis]))


class Filter:
    """A causal filter that is fed sample by sample. It can be copied and pickled, and then goes on to the bit.

    Parameters
    ----------
    name : str
        A name of `filters`, of those that do not need the whole recording.
    parameters : dict, optional
        Changes to the filter's defaults.

    Raises
    ------
    UsageError
        For unknown names and parameters out of range.

    Examples
    --------
    >>> import sensorlab
    >>> f = sensorlab.Filter("kalman", {"magnetometerNoise": 0.05})
    >>> for k in range(200):
    ...     f.update(k * 0.01, gyr=(0, 0, 0), acc=(0, 9.81, 0), mag=(0, -43, -20))
    >>> f.estimate.rest in (-1, 0, 1)
    True
    """

    def __init__(self, name: str = "sensorlab", parameters: Mapping[str, float] | None = None) -> None:
        pairs, count = for_library(parameters)
        self._handle = Handle("filter", "filter_create", encoded(name, "name"), pairs, count)
        self._name = name

    @property
    def name(self) -> str:
        """The name in the catalogue."""
        return self._name

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
            For a time that steps back and for values that are not finite. Samples before the refused one have been taken.
        """
        time = nanosecond(t)
        samples = [(sensor, _three(v)) for sensor, v in enumerate((gyr, acc, gravity, mag)) if v is not None]
        for sensor, values in samples:
            call("filter_update", self._handle.pointer, sensor, time, pointer(values, c_double))

    def resume(self, t: Time) -> None:
        """Goes on behind a hole in which nothing is known of the motion; to be called before the first sample behind it."""
        call("filter_resume", self._handle.pointer, nanosecond(t))

    @property
    def estimate(self) -> Estimate | None:
        """The estimate after the samples so far; None until the orientation is defined."""
        found = EstimateOfC()
        call("filter_estimate", self._handle.pointer, ctypes.byref(found))
        if not found.defined:
            return None
        return Estimate(
            np.array(found.orientation), found.heading_sigma, found.inclination_sigma, np.array(found.gyroscope_bias),
            np.array(found.gyroscope_bias_sigma), found.rest, found.disturbed)

    def copy(self) -> Filter:
        """Another filter in the same state."""
        return self._made("filter_copy", self._handle.pointer, name=self._name)

    __copy__ = copy

    def __deepcopy__(self, _: dict[int, Any]) -> Filter:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[str, bytes], Filter], tuple[str, bytes]]:
        return _restored, (self._name, text("filter_save", self._handle.pointer))

    def __repr__(self) -> str:
        return f"Filter({self._name!r})"

    @classmethod
    def _made(cls, create: str, *arguments: Any, name: str) -> Filter:
        made = cls.__new__(cls)
        made._handle = Handle("filter", create, *arguments)
        made._name = name
        return made


def _restored(name: str, saved: bytes) -> Filter:
    """The filter of a pickle."""
    return Filter._made("filter_restore", saved, len(saved), name=name)


def _three(value: npt.ArrayLike) -> npt.NDArray[np.float64]:
    values = numbers(value, "sample")
    if values.shape != (3,):
        raise UsageError("illegal-argument", "sample", f"found {values.size} numbers, expected 3", "pass x, y, z")
    return values
