"""Runs the program on a model file and reads what it recorded."""

import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile

import numpy as np


class Failed(Exception):
    """The program did not finish; the message says how."""


class Run:
    """Measures, modes, statistics and, for a transient, the channels at every accepted step."""

    def __init__(self, summary, header, lines, cpu):
        self.summary, self.cpu = summary, cpu
        self.columns = {name.split(" [")[0]: i for i, name in enumerate(header)}
        self.lines = lines

    def sample(self, channels, wanted):
        """Times and values of the accepted steps nearest to the wanted times; nothing is interpolated."""
        times = np.array([float(line.split(",", 1)[0]) for line in self.lines])
        rows = sorted({int(np.argmin(np.abs(times - t))) for t in wanted})
        # Of two rows at the same time, at a jump, the later one is the state that goes on.
        indices = [self.columns[channel] for channel in channels]
        values = [[float(cells[i]) for i in indices] for cells in (self.lines[row].split(",") for row in rows)]
        return times[rows], np.array(values)


def run(program, text, limit, channels=True, command="run"):
    """Runs a model text in a folder of its own; raises `Failed` for anything but a result."""
    folder = tempfile.mkdtemp(prefix="trust-")
    try:
        model = os.path.join(folder, "model.toml")
        with open(model, "w", encoding="utf-8") as file:
            file.write(text)
        arguments = [program, command, "model.toml", "--json"]
        if command == "run":
            arguments += ["--out", "out"] + (["--csv"] if channels else [])
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        # The limit is one of computing time, so that a busy machine is no failure.
        seconds = max(1, round(limit))
        done = subprocess.run(
            arguments, cwd=folder, capture_output=True, text=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1)),
        )  # fmt: skip
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            raise Failed(f"no result within {seconds} s of computing time")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        try:
            summary = json.loads(done.stdout)
        except json.JSONDecodeError:
            raise Failed(f"exit {done.returncode}, no JSON: {done.stderr.strip()[:300]}") from None
        if summary.get("status") != "done":
            raise Failed(reason(summary, done))
        header, lines = [], []
        path = os.path.join(folder, "out", "channels.csv")
        if channels and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                header, *lines = file.read().splitlines()
            header = header.split(",")
        return Run(summary, header, lines, cpu)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def reason(summary, done):
    error = summary.get("error")
    if error:
        return f"t = {error.get('time_s')} s: {error.get('element')}: {error.get('reason')}"
    diagnostics = summary.get("diagnostics") or []
    if diagnostics:
        return "invalid: " + "; ".join(f"{d['code']}: {d['message']}" for d in diagnostics[:3])
    return f"exit {done.returncode}: {done.stderr.strip()[:300]}"
