"""Continuing a run that was interrupted."""

from __future__ import annotations

import os

from halfshaft import _native
from halfshaft.progress import Progress, shown
from halfshaft.results import Run, checked

__all__ = ["resume"]


def resume(directory: str | os.PathLike[str], *, progress: bool | Progress | None = None) -> Run:
    """Continues the interrupted run in a folder, with the same bits as if it had never been interrupted."""
    call, close = shown(progress, "s")
    try:
        outcome = _native.resume(os.fspath(directory), call)
    finally:
        close()
    return checked(Run(outcome))
