#!/usr/bin/env python3
"""Runs the shards of a study as tasks of Dask.

    halfshaft sweep plan model.toml --vary … --out study
    studies/recipes/with_dask.py study 20 [ADDRESS]

ADDRESS is that of a scheduler; by default a cluster of two local processes is started. Workers must see the
folder and have `halfshaft` on their path, or named in HALFSHAFT.
"""

import os
import subprocess
import sys

PROGRAM = os.environ.get("HALFSHAFT", "halfshaft")


def shard(study, i, n):
    """Idempotent: a task that Dask repeats finds its cases done."""
    return subprocess.run([PROGRAM, "sweep", "run", study, "--shard", f"{i}/{n}", "--jobs", "1", "--quiet"]).returncode


def main(study, shards, address=None):
    from distributed import Client

    client = Client(address) if address else Client(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with client:
        tasks = [client.submit(shard, study, i, shards, pure=False) for i in range(1, shards + 1)]
        client.gather(tasks)
    return subprocess.run([PROGRAM, "sweep", "collect", study]).returncode


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4]))
