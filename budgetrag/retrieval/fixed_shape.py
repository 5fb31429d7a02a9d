"""Sentence embeddings in batches of fixed shapes, so that a text's vector is the same bits in any company."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from budgetrag.threads import side_by_side

if TYPE_CHECKING:
    import torch
    from sentence_transformers import SentenceTransformer

LENGTH_STEP = 8  # tokens
_TEXTS_PER_LOOK = 4096  # texts whose lengths are looked at together


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some texts of one shape: their places among all texts, and how many rows of how many tokens they make."""

    places: tuple[int, ...]
    n_rows: int
    n_tokens: int


def encode_in_fixed_shapes(
    model: SentenceTransformer, texts: Sequence[str], *, tokens_per_batch: int
) -> NDArray[np.float32]:
    """Return the (n, dims) float32 vectors of ``texts``, in their order.

    A text is padded to the next multiple of eight tokens, and its batch to as many rows as ``tokens_per_batch`` holds
    of that length. The shape, and with it the order of every sum, depends on the text's own length only: neighbours
    and place change no bit (a test compares them). One text at a time would cost several times as much where texts are
    short (``python -m bench embedding``).
    On a CPU, batches go to as many threads as torch has, each computing alone.

    Args:
        model: On its device; texts longer than its maximum are cut by its tokenizer.
        texts: Without lone surrogates.
        tokens_per_batch: Tokens of a forward pass, padding included.
    """

    def encode(batch: _Batch) -> NDArray[np.float32]:
        return _encode(model, [texts[place] for place in batch.places], batch)

    batches = list(_batches(model, texts, tokens_per_batch))
    vectors = side_by_side(encode, batches) if model.device.type == "cpu" else map(encode, batches)
    whole: NDArray[np.float32] | None = None
    for batch, found in zip(batches, vectors, strict=True):
        if whole is None:
            whole = np.empty((len(texts), found.shape[1]), dtype=np.float32)
        whole[list(batch.places)] = found
    return np.empty((0, 0), dtype=np.float32) if whole is None else whole


def _batches(model: SentenceTransformer, texts: Sequence[str], tokens_per_batch: int) -> Iterator[_Batch]:
    by_length: dict[int, list[int]] = {}
    for start in range(0, len(texts), _TEXTS_PER_LOOK):
        for place, length in enumerate(_lengths(model, texts[start : start + _TEXTS_PER_LOOK]), start):
            by_length.setdefault(-(-length // LENGTH_STEP) * LENGTH_STEP, []).append(place)
    for n_tokens, places in sorted(by_length.items()):
        n_rows = max(1, tokens_per_batch // n_tokens)
        for first in range(0, len(places), n_rows):
            yield _Batch(tuple(places[first : first + n_rows]), n_rows, n_tokens)


def _lengths(model: SentenceTransformer, texts: Sequence[str]) -> list[int]:
    mask = model.preprocess(list(texts), prompt=_prompt(model))["attention_mask"]
    return [max(1, int(n)) for n in mask.sum(dim=1)]


def _encode(model: SentenceTransformer, texts: list[str], batch: _Batch) -> NDArray[np.float32]:
    import torch

    filled = texts + texts[:1] * (batch.n_rows - len(texts))
    features = model.preprocess(filled, prompt=_prompt(model))
    padding_id = model.tokenizer.pad_token_id or 0
    left = getattr(model.tokenizer, "padding_side", "right") == "left"
    shaped = {
        name: _padded(value, batch.n_tokens, padding_id if name == "input_ids" else 0, left=left).to(model.device)
        if isinstance(value, torch.Tensor) and value.dim() == 2
        else value
        for name, value in features.items()
    }
    with torch.inference_mode():
        vectors: NDArray[np.float32] = model(shaped)["sentence_embedding"][: len(texts)].float().cpu().numpy()
    return vectors


def _padded(values: torch.Tensor, n_tokens: int, padding: int, *, left: bool) -> torch.Tensor:
    from torch.nn.functional import pad

    missing = n_tokens - values.shape[1]
    return pad(values, (missing, 0) if left else (0, missing), value=padding)


def _prompt(model: SentenceTransformer) -> str | None:
    """Return what the model wants before every text, where it says so."""
    return model.prompts.get(model.default_prompt_name) if model.default_prompt_name else None
