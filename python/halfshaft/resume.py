"""Continuing a run that was interrupted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from halfshaft import _native
from halfshaft.progress import Progress, shown
from halfshaft.results import Run, checked

if TYPE_CHECKING:
    from halfshaft.model import Model

__all__ = ["resume"]


def resume(
    directory: str | os.PathLike[str], *, model: Model | None = None, progress: bool | Progress | None = None
) -> Run:
    """Continues the interrupted run in a folder, with the same bits as if it had never been interrupted.

    A model with functions of the program has to be given, for the folder does not contain them.
    """
    call, close = shown(progress, "s")
    try:
        outcome = _native.resume(os.fspath(directory), None if model is None else model._source(), call)
    finally:
        close()
    return checked(Run(outcome))
