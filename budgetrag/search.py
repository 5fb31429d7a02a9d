"""What each representation of a run retrieves for the questions of one sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from budgetrag.config_representations import ResolvedRepresentation
from budgetrag.evidence import retrieve_evidence
from budgetrag.retrieval import Corpus, Embedder, get_retriever
from budgetrag.retrieved import Found
from budgetrag.types import Question

Advance = Callable[[int], None]


def search(
    representations: Mapping[str, ResolvedRepresentation],
    questions: Sequence[Question],
    corpus: Corpus,
    *,
    embedder: Embedder,
    advance: Advance,
) -> Iterator[dict[str, tuple[Found, ...]]]:
    """Yield, for each question in order, what every representation retrieves for it, in rank order.

    Each representation asks for the vectors of the corpus anew: an embedder that remembers them, as
    ``EmbeddingCache`` does, embeds it once for all.

    Args:
        representations: The representations by name.
        questions: What to search for.
        corpus: What to search in.
        embedder: For retrievers that compare vectors.
        advance: Called with the number of texts just worked through, ``n_texts`` in all.
    """
    found = [_found(each, questions, corpus, embedder, advance) for each in representations.values()]
    for items in zip(*found, strict=True):
        yield dict(zip(representations, items, strict=True))


def n_texts(
    representations: Mapping[str, ResolvedRepresentation], questions: Sequence[Question], corpus: Corpus
) -> int:
    """Return how many texts ``search`` works through, over all representations."""
    return len(representations) * (len(corpus.passages) + len(questions))


def _found(
    settings: ResolvedRepresentation,
    questions: Sequence[Question],
    corpus: Corpus,
    embedder: Embedder,
    advance: Advance,
) -> Iterator[tuple[Found, ...]]:
    if settings.kind == "ace":
        evidence = retrieve_evidence(
            questions, corpus, embedder=embedder, top_k_nodes=settings.top_k_nodes or 0,
            max_passages=settings.max_passages or 0, advance=advance,
        )  # fmt: skip
        return (tuple(Found(item.retrieved, item.nodes) for item in items) for items in evidence)
    retriever = get_retriever(settings.retriever or "")
    ranked = retriever.retrieve(questions, corpus, embedder=embedder, top_k=settings.top_k or 0, advance=advance)
    return (tuple(map(Found, items)) for items in ranked)
