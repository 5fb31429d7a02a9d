"""What several test modules need."""

from pathlib import Path

import pytest
from hypothesis import settings
from inspector_run import write_run

settings.register_profile("budgetrag", deadline=None)  # a busy machine is no failure
settings.load_profile("budgetrag")


@pytest.fixture(scope="session")
def inspector_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A runs folder that holds one tiny real run, called ``tiny``; nothing may change it."""
    folder = tmp_path_factory.mktemp("inspector") / "runs"
    write_run(folder / "tiny")
    return folder


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data set records beside the repository; tests that need it skip where it is absent."""
    folder = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the real data set records in ../shared/data, which are absent here")
    return folder.resolve()
