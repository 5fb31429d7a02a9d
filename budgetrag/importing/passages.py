"""What a cell holds as passages: strings, pairs, or mappings under the keys that retrieval libraries use."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from budgetrag.importing.table import shown
from budgetrag.text import clean
from budgetrag.types import Passage

TEXT_KEYS = ("text", "page_content", "paragraph_text", "passage_text", "content", "body", "snippet", "chunk", "passage",
             "document", "context", "node_text", "chunk_text")  # fmt: skip
TITLE_KEYS = ("title", "heading", "page_title", "document_title", "doc_title")
SCORE_KEYS = ("score", "relevance_score", "similarity", "similarity_score", "_score")
ID_KEYS = ("id", "_id", "doc_id", "passage_id", "document_id", "chunk_id", "id_", "idx")
GOLD_KEYS = ("is_supporting", "is_gold", "is_relevant", "relevant", "gold")
_INNER_KEYS = ("node", "document", "passage", "payload", "_source")  # wrappers: LlamaIndex, Qdrant, Elasticsearch, …


@dataclass(frozen=True, slots=True)
class Found:
    """A passage as the log gives it.

    Attributes:
        place: Its 0-based place in the cell's list, passages without text counted.
        passage: Its title and text.
        score: The retriever's score; None where the log has none.
        id: The log's own identity of it, "" where it has none.
        is_gold: Whether the log marks it as gold; None where it has no mark.
    """

    place: int
    passage: Passage
    score: float | None = None
    id: str = ""
    is_gold: bool | None = None


def read_passages(value: object) -> tuple[Found, ...]:
    """Return the passages of a decoded cell that have text, in order.

    A list holds strings, ``[title, text]`` or ``[title, [sentence]]`` pairs, ``[passage, score]`` pairs or mappings; a
    mapping of columns holds ``title`` and ``sentences``, ``content`` or ``text`` lists; a string is one passage.

    Raises:
        ValueError: If something in it is none of these, with its place.
    """
    if value is None:
        return ()
    items = _from_columns(value) if isinstance(value, Mapping) else value
    listed = items if isinstance(items, Sequence) and not isinstance(items, str) else [items]
    found = (_passage(place, item) for place, item in enumerate(listed) if item is not None)
    return tuple(item for item in found if item.passage.text)


def _from_columns(value: Mapping[str, object]) -> object:
    """Return the rows of a mapping of columns; a mapping that is one passage as it is."""
    texts = next((value[key] for key in ("sentences", *TEXT_KEYS) if isinstance(value.get(key), list | tuple)), None)
    if not isinstance(texts, list | tuple) or isinstance(_first(value, TEXT_KEYS), str):
        return value
    titles = _first(value, TITLE_KEYS)
    if not isinstance(titles, list | tuple):
        return value if "sentences" in value else list(texts)
    if len(titles) != len(texts):
        raise ValueError(f"titles and texts must be as many, found {len(titles)} and {len(texts)}")
    return [list(pair) for pair in zip(titles, texts, strict=True)]


def _passage(place: int, item: object) -> Found:
    if isinstance(item, str):
        return Found(place, Passage("", clean(item), position=place))
    if isinstance(item, Mapping):
        return _from_mapping(place, item)
    match item:
        case [dict() | str() as inner, int() | float() as score]:
            found = _passage(place, inner)
            return Found(place, found.passage, _number(score), found.id, found.is_gold)
        case [str() as title, str() as text]:
            return Found(place, Passage(clean(title), clean(text), position=place))
        case [str() as title, [*sentences]]:
            return Found(place, _of_sentences(place, title, sentences))
    raise ValueError(f"passage {place + 1} must be a string or have a text, found {shown(item)}")


def _from_mapping(place: int, item: Mapping[str, object]) -> Found:
    inner = next((item[key] for key in _INNER_KEYS if isinstance(item.get(key), Mapping)), None)
    if isinstance(inner, Mapping):
        found = _from_mapping(place, inner)
        score = _number(_first(item, SCORE_KEYS))
        return Found(place, found.passage, found.score if score is None else score, found.id, found.is_gold)
    text, sentences = _first(item, TEXT_KEYS), item.get("sentences")
    extra = item.get("metadata")
    metadata = extra if isinstance(extra, Mapping) else {}
    title = _first(item, TITLE_KEYS) or _first(metadata, TITLE_KEYS) or ""
    if isinstance(sentences, list | tuple) and sentences:
        passage = _of_sentences(place, str(title), sentences)
    elif isinstance(text, list | tuple) and all(isinstance(part, str) for part in text):
        passage = _of_sentences(place, str(title), text)
    elif isinstance(text, str):
        passage = Passage(clean(str(title)), clean(text), position=place)
    else:
        raise ValueError(
            f"passage {place + 1} must have a text ({', '.join(TEXT_KEYS[:5])}, …), found {shown(list(item))}"
        )
    score = _number(_first(item, SCORE_KEYS))
    score = _number(_first(metadata, SCORE_KEYS)) if score is None else score
    found_id, gold = _first(item, ID_KEYS), _first(item, GOLD_KEYS)
    found_id = _first(metadata, ID_KEYS) if found_id is None else found_id
    return Found(place, passage, score, "" if found_id is None else str(found_id), None if gold is None else bool(gold))


def _of_sentences(place: int, title: str, sentences: Sequence[object]) -> Passage:
    if not all(isinstance(sentence, str) for sentence in sentences):
        raise ValueError(f"passage {place + 1} must have sentences of text, found {shown(sentences)}")
    kept = tuple(text for sentence in sentences if (text := clean(str(sentence))))
    return Passage(clean(title), " ".join(kept), kept, place)


def _first(item: Mapping[str, object], keys: Sequence[str]) -> object:
    return next((item[key] for key in keys if item.get(key) is not None), None)


def _number(value: object) -> float | None:
    """Return a score as a float; None for what is no finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
