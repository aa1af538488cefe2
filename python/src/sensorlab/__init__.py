"""Orientation filters, calibration, geomagnetism, projection and the analysis of sensor logs.

Units are SI, the magnetic field is in microtesla, angles are radians, but for degrees in the geomagnetic field and in reports.
Device axes: x right, y to the top edge, z out of the screen; the accelerometer points up at rest. A quaternion (w, x, y, z) takes
the device to east-north-up. `sensorlab.conventions` has the way to and from other packages.
"""

from . import conventions
from ._library import LIBRARY as _LIBRARY
from .calibration import Calibration, calibrate
from .errors import DataError, FileError, SensorLabError, SensorLabWarning, UsageError
from .field import Field, declination, field
from .filters import Estimate, Filter, HeadingGate, SelfCalibration, filters
from .fusion import fuse
from .logs import Log, analyze, compare, read
from .projection import Screen, project
from .reports import Comparison, Report
from .streams import Stream, Streams
from .track import Track

__version__: str = _LIBRARY.sensorlab_version().decode("ascii")

__all__ = [
    "Calibration", "Comparison", "DataError", "Estimate", "Field", "FileError", "Filter", "HeadingGate", "Log", "Report", "Screen",
    "SelfCalibration", "SensorLabError", "SensorLabWarning", "Stream", "Streams", "Track", "UsageError", "analyze", "calibrate",
    "compare", "conventions", "declination", "field", "filters", "fuse", "project", "read",
]
