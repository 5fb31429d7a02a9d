"""The engine on Ray: the same bytes as here, whoever dies on the way."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import filled
import pytest
import ray_work
from filled import hashes
from tiny import EchoReader, Silent, tiny_plugins, write_records
from tiny_run import reader_of, two_readers

import budgetrag.engines.ray
import budgetrag.engines.ray_cluster
import budgetrag.pipeline
from budgetrag.engines import EngineOptions, LocalEngine, ReaderSource
from budgetrag.engines.ray import RayEngine, ray_engine
from budgetrag.packing import Part
from budgetrag.readers import UnansweredError
from budgetrag.types import content_hash

pytestmark = [pytest.mark.filterwarnings("ignore::DeprecationWarning:ray"), pytest.mark.xdist_group("ray")]
HERE = Path(__file__).parent
KILLED = -9
SEEDS = range(max(1, int(os.environ.get("BUDGETRAG_FAULT_SEEDS", "4")) // 10))


@pytest.fixture(scope="module")
def environment():
    """What Ray's processes start with: they import what the tests import, and leave nothing behind."""
    scratch = tempfile.mkdtemp(prefix="ray", dir="/tmp")  # sockets must have short paths
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(HERE.parent), str(HERE)]))
        patch.setenv("RAY_TMPDIR", scratch)
        patch.setattr(budgetrag.engines.ray_cluster, "OBJECT_STORE_BYTES", 100 * 2**20)
        yield
    for left in processes_of(scratch):  # a killed driver's take a minute or two to see that it is gone
        os.kill(left, signal.SIGKILL)
    shutil.rmtree(scratch, ignore_errors=True)


