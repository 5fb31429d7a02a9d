"""Capitalised names."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from budgetrag.entities.spans import TOKEN, Found
from budgetrag.entities.vocabulary import ABBREVIATIONS, ARTICLES, FUNCTION, PARTICLES

_MAX_WORDS = 10
_MAX_WORD_LENGTH = 40
_MAX_PARTICLES = 2
_SENTENCE_END = re.compile(r"[.!?…。！？\n“„«\"]")
_ACRONYM = re.compile(r"[^\W\d_](?:\.[^\W\d_])*")  # J, U.S, J.R.R
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")


def names(text: str, tokens: Sequence[re.Match[str]], used: Container[int], title: str) -> Iterator[Found]:
    """Yield the capitalised names."""
    doubtful: list[Found] = []
    sure: list[Found] = []
    at = 0
    while at < len(tokens):
        if at in used or not _is_name(tokens[at][0]):
            at += 1
            continue
        last = _last_of_run(text, tokens, at, used)
        first = at
        at = last + 1
        initial = _starts_sentence(text, tokens, first)
        name = _trimmed(text, tokens, first, last, initial, used)
        if name is not None:
            single_start = initial and name.first == name.last == first
            (doubtful if single_start and not _looks_named(tokens[first][0]) else sure).append(name)
    known = {token[0].casefold() for name in sure for token in tokens[name.first : name.last + 1]}
    known.update(word.casefold() for word in TOKEN.findall(title))
    yield from sure
    yield from (name for name in doubtful if text[name.start : name.end].casefold() in known)


def _last_of_run(text: str, tokens: Sequence[re.Match[str]], first: int, used: Container[int]) -> int:
    """Return the last token of the run of names that starts at ``first``."""
    last = first
    while not (
        _is_possessive(tokens[last][0]) and last - first >= 1 + (tokens[first][0].casefold() in ("st", "saint"))
    ):
        at = last + 1
        while at - last <= _MAX_PARTICLES and at < len(tokens) and tokens[at][0] in PARTICLES:
            if not text[tokens[at - 1].end() : tokens[at].start()].isspace():
                break
            at += 1
        if at >= len(tokens) or at in used or not _is_name(tokens[at][0]) or not _joined(text, tokens, at):
            break
        last = at
    return last


def _joined(text: str, tokens: Sequence[re.Match[str]], at: int) -> bool:
    """Whether the token at ``at`` may continue a run that the token before it belongs to."""
    gap = text[tokens[at - 1].end() : tokens[at].start()]
    if gap == " ":
        return True
    if gap.startswith("."):
        own = _is_abbreviation(tokens[at - 1][0]) and tokens[at][0].casefold() not in FUNCTION
        return own and (gap == "." or (gap[1:].isspace() and "\n" not in gap))
    return gap.strip() in ("", "&") and "\n" not in gap


def _trimmed(
    text: str, tokens: Sequence[re.Match[str]], first: int, last: int, initial: bool, used: Container[int]
) -> Found | None:
    """Return the run without what does not belong to a name, with the numbers that do; None if no name is left."""
    parts = [token[0] for token in tokens[first : last + 1]]
    n_names = sum(map(_is_name, parts))
    if n_names > _MAX_WORDS or (initial and all_function(parts)):
        return None
    start = first
    if initial and parts[0].casefold() in FUNCTION:
        start += 1
    while not all_function(parts[start - first :]) and (
        tokens[start][0].casefold() in ARTICLES or not _is_name(tokens[start][0])
    ):
        start += 1
    if start == last and (parts[-1].casefold() in FUNCTION or len(parts[-1]) == 1):
        return None
    begin = tokens[start].start()
    if start == first > 0 and _ORDINAL.fullmatch(tokens[start - 1][0]) and start - 1 not in used:
        begin = tokens[start - 1].start() if text[tokens[start - 1].end() : begin].isspace() else begin
    return Found(start, last, begin, _end_of_name(text, tokens, last, used))


def _end_of_name(text: str, tokens: Sequence[re.Match[str]], last: int, used: Container[int]) -> int:
    word, end = tokens[last][0], tokens[last].end()
    if _is_possessive(word):
        return end - 2
    if text[end : end + 1] == "." and ("." in word or word.casefold() in ABBREVIATIONS):
        return end + 1
    behind = last + 1
    if behind < len(tokens) and behind not in used and text[end : tokens[behind].start()] == " ":
        number = tokens[behind]
        return number.end() if len(number[0]) <= 3 and number[0].isdecimal() else end
    return end


def _starts_sentence(text: str, tokens: Sequence[re.Match[str]], at: int) -> bool:
    if at == 0:
        return True
    gap = text[tokens[at - 1].end() : tokens[at].start()]
    return gap != " " and _SENTENCE_END.search(gap) is not None


def _looks_named(word: str) -> bool:
    return any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word)


def _is_name(word: str) -> bool:
    return len(word) <= _MAX_WORD_LENGTH and word != word.lower()


def _is_possessive(word: str) -> bool:
    return len(word) > 2 and word[-1] in "sS" and word[-2] in "'’ʼ"


def _is_abbreviation(word: str) -> bool:
    """Whether a full stop after ``word`` may be its own: J, U.S, St."""
    return (word != "I" and _ACRONYM.fullmatch(word) is not None) or word.casefold() in ABBREVIATIONS


def all_function(parts: Sequence[str]) -> bool:
    """Whether none of the words names anything."""
    return all(part.casefold() in FUNCTION for part in parts)
