"""The command-line tool that the package brings: ``sensorlab`` and ``python -m sensorlab``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn


def main() -> NoReturn:
    """Becomes the tool, with the arguments of this process."""
    tool = Path(__file__).parent / "bin" / "sensorlab"
    if not tool.exists():
        sys.exit(f"{tool}: this installation holds no command-line tool; install the wheel")
    os.execv(tool, ["sensorlab", *sys.argv[1:]])


if __name__ == "__main__":
    main()
