"""Whole runs from a pool of processes of the standard library: a model and a run can be pickled."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

import halfshaft as hs

MODEL = Path(__file__).resolve().parents[2] / "examples" / "friction" / "flywheel.toml"


def run(model: hs.Model, mu: float) -> hs.Run:
    return model.run(mu=mu)


def main() -> None:
    model, values = hs.Model(MODEL), [0.08, 0.1, 0.12]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        runs = list(pool.map(partial(run, model), values))
    for mu, there in zip(values, runs, strict=True):
        here = model.run(mu=mu)
        assert all(np.array_equal(here[path], there[path]) for path in ["time", *here.channels])
    print(f"processes: {len(runs)} runs with the bits of this process")


if __name__ == "__main__":
    main()
