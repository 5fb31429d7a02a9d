"""Words, overlap, answer normalisation and rendering: the text functions everything else is defined by."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

DEFAULT_TEMPLATE = "{title}: {text}"
STOP_WORDS = frozenset(
    """a an and are as at be been being but by did do does for from had has have he her his how i in is it its of on or
    our she so than that the their them then there these they this those to was we were what when where which who whom
    whose why will with you your""".split()
)
_WORD = re.compile(r"\w+")
_PLACEHOLDER = re.compile(r"\{(title|text)\}")
_ARTICLE = re.compile(r"\b(a|an|the)\b")
# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, Hiragana, Katakana, Bopomofo, Han (all planes).
_UNSPACED = re.compile("([฀-໿က-႟ក-៿ぁ-ヿㄅ-ㄯㇰ-ㇿ㐀-䶿一-鿿豈-﫿\U00020000-\U0003ffff])")
_POINT = "\ue000"  # stands for a decimal point while punctuation is dropped (private use, so never punctuation)


def words(text: str) -> list[str]:
    r"""Return the ``\w+`` runs of ``text`` after NFKC and lower-casing.

    >>> words("Ilse's 2nd Café")
    ['ilse', 's', '2nd', 'café']
    """
    return _WORD.findall(unicodedata.normalize("NFKC", text).lower())


def content_terms(text: str) -> list[str]:
    """Return the words longer than two characters that are not stop words, in order, repeats kept."""
    return [word for word in words(text) if len(word) > 2 and word not in STOP_WORDS]


def overlap(a: Iterable[str], b: Iterable[str]) -> float:
    """Return the share of the distinct words ``b`` that occur in ``a``; 0 if ``b`` is empty.

    >>> overlap(words("the lamp of Tern"), words("lamp oil"))
    0.5
    """
    wanted = set(b)
    return len(wanted.intersection(a)) / len(wanted) if wanted else 0.0


def render_line(title: str, text: str, template: str = DEFAULT_TEMPLATE) -> str:
    """Render one snippet as one line.

    Under a template that shows titles, a snippet without one is rendered as its text alone, so that no line starts
    with a bare separator. Line breaks inside a snippet become spaces: one line is one snippet.
    """
    values = {"title": title, "text": text}
    shown = template if title or "{title}" not in template else "{text}"
    line = _PLACEHOLDER.sub(lambda match: values[match[1]], shown)
    return " ".join(line.splitlines())


def render(lines: Sequence[str]) -> str:
    """Join rendered lines, in selection order, into the context."""
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _normalised(text: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKC", text).lower()
    folded = re.sub(r"(?<=\d)\.(?=\d)", _POINT, folded)
    kept = "".join(c for c in folded if not _is_punctuation(c))
    spaced = _UNSPACED.sub(r" \1 ", _ARTICLE.sub(" ", kept.replace(_POINT, ".")))
    return tuple(spaced.split())


@lru_cache(maxsize=8192)
def _is_punctuation(character: str) -> bool:
    return character in string.punctuation or unicodedata.category(character).startswith("P")


def normalise(text: str) -> tuple[str, ...]:
    """Return the normalised tokens of an answer or a context.

    Source: the official SQuAD evaluation script (lower-case, drop punctuation, drop a/an/the, squeeze spaces).
    Differs: NFKC first; Unicode punctuation is dropped too; a decimal point between digits is kept; scripts written
    without spaces are split per character. On ASCII text without decimals it equals the official script.

    >>> normalise("The 3.5-metre Eel!")
    ('3.5metre', 'eel')
    """
    return _normalised(text)
