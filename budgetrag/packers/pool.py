"""One question's candidates as arrays: what every packer reads, computed once per question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from budgetrag.counters import TokenCounter
from budgetrag.text import DEFAULT_TEMPLATE, content_terms, render, render_line, words
from budgetrag.types import Candidate, RetrievedPassage

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """A question's n candidates, its q distinct content terms and the p passages they come from.

    Attributes:
        candidates: The candidates, best first; a candidate's id is its index everywhere.
        retrieved: The retrieved passages, for links between them.
        counter: The packing counter.
        lines: Each candidate rendered as its line.
        line_tokens: (n,) tokens of each line alone.
        relevance: (n,) relevance.
        terms: (n, q) whether a candidate's text holds a question content term, as 0 / 1.
        passage: (n,) index of each candidate's passage, from 0.
        similarity: (n, n) cosine of the word-count vectors of the candidates' texts.
        overlap: (n, n) ``overlap[i, j]``: share of j's distinct words that occur in i.
    """

    candidates: tuple[Candidate, ...]
    retrieved: tuple[RetrievedPassage, ...]
    counter: TokenCounter
    lines: tuple[str, ...]
    line_tokens: Ints
    relevance: Floats
    terms: Floats
    passage: Ints
    similarity: Floats
    overlap: Floats
    _counted: dict[tuple[int, ...], int] = field(default_factory=dict, init=False, repr=False)

    def render(self, order: Sequence[int]) -> str:
        """Return the context that shows the candidates ``order``."""
        return render([self.lines[i] for i in order])

    def tokens(self, order: Sequence[int]) -> int:
        """Return the tokens of the rendered context, in the packing counter.

        A sub-word counter reads the whole context; one that packers and budgets share is read once.
        """
        if self.counter.additive:
            return int(self.line_tokens[list(order)].sum())
        key = tuple(order)
        if key not in self._counted:
            self._counted[key] = self.counter.count(self.render(key))
        return self._counted[key]

    def extra_tokens(self, order: Sequence[int], i: int) -> int:
        """Return the tokens by which candidate ``i`` makes the context of ``order`` grow."""
        if self.counter.additive:
            return int(self.line_tokens[i])
        return self.tokens([*order, i]) - self.tokens(order)


def build_pool(
    question: str,
    candidates: Sequence[Candidate],
    retrieved: Sequence[RetrievedPassage],
    *,
    counter: TokenCounter,
    template: str = DEFAULT_TEMPLATE,
) -> Pool:
    """Compute the arrays that all packers share.

    Args:
        question: The question.
        candidates: Its candidates, ``candidates[i].id == i``.
        retrieved: The passages that retrieval returned, in rank order.
        counter: The packing counter.
        template: How a snippet is rendered as a line.
    """
    lines = tuple(render_line(c.snippet.title, c.snippet.text, template) for c in candidates)
    terms = list(dict.fromkeys(content_terms(question)))
    counts, vocabulary = _count_matrix([words(c.snippet.text) for c in candidates], terms)
    present = (counts > 0).astype(np.float32)
    distinct, shared = present.sum(axis=1), present @ present.T
    squares, dots = (counts * counts).sum(axis=1), counts @ counts.T
    norms = np.sqrt(np.maximum(squares, 1.0), dtype=np.float64)
    passages = list(dict.fromkeys(c.snippet.passage_id for c in candidates))
    index = {passage: i for i, passage in enumerate(passages)}
    return Pool(
        candidates=tuple(candidates),
        retrieved=tuple(retrieved),
        counter=counter,
        lines=lines,
        line_tokens=np.array([counter.count(line) for line in lines], dtype=np.int64),
        relevance=np.array([c.relevance for c in candidates], dtype=np.float64),
        terms=present[:, [vocabulary[term] for term in terms]].astype(np.float64),
        passage=np.array([index[c.snippet.passage_id] for c in candidates], dtype=np.int64),
        similarity=dots / np.outer(norms, norms),
        overlap=shared.astype(np.float64) / np.maximum(distinct, 1.0),
    )


def _count_matrix(
    texts: Sequence[Sequence[str]], terms: Sequence[str]
) -> tuple[npt.NDArray[np.float32], dict[str, int]]:
    """Return word counts (n, v) and the column of each word; whole numbers, so float32 dot products are exact."""
    vocabulary = {term: i for i, term in enumerate(terms)}
    columns = [[vocabulary.setdefault(word, len(vocabulary)) for word in text] for text in texts]
    counts = np.zeros((len(texts), len(vocabulary)), dtype=np.float32)
    for row, column in zip(counts, columns, strict=True):
        np.add.at(row, column, 1.0)
    return counts, vocabulary
