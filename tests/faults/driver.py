"""Asks the server for runs, and looks at what they leave behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from budgetrag.store import TABLES
from faults.recipe import CONFIG

TESTS = Path(__file__).resolve().parents[1]
KILLED = -signal.SIGKILL


@dataclass(frozen=True)
class Ended:
    """A command that has ended: its exit code (-9 if it was killed) and what it said."""

    code: int
    stdout: str
    stderr: str

    @property
    def sentence(self) -> str:
        """The one sentence on stderr of a command that met a fault its user can mend."""
        lines = [line for line in self.stderr.strip().splitlines() if line.startswith("error: ")]
        assert self.code == 2, (self.code, self.stderr)
        assert len(lines) == 1, self.stderr
        assert "Traceback" not in self.stderr
        return lines[0]


@dataclass(frozen=True)
class Driver:
    """Runs commands in ``work``; the run is ``work/runs/run``.

    Attributes:
        server: The process that forks.
        work: Where the commands run.
        engine: Name of the engine.
        root: The server's root folder, as this process sees it.
    """

    server: subprocess.Popen[str]
    work: Path
    engine: str = "local"
    root: Path = Path("/")

    @property
    def run_folder(self) -> Path:
        return self.root / self.work.relative_to("/") / "runs" / "run"

    def fresh(self) -> Driver:
        """Return one with the same server and a new working folder inside this one's."""
        work = Path(tempfile.mkdtemp(dir=self.work, prefix=""))
        (work / "runs").mkdir()
        return replace(self, work=work)

    def mount(self, options: str) -> None:
        """Mount the server's file system in memory again, with other options."""
        assert self._ask({"mount": options}) == 0

    def start(self, arguments: tuple[object, ...] = (), *, name: str = "run", **faults: Any) -> int:
        """Begin a command, by default ``run``, and return its pid, which leads its own process group."""
        engine = () if self.engine == "local" else ("--engine", self.engine)
        given = arguments or ("run", "faulty.toml", "--out", "runs/run", "--workers", 1, *engine)
        (self.work / "faulty.toml").write_text(CONFIG)
        spec = {"work": str(self.work), "name": name, "arguments": [str(each) for each in given], **faults}
        return self._ask({"start": spec})

    def wait(self, pid: int, *, name: str = "run") -> Ended:
        """Wait for the end of a command."""
        code = self._ask({"wait": pid})
        return Ended(code, *((self.work / f"{name}.{end}").read_text() for end in ("stdout", "stderr")))

    def run(self, *arguments: object, name: str = "run", **faults: Any) -> Ended:
        """Run a command to its end."""
        return self.wait(self.start(arguments, name=name, **faults), name=name)

    def hashes(self) -> dict[str, str]:
        """Return the SHA-256 of every table."""
        return table_hashes(self.run_folder)

    def manifest(self) -> Mapping[str, Any]:
        return json.loads((self.run_folder / "manifest.json").read_text(encoding="utf-8"))

    def read(self) -> Counter[tuple[str, str]]:
        """Return how often each (reader, prompt hash) was read."""
        return Counter((reader, prompt) for _, reader, prompts in self._batches() for prompt in prompts)

    def lost(self) -> Counter[tuple[str, str]]:
        """Return how often each prompt was in the last batch of a process, which may be read again."""
        last = {pid: (reader, prompts) for pid, reader, prompts in self._batches()}
        return Counter((reader, prompt) for reader, prompts in last.values() for prompt in prompts)

    def _batches(self) -> Iterator[tuple[str, str, list[str]]]:
        log = self.work / "read.log"
        for line in log.read_text().splitlines() if log.exists() else ():
            pid, reader, *prompts = line.split()
            yield pid, reader, prompts

    def _ask(self, request: Mapping[str, object]) -> int:
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        print(json.dumps(request), file=self.server.stdin, flush=True)
        return int(json.loads(self.server.stdout.readline()))


def table_hashes(folder: Path) -> dict[str, str]:
    found = {path.stem: sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.parquet")}
    assert found.keys() == set(TABLES)
    return found


def kill(pid: int) -> None:
    """Kill a command and all of its own, as hard as ``kill -9``."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


@contextmanager
def serving(engine: str = "local", *, island: str = "") -> Iterator[Driver]:
    """Start a server for the block; its commands run in a folder of its own, which is gone afterwards.

    Args:
        engine: Name of the engine.
        island: Options of a file system in memory that only the server sees, such as ``size=1m``; "" for none. Its
            ``runs`` folder is that file system, and there is but one working folder.
    """
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # fsync costs nothing there
    with tempfile.TemporaryDirectory(dir=memory, prefix="faults-") as folder:
        runs = Path(folder, "runs")
        runs.mkdir()
        command = [sys.executable, "-m", "faults.server", *([island, str(runs)] if island else [])]
        path = os.pathsep.join((str(TESTS.parent), str(TESTS)))
        environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as server:
            driver = Driver(server, Path(folder), engine, Path(f"/proc/{server.pid}/root") if island else Path("/"))
            yield driver
            assert server.stdin is not None
            server.stdin.close()
