"""Readers that run a causal language model through transformers."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from budgetrag.models import convert_gguf, fingerprint, resolve
from budgetrag.readers.base import ReaderOptions, TokenScores
from budgetrag.readers.batching import BATCHES_IN_TREE, longest_first, run_batched
from budgetrag.readers.generation import FirstLine, LoadedModel, continuation_log_probs, generate_first_lines
from budgetrag.readers.loading import choose_device, choose_dtype, load_model, load_tokenizer
from budgetrag.readers.prompts import PromptDesign, choose_design
from budgetrag.readers.tree_check import tree_reader
from budgetrag.readers.tree_generation import TreeReader
from budgetrag.threads import side_by_side
from budgetrag.types import Answer, Prompt

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


class ModelReader:
    """A language model that answers greedily, and scores.

    Prompts are read as prefix trees, up to four times ``batch_size`` in one, on a CPU a tree for each question and
    several at the same time; where a model's attention does not allow it, in padded batches. The tokenizer is loaded
    when the first prompt is made, the weights when the first is read.
    """

    def __init__(self, options: ReaderOptions) -> None:
        """Find the model; nothing is loaded yet.

        Raises:
            ValueError: If no model is named.
            FileNotFoundError: If it is not there, or damaged.
        """
        if not options.model:
            raise ValueError("reader model must be an offline model's name, a hub id or a folder, got none")
        self._model = resolve(options.model)
        self._options = options
        self._tokenizer: PreTrainedTokenizerBase | None = None
        self._design: PromptDesign | None = None
        self._loaded: LoadedModel | None = None
        self._trees: TreeReader | None = None

    @property
    def name(self) -> str:
        """Its name in a run: as given, else the model's, with the precision if that is quantized."""
        suffix = f"-{self._options.quantization}" if self._options.quantization else ""
        return self._options.name or f"{self._model.name}{suffix}"

    @property
    def design(self) -> PromptDesign:
        """Chat or completion, as asked for or as suits the model."""
        if self._design is None:
            self._design = choose_design(self._options.prompt_style, self._ready_tokenizer(), self._model.name)
        return self._design

    def prompt(self, question: str, context: str) -> Prompt:
        """Return the exact prompt of a question and a context."""
        return self.design.prompt(question, context)

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        """Return the first line of each prompt's greedy answer, in order.

        Raises:
            ValueError: If a prompt and its answer do not fit in the model's context window.
            MemoryError: If one prompt alone does not fit in memory.
        """
        loaded = self._ready()
        rows = self._prompt_ids([prompt.text for prompt in prompts])
        for row in rows:
            _check_window(loaded, n_prompt=len(row), n_more=self._options.max_new_tokens)
        if self._trees is None:
            lines = self._batched_lines(loaded, rows)
        elif loaded.model.device.type == "cpu":
            lines = _by_group([prompt.question for prompt in prompts], rows, partial(self._tree_lines, self._trees))
        else:
            lines = self._tree_lines(self._trees, rows)
        return [Answer(line.text, len(row), line.finish) for line, row in zip(lines, rows, strict=True)]

    def log_likelihood(self, prompts: Sequence[str], continuations: Sequence[str]) -> list[TokenScores]:
        """Return the teacher-forced scores of ``continuations[i]`` after ``prompts[i]``, in order.

        Prompt and continuation are tokenised apart and their ids joined, so that a prompt's tokens are the same
        whatever follows; a continuation normally starts with its space (" Paris").

        Raises:
            ValueError: If the two differ in number, a prompt has no token, or a pair exceeds the context window.
            MemoryError: If one pair alone does not fit in memory.
        """
        if len(prompts) != len(continuations):
            raise ValueError(f"prompts and continuations must be as many, got {len(prompts)} and {len(continuations)}")
        loaded = self._ready()
        heads = self._prompt_ids(prompts)
        tails = self._ids(continuations, special_tokens=False)
        for head, tail in zip(heads, tails, strict=True):
            _check_window(loaded, n_prompt=len(head), n_more=len(tail))
        lengths = [len(head) + len(tail) for head, tail in zip(heads, tails, strict=True)]
        scores = run_batched(
            lengths,
            self._options.batch_size,
            lambda batch: continuation_log_probs(loaded, [heads[i] for i in batch], [tails[i] for i in batch]),
            order=longest_first(lengths),
        )
        pieces = [tuple(loaded.tokenizer.batch_decode([[token] for token in tail])) for tail in tails]
        return [TokenScores(tokens, log_probs) for tokens, log_probs in zip(pieces, scores, strict=True)]

    def fingerprint(self) -> str:
        """Return a digest of the model's files and of what can move an answer: the numbers' type, not "auto"."""
        options = self._options
        device = choose_device(options.device)
        dtype = str(choose_dtype(options.dtype, device)).removeprefix("torch.")
        return f"{fingerprint(self._model)} dtype={dtype} quantization={options.quantization} device={device.type}"

    def close(self) -> None:
        """Free the weights."""
        self._loaded = self._trees = None
        gc.collect()
        import torch

        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _ready_tokenizer(self) -> PreTrainedTokenizerBase:
        if self._tokenizer is None:
            self._tokenizer = load_tokenizer(self._model)
        return self._tokenizer

    def _ready(self) -> LoadedModel:
        if self._loaded is None:
            self._loaded = load_model(self._model, self._ready_tokenizer(), self._options)
            head = self.design.template.partition("{context}")[0]
            self._trees = tree_reader(self._loaded, self._prompt_ids([head])[0])
        return self._loaded

    def _batched_lines(self, loaded: LoadedModel, rows: Sequence[list[int]]) -> list[FirstLine]:
        lengths, n_new = [len(row) for row in rows], self._options.max_new_tokens
        return run_batched(
            lengths,
            self._options.batch_size,
            lambda batch: generate_first_lines(loaded, [rows[i] for i in batch], max_new_tokens=n_new),
            order=longest_first(lengths),
        )

    def _tree_lines(self, trees: TreeReader, rows: Sequence[list[int]]) -> list[FirstLine]:
        return run_batched(
            [len(row) for row in rows],
            self._options.batch_size * BATCHES_IN_TREE,
            lambda batch: trees.generate([rows[i] for i in batch], max_new_tokens=self._options.max_new_tokens),
            order=sorted(range(len(rows)), key=lambda i: rows[i]),  # rows that begin alike lie together
        )

    def _prompt_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return ids; a chat template writes its special tokens itself."""
        return self._ids(texts, special_tokens=self.design.style != "chat")

    def _ids(self, texts: Sequence[str], *, special_tokens: bool) -> list[list[int]]:
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]  # lone surrogates
        if not clean:
            return []
        ids: list[list[int]] = self._ready_tokenizer()(clean, add_special_tokens=special_tokens)["input_ids"]
        return ids


def _by_group(
    keys: Sequence[str], rows: Sequence[list[int]], read: Callable[[Sequence[list[int]]], list[FirstLine]]
) -> list[FirstLine]:
    """Return ``read``'s lines in the order of ``rows``, those of equal ``keys`` read together."""
    groups: dict[str, list[int]] = {}
    for i, key in enumerate(keys):
        groups.setdefault(key, []).append(i)
    found = side_by_side(read, [[rows[i] for i in group] for group in groups.values()])
    places = [i for group in groups.values() for i in group]
    lines = dict(zip(places, chain.from_iterable(found), strict=True))
    return [lines[i] for i in range(len(rows))]


def gguf_reader(options: ReaderOptions) -> ModelReader:
    """Return a reader of a local GGUF file, converted once into the model cache.

    Raises:
        ValueError: If the file is not a whole GGUF file of a known kind.
        FileNotFoundError: If there is no such file.
    """
    if not options.model:
        raise ValueError("gguf reader's model must be a local .gguf file, got none")
    file = Path(options.model).expanduser()
    folder = convert_gguf(file)
    return ModelReader(replace(options, model=str(folder), name=options.name or file.stem))


def _check_window(loaded: LoadedModel, *, n_prompt: int, n_more: int) -> None:
    if n_prompt == 0:
        raise ValueError("prompt must have at least one token, got none")
    if loaded.max_tokens is not None and n_prompt + n_more > loaded.max_tokens:
        raise ValueError(
            f"prompt and answer must fit in the model's context window of {loaded.max_tokens} tokens, "
            f"got {n_prompt} and {n_more}; leave out the largest budgets, or have packing.counter count the model's "
            "tokens (hf:MODEL): text without spaces is one word, however long"
        )
