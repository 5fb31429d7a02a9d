"""Ray's own set-up: a cluster on this machine, or one that runs already."""

from __future__ import annotations

import importlib.util
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from budgetrag.engines.base import EngineOptions
from budgetrag.workers import environment

INIT_DEATHS = 10  # workers in a row that may die before they begin: a machine that goes, not code that cannot run
CONNECT_SECONDS = 10
MAX_PORT = 65_535
OBJECT_STORE_BYTES = 2**30  # of a cluster on this machine; what is more goes to its disk


def check_installed() -> None:
    """Refuse before any work where Ray is absent.

    Raises:
        ValueError: If it is.
    """
    if importlib.util.find_spec("ray") is None:
        raise ValueError(
            "--engine ray must have Ray installed, found none; install it with: "
            "python -m pip install -r requirements-ray.txt"
        )


@contextmanager
def running(options: EngineOptions) -> Iterator[None]:
    """Keep Ray running for the block: the instance this process has, else a cluster's, else a new one here.

    Raises:
        ConnectionError: If no cluster answers at the address.
    """
    import ray

    if ray.is_initialized():
        _quieten()
        yield
        return
    _start(options)
    try:
        _quieten()
        yield
    finally:
        ray.shutdown()


def _start(options: EngineOptions) -> None:
    import ray

    with environment(_settings()):
        if options.address is None:
            ray.init(
                address="local",
                num_cpus=options.n_workers,
                object_store_memory=OBJECT_STORE_BYTES,
                include_dashboard=False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
            return
        sent = {"py_modules": [str(folder) for folder in options.modules]}
        try:
            _check_reachable(options.address)
            ray.init(address=options.address, runtime_env=sent, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
            raise ConnectionError(
                f"--address must be that of a running Ray cluster, got {options.address} (one that asks for a token "
                f"needs RAY_AUTH_MODE=token set here): {error}"
            ) from error


def _check_reachable(address: str) -> None:
    """Try a ``host:port``, for Ray itself would go on trying for ever.

    Raises:
        OSError: If nothing answers there.
        ValueError: If its port is none.
    """
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if host and port.isdecimal():
        if int(port) > MAX_PORT:
            raise ValueError(f"its port must be at most {MAX_PORT}, got {port}")
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()


def _settings() -> dict[str, str]:
    """Return the environment that Ray starts in: what a user has set holds; nothing is sent anywhere."""
    root = str(Path(__file__).resolve().parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    wanted = {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_BACKEND_LOG_LEVEL": "fatal",  # else it warns of Ray Data's own way of starting actors, on every one
    }
    kept = {name: os.environ.get(name, value) for name, value in wanted.items()}
    return kept | {"PYTHONPATH": os.pathsep.join(paths)}  # its workers on this machine import this code


def _quieten() -> None:
    """Leave progress to the caller, whose command line shows its own."""
    import ray.data

    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    context.max_consecutive_actor_init_deaths = INIT_DEATHS
    logging.getLogger("ray.data").setLevel(logging.ERROR)  # it warns that its bars are off
