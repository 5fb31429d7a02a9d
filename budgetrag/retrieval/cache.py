"""An embedder that keeps its vectors on disk."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from budgetrag.files import write_atomically
from budgetrag.retrieval.embedder import Embedder
from budgetrag.types import content_hash

_LOG = logging.getLogger(__name__)


class EmbeddingCache:
    """Wraps an embedder; a text that was embedded before, in this or an earlier run, is not embedded again.

    Vectors lie in ``folder/<fingerprint>/<hash of the file>.npy``, up to ``shard_size`` per file, keyed by a hash of
    their text. A file is written whole or not at all, and one whose hash does not fit its name is reported, ignored
    and computed anew. Several processes may share a folder.
    """

    def __init__(self, embedder: Embedder, folder: Path, *, shard_size: int = 1024) -> None:
        """Wrap ``embedder``; the folder is read at the first ``embed``."""
        if shard_size < 1:
            raise ValueError(f"shard_size must be >= 1, got {shard_size}")
        self._embedder, self._root, self._shard_size = embedder, folder, shard_size
        self._places: dict[bytes, tuple[Path, int]] | None = None

    @property
    def name(self) -> str:
        """Name of the wrapped embedder."""
        return self._embedder.name

    def fingerprint(self) -> str:
        """Return the wrapped embedder's fingerprint."""
        return self._embedder.fingerprint()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, dims) float32 unit rows, computing and storing those that are not stored yet.

        Raises:
            OSError: If a file cannot be written (files written before stay).
        """
        if not texts:
            return self._embedder.embed(texts)
        places = self._indexed()
        by_key = {_key(text): text for text in texts}
        missing = [key for key in by_key if key not in places]
        for start in range(0, len(missing), self._shard_size):
            keys = missing[start : start + self._shard_size]
            self._store(keys, self._embedder.embed([by_key[key] for key in keys]), places)
        return self._gather([_key(text) for text in texts], places)

    def _indexed(self) -> dict[bytes, tuple[Path, int]]:
        if self._places is None:
            self._places = {}
            for file in sorted(self._folder().glob("[!.]*.npy")):
                for row, key in enumerate(_read_shard(file)["key"]):
                    self._places[bytes(key)] = (file, row)
        return self._places

    def _store(self, keys: list[bytes], vectors: NDArray[np.float32], places: dict[bytes, tuple[Path, int]]) -> None:
        shard = np.empty(len(keys), dtype=_shard_dtype(vectors.shape[1]))
        shard["key"], shard["vector"] = keys, vectors
        buffer = BytesIO()
        np.save(buffer, shard, allow_pickle=False)
        file = self._folder() / f"{_digest(buffer.getvalue())}.npy"
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, buffer.getvalue())
        places.update((key, (file, row)) for row, key in enumerate(keys))

    def _gather(self, keys: list[bytes], places: dict[bytes, tuple[Path, int]]) -> NDArray[np.float32]:
        rows_by_file: dict[Path, list[tuple[int, int]]] = {}
        for target, key in enumerate(keys):
            file, row = places[key]
            rows_by_file.setdefault(file, []).append((target, row))
        vectors: NDArray[np.float32] | None = None
        for file, rows in rows_by_file.items():
            targets, sources = np.array(rows).T
            # Only these rows are read, or the files would be read over and over where texts come in another order
            # than they were stored in. The whole file was checked when it was indexed or written.
            stored = np.load(file, mmap_mode="r", allow_pickle=False)["vector"]
            if vectors is None:
                vectors = np.empty((len(keys), stored.shape[1]), dtype=np.float32)
            vectors[targets] = stored[sources]
        assert vectors is not None
        return vectors

    def _folder(self) -> Path:
        return self._root / self.fingerprint()


def _key(text: str) -> bytes:
    return content_hash(text).encode("ascii")


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _shard_dtype(dims: int) -> np.dtype[np.void]:
    return np.dtype([("key", "S16"), ("vector", "<f4", (dims,))])


def _read_shard(file: Path) -> NDArray[np.void]:
    content = file.read_bytes()
    if _digest(content) != file.stem:
        _LOG.warning("embedding file %s is damaged; its vectors are computed again", file)
        return np.empty(0, dtype=_shard_dtype(0))
    shard: NDArray[np.void] = np.load(BytesIO(content), allow_pickle=False)
    return shard
