"""Whether a loaded model may be read in prefix trees: what its config says, and a comparison on two short prompts."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from budgetrag.readers.generation import LoadedModel
from budgetrag.readers.tree_generation import TreeReader

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)
_PROBES = (
    "The lamp of Tern was cast by Mira Vell in 1712, and it hangs in",
    "The lamp of Tern was cast by Mira Vell, a founder who kept bees. She was born in the town of",
)
# Largest difference of logits, as a share of the largest logit, that rounding explains.
_TOLERANCE = {"float32": 1e-3, "float16": 2e-2, "bfloat16": 5e-2}
_LENGTH_DEPENDENT_ROPE = ("dynamic", "longrope")  # their angles depend on the longest row of a pass


def tree_reader(loaded: LoadedModel, head: Sequence[int]) -> TreeReader | None:
    """Return what reads ``loaded`` in trees; None, and a warning that says why, where it must be read row by row.

    Args:
        loaded: The model.
        head: Token ids that most prompts begin with.
    """
    why = _unsuited(loaded) or _disagreement(loaded)
    if why is None:
        return TreeReader(loaded, head)
    logger.warning("%s is read in padded batches, not in prefix trees: %s", loaded.model.config.model_type, why)
    return None


def _unsuited(loaded: LoadedModel) -> str | None:
    """Say what in the model's config forbids trees."""
    from transformers import DynamicCache
    from transformers.cache_utils import DynamicLayer

    config = loaded.model.config.get_text_config()
    rope = getattr(config, "rope_parameters", None) or {}
    if rope.get("rope_type") in _LENGTH_DEPENDENT_ROPE:
        return f"its positions depend on the longest row (rope type {rope['rope_type']})"
    if not getattr(loaded.model, "_supports_attention_backend", False):
        return "its attention takes no mask of its own"
    kinds = {type(layer) for layer in DynamicCache(config=config).layers}
    if kinds - {DynamicLayer}:
        names = ", ".join(sorted(kind.__name__ for kind in kinds - {DynamicLayer}))
        return f"not all of its layers attend to everything before ({names})"
    return None


def _disagreement(loaded: LoadedModel) -> str | None:
    """Say how the logits of a small tree differ from plain ones; None if they agree."""
    import torch

    rows = [list(ids) for ids in loaded.tokenizer(list(_PROBES), add_special_tokens=False)["input_ids"]]
    try:
        with torch.inference_mode():
            found = TreeReader(loaded).logits_of_two_steps(rows)
            longer = [[*row, int(logits.argmax())] for row, logits in zip(rows, found[0], strict=True)]
            expected = _plain_logits(loaded, rows), _plain_logits(loaded, longer)
    except (TypeError, ValueError, AttributeError, IndexError, KeyError, RuntimeError) as error:
        return f"it cannot ({type(error).__name__}: {str(error).partition(chr(10))[0]})"
    tolerance = _TOLERANCE.get(str(loaded.model.dtype).removeprefix("torch."), _TOLERANCE["bfloat16"])
    gaps = [float((a - b).abs().max() / b.abs().max()) for a, b in zip(found, expected, strict=True)]
    if not max(gaps) <= tolerance:
        return f"its logits differ from plain ones by {max(gaps):.2g} of the largest, more than {tolerance:g}"
    return None


def _plain_logits(loaded: LoadedModel, rows: Sequence[Sequence[int]]) -> torch.Tensor:
    """Return (n_rows, n_vocabulary) logits after each row, one row at a time."""
    import torch

    device = loaded.model.device
    return torch.stack(
        [loaded.model(input_ids=torch.tensor([row], device=device), use_cache=False).logits[0, -1] for row in rows]
    )
