"""Dates, years, sums of money and numbers with units."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from budgetrag.entities.spans import Found
from budgetrag.entities.vocabulary import MAGNITUDES, MONTHS, UNITS

_NUMBER = re.compile(r"\d++(?:[.,]\d++)*+")
_YEAR = re.compile(r"(?:1\d|20)\d\d(?:-\d\d(?:\d\d|-\d\d)?)?|\d{3,4}s")  # 1921, 1914-18, 1921-05-12, 1990s
_DAY = re.compile(r"(?:[12]?\d|3[01])(?:st|nd|rd|th)?")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_ATTACHED = re.compile(r"\d++(?:[.,]\d++)*+-?(\D+)")  # 5km, 20-year


def quantities(text: str, tokens: Sequence[re.Match[str]]) -> Iterator[Found]:
    """Yield the dates, years, sums of money and numbers with units."""
    at = 0
    while at < len(tokens):
        word = tokens[at][0]
        found = None
        if word[0].isdigit():
            found = _date(text, tokens, at) or _amount(text, tokens, at)
        elif word.casefold() in MONTHS:
            found = _date(text, tokens, at)
        if found is not None:
            yield found
        at = at + 1 if found is None else found.last + 1


def _date(text: str, tokens: Sequence[re.Match[str]], at: int) -> Found | None:
    """Return the date that starts at ``at``: 12 May 1921, 12th of May, May 12, 1921, May 1921, 12 May."""
    folded = [token[0].casefold() for token in tokens[at : at + 4]] + [""] * 4
    months = [_is_month(token[0]) for token in tokens[at : at + 3]] + [False] * 3
    if _DAY.fullmatch(folded[0]):
        last = at + (1 if months[1] else 2 if folded[1] == "of" and months[2] else 0)
        if last == at:
            return None
    elif months[0]:
        last = at + (1 if _DAY.fullmatch(folded[1]) else 0)
    else:
        return None
    if _is_year(folded[last - at + 1]):
        last += 1
    gaps = [text[tokens[i].end() : tokens[i + 1].start()].strip() for i in range(at, last)]
    if last == at or any(gap not in ("", ".", ",") for gap in gaps):
        return None
    return Found(at, last, tokens[at].start(), tokens[last].end())


def _is_month(word: str) -> bool:
    return word[0].isupper() and word.casefold() in MONTHS


def _is_year(word: str) -> bool:
    return word.isdecimal() and 3 <= len(word) <= 4


def _amount(text: str, tokens: Sequence[re.Match[str]], at: int) -> Found | None:
    """Return the quantity whose number is the token at ``at``: money, a number with units, a year."""
    word, start, end, first, last = tokens[at][0], tokens[at].start(), tokens[at].end(), at, at
    attached = _ATTACHED.fullmatch(word)
    if attached is not None and _is_unit(attached[1]):
        return Found(at, at, start, end)
    if _YEAR.fullmatch(word) and not (start and unicodedata.category(text[start - 1]) == "Sc"):
        single = Found(at, at, start, end)
    elif _NUMBER.fullmatch(word) or _ORDINAL.fullmatch(word):
        single = None
    else:
        return None
    money = start > 0 and unicodedata.category(text[start - 1]) == "Sc"
    if money:
        start -= 1
        if at and tokens[at - 1].end() == start and len(tokens[at - 1][0]) <= 3:  # US$5
            first, start = at - 1, tokens[at - 1].start()
    while last + 1 < len(tokens) and last - at < 3 and text[end : tokens[last + 1].start()] in (" ", "\u00a0", "-"):
        if not _is_unit(tokens[last + 1][0]):
            break
        last += 1
        end = tokens[last].end()
    sign = text[end : end + 3].lstrip()[:2]
    if last == at and sign[:1] and (sign[0] in "%‰°" or unicodedata.category(sign[0]) == "Sc"):
        end = text.index(sign[0], end) + 1
        if sign[0] == "°" and sign[1:] in ("C", "F"):
            last, end = (at + 1, end + 1) if at + 1 < len(tokens) and tokens[at + 1].end() == end + 1 else (last, end)
        return Found(first, last, start, end)
    if last > at and text[end : end + 2] in ("/h", "/s"):  # km/h
        last, end = last + 1, tokens[last + 1].end()
    return Found(first, last, start, end) if money or last > at else single


def _is_unit(word: str) -> bool:
    folded = word.rstrip("²³").casefold()
    return folded in UNITS or folded in MAGNITUDES
