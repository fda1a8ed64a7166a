"""The table through the Arrow C data interface equals the file of channels bit for bit."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest
from conftest import PENDULUM

import halfshaft as hs

polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arrow") / "run"
    hs.Model.from_toml(PENDULUM).run(folder)
    return folder


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    return np.array_equal(np.ascontiguousarray(a).view(np.uint64), np.ascontiguousarray(b).view(np.uint64))


@pytest.mark.parametrize("stored", [True, False])
def test_polars_reads_the_bits_of_the_file(folder: Path, stored: bool) -> None:
    run = hs.open(folder) if stored else hs.Model.from_toml(PENDULUM).run()
    file = polars.read_parquet(folder / "channels.parquet")
    for frame in (polars.DataFrame(run.to_arrow()), polars.DataFrame(run)):
        assert frame.columns == file.columns == ["time", *run.channels] and frame.height == file.height == len(run)
        for name in file.columns:
            bits = file[name].to_numpy()
            assert same_bits(frame[name].to_numpy(), bits) and same_bits(run[name], bits)


def test_pyarrow_shares_the_memory_and_knows_the_units() -> None:
    run = hs.Model.from_toml(PENDULUM).run()
    table = pyarrow.table(run.to_arrow())
    batch = pyarrow.record_batch(run.to_arrow())
    for i, (name, unit) in enumerate(run.to_arrow().columns):
        assert table.schema.field(i).metadata == {b"unit": unit.encode()}
        here = run[name].__array_interface__["data"][0]
        assert batch.column(i).buffers()[1].address == here
        assert table.column(i).chunk(0).buffers()[1].address == here


def test_tables_outlive_their_runs_and_can_be_left_unread() -> None:
    run = hs.Model.from_toml(PENDULUM).run()
    expected = run["pivot.angle"].copy()
    tables = [pyarrow.table(run) for _ in range(3)]
    for _ in range(100):
        run.to_arrow().__arrow_c_stream__()
        run.to_arrow().__arrow_c_array__()
    column = tables[1].column("pivot.angle")
    del run, tables
    gc.collect()
    assert same_bits(column.to_numpy(), expected)


def test_a_stream_ends_after_its_batch() -> None:
    run = hs.Model.from_toml(PENDULUM).run()
    reader = pyarrow.RecordBatchReader.from_stream(run)
    assert [batch.num_rows for batch in reader] == [len(run)]
