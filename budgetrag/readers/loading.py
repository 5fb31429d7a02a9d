"""Load a causal language model with device and precision chosen automatically."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from budgetrag.readers.base import ReaderOptions
from budgetrag.readers.generation import LoadedModel

if TYPE_CHECKING:
    import torch
    from transformers import GenerationConfig, PreTrainedModel, PreTrainedTokenizerBase


def load_tokenizer(model: Path) -> PreTrainedTokenizerBase:
    """Return the model's tokenizer.

    Raises:
        ValueError: If it cannot be loaded.
    """
    from transformers import AutoTokenizer

    try:
        tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(model.as_posix())
    except (OSError, ValueError, KeyError) as error:
        raise ValueError(_load_error(model, error)) from error
    return tokenizer


def load_model(model: Path, tokenizer: PreTrainedTokenizerBase, options: ReaderOptions) -> LoadedModel:
    """Return the model in evaluation mode on its device.

    Raises:
        ValueError: If it cannot be loaded: absent, cut short, or of an unknown kind.
        MemoryError: If it does not fit on the device.
    """
    device = choose_device(options.device)
    weights = _load_weights(model, device, choose_dtype(options.dtype, device), options)
    weights.eval()  # type: ignore[no-untyped-call]
    config = weights.config.get_text_config()
    end_ids = _ids(weights.generation_config.eos_token_id) | _ids(tokenizer.eos_token_id)
    padding = min(end_ids, default=0) if tokenizer.pad_token_id is None else int(tokenizer.pad_token_id)
    weights.generation_config = plain_greedy(padding_id=padding, end_ids=end_ids)
    return LoadedModel(weights, tokenizer, padding, end_ids, getattr(config, "max_position_embeddings", None))


def plain_greedy(*, padding_id: int, end_ids: frozenset[int]) -> GenerationConfig:
    """Return plain greedy decoding: a model's own sampling settings and repetition penalties do not apply."""
    from transformers import GenerationConfig

    return GenerationConfig(  # type: ignore[no-untyped-call]
        do_sample=False, num_beams=1, pad_token_id=padding_id, eos_token_id=sorted(end_ids) or None
    )


def choose_device(asked: str) -> torch.device:
    """Return the device asked for, or ("auto") the first of CUDA, Apple's GPU, CPU that there is.

    Raises:
        ValueError: If there is no such device here.
    """
    import torch

    if asked == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda", 0)
        return torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    try:
        torch.empty(0, device=asked)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise ValueError(f"reader device must be one that is here, got {asked!r}: {reason}") from error
    return torch.device(asked)


def choose_dtype(asked: str, device: torch.device) -> torch.dtype:
    """Return the type asked for, or ("auto") bfloat16 where the device computes in it, else float16 or float32."""
    import torch

    if asked != "auto":
        dtype: torch.dtype = getattr(torch, asked)
        return dtype
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
    if device.type == "mps":
        return torch.float16
    return torch.bfloat16 if torch.cpu._is_avx512_bf16_supported() else torch.float32


def _load_weights(model: Path, device: torch.device, dtype: torch.dtype, options: ReaderOptions) -> PreTrainedModel:
    from safetensors import SafetensorError
    from transformers import AutoModelForCausalLM, BitsAndBytesConfig
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()  # type: ignore[no-untyped-call]  # the command line shows its own
    nf4 = BitsAndBytesConfig(  # type: ignore[no-untyped-call]
        load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=dtype
    )
    try:
        loaded: Any = AutoModelForCausalLM.from_pretrained(
            model.as_posix(),
            dtype=dtype,
            device_map={"": device},
            quantization_config=nf4 if options.quantization == "nf4" else None,
            output_loading_info=True,
        )
    except (OSError, ValueError, KeyError, ImportError, SafetensorError) as error:
        raise ValueError(_load_error(model, error)) from error
    except RuntimeError as error:
        if "out of memory" not in str(error).lower():
            raise ValueError(_load_error(model, error)) from error
        raise MemoryError(f"model {model} in {dtype} must fit on {device}, and does not") from error
    weights: PreTrainedModel
    weights, found = loaded
    missing = sorted(found["missing_keys"])
    if missing:  # the library would fill them with random numbers
        lacks = f"it lacks {len(missing)} of a causal model's weights, such as {missing[0]}"
        raise ValueError(_load_error(model, lacks))
    return weights


def _load_error(model: Path, error: Exception | str) -> str:
    where = f"folder {model}" if model.exists() else f"hub id {model.as_posix()!r}"
    return f"reader model {where} must be whole and loadable, fetch it again: {error}"


def _ids(value: int | list[int] | None) -> frozenset[int]:
    return frozenset() if value is None else frozenset([value] if isinstance(value, int) else value)
