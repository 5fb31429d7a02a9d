"""Entities of a text by its looks alone: titles, capitalised names, quoted names, quantities and dates.

Heuristic, without a model or a dictionary of names:

- **Titles** as they are, without a trailing parenthetical, and without a leading article.
- **Names**: runs of words that have a capital (``iPhone``, ``d'Artagnan``, ``U.S.A.`` and ``NATO`` too), held together
  by spaces, by a full stop after an initial or a known abbreviation, by "&", and across up to two small words
  ("of the", "van der", "de la", "bin"); never across "and", commas or line ends, so lists fall apart. An ordinal before
  ("1st Virginia Regiment") and a number of up to three digits behind ("Apollo 11") belong to it. A possessive ends a
  run unless it opens it ("King's College"). A leading article is dropped. Runs of more than ten capitals are shouting.
- A **single capitalised word** in mid sentence is a name. At the start of a sentence it is one only if it looks like
  one there too (``NASA``, ``McCoy``, ``B12``) or occurs capitalised elsewhere in the text in mid sentence, or in the
  title. Function words, months and weekdays are none; at the start of a sentence they are cut off what follows.
- **Quoted** spans of up to eight words that start with a capital, a digit or a letter of a script without case; names
  inside them do not count apart.
- **Quantities**: a number with a unit, a magnitude or a currency, years 1000 to 2099, decades and dates. Bare numbers
  and spelled-out ones are none.

Capitals are Unicode's, so Greek, Cyrillic or accented names are found; function words are known in English, Russian
and Greek only, and where every noun has a capital (German) every noun is a name. Scripts without case give nothing
away: there only quoted spans, quantities (1921年5月12日 too) and Katakana runs with a middle dot (ジョン・スミス)
count.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from budgetrag.entities.names import all_function, names
from budgetrag.entities.quantities import quantities
from budgetrag.entities.spans import TOKEN
from budgetrag.entities.vocabulary import ARTICLES, FUNCTION

__all__ = ["entities"]

_MAX_QUOTED_WORDS = 8
_QUOTED = re.compile(
    r"“([^“”\n]{1,80}+)”|„([^„“”\n]{1,80}+)[“”]|«([^«»\n]{1,80}+)»|(?<![^\W_])\"(?!\s)([^\"\n]{1,80}+)\"(?![^\W_])"
    r"|「([^「」\n]{1,40}+)」|『([^『』\n]{1,40}+)』|《([^《》\n]{1,40}+)》"
)
_KATAKANA_NAME = re.compile(r"(?<![ァ-ヺー])[ァ-ヺー]++(?:[・＝][ァ-ヺー]++)++")
_EAST_ASIAN_DATE = re.compile(r"\d{4}[年년](?:\s?\d{1,2}[月월](?:\s?\d{1,2}[日일])?+)?+")
_PARENTHETICAL = re.compile(r"(?<=\S)\s*\([^()]*\)$")


def entities(text: str, *, title: str = "") -> tuple[str, ...]:
    """Return the distinct entities of ``text``, the title's first, then in order of first appearance.

    The rules are this module's. Entities that differ in case alone are one, as it is first written; white space inside
    them is squeezed and NFC applied. Time and memory are linear in the length.

    Args:
        text: Any text.
        title: Its heading, which is an entity itself.

    >>> entities("He met Ludwig van Beethoven in Vienna on 12 May 1792.", title="Haydn (composer)")
    ('Haydn (composer)', 'Haydn', 'Ludwig van Beethoven', 'Vienna', '12 May 1792')
    """
    text, title = unicodedata.normalize("NFC", text), unicodedata.normalize("NFC", title)
    distinct: dict[str, str] = {}
    for entity in (*_title_forms(title), *(text[start:end] for start, end in _spans(text, title))):
        squeezed = " ".join(entity.split())
        if squeezed:
            distinct.setdefault(squeezed.casefold(), squeezed)
    return tuple(distinct.values())


def _spans(text: str, title: str) -> list[tuple[int, int]]:
    """Return where the entities of ``text`` stand, in order."""
    tokens = list(TOKEN.finditer(text))
    amounts = list(quantities(text, tokens))
    used = {token for found in amounts for token in range(found.first, found.last + 1)}
    quoted = list(_quoted(text))
    spans = [(found.start, found.end) for found in amounts] + quoted
    spans += [(name.start, name.end) for name in names(text, tokens, used, title) if not _within(quoted, name.start)]
    spans += [match.span() for pattern in (_KATAKANA_NAME, _EAST_ASIAN_DATE) for match in pattern.finditer(text)]
    return sorted(spans)


def _within(quoted: Sequence[tuple[int, int]], at: int) -> bool:
    before = bisect_right(quoted, (at, sys.maxsize)) - 1
    return before >= 0 and at < quoted[before][1]


def _title_forms(title: str) -> Iterator[str]:
    yield title
    bare = _PARENTHETICAL.sub("", title.strip())
    yield bare
    article, _, rest = bare.partition(" ")
    if article.casefold() in ARTICLES and not all_function(rest.split()):
        yield rest


def _quoted(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the quoted spans stand that look like the name of something, leading article cut off."""
    for match in _QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 0)
        inside = text[start:end].rstrip(" ,.;:")
        start, end = start + len(inside) - len(inside.lstrip()), start + len(inside)
        parts = inside.split()
        if not 1 <= len(parts) <= _MAX_QUOTED_WORDS or (len(parts) == 1 and parts[0].casefold() in FUNCTION):
            continue
        if unicodedata.category(text[start]) in ("Lu", "Lt", "Lo", "Nd"):
            if parts[0].casefold() in ARTICLES and not all_function(parts[1:]):
                start = text.index(parts[1], start + len(parts[0]))
            yield start, end
