"""The shared library by ctypes: sensorlab.h declares and describes every function."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from ctypes import POINTER, c_char_p, c_double, c_int8, c_int32, c_int64, c_size_t, c_uint8, c_void_p
from pathlib import Path
from typing import Any, Callable

import numpy as np
import numpy.typing as npt

from ._arguments import encoded, options, pointer
from .errors import DataError, FileError, SensorLabError, UsageError
from .streams import SENSORS, Streams

ABI_VERSION = 1

_EXCEPTIONS = {64: UsageError, 65: DataError, 66: FileError, 73: FileError, 74: FileError}


class Samples(ctypes.Structure):
    """``sensorlab_samples``."""

    _fields_ = [("times", POINTER(c_int64)), ("values", POINTER(c_double)), ("count", c_size_t)]


class StreamsOfC(ctypes.Structure):
    """``sensorlab_streams``."""

    _fields_ = [(name, Samples) for name in ("gyroscope", "accelerometer", "gravity", "magnetometer")]


class Parameter(ctypes.Structure):
    """``sensorlab_parameter``."""

    _fields_ = [("name", c_char_p), ("value", c_double)]


class EstimateOfC(ctypes.Structure):
    """``sensorlab_estimate``."""

    _fields_ = [
        ("orientation", c_double * 4),
        ("gyroscope_bias", c_double * 3),
        ("gyroscope_bias_sigma", c_double * 3),
        ("heading_sigma", c_double),
        ("inclination_sigma", c_double),
        ("rest", c_int32),
        ("disturbed", c_int32),
        ("defined", c_int32),
        ("reserved", c_int32),
    ]


GATE_LIMITS = ("ready_sigma", "lost_sigma", "ready_time", "lost_time", "disturbed_time")


class GateOfC(ctypes.Structure):
    """``sensorlab_gate``."""

    _fields_ = [
        *((name, c_double) for name in GATE_LIMITS),
        *((name, c_int64) for name in ("contradicted", "disturbed_since", "last")),
        ("ready", c_int32),
        ("obstacle", c_int32),
    ]


# The members of ``sensorlab_self_calibration`` and how many numbers each has; 64-bit readings and two 32-bit integers follow.
SELF_CALIBRATION_NUMBERS = (
    ("hard_iron", 3), ("hard_iron_sigma", 3), ("soft_iron", 9), ("soft_iron_sigma", 9),
    ("gyroscope_bias", 3), ("gyroscope_bias_sigma", 3), ("gyroscope_distortion", 9), ("gyroscope_distortion_sigma", 9),
    ("accelerometer_bias", 3), ("accelerometer_bias_sigma", 3), ("field", 3), ("field_sigma", 3),
    ("magnetometer_delay", 1), ("magnetometer_delay_sigma", 1), ("seen_share", 1),
)


class SelfCalibrationOfC(ctypes.Structure):
    """``sensorlab_self_calibration``."""

    _fields_ = [
        *((name, c_double if count == 1 else c_double * count) for name, count in SELF_CALIBRATION_NUMBERS),
        ("readings", c_int64), ("disturbed", c_int32), ("defined", c_int32),
    ]


class TrackColumns(ctypes.Structure):
    """``sensorlab_track_columns``."""

    _fields_ = [
        ("rows", c_size_t),
        ("times", POINTER(c_int64)),
        ("orientation", POINTER(c_double)),
        ("gyroscope_bias", POINTER(c_double)),
        ("gyroscope_bias_sigma", POINTER(c_double)),
        ("heading", POINTER(c_double)),
        ("heading_sigma", POINTER(c_double)),
        ("inclination_sigma", POINTER(c_double)),
        ("rest", POINTER(c_int8)),
        ("disturbed", POINTER(c_int8)),
    ]


class PlaceOfC(ctypes.Structure):
    """``sensorlab_place``."""

    _fields_ = [("latitude_degrees", c_double), ("longitude_degrees", c_double), ("height", c_double)]


# The numbers of ``sensorlab_field_value``, in its order; two 32-bit integers follow.
FIELD_NUMBERS = (
    "declination_degrees", "declination_sigma_degrees", "inclination_degrees", "inclination_sigma_degrees",
    "north", "east", "down", "horizontal", "intensity", "intensity_sigma",
)


class FieldValue(ctypes.Structure):
    """``sensorlab_field_value``."""

    _fields_ = [*((name, c_double) for name in FIELD_NUMBERS), ("valid", c_int32), ("reserved", c_int32)]


_HANDLE = POINTER(c_void_p)
_DOUBLES = POINTER(c_double)

# Functions that return a status: their arguments without the last, the error.
_CALLS: dict[str, list[Any]] = {
    "filters": [_HANDLE],
    "filter_create": [c_char_p, POINTER(Parameter), c_size_t, _HANDLE],
    "filter_update": [c_void_p, c_int32, c_int64, _DOUBLES],
    "filter_resume": [c_void_p, c_int64],
    "filter_estimate": [c_void_p, POINTER(EstimateOfC)],
    "filter_calibration": [c_void_p, POINTER(SelfCalibrationOfC)],
    "filter_calibration_file": [c_void_p, c_char_p, _HANDLE],
    "filter_copy": [c_void_p, _HANDLE],
    "filter_save": [c_void_p, _HANDLE],
    "filter_restore": [c_char_p, c_size_t, _HANDLE],
    "fuse": [c_char_p, POINTER(Parameter), c_size_t, POINTER(StreamsOfC), c_int32, _HANDLE],
    "track_copy": [c_void_p, POINTER(TrackColumns)],
    "track_warnings": [c_void_p, _HANDLE],
    "decimal_year": [c_char_p, _DOUBLES],
    "field": [POINTER(PlaceOfC), _DOUBLES, c_size_t, c_char_p, POINTER(FieldValue)],
    "project": [c_char_p, c_char_p, POINTER(PlaceOfC), c_size_t, POINTER(PlaceOfC), _DOUBLES, c_size_t, c_char_p,
                _DOUBLES, POINTER(c_uint8), _DOUBLES],
    "calibrate": [c_char_p, c_char_p, c_char_p, _HANDLE],
    "calibrate_streams": [c_char_p, POINTER(StreamsOfC), c_char_p, _HANDLE],
    "calibration_apply": [c_char_p, c_size_t, c_int32, _DOUBLES, c_size_t, _DOUBLES],
    "log_read": [c_char_p, c_char_p, _HANDLE],
    "log_information": [c_void_p, _HANDLE],
    "log_stream": [c_void_p, c_char_p, POINTER(c_size_t), POINTER(c_size_t)],
    "log_copy": [c_void_p, c_char_p, POINTER(c_int64), _DOUBLES, c_size_t],
    "log_fuse": [c_void_p, c_char_p, POINTER(Parameter), c_size_t, c_char_p, _HANDLE],
    "analyze": [c_char_p, c_char_p, _HANDLE],
}

# Functions that cannot fail: their result and arguments.
_PLAIN: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "abi_version": (c_int32, []),
    "heading": (c_double, [_DOUBLES, c_int32]),
    "gate_begin": (None, [POINTER(GateOfC)]),
    "gate_update": (c_int32, [POINTER(GateOfC), POINTER(EstimateOfC), c_int64]),
    "error_status": (c_int32, [c_void_p]),
    "error_code": (c_char_p, [c_void_p]),
    "error_place": (c_char_p, [c_void_p]),
    "error_message": (c_char_p, [c_void_p]),
    "error_advice": (c_char_p, [c_void_p]),
    "error_free": (None, [c_void_p]),
    "text_bytes": (c_void_p, [c_void_p]),
    "text_count": (c_size_t, [c_void_p]),
    "text_free": (None, [c_void_p]),
    "filter_free": (None, [c_void_p]),
    "track_count": (c_size_t, [c_void_p]),
    "track_axis": (c_int32, [c_void_p]),
    "track_is_true_north": (c_int32, [c_void_p]),
    "track_free": (None, [c_void_p]),
    "log_free": (None, [c_void_p]),
}


def _load() -> ctypes.CDLL:
    """The library beside this file, or the one that the environment variable SENSORLAB_LIBRARY names."""
    path = os.environ.get("SENSORLAB_LIBRARY") or str(Path(__file__).with_name("libsensorlab.so"))
    library = ctypes.CDLL(path)
    for name, arguments in _CALLS.items():
        function = getattr(library, f"sensorlab_{name}")
        function.restype = c_int32
        function.argtypes = [*arguments, _HANDLE]
    for name, (result, arguments) in _PLAIN.items():
        function = getattr(library, f"sensorlab_{name}")
        function.restype = result
        function.argtypes = arguments
    found = library.sensorlab_abi_version()
    if found != ABI_VERSION:
        raise ImportError(f"{path}: interface version {found}, expected {ABI_VERSION}; install package and library of one version")
    return library


LIBRARY = _load()


def call(name: str, *arguments: Any) -> None:
    """Calls ``sensorlab_NAME`` and raises what it returns as an error."""
    error = c_void_p()
    status = getattr(LIBRARY, f"sensorlab_{name}")(*arguments, ctypes.byref(error))
    if status == 0:
        return
    try:
        code, place, reason, advice = (
            (getattr(LIBRARY, f"sensorlab_error_{part}")(error) or b"").decode("utf-8", "replace")
            for part in ("code", "place", "message", "advice")
        )
    finally:
        LIBRARY.sensorlab_error_free(error)
    raise _EXCEPTIONS.get(status, SensorLabError)(code, place, reason, advice)


class Handle:
    """A handle of the library, released with its owner."""

    def __init__(self, kind: str, create: str, *arguments: Any) -> None:
        """Calls ``sensorlab_CREATE`` with the address of the handle as its last argument."""
        self._free: Callable[[c_void_p], None] = getattr(LIBRARY, f"sensorlab_{kind}_free")
        self.pointer = c_void_p()
        call(create, *arguments, ctypes.byref(self.pointer))

    def __del__(self) -> None:
        pointer = getattr(self, "pointer", None)
        if pointer:
            self._free(pointer)


def text(create: str, *arguments: Any) -> bytes:
    """The bytes that ``sensorlab_CREATE`` writes."""
    handle = Handle("text", create, *arguments)
    count = LIBRARY.sensorlab_text_count(handle.pointer)
    return ctypes.string_at(LIBRARY.sensorlab_text_bytes(handle.pointer), count)


def parameters(values: Mapping[str, float] | None) -> tuple[Any, int]:
    """Changes to a filter's defaults for the library."""
    if values is None:
        return None, 0
    if not isinstance(values, Mapping):
        raise UsageError(
            "illegal-argument", "parameters", f"found {type(values).__name__}, expected a dictionary", "pass {name: value}")
    pairs = (Parameter * len(values))()
    for pair, (name, value) in zip(pairs, values.items()):
        try:
            pair.value = float(value)
        except (TypeError, ValueError):
            raise UsageError("illegal-argument", str(name), f"found {value!r}, expected a number", "pass a float") from None
        pair.name = encoded(name, "parameters")
    return pairs, len(values)


