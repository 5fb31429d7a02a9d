"""Find the files that model wheels hold, without importing the packages' code."""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from budgetrag.models.catalogue import OfflineModel, Wheel

logger = logging.getLogger(__name__)


@contextmanager
def unpacked(model: OfflineModel) -> Iterator[Path]:
    """Yield the folder that the model's wheels are installed in.

    Installed wheels of the pinned versions are used where they are; otherwise pip installs them, hash-checked and
    without dependencies, into a temporary folder.

    Raises:
        OSError: If pip cannot install them.
    """
    if (site := _installed(model)) is not None:
        yield site
        return
    with tempfile.TemporaryDirectory(prefix="budgetrag-wheels-") as scratch:
        _pip_install(model.wheels, Path(scratch))
        yield Path(scratch)


def _installed(model: OfflineModel) -> Path | None:
    """Return the one folder that holds all the model's files, if its pinned wheels are installed."""
    for wheel in model.wheels:
        try:
            if metadata.version(wheel.package) != wheel.version:
                return None
        except metadata.PackageNotFoundError:
            return None
    site = Path(str(metadata.distribution(model.wheels[0].package).locate_file("")))
    wanted = (*model.files, *model.terms_files)
    return site if all((site / path).exists() for path in wanted) else None


def _pip_install(wheels: tuple[Wheel, ...], target: Path) -> None:
    logger.info("installing %s", ", ".join(wheel.package for wheel in wheels))
    pins = target / "requirements.txt"
    pins.write_text("".join(f"{wheel.requirement}\n" for wheel in wheels), "utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes"]
    outcome = subprocess.run(
        [*command, "--target", str(target), "-r", str(pins)], capture_output=True, text=True, check=False
    )
    if outcome.returncode:
        names = " ".join(f"{wheel.package}=={wheel.version}" for wheel in wheels)
        reason = outcome.stderr.strip().splitlines()
        raise OSError(
            f"pip could not install {names}: {reason[-1] if reason else f'exit status {outcome.returncode}'}; "
            "install requirements-models.txt with `pip install --no-deps --require-hashes -r` yourself and try again"
        )
