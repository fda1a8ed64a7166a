"""Two threads of one process on two models, against one model and against two processes.

    python bench/python/threads.py

Prints the wall time of one run, of two runs on two threads, and of two runs in two processes, which share nothing: the least of several
repetitions, in turn. The budget is 1.2 for two threads against one run, on a machine with two free cores. On a busy machine the ratio to two processes
and the CPU time of each show what threads cost each other.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import halfshaft

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MODELS = ["torsen-c/vehicle-film.toml", "torsen-c/vehicle-film.toml"]
REPETITIONS = 8


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def cpu_seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def both(models: list[halfshaft.Model]) -> None:
    threads = [threading.Thread(target=model.run) for model in models]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def run_again(model: halfshaft.Model, go: Connection) -> None:
    """A process that runs a model whenever it is told to."""
    while go.recv():
        model.run()
        go.send(True)


def main() -> None:
    models = [halfshaft.Model(EXAMPLES / name) for name in MODELS]
    context = multiprocessing.get_context("spawn")
    pipes = []
    for model in models:
        here, there = context.Pipe()
        context.Process(target=run_again, args=(model, there), daemon=True).start()
        pipes.append(here)

    def processes() -> None:
        for pipe in pipes:
            pipe.send(True)
        for pipe in pipes:
            pipe.recv()

    processes()
    works: list[Callable[[], object]] = [models[0].run, lambda: both(models), processes]
    times = [[seconds(work) for work in works] for _ in range(REPETITIONS)]
    used = [[cpu_seconds(work) for work in works[:2]] for _ in range(REPETITIONS)]
    for pipe in pipes:
        pipe.send(False)
    one, two, apart = (min(column) for column in zip(*times, strict=True))
    print(f"one model {one:.3f} s, two on two threads {two:.3f} s, ratio {two / one:.3f}")
    alone, together = (min(column) for column in zip(*used, strict=True))
    print(f"CPU: one model {alone:.3f} s, two on two threads {together:.3f} s, ratio {together / alone / 2:.3f} for each")
    print(f"two in two processes {apart:.3f} s, threads against processes {two / apart:.3f}")


if __name__ == "__main__":
    main()
