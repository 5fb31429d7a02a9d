"""``python -m bench [NAME]``: one benchmark, or all of them one after the other; see README.md here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / "bin" / "python"
BENCHMARKS = (
    "packing",
    "retrieval",
    "evidence",
    "embedding",
    "pipeline",
    "scale",
    "reading",
    "prompts",
    "stats",
    "app",
)
WITH_PEERS = ("packing", "retrieval")  # in bench/.venv
ON_ONE_THREAD = ("packing", "retrieval", "evidence", "stats")
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")


def main() -> None:
    chosen = sys.argv[1] if len(sys.argv) > 1 else "all"
    if chosen not in ("all", *BENCHMARKS):
        raise SystemExit(f"benchmark must be one of {list(BENCHMARKS)}, got {chosen!r}")
    for name in BENCHMARKS if chosen == "all" else (chosen,):
        python = PYTHON if name in WITH_PEERS and peers_are_installed() else Path(sys.executable)
        print(f"== {name}", flush=True)
        run(python, f"bench.{name}", ONE_THREAD if name in ON_ONE_THREAD else {})


def peers_are_installed() -> bool:
    """Make bench/.venv unless it is there; False, with a line that says so, where that is impossible."""
    requirements = HERE / "requirements.txt"
    mark = VENV / ".installed"
    if mark.is_file() and mark.stat().st_mtime >= requirements.stat().st_mtime:
        return True
    try:
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "-r", requirements], check=True)
    except subprocess.CalledProcessError as error:
        print(f"the peers could not be installed ({error}); it runs without them")
        return False
    mark.touch()
    return True


def run(python: Path, module: str, environment: dict[str, str]) -> None:
    subprocess.run(
        [python, "-m", module, *sys.argv[2:]], check=True, cwd=HERE.parent, env={**os.environ, **environment}
    )


if __name__ == "__main__":
    main()
