"""A batch as tasks of Dask, on two local processes; give `Client` the address of a scheduler for others."""

from pathlib import Path

import numpy as np
from distributed import Client

import halfshaft as hs

MODEL = Path(__file__).resolve().parents[2] / "examples" / "friction" / "flywheel.toml"


def main() -> None:
    batch = hs.Batch(hs.Model(MODEL), {"mu": np.linspace(0.09, 0.12, 8)})
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        cases = client.gather(client.map(batch, batch.parameters))
    here = batch.run()
    assert all(case.measures == same.measures for case, same in zip(cases, here, strict=True))
    print(f"Dask: {len(cases)} cases with the bits of a run in this process")


if __name__ == "__main__":
    main()
