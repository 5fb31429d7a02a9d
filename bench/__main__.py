"""``python -m bench [packing|retrieval|pipeline|reading|stats|app]``: the first two have peers in bench/.venv."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / "bin" / "python"
BENCHMARKS = ("packing", "retrieval", "pipeline", "reading", "stats", "app")
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")


def main() -> None:
    chosen = sys.argv[1] if len(sys.argv) > 1 else "all"
    if chosen not in ("all", *BENCHMARKS):
        raise SystemExit(f"benchmark must be one of {list(BENCHMARKS)}, got {chosen!r}")
    for name in ("packing", "retrieval"):
        if chosen in ("all", name):
            run(PYTHON if peers_are_installed() else Path(sys.executable), f"bench.{name}", ONE_THREAD)
    if chosen in ("all", "pipeline"):
        run(Path(sys.executable), "bench.pipeline", {})
    if chosen in ("all", "reading"):
        run(Path(sys.executable), "bench.reading", {})
    if chosen in ("all", "stats"):
        run(Path(sys.executable), "bench.stats", ONE_THREAD)
    if chosen in ("all", "app"):
        run(Path(sys.executable), "bench.app", {})


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
