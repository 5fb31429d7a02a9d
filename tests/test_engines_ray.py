"""The engine on Ray: the same bytes as here, whoever dies on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
from tiny import EchoReader, Silent, tiny_plugins, with_evidence, write_records

import budgetrag.engines.ray
import budgetrag.engines.ray_cluster
import budgetrag.pipeline
from budgetrag.engines import EngineOptions, LocalEngine, ReaderSource
from budgetrag.engines.ray import RayEngine, ray_engine
from budgetrag.pipeline import Plugins, run_pipeline
from budgetrag.readers import UnansweredError
from budgetrag.store import TABLES, open_run
from budgetrag.types import Answer, Prompt, content_hash
from precompute.preflight import identity

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def ray_here():
    """Ray on this machine with two workers, which can import what the tests import; gone afterwards."""
    scratch = tempfile.mkdtemp(prefix="ray", dir="/tmp")  # sockets must have short paths
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("RAY_TMPDIR", scratch)
        patch.setattr(budgetrag.engines.ray_cluster, "OBJECT_STORE_BYTES", 100 * 2**20)
        with ray_engine(EngineOptions(n_workers=2)) as engine:
            yield engine
    shutil.rmtree(scratch, ignore_errors=True)


def echo_and_lexical(data: Path):
    return with_evidence(
        data,
        readers=["lexical", "echo"],
        reader={"echo": {"kind": "lexical", "batch_size": 16}, "lexical": {"kind": "lexical", "batch_size": 4}},
    )


def reader_of(name, settings):
    return EchoReader() if name == "echo" else tiny_plugins().reader(name, settings)


def fill(folder: Path, data: Path, engine, make=reader_of, fresh: bool = False) -> Silent:
    config, plugins, progress = echo_and_lexical(data), tiny_plugins(make), Silent()
    with open_run(folder, identity(config, plugins), fresh=fresh) as run:
        run_pipeline(config, run, plugins, progress, engine=engine)
    return progress


def hashes(folder: Path) -> dict[str, str]:
    found = {path.stem: sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.parquet")}
    assert found.keys() == set(TABLES)
    return found


@dataclass(frozen=True)
class Whole:
    data: Path
    folder: Path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An undisturbed run of the local engine, parts of three questions."""
    folder = tmp_path_factory.mktemp("whole")
    data = write_records(folder / "data.jsonl")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budgetrag.pipeline, "QUESTIONS_PER_PART", 3)
        fill(folder / "run", data, LocalEngine())
        yield Whole(data, folder / "run")


def test_a_run_on_ray_has_the_local_engines_bytes(tmp_path, whole, ray_here):
    progress = fill(tmp_path / "run", whole.data, ray_here)
    assert hashes(tmp_path / "run") == hashes(whole.folder)
    assert all(done == total > 0 for done, total in progress.steps.values())
