"""The WebAssembly module by wasmtime: web/module and web/runtime of the repository describe its functions."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import wasmtime

from ._arguments import encoded
from .errors import DataError, SensorLabError, UsageError
from .streams import SENSORS, Streams

# How the module parts its texts.
GROUP, RECORD, FIELD = "\x1d", "\x1e", "\x1f"

# Numbers per estimate: orientation, sigmas of heading and inclination, gyroscope bias, rest, disturbed.
ROW = 11

# The numbers of `field_values`, in their order; whether the model is valid there follows.
FIELD_NUMBERS = (
    "declination_degrees", "declination_sigma_degrees", "inclination_degrees", "inclination_sigma_degrees",
    "north", "east", "down", "horizontal", "intensity", "intensity_sigma",
)

# Codes of the module's errors that are about data, not arguments.
_OF_DATA = {"not-finite", "bad-observer", "bad-place", "bad-places", "bad-camera", "no-filter-runs", "time-backwards"}


class _Module:
    """The module's instance: one for all, since it takes one call at a time."""

    def __init__(self) -> None:
        engine = wasmtime.Engine()
        module = wasmtime.Module(engine, Path(__file__).with_name("sensorlab.wasm").read_bytes())
        self._store = wasmtime.Store(engine)
        # libc's way to read a number imports files, which it never opens: no folder is given.
        self._store.set_wasi(wasmtime.WasiConfig())
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        exports = linker.instantiate(self._store, module).exports(self._store)
        self._functions: dict[str, Any] = {name: exports[name] for name in exports}
        self._memory: Any = self._functions["memory"]
        # Held from a call until its answer is copied.
        self.lock = threading.RLock()
        self.call("_initialize")

    def call(self, name: str, *arguments: Any) -> Any:
        """What the function returns."""
        return self._functions[name](self._store, *arguments)

    def checked(self, name: str, *arguments: Any) -> int:
        """What the function returns; its errors are raised."""
        result: int = self.call(name, *arguments)
        if result >= 0:
            return result
        code, place, reason, advice = self.text().split(FIELD)
        raise (DataError if code in _OF_DATA else UsageError)(code, place, reason, advice)

    def text(self) -> str:
        """The text of the last call."""
        return self._read(self.call("text"), self.call("textLength")).decode("utf-8")

    def numbers(self, count: int) -> npt.NDArray[np.float64]:
        """The numbers of the last call."""
        return np.frombuffer(self._read(self.call("numbers"), 8 * count), np.float64)

    def times(self, count: int) -> npt.NDArray[np.int64]:
        """The stamps of the last call."""
        return np.frombuffer(self._read(self.call("times"), 8 * count), np.int64)

    def _read(self, address: int, count: int) -> bytearray:
        return self._memory.read(self._store, address, address + count) if count else bytearray()

    def written(self, *contents: bytes | npt.NDArray[Any]) -> _Memory:
        """Contents in the module's memory, for one call."""
        return _Memory(self, contents)


class _Memory:
    """Contents in the module's memory: their addresses; released at the end of a ``with``, for which the module is locked."""

    def __init__(self, module: _Module, contents: tuple[bytes | npt.NDArray[Any], ...]) -> None:
        self._module, self._contents = module, contents

    def __enter__(self) -> list[int]:
        self._module.lock.acquire()
        self._addresses = []
        for content in self._contents:
            data = content if isinstance(content, bytes) else content.tobytes()
            address = self._module.call("allocate", len(data)) & 0xFFFFFFFF
            self._addresses.append(address)
            if data:
                self._module._memory.write(self._module._store, data, address)
        return self._addresses

    def __exit__(self, *_: object) -> None:
        for address in self._addresses:
            self._module.call("release", address)
        self._module.lock.release()


MODULE = _Module()


def request(name: str, parameters: Mapping[str, float] | None) -> tuple[bytes, npt.NDArray[np.float64]]:
    """A filter and changed parameters for the module."""
    if parameters is not None and not isinstance(parameters, Mapping):
        raise UsageError(
            "illegal-argument", "parameters", f"found {type(parameters).__name__}, expected a dictionary", "pass {name: value}")
    changed = parameters or {}
    for one in (name, *changed):
        encoded(one, "filter, parameters")
    try:
        values = np.array([float(value) for value in changed.values()])
    except (TypeError, ValueError):
        raise UsageError("illegal-argument", "parameters", f"found {changed!r}, expected numbers", "pass floats") from None
    return FIELD.join([name, *changed]).encode("utf-8"), values


def run(name: str, parameters: Mapping[str, float] | None, given: Streams) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Stamps and rows of a filter over streams."""
    streams = [getattr(given, sensor) for sensor in SENSORS]
    text, values = request(name, parameters)
    counts = np.array([len(stream) for stream in streams], np.int32)
    times = np.concatenate([stream.times for stream in streams])
    readings = np.concatenate([stream.values for stream in streams])
    with MODULE.written(text, values, counts, times, readings) as (call, changes, count, stamps, samples):
        rows = MODULE.checked("run", call, len(text), changes, count, stamps, samples)
        return MODULE.times(rows).copy(), MODULE.numbers(ROW * rows).reshape(rows, ROW).copy()


def decimal_year(date: str) -> float:
    """The decimal year of a date."""
    text = encoded(date.partition("T")[0].partition(" ")[0], "date")
    with MODULE.written(text) as (address,):
        MODULE.checked("decimalYear", address, len(text))
        return float(MODULE.numbers(1)[0])


def field_values(places: npt.NDArray[np.float64], years: npt.NDArray[np.float64], model: str | None) -> npt.NDArray[np.void]:
    """The field at rows of latitude, longitude, height: `FIELD_NUMBERS` and ``valid``."""
    values = np.empty(len(places), [*((name, np.float64) for name in FIELD_NUMBERS), ("valid", np.int32)])
    name = b"" if model is None else encoded(model, "model")
    with MODULE.written(name) as (address,):
        for row, ((latitude, longitude, height), year) in enumerate(zip(places.tolist(), years.tolist())):
            count = MODULE.checked("fieldOfModel", address, len(name), latitude, longitude, height, year)
            values[row] = tuple(MODULE.numbers(count))
    return values


def project_places(
    model: str, camera: str | os.PathLike[str] | None, places: npt.NDArray[np.float64], observer: npt.NDArray[np.float64],
    quaternions: npt.NDArray[np.float64], chosen: Mapping[str, Any],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Pixels, states and distances of places under orientations."""
    n, m = len(quaternions), len(places)
    nan = float("nan")
    limits = [nan if chosen[name] is None else float(chosen[name]) for name in ("maximum_distance", "nearest")]
    numbers = np.concatenate([limits, observer.ravel(), places.ravel(), quaternions.ravel()])
    text = FIELD.join([model, "" if camera is None else _camera(os.fspath(camera)), chosen["screen"] or ""])
    data = encoded(text, "model, camera, screen")
    with MODULE.written(data, numbers) as (call, values):
        count = MODULE.checked("project", call, len(data), values, m, n)
        found = MODULE.numbers(count)
        cells = found[:3 * n * m].reshape(n, m, 3)
        return cells[:, :, :2].copy(), cells[:, :, 2].astype(np.uint8), found[3 * n * m:].copy()


def _camera(name: str) -> str:
    """A name of the catalogue, or the text of a camera file."""
    if "/" not in name and not name.lower().endswith(".json"):
        return name
    try:
        return Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SensorLabError("no-such-file", name, str(error), "give a camera file") from None