def streams(given: Streams) -> StreamsOfC:
    """The arrays' addresses; the argument must outlive the call."""
    return StreamsOfC(*(
        Samples(pointer(stream.times, c_int64), pointer(stream.values, c_double), len(stream))
        for stream in (getattr(given, name) for name in SENSORS)))


def decimal_year(date: str) -> float:
    """The decimal year of a date."""
    year = c_double()
    call("decimal_year", encoded(date, "date"), ctypes.byref(year))
    return year.value


def field_values(places: npt.NDArray[np.float64], years: npt.NDArray[np.float64], model: str | None) -> npt.NDArray[np.void]:
    """The field at rows of latitude, longitude, height: `FIELD_NUMBERS` and ``valid``."""
    values = np.empty(len(places), [*((name, np.float64) for name in FIELD_NUMBERS), ("valid", np.int32), ("reserved", np.int32)])
    call(
        "field", pointer(places, PlaceOfC), pointer(years, c_double), len(places),
        None if model is None else encoded(model, "model"), pointer(values, FieldValue))
    return values


def project_places(
    model: str, camera: str | os.PathLike[str] | None, places: npt.NDArray[np.float64], observer: npt.NDArray[np.float64],
    quaternions: npt.NDArray[np.float64], chosen: Mapping[str, Any],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Pixels, states and distances of places under orientations."""
    n, m = len(quaternions), len(places)
    pixels, states, distances = np.empty((n, m, 2)), np.empty((n, m), np.uint8), np.empty(m)
    call(
        "project", encoded(model, "model"), None if camera is None else encoded(camera, "camera"), pointer(places, PlaceOfC), m,
        pointer(observer, PlaceOfC), pointer(quaternions, c_double), n, options(chosen),
        pointer(pixels, c_double), pointer(states, c_uint8), pointer(distances, c_double))
    return pixels, states, distances
