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
    word = tokens[at][0]
    number = Found(at, at, tokens[at].start(), tokens[at].end())
    attached = _ATTACHED.fullmatch(word)
    if attached is not None and _is_unit(attached[1]):
        return number
    is_year = _YEAR.fullmatch(word) is not None
    if not (is_year or _NUMBER.fullmatch(word) or _ORDINAL.fullmatch(word)):
        return None
    found = _with_sign(text, tokens, _with_units(text, tokens, _with_currency(text, tokens, number)))
    return found if is_year or found != number else None


def _with_currency(text: str, tokens: Sequence[re.Match[str]], number: Found) -> Found:
    """Add the currency in front: $5, US$5."""
    start = number.start - 1
    if start < 0 or unicodedata.category(text[start]) != "Sc":
        return number
    before = number.first - 1
    if before >= 0 and tokens[before].end() == start and len(tokens[before][0]) <= 3:
        return Found(before, number.last, tokens[before].start(), number.end)
    return Found(number.first, number.last, start, number.end)


def _with_units(text: str, tokens: Sequence[re.Match[str]], number: Found) -> Found:
    """Add up to three words behind: million dollars, km, km/h."""
    last, end = number.last, number.end
    while last + 1 < len(tokens) and last - number.last < 3:
        gap = text[end : tokens[last + 1].start()]
        if gap not in (" ", "\u00a0", "-") or not _is_unit(tokens[last + 1][0]):
            break
        last, end = last + 1, tokens[last + 1].end()
    if last > number.last and text[end : end + 2] in ("/h", "/s"):
        last, end = last + 1, tokens[last + 1].end()
    return Found(number.first, last, number.start, end)


def _with_sign(text: str, tokens: Sequence[re.Match[str]], number: Found) -> Found:
    """Add the sign behind, a space between them or not: 5%, 5 €, 20 °C."""
    at = number.end + (text[number.end : number.end + 1] in (" ", "\u00a0"))
    sign = text[at : at + 1]
    if sign not in ("%", "‰", "°") and (not sign or unicodedata.category(sign) != "Sc"):
        return number
    following = tokens[number.last + 1] if number.last + 1 < len(tokens) else None
    if following is not None and following.start() == at + 1:
        if sign == "°" and following[0] in ("C", "F"):
            return Found(number.first, number.last + 1, number.start, following.end())
        if unicodedata.category(sign) == "Sc" and following[0][0].isdigit():  # the next number's
            return number
    return Found(number.first, number.last, number.start, at + 1)


def _is_unit(word: str) -> bool:
    folded = word.rstrip("²³").casefold()
    return folded in UNITS or folded in MAGNITUDES
