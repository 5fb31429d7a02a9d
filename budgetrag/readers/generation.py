"""Greedy answers and teacher-forced scores of one batch: the only code that calls the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from budgetrag.types import Finish

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model with its tokenizer, ready on its device."""

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    padding_id: int
    end_ids: frozenset[int]
    max_tokens: int | None  # the context window; None if the model does not say


@dataclass(frozen=True, slots=True)
class FirstLine:
    """What a model answered.

    Attributes:
        text: The first line, stripped.
        finish: "stop" at the end of that line or of all it said, "length" where it was cut before either.
    """

    text: str
    finish: Finish


def first_line(text: str) -> str:
    """Return the first line that holds something, stripped; "" if none does."""
    return text.strip().partition("\n")[0].strip()


def pad_left(loaded: LoadedModel, rows: Sequence[Sequence[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return ids and attention mask, each (n_rows, longest), padded on the left, on the model's device."""
    import torch

    width = max(len(row) for row in rows)
    ids = [[loaded.padding_id] * (width - len(row)) + list(row) for row in rows]
    mask = [[0] * (width - len(row)) + [1] * len(row) for row in rows]
    device = loaded.model.device
    return torch.tensor(ids, device=device), torch.tensor(mask, device=device)


def line_is_complete(tokenizer: PreTrainedTokenizerBase, written: Sequence[Sequence[int]]) -> list[bool]:
    """Return, per row of ids, whether its text holds a line break after its first visible character."""
    texts = tokenizer.batch_decode([list(ids) for ids in written], skip_special_tokens=True)
    return [_has_whole_line(text) for text in texts]


def _has_whole_line(text: str) -> bool:
    return "\n" in text.lstrip()


class FirstLineDone:
    """A stopping criterion that ends a row once its first line is complete.

    The answer is only the first line, so stopping there changes no answer, and a batch ends with its last row.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, n_prompt_tokens: int) -> None:
        self._tokenizer = tokenizer
        self._n_prompt_tokens = n_prompt_tokens

    def __call__(self, input_ids: torch.Tensor, _scores: object, **_: object) -> torch.Tensor:
        """Return, per row, whether its new text's first line is complete."""
        import torch

        done = line_is_complete(self._tokenizer, input_ids[:, self._n_prompt_tokens :].tolist())
        return torch.tensor(done, device=input_ids.device)


def generate_first_lines(loaded: LoadedModel, rows: Sequence[Sequence[int]], *, max_new_tokens: int) -> list[FirstLine]:
    """Return the greedy answer's first line for each row of prompt ids.

    In 16-bit weights the last bits of a score depend on a batch's shape, so a near-tie can fall differently in another
    batch; in float32 it practically never does.
    """
    import torch
    from transformers import StoppingCriteriaList

    ids, mask = pad_left(loaded, rows)
    with torch.inference_mode():
        output = loaded.model.generate(  # type: ignore[operator]
            input_ids=ids,
            attention_mask=mask,
            do_sample=False,
            max_new_tokens=max_new_tokens,
            stopping_criteria=StoppingCriteriaList([FirstLineDone(loaded.tokenizer, ids.shape[1])]),
        )
    return [answer_line(loaded, row) for row in output[:, ids.shape[1] :].tolist()]


def answer_line(loaded: LoadedModel, ids: Sequence[int]) -> FirstLine:
    """Return the first line of what the ids say up to the first end token."""
    end = next((i for i, token in enumerate(ids) if token in loaded.end_ids), len(ids))
    text = str(loaded.tokenizer.decode(list(ids[:end]), skip_special_tokens=True))
    return FirstLine(first_line(text), "stop" if end < len(ids) or _has_whole_line(text) else "length")


def continuation_log_probs(
    loaded: LoadedModel, prompts: Sequence[Sequence[int]], continuations: Sequence[Sequence[int]]
) -> list[tuple[float, ...]]:
    """Return, per row, the natural-log probability of each continuation id given all ids before it.

    Rows are padded on the left with positions counted from each row's own start, so that padding changes nothing, and
    only the last ``longest continuation + 1`` positions are projected onto the vocabulary.
    """
    import torch

    rows = [[*prompt, *continuation] for prompt, continuation in zip(prompts, continuations, strict=True)]
    ids, mask = pad_left(loaded, rows)
    n_kept = max(len(continuation) for continuation in continuations) + 1
    with torch.inference_mode():
        logits = loaded.model(
            input_ids=ids,
            attention_mask=mask,
            position_ids=(mask.cumsum(-1) - 1).clamp(min=0),
            logits_to_keep=n_kept,
            use_cache=False,
        ).logits
        log_probs = logits[:, :-1].float().log_softmax(-1)
        picked = log_probs.gather(-1, ids[:, -(n_kept - 1) :, None])[..., 0] if n_kept > 1 else log_probs[..., 0]
    return [
        tuple(row[len(row) - len(continuation) :])
        for row, continuation in zip(picked.tolist(), continuations, strict=True)
    ]
