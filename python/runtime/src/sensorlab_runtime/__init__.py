"""Orientation filters, geomagnetism and projection by WebAssembly: for platforms that the package ``sensorlab`` has no wheel for.

Names, arguments and conventions are those of ``sensorlab``, and so are the answers, within 2e-9 rad; it is slower. Readers,
calibration, reports and estimators of whole recordings (``vqf-offline``, ``map``) are in ``sensorlab`` only, and so are the sigmas
of a gyroscope's bias, which are NaN here.
"""

from importlib.metadata import version as _version

from . import conventions
from .errors import DataError, FileError, SensorLabError, SensorLabWarning, UsageError
from .field import Field, declination, field
from .filters import Estimate, Filter, HeadingGate, filters
from .fusion import fuse
from .projection import Screen, project
from .streams import Stream, Streams
from .track import Track

__version__: str = _version("sensorlab-runtime")

__all__ = [
    "DataError", "Estimate", "Field", "FileError", "Filter", "HeadingGate", "Screen", "SensorLabError", "SensorLabWarning", "Stream",
    "Streams", "Track", "UsageError", "conventions", "declination", "field", "filters", "fuse", "project",
]
