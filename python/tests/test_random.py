"""Random calls with bad input: each raises an exception with a cause or returns, and the interpreter goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from conftest import FLYWHEEL, PENDULUM

import halfshaft as hs

CALLS = 10_000
FAR = 1e308
EXPECTED = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    RuntimeError,
    OSError,
    OverflowError,
    AttributeError,
    BufferError,
)
VALUES: list[Any] = [
    float("nan"), float("inf"), -1.0, 0, 1, FAR, -(2**70), "", "torque", "speed", "1 m", "= 1 / 0", "\0", "ü", "x" * 5000, None, True, [],
    [1.0, 2.0], {"a": 1}, b"", b"hs sim\x00\x01" + b"\xff" * 40, np.zeros(3), np.zeros((2, 2)), np.float32(1.5), np.int64(3), object(), 1j,
    lambda *_: 1 / 0, slice(None),
]  # fmt: skip


def test_random_calls_raise_or_return() -> None:
    chance = random.Random(28)
    pick = lambda: chance.choice(VALUES)  # noqa: E731
    pendulum, flywheel = hs.Model.from_toml(PENDULUM), hs.Model.from_toml(FLYWHEEL)
    run, simulation = pendulum.run(), flywheel.simulation()
    saved = simulation.save()
    sections = [getattr(hs, name) for name in dir(hs) if name in hs.kinds.__all__]
    makers = [
        getattr(one, name) for one in sections if isinstance(one, type) for name in dir(one) if not name.startswith("_")
    ] + [one for one in sections if not isinstance(one, type)]

    def pick_time() -> Any:
        return chance.choice([simulation.time + 0.01, *VALUES])

    def made() -> hs.Item:
        maker = chance.choice(makers)
        names = [name for name in maker.__kwdefaults__ or {}] + list(maker.__code__.co_varnames)
        return maker(pick(), **{name: pick() for name in chance.sample(names, k=min(4, len(names))) if name != "name"})

    def damaged() -> str:
        text = list(PENDULUM)
        for _ in range(chance.randint(1, 4)):
            text[chance.randrange(len(text))] = chance.choice('"[]{}=.\n0x')
        return "".join(text)

    def extended() -> None:
        model = hs.Model.from_toml(PENDULUM)
        model.add(made())
        model.check()

    calls: list[Callable[[], object]] = [
        lambda: simulation.set_input(pick(), pick()),
        lambda: simulation.set_input("torque", pick()),
        lambda: simulation.advance_to(pick_time()),
        lambda: simulation.output(pick()),
        lambda: simulation.channel(pick()),
        lambda: simulation.sample(simulation.time, pick()),
        lambda: simulation.sample(pick_time(), "speed"),
        lambda: simulation.restore(chance.choice([pick(), saved, saved[: chance.randint(0, len(saved))]])),
        lambda: simulation.linearize(pick(), pick()),
        lambda: simulation.step(),
        lambda: run[pick()],
        lambda: run.measures[pick()],
        lambda: run.channels[pick()],
        lambda: run.to_arrow().column(pick()),
        lambda: run.to_arrow().__arrow_c_stream__(pick()),
        lambda: memoryview(run.to_arrow().column(0)).cast("B"),
        lambda: np.asarray(run.to_arrow().column(0)).__setitem__(0, 1.0),
        lambda: pendulum.with_parameters(length=pick()).check(),
        lambda: hs.Model.from_toml(pick()).check(),
        lambda: hs.Model.from_toml(damaged()).check(),
        lambda: hs.Model(pick()),
        lambda: hs.open(pick()),
        lambda: hs.Batch(pendulum, pick(), channels=pick()).run(workers=pick()),
        lambda: hs.Residual(pendulum, {"length": "m"}, {"fall": 1.0})(pick()),
        made,
        extended,
    ]
    raised: dict[str, int] = {}
    for _ in range(CALLS):
        try:
            chance.choice(calls)()
        except EXPECTED as error:
            assert str(error), type(error)
            raised[type(error).__name__] = raised.get(type(error).__name__, 0) + 1
            # A model in which steps are tiny, or a torque is huge, is left.
        if simulation.time > 1e3 or chance.random() < 0.001:
            simulation = flywheel.simulation()
    assert sum(raised.values()) > CALLS // 2 and {"ModelError", "UnknownNameError", "TypeError"} <= set(raised)
    assert np.array_equal(pendulum.run()["pivot.angle"], run["pivot.angle"])
