"""A batch as tasks of Ray, on two processors of this machine; give `init` the address of a cluster for others."""

from pathlib import Path

import numpy as np
import ray

import halfshaft as hs

MODEL = Path(__file__).resolve().parents[2] / "examples" / "friction" / "flywheel.toml"


@ray.remote
def run_case(batch: hs.Batch, index: int) -> hs.Case:
    """Ray makes tasks of functions, not of methods."""
    return batch.run_case(index)


def main() -> None:
    batch = hs.Batch(hs.Model(MODEL), {"mu": np.linspace(0.09, 0.12, 8)})
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    shared = ray.put(batch)
    cases = ray.get([run_case.remote(shared, i) for i in range(len(batch))])
    ray.shutdown()
    here = batch.run()
    assert all(case.measures == same.measures for case, same in zip(cases, here, strict=True))
    print(f"Ray: {len(cases)} cases with the bits of a run in this process")


if __name__ == "__main__":
    main()