def processes_of(scratch: str) -> list[int]:
    """Return the processes that were started with this scratch folder in their environment, this one aside."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"RAY_TMPDIR={scratch}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return [pid for pid in found if pid != os.getpid()]


@pytest.fixture(scope="module")
def on_ray(environment):
    """The engine on Ray on this machine, two workers."""
    with ray_engine(EngineOptions(n_workers=2)) as engine:
        yield engine


def fill(folder: Path, data: Path, engine, make=reader_of) -> Silent:
    return filled.fill(folder, two_readers(data), tiny_plugins(make), engine=engine)


@dataclass(frozen=True)
class Whole:
    """An undisturbed run of the local engine and its data."""

    data: Path
    folder: Path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    data = write_records(folder / "data.jsonl")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budgetrag.pipeline, "QUESTIONS_PER_PART", 3)
        fill(folder / "run", data, LocalEngine())
        yield Whole(data, folder / "run")


def test_a_run_on_ray_has_the_local_engines_bytes(tmp_path, whole, on_ray):
    here: list[EchoReader] = []

    def make(name, settings):
        reader = reader_of(name, settings)
        if name == "echo":
            here.append(reader)
        return reader

    progress = fill(tmp_path / "run", whole.data, on_ray, make)
    assert hashes(tmp_path / "run") == hashes(whole.folder)
    assert all(done == total > 0 for done, total in progress.steps.values())
    assert [reader.read_prompts for reader in here] == [[]] * len(here)  # this process reads nothing


def test_a_packing_worker_killed_in_the_middle_loses_nothing(tmp_path, whole, on_ray, monkeypatch):
    marker = tmp_path / "died"
    monkeypatch.setattr(budgetrag.pipeline, "pack_part", partial(ray_work.pack_and_die, marker))
    fill(tmp_path / "run", whole.data, on_ray)
    assert marker.exists()
    assert hashes(tmp_path / "run") == hashes(whole.folder)


def test_a_reading_actor_killed_in_the_middle_loses_nothing(tmp_path, whole, on_ray):
    marker = tmp_path / "died"

    def make(name, settings):
        return ray_work.MortalReader(marker=marker) if name == "echo" else reader_of(name, settings)

    fill(tmp_path / "run", whole.data, RayEngine(n_readers=1), make)
    assert marker.exists()
    assert hashes(tmp_path / "run") == hashes(whole.folder)


@pytest.mark.parametrize("seed", SEEDS)
def test_workers_and_actors_killed_at_random_items_lose_nothing(tmp_path, whole, on_ray, monkeypatch, seed):
    died = tmp_path / "died"
    died.mkdir()

    def make(name, settings):
        return ray_work.DrawnReader(folder=died, seed=seed) if name == "echo" else reader_of(name, settings)

    monkeypatch.setattr(budgetrag.pipeline, "QUESTIONS_PER_PART", 1)
    monkeypatch.setattr(budgetrag.pipeline, "pack_part", partial(ray_work.pack_and_die_if_drawn, died, seed))
    fill(tmp_path / "run", whole.data, on_ray, make)
    stages = {path.name.partition(" ")[0] for path in died.iterdir()}
    assert stages == {"pack", "read"}, f"seed {seed}"
    assert hashes(tmp_path / "run") == hashes(whole.folder), f"seed {seed}"


def tiny_process(whole: Whole, folder: Path, n: int, engine: str) -> int:
    command = [sys.executable, str(HERE / "tiny_run.py"), str(whole.data), str(folder), str(n), engine]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False).returncode


def test_a_driver_killed_on_ray_is_gone_on_with_here(tmp_path, whole, environment):
    assert tiny_process(whole, tmp_path / "run", 80, "ray") == KILLED
    assert (tmp_path / "run" / ".parts").is_dir()
    fill(tmp_path / "run", whole.data, LocalEngine())
    assert hashes(tmp_path / "run") == hashes(whole.folder)


def test_a_driver_killed_here_is_gone_on_with_on_ray(tmp_path, whole, on_ray):
    assert tiny_process(whole, tmp_path / "run", 80, "local") == KILLED
    fill(tmp_path / "run", whole.data, on_ray)
    assert hashes(tmp_path / "run") == hashes(whole.folder)


def batches_of(n: int, size: int = 2) -> list[dict]:
    prompts = [EchoReader().prompt(f"question {i}", f"word{i} and more") for i in range(n * size)]
    return [
        {content_hash(prompt.text): prompt for prompt in prompts[start : start + size]}
        for start in range(0, n * size, size)
    ]


def test_every_actor_makes_its_reader_once_and_reads_each_batch_as_it_is(tmp_path, on_ray):
    batches, log = batches_of(8), tmp_path / "log"
    found = list(on_ray.read(ReaderSource(EchoReader(), partial(ray_work.noted_reader, log)), batches))
    made = log.read_text(encoding="utf-8").split()
    assert 1 <= len(made) == len(set(made)) <= 2
    assert str(os.getpid()) not in made
    expected = [dict(zip(batch, EchoReader().read(list(batch.values())), strict=True)) for batch in batches]
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_a_batch_answered_in_part_is_yielded_before_its_error(on_ray):
    (batch,) = batches_of(1, size=3)
    stream = on_ray.read(ReaderSource(EchoReader(), ray_work.HalfReader), [batch])
    assert list(next(stream)) == list(batch)[:1]
    with pytest.raises(UnansweredError, match="must answer, got nothing"):
        next(stream)


def test_another_model_on_another_machine_is_refused(on_ray):
    with pytest.raises(ValueError, match="must have fingerprint echo:1, got echo:2; give every machine the same model"):
        list(on_ray.read(ReaderSource(EchoReader(), ray_work.OtherReader), batches_of(1)))


def test_gpus_that_the_cluster_has_not_are_refused(on_ray):
    source = ReaderSource(EchoReader(), EchoReader, gpus=0.5)
    with pytest.raises(ValueError, match=r"at most those of the cluster \(0\), got 0\.5"):
        list(on_ray.read(source, batches_of(1)))
    with pytest.raises(ValueError, match=r"a share from 0 to 1 or a whole number, got 1\.5"):
        list(RayEngine(gpus_per_reader=1.5).read(source, batches_of(1)))


def test_parts_are_read_a_window_at_a_time(on_ray, monkeypatch):
    monkeypatch.setattr(budgetrag.engines.ray, "WINDOW_BYTES", 1)
    begun = []

    def parts():
        for index in range(2):
            begun.append(index)
            yield Part(index, ())

    stream = on_ray.pack(ray_work.numbered, parts())
    assert (next(stream).index, begun) == (0, [0])
    assert [part.index for part in stream] == [1]


def test_an_address_where_no_cluster_answers_is_refused_at_once(on_ray, monkeypatch):
    monkeypatch.setattr("ray.is_initialized", lambda: False)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: a connection is refused
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with (
            pytest.raises(ConnectionError, match=f"must be that of a running Ray cluster, got {address} .*refused"),
            ray_engine(EngineOptions(address=address)),
        ):
            pass


def test_no_part_is_no_work(on_ray):
    assert list(on_ray.pack(ray_work.numbered, [])) == []


def test_a_bug_in_the_work_is_raised(on_ray):
    with pytest.raises(Exception, match="part 0"):
        list(on_ray.pack(ray_work.faulty, [Part(0, ())]))
