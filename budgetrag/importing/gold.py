"""Gold passages of a log: places, titles, ids or texts, or marks on the passages themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from budgetrag.importing.cells import as_list
from budgetrag.importing.passages import TEXT_KEYS, TITLE_KEYS, Found
from budgetrag.importing.table import shown
from budgetrag.text import clean
from budgetrag.types import Passage

MIN_EXCERPT_CHARACTERS = 30


@dataclass(frozen=True, slots=True)
class Gold:
    """Which passages are gold.

    Attributes:
        places: Indices into the passages found.
        missed: Gold passages that retrieval did not return.
    """

    places: tuple[int, ...] = ()
    missed: tuple[Passage, ...] = ()


def read_gold(value: object, passages: Sequence[Found]) -> Gold:
    """Match gold passages with the retrieved ones.

    Numbers are 0-based places in the passages' list; a list of true / false as long as the list marks them. Text is
    compared, case and white space apart, with titles, ids and texts; an excerpt of at least 30 characters of a
    passage (or a passage inside a longer gold text) counts as that passage. A gold text that matches none is one that
    retrieval missed: it counts in the gold coverage, though no packer could have kept it. Without a value, marks on
    the passages themselves (``is_supporting`` and the like) decide.

    Args:
        value: The decoded cell.
        passages: The passages found.

    Raises:
        ValueError: If a number is not the place of a passage, or an element is none of these.
    """
    wanted = as_list(_titles(value))
    if not wanted:
        return Gold(tuple(i for i, found in enumerate(passages) if found.is_gold))
    if all(isinstance(item, bool) for item in wanted):
        marked = {place for place, mark in enumerate(wanted) if mark}
        return Gold(tuple(i for i, found in enumerate(passages) if found.place in marked))
    places: list[int] = []
    missed: list[Passage] = []
    for item in wanted:
        matching = _matching(item, passages)
        places += matching
        if not matching:
            missed.append(_missed(item))
    return Gold(tuple(sorted(set(places))), tuple(dict.fromkeys(missed)))


def _titles(value: object) -> object:
    """Return HotpotQA's supporting facts, ``[[title, sentence]]`` or columns of them, as titles; others as they are."""
    if isinstance(value, Mapping) and isinstance(value.get("title"), list | tuple):
        return value["title"]
    if isinstance(value, list) and value and all(_is_fact(item) for item in value):
        return [item[0] for item in value]
    return value


def _is_fact(item: object) -> bool:
    match item:
        case [str(), int()]:
            return True
    return False


def _matching(item: object, passages: Sequence[Found]) -> list[int]:
    if isinstance(item, int) and not isinstance(item, bool):
        by_id = [i for i, found in enumerate(passages) if found.id == str(item)]
        matching = [i for i, found in enumerate(passages) if found.place == item] or by_id
        if not matching:
            raise ValueError(f"gold passage must be the place of a passage, from 0, got {item}")
        return matching
    text = _folded(_text(item))
    exact = [i for i, found in enumerate(passages) if text in _names(found)]
    return exact or [i for i, found in enumerate(passages) if _is_excerpt(text, _folded(found.passage.text))]


def _names(found: Found) -> tuple[str, ...]:
    names = (found.passage.title, found.id, found.passage.text)
    return tuple(_folded(name) for name in names if name)


def _is_excerpt(a: str, b: str) -> bool:
    shorter, longer = sorted((a, b), key=len)
    return len(shorter) >= MIN_EXCERPT_CHARACTERS and shorter in longer


def _missed(item: object) -> Passage:
    title = next((item[key] for key in TITLE_KEYS if item.get(key)), "") if isinstance(item, Mapping) else ""
    return Passage(clean(str(title)), clean(_text(item)))


def _text(item: object) -> str:
    if isinstance(item, Mapping):
        found = next((item[key] for key in (*TEXT_KEYS, *TITLE_KEYS) if isinstance(item.get(key), str)), None)
        if isinstance(found, str):
            return found
    if isinstance(item, str | float) and str(item).strip():
        return str(item)
    raise ValueError(f"gold passage must be a place, a title or a text, found {shown(item)}")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
