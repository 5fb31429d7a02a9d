"""Before the work begins: what can be wrong is found, and what decides a run's tables is written down."""

from __future__ import annotations

from pathlib import Path

from budgetrag.answer_store import FILE_NAME, AnswerStore
from budgetrag.config import Config
from budgetrag.config_readers import ReaderConfig
from budgetrag.config_representations import GIVEN, RetrievalConfig
from budgetrag.counters import get_counter
from budgetrag.files import sha256
from budgetrag.importing.stage import NoEmbedder
from budgetrag.models import cache_dir, resolve
from budgetrag.packing import make_packers
from budgetrag.pipeline import Plugins, packing_setup
from budgetrag.readers import Reader, ReaderOptions, get_reader
from budgetrag.retrieval import HASHING, Embedder, EmbeddingCache, HashingEmbedder, SentenceTransformerEmbedder
from budgetrag.sampled import read_sample


def make_plugins(config: Config) -> Plugins:
    """Return what loads the models; nothing is loaded yet, but every model is found.

    Raises:
        FileNotFoundError: If a model is absent.
        ValueError: If a counter or a reader's settings cannot be used.
    """
    get_counter(config.packing.counter)
    make_packers(packing_setup(config))
    answers = AnswerStore(cache_dir() / FILE_NAME)
    retrieval = config.retrieval
    if retrieval.retriever == GIVEN:
        return Plugins(NoEmbedder(), make_reader, answers)
    return Plugins(make_embedder(retrieval), make_reader, answers)


def make_embedder(retrieval: RetrievalConfig) -> Embedder:
    """Return the embedder of a run; a model's vectors are kept on disk, hashed ones are quicker made than read.

    Raises:
        FileNotFoundError: If its model is absent.
    """
    if retrieval.embedder == HASHING:
        return HashingEmbedder(dims=retrieval.dims)
    model = resolve(retrieval.embedder)
    embedder = SentenceTransformerEmbedder(
        model if model.exists() else model.as_posix(), dims=retrieval.dims, name=retrieval.embedder
    )
    return EmbeddingCache(embedder, cache_dir() / "embeddings")


def make_reader(name: str, settings: ReaderConfig) -> Reader:
    """Return the reader of a name and its settings, its model not loaded yet."""
    return get_reader(settings.kind)(
        ReaderOptions(
            name=name,
            model=settings.model,
            dtype=settings.dtype,
            quantization=settings.quantization,
            batch_size=settings.batch_size,
            max_new_tokens=settings.max_new_tokens,
            prompt_style=settings.prompt_style,
            device=settings.device,
            base_url=settings.base_url,
            api_key_env=settings.api_key_env,
            concurrency=settings.concurrency,
            requests_per_minute=settings.requests_per_minute,
            timeout_seconds=settings.timeout_seconds,
            max_retries=settings.max_retries,
        )
    )


def check_data(config: Config) -> None:
    """Read every data set once and keep nothing.

    Raises:
        FileNotFoundError: If a data file is absent.
        ValueError: If a data set cannot be read or holds no question.
    """
    if config.retrieval.retriever != GIVEN:  # a log is read before its config is made
        for dataset in config.datasets:
            read_sample(dataset, config.seeds[0])


def identity(config: Config, plugins: Plugins) -> dict[str, object]:
    """Return what decides a run's tables: the config, the contents of data files and the models' fingerprints.

    Raises:
        FileNotFoundError: If a data file or a model is absent.
        IsADirectoryError: If a folder is given as a data file.
    """
    files = {entry.name: Path(entry.file) for entry in config.datasets if entry.file is not None}
    for file in files.values():
        if file.is_dir():
            raise IsADirectoryError(f"data file must be a file, got the folder {file}")
        if not file.is_file():
            raise FileNotFoundError(f"data file must exist, found none at {file}")
    readers = {
        name: plugins.reader(name, settings).fingerprint() for name, settings in config.resolved_readers().items()
    }
    return {
        "config": config.as_record(),
        "data_sha256": {name: sha256(file) for name, file in files.items()},
        "models": {"embedder": plugins.embedder.fingerprint(), "readers": readers},
    }
