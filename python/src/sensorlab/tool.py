"""The command-line tool that the package brings, called for what only it does: folders of reports, comparisons."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ._arguments import numbers, pairs
from .errors import DataError, FileError, SensorLabError, UsageError, warn

_EXCEPTIONS = {64: (UsageError, "usage"), 65: (DataError, "bad-data"), 66: (FileError, "no-input"),
               73: (FileError, "cannot-create"), 74: (FileError, "input-output")}
_WARNING = re.compile(r"sensorlab: (?:warning|note): (?P<reason>.*?)(?:; (?P<advice>.*))? \[(?P<code>[a-z0-9-]+)\]")


def executable() -> str:
    """The tool of this installation, else the one that SENSORLAB_TOOL or the PATH names."""
    beside = Path(__file__).parent / "bin" / "sensorlab"
    found = os.environ.get("SENSORLAB_TOOL") or (str(beside) if beside.exists() else shutil.which("sensorlab"))
    if found is None:
        raise FileError("no-such-file", str(beside), "this installation holds no command-line tool", "install the wheel")
    return found


def run(arguments: Sequence[str]) -> str:
    """What the tool prints to standard output; its warnings become `SensorLabWarning`, its errors exceptions."""
    outcome = subprocess.run(
        [executable(), *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, encoding="utf-8", check=False)
    lines = outcome.stderr.splitlines()
    if outcome.returncode != 0:
        errors = [line.partition("error: ")[2] for line in lines if line.startswith("sensorlab: error: ")]
        kind, code = _EXCEPTIONS.get(outcome.returncode, (SensorLabError, "failed"))
        raise kind(code, "", errors[-1] if errors else f"the tool ended with exit code {outcome.returncode}", "")
    for match in filter(None, map(_WARNING.fullmatch, lines)):
        warn(match["code"], match["reason"], match["advice"] or "")
    return outcome.stdout


def words(options: Mapping[str, Any]) -> list[str]:
    """Keyword options as words of the command line; those that are None are left out."""
    found: list[str] = []
    for name, value in options.items():
        if value is None:
            continue
        option = "--" + name.strip("_").replace("_", "-")
        if value is True:
            found.append(option)
        elif name == "place":
            found += [option, ",".join(repr(float(number)) for number in numbers(value, name))]
        elif name == "filters":
            found += _filters(value)
        elif name in ("columns", "assume"):
            for text in pairs(value, name):
                found += [option, text]
        elif name == "tracks":
            for own, track in value.items():
                found += ["--track", f"{own}={track['path']}"]
                if track.get("convention"):
                    found += ["--track-convention", f"{own}={track['convention']}"]
        elif name in ("calibration", "without") and isinstance(value, (list, tuple)):
            for one in value:
                found += [option, os.fspath(one)]
        else:
            found += [option, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    return found


def _filters(value: Any) -> list[str]:
    names, settings = [], []
    for each in [value] if isinstance(value, (str, Mapping)) else value:
        name = each if isinstance(each, str) else str(each["name"])
        names.append(name)
        for parameter, number in ({} if isinstance(each, str) else each.get("parameters") or {}).items():
            settings += ["--set", f"{name}.{parameter}={float(number)!r}"]
    return ["--filters", ",".join(names), *settings]
