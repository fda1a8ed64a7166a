"""Progress of a run: one line, rewritten a few times per second, on a terminal or in a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

__all__ = ["Progress"]

Progress = Callable[[float, float], object]
"""Called with how far a run is and where it ends: seconds of simulated time, or numbers of cases. Where the end is not known, it is 0."""

INTERVAL = 0.2
WIDTH = 30


def in_notebook() -> bool:
    """Whether the program runs in the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


class Line:
    """The line of one run; `unit` is what is counted."""

    def __init__(self, unit: str) -> None:
        self.unit, self.started, self.shown = unit, time.monotonic(), 0.0

    def __call__(self, at: float, of: float) -> None:
        now = time.monotonic()
        if now - max(self.shown, self.started) < INTERVAL:
            return
        self.shown = now
        if of > 0.0:
            part = min(max(at / of, 0.0), 1.0)
            left = (now - self.started) * (1.0 / part - 1.0) if part > 0.0 else 0.0
            filled = "#" * round(part * WIDTH)
            text = f"{100 * part:3.0f} % [{filled:<{WIDTH}}] {at:.4g} of {of:.4g} {self.unit}  {left:.0f} s left"
        else:
            text = f"{at:.4g} {self.unit}"
        sys.stderr.write(f"\r{text:<79}")
        sys.stderr.flush()

    def close(self) -> None:
        """Removes the line."""
        if self.shown:
            sys.stderr.write("\r" + " " * 79 + "\r")
            sys.stderr.flush()


def shown(wanted: bool | Progress | None, unit: str) -> tuple[Progress | None, Callable[[], None]]:
    """What to call with the progress, and what to call at the end.

    `None` shows a line where somebody can see it: on a terminal, or in a notebook.
    """
    if callable(wanted):
        return wanted, lambda: None
    if wanted is None:
        wanted = sys.stderr is not None and (sys.stderr.isatty() or in_notebook())
    if not wanted:
        return None, lambda: None
    line = Line(unit)
    return line, line.close
