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
from ._library import GATE_LIMITS, LIBRARY, SELF_CALIBRATION_NUMBERS, EstimateOfC, GateOfC, Handle, SelfCalibrationOfC, call, text
from ._library import parameters as for_library
from .calibration import Calibration
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


@dataclass(frozen=True)
class SelfCalibration:
    """What a filter that calibrates itself (``fixed-lag``) has learnt of the sensors: of what it was fed. Device axes, but for the
    field's; each sigma is a standard deviation, per axis or element.

    Attributes
    ----------
    hard_iron, soft_iron : ndarray of 3 and of 3 x 3
        Reading of the magnetometer = soft_iron @ field + hard_iron, microtesla.
    gyroscope_bias, gyroscope_distortion : ndarray of 3 and of 3 x 3
        Rate = reading - bias - distortion @ reading, rad/s.
    accelerometer_bias : ndarray of 3
        m/s².
    field : ndarray of 3
        The mean field, microtesla: east (0), magnetic north, up; zero without a magnetometer.
    magnetometer_delay : float
        By how much the magnetometer's stamps are late, s.
    seen_share : float
        The share of 48 directions of the field, in device axes, that were seen so far.
    readings : int
        Readings of the magnetometer that were used so far.
    disturbed : int
        Whether the field is disturbed here and now: 1, 0 or -1 where the filter cannot say.
    """

    hard_iron: npt.NDArray[np.float64]
    hard_iron_sigma: npt.NDArray[np.float64]
    soft_iron: npt.NDArray[np.float64]
    soft_iron_sigma: npt.NDArray[np.float64]
    gyroscope_bias: npt.NDArray[np.float64]
    gyroscope_bias_sigma: npt.NDArray[np.float64]
    gyroscope_distortion: npt.NDArray[np.float64]
    gyroscope_distortion_sigma: npt.NDArray[np.float64]
    accelerometer_bias: npt.NDArray[np.float64]
    accelerometer_bias_sigma: npt.NDArray[np.float64]
    field: npt.NDArray[np.float64]
    field_sigma: npt.NDArray[np.float64]
    magnetometer_delay: float
    magnetometer_delay_sigma: float
    seen_share: float
    readings: int
    disturbed: int


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

    @property
    def calibration(self) -> SelfCalibration | None:
        """What was learnt of the sensors so far; None until something was, and for filters that do not calibrate.

        Examples
        --------
        >>> import sensorlab
        >>> f = sensorlab.Filter("fixed-lag")
        >>> for k in range(300):
        ...     f.update(k * 0.01, gyr=(0.01, 0, 0), acc=(0, 9.81, 0), mag=(0, -43, -20))
        >>> f.calibration.readings > 0, f.calibration.soft_iron.shape
        (True, (3, 3))
        """
        found = SelfCalibrationOfC()
        call("filter_calibration", self._handle.pointer, ctypes.byref(found))
        if not found.defined:
            return None
        shapes = {3: (3,), 9: (3, 3)}
        numbers: dict[str, Any] = {
            name: getattr(found, name) if count == 1 else np.array(getattr(found, name)).reshape(shapes[count])
            for name, count in SELF_CALIBRATION_NUMBERS
        }
        return SelfCalibration(**numbers, readings=found.readings, disturbed=found.disturbed)

    def calibration_file(self, date: str | None = None) -> Calibration:
        """What was learnt of the sensors, as a calibration.

        Parameters
        ----------
        date : str, optional
            The day of the readings, YYYY-MM-DD.

        Raises
        ------
        DataError
            Where nothing was learnt.
        """
        day = None if date is None else encoded(date, "date")
        return Calibration(text("filter_calibration_file", self._handle.pointer, day))

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


class HeadingGate:
    """Whether an app may show a heading: ready or not, with hysteresis on the stated sigma, on time and on disturbance.

    With a filter that states no sigma it is never ready; behind a hole of more than 5 s it begins anew. It can be copied and pickled.

    Parameters
    ----------
    ready_sigma, lost_sigma : float, optional
        Largest sigma of the heading, rad, to become ready (5°) and to stay it (10°).
    ready_time, lost_time : float, optional
        For how long it has to be good to become ready (1 s), and bad to be lost (0.5 s).
    disturbed_time : float, optional
        For how long a disturbed field is borne (3 s).

    Examples
    --------
    >>> import sensorlab
    >>> gate, f = sensorlab.HeadingGate(), sensorlab.Filter("kalman")
    >>> gate.update(f.estimate, 0.0), gate.obstacle
    (False, 'unknown')
    """

    _OBSTACLES = ("none", "unknown", "uncertain", "disturbed")

    def __init__(self, **limits: float) -> None:
        self._gate = GateOfC()
        LIBRARY.sensorlab_gate_begin(self._gate)
        for name, value in limits.items():
            if name not in GATE_LIMITS or not value >= 0:
                raise UsageError("illegal-argument", name, f"found {name}={value!r}", f"pass numbers from 0 on: {', '.join(GATE_LIMITS)}")
            setattr(self._gate, name, value)

    def update(self, estimate: Estimate | None, t: Time) -> bool:
        """Takes the next estimate, None where it is not defined, at seconds, integer nanoseconds or a time; returns `ready`."""
        sigma, disturbed = (float("nan"), -1) if estimate is None else (estimate.sigma, estimate.disturbed)
        value = EstimateOfC(heading_sigma=sigma, disturbed=disturbed, defined=1)
        return bool(LIBRARY.sensorlab_gate_update(self._gate, value, nanosecond(t)))

    @property
    def ready(self) -> bool:
        """Whether the heading may be shown."""
        return bool(self._gate.ready)

    @property
    def obstacle(self) -> str:
        """What speaks against the last estimate: ``none``, ``unknown``, ``uncertain`` (turn the device, or wait) or ``disturbed``."""
        return self._OBSTACLES[self._gate.obstacle]

    def copy(self) -> HeadingGate:
        """Another gate in the same state."""
        made = HeadingGate()
        made._gate = GateOfC.from_buffer_copy(self._gate)
        return made

    __copy__ = copy

    def __reduce__(self) -> tuple[Callable[[bytes], HeadingGate], tuple[bytes]]:
        return _restored_gate, (bytes(self._gate),)


def _restored_gate(saved: bytes) -> HeadingGate:
    """The gate of a pickle."""
    made = HeadingGate()
    made._gate = GateOfC.from_buffer_copy(saved)
    return made


def _restored(name: str, saved: bytes) -> Filter:
    """The filter of a pickle."""
    return Filter._made("filter_restore", saved, len(saved), name=name)


def _three(value: npt.ArrayLike) -> npt.NDArray[np.float64]:
    values = numbers(value, "sample")
    if values.shape != (3,):
        raise UsageError("illegal-argument", "sample", f"found {values.size} numbers, expected 3", "pass x, y, z")
    return values
