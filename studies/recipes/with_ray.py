#!/usr/bin/env python3
"""Runs the shards of a study as tasks of Ray.

    halfshaft sweep plan model.toml --vary … --out study
    studies/recipes/with_ray.py study 20 [ADDRESS]

ADDRESS is that of a cluster; by default Ray is started on this machine with two processors. Workers must see
the folder and have `halfshaft` on their path, or named in HALFSHAFT.
"""

import os
import subprocess
import sys

PROGRAM = os.environ.get("HALFSHAFT", "halfshaft")


def shard(study, i, n):
    """Idempotent: a task that Ray repeats finds its cases done."""
    return subprocess.run([PROGRAM, "sweep", "run", study, "--shard", f"{i}/{n}", "--jobs", "1", "--quiet"]).returncode


def main(study, shards, address=None):
    import ray

    ray.init(address) if address else ray.init(num_cpus=2, include_dashboard=False)
    task = ray.remote(num_cpus=1)(shard)
    ray.get([task.remote(study, i, shards) for i in range(1, shards + 1)])
    ray.shutdown()
    return subprocess.run([PROGRAM, "sweep", "collect", study]).returncode


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4]))
