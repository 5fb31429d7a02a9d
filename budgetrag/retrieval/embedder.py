"""Texts to unit vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from budgetrag.retrieval.fixed_shape import encode_in_fixed_shapes
from budgetrag.types import content_hash

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_TOKENS_ON_CPU, _TOKENS_ON_GPU = 256, 16_384
_MODEL_FILES = ("*.json", "*.txt", "*.model", "*.safetensors")
_TOKENIZER_FILES = ("tokenizer.json", "vocab.json", "vocab.txt", "*.model")


class Embedder(Protocol):
    """Embeds texts. One vector depends on its own text only, not on what it was embedded with."""

    @property
    def name(self) -> str:
        """Name for people, written into the manifest."""

    def fingerprint(self) -> str:
        """Return a digest of everything that changes a vector: weights, tokenizer, dimensions."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, dims) float32 rows of length one, in the order of ``texts``; a zero vector stays zero."""


def unit_rows(vectors: NDArray[np.float32], *, dims: int | None = None) -> NDArray[np.float32]:
    """Truncate (n, d) rows to their first ``dims`` values, then scale each to length one; zero rows stay zero.

    Raises:
        ValueError: If a row has fewer than ``dims`` values or a value is not finite.
    """
    if dims is not None and not 1 <= dims <= vectors.shape[1]:
        raise ValueError(f"dims must be between 1 and the model's {vectors.shape[1]}, got {dims}")
    if not np.isfinite(vectors).all():
        raise ValueError("embeddings must hold finite numbers, got NaN or infinity")
    kept = vectors[:, :dims].astype(np.float64)
    lengths = np.linalg.norm(kept, axis=1, keepdims=True)
    unit: NDArray[np.float32] = np.divide(kept, lengths, out=np.zeros_like(kept), where=lengths > 0).astype(np.float32)
    return unit


class SentenceTransformerEmbedder:
    """A sentence-transformers model in float32, loaded at the first ``embed``.

    A vector is the same bits whatever else is embedded with it: texts are computed in batches of fixed shapes
    (``encode_in_fixed_shapes``). Texts longer than the model's maximum (256 tokens for MiniLM) are cut by its
    tokenizer.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        dims: int = 320,
        tokens_per_batch: int | None = None,
        name: str = "",
        device: str | None = None,
    ) -> None:
        """Describe the embedder; nothing is loaded yet.

        Args:
            model: A local folder or a hub id.
            dims: Values kept of each vector before it is scaled to length one again.
            tokens_per_batch: Tokens of a forward pass; default: 256 on a CPU, 16,384 elsewhere. It moves the last bits.
            name: Name for people; default: the folder's name or the hub id.
            device: torch device; default: a GPU if there is one.
        """
        for rule, value in (("dims", dims), ("tokens_per_batch", tokens_per_batch)):
            if value is not None and value < 1:
                raise ValueError(f"{rule} must be >= 1, got {value}")
        self._model_name, self._dims, self._device = str(model), dims, device
        self._tokens_per_batch = tokens_per_batch
        self._name = name or (Path(model).name if Path(model).is_dir() else str(model))
        self._model: SentenceTransformer | None = None
        self._fingerprint = ""

    @property
    def name(self) -> str:
        """Name for people."""
        return self._name

    def fingerprint(self) -> str:
        """Return a digest of the model's files, the dimensions and the shape of the batches.

        Raises:
            FileNotFoundError: If the model is neither a model folder nor a known hub id.
        """
        if not self._fingerprint:
            shape = f"tokens_per_batch={self._tokens_per_batch or 'auto'}"
            self._fingerprint = content_hash(_files_digest(self._folder()), f"dims={self._dims}", shape)
        return self._fingerprint

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, dims) float32 unit rows.

        Raises:
            FileNotFoundError: If the model is neither a model folder nor a known hub id.
            ValueError: If its files cannot be read, or it has fewer than ``dims`` dimensions.
        """
        if not texts:
            return np.zeros((0, self._dims), dtype=np.float32)
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]  # lone surrogates
        return unit_rows(self._encode(clean), dims=self._dims)

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        model = self._loaded()
        default = _TOKENS_ON_CPU if model.device.type == "cpu" else _TOKENS_ON_GPU
        return encode_in_fixed_shapes(model, texts, tokens_per_batch=self._tokens_per_batch or default)

    def _loaded(self) -> SentenceTransformer:
        if self._model is None:
            folder = self._folder()  # before the slow imports: a missing model is reported at once
            if not any(True for name in _TOKENIZER_FILES for _ in folder.rglob(name)):
                # the library would make up a tokenizer that knows no word
                raise ValueError(f"embedding model in {folder} cannot be read, fetch it again: it has no tokenizer")

            import torch
            from safetensors import SafetensorError
            from sentence_transformers import SentenceTransformer

            try:
                self._model = SentenceTransformer(
                    str(folder), device=self._device, model_kwargs={"dtype": torch.float32}, local_files_only=True
                )
            except (OSError, ValueError, KeyError, SafetensorError) as error:
                raise ValueError(f"embedding model in {folder} cannot be read, fetch it again: {error}") from error
        return self._model

    def _folder(self) -> Path:
        """Return the local folder of the model, fetching a hub id if it is not there yet."""
        if Path(self._model_name).is_dir():
            return Path(self._model_name)
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HFValidationError

        try:
            return Path(snapshot_download(self._model_name, allow_patterns=list(_MODEL_FILES)))
        except (OSError, HFValidationError) as error:
            raise FileNotFoundError(
                f"embedding model must be a folder or a reachable hub id, got {self._model_name!r}; "
                "`python -m precompute models` fetches the offline ones"
            ) from error


def _files_digest(folder: Path) -> str:
    files = sorted({file for pattern in _MODEL_FILES for file in folder.rglob(pattern)})
    digests = []
    for file in files:
        with file.open("rb") as stream:
            digests += [file.relative_to(folder).as_posix(), hashlib.file_digest(stream, "blake2b").hexdigest()]
    return content_hash(*digests)
