"""Dynamics of mechanical transmissions: models from files or from Python, runs, modes, responses, sweeps and fits.

>>> import halfshaft
>>> run = halfshaft.Model("pendulum.toml").run()  # doctest: +SKIP
>>> print(run.measures["lowest"])  # doctest: +SKIP
-0.5 m
"""

from typing import TYPE_CHECKING

from halfshaft import kinds
from halfshaft._native import __version__
from halfshaft.errors import Diagnostic, ModelError, Place, SimulationError, UnknownNameError
from halfshaft.fields import Field, Fields
from halfshaft.items import Item, parameters
from halfshaft.kinds import *
from halfshaft.model import Check, Model
from halfshaft.results import Channel, Channels, Expectation, Measure, Measures, Mode, Modes, Run
from halfshaft.results import open_run as open
from halfshaft.resume import resume
from halfshaft.simulation import Simulation, StateSpace
from halfshaft.studies import Batch, BatchResult, Case, Fit, Residual, Sweep

__all__ = [
    "Batch",
    "BatchResult",
    "Case",
    "Channel",
    "Channels",
    "Check",
    "Diagnostic",
    "Expectation",
    "Field",
    "Fields",
    "Fit",
    "Item",
    "Measure",
    "Measures",
    "Mode",
    "Model",
    "ModelError",
    "Modes",
    "Place",
    "Residual",
    "Run",
    "Simulation",
    "SimulationError",
    "StateSpace",
    "Sweep",
    "UnknownNameError",
    "__version__",
    "analysis",
    "beam",
    "body",
    "channel",
    "contact",
    "drive",
    "driveline",
    "expect",
    "force",
    "frame",
    "gear",
    "inertia",
    "input",
    "joint",
    "material",
    "measure",
    "open",
    "output",
    "parameters",
    "plot",
    "port",
    "record",
    "resume",
    "sensor",
    "signal",
    "solid",
    "solver",
    "submodel",
    "superelement",
    "tyre",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Says where a kind is that was asked for without its section, as `halfshaft.stage` for `halfshaft.driveline.stage`."""
        sections = [section for section in kinds.__all__ if name in vars(getattr(kinds, section))]
        places = " or ".join(f"halfshaft.{section}.{name}" for section in sections)
        hint = f"; did you mean {places}?" if places and not name.startswith("_") else ""
        raise AttributeError(f"module 'halfshaft' has no attribute {name!r}{hint}", name=name)
