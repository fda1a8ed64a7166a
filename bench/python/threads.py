"""Two threads of one process on two models, against one.

    python bench/python/threads.py

Prints the wall time of one run, of two runs on two threads, and their ratio: the least of several repetitions, in turn. The budget is 1.2,
on a machine with two free cores.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import halfshaft

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MODELS = ["torsen-c/vehicle-film.toml", "torsen-c/vehicle-film.toml"]
REPETITIONS = 5


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def both(models: list[halfshaft.Model]) -> None:
    threads = [threading.Thread(target=model.run) for model in models]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main() -> None:
    models = [halfshaft.Model(EXAMPLES / name) for name in MODELS]
    times = [(seconds(models[0].run), seconds(lambda: both(models))) for _ in range(REPETITIONS)]
    one, two = (min(column) for column in zip(*times, strict=True))
    print(f"one model {one:.3f} s, two on two threads {two:.3f} s, ratio {two / one:.3f}")


if __name__ == "__main__":
    main()
