"""Words, overlap, answer normalisation and rendering: the text functions everything else is defined by."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

DEFAULT_TEMPLATE = "{title}: {text}"
STOP_WORDS = frozenset(
    """a an and are as at be been being but by did do does for from had has have he her his how i in is it its of on or
    our she so than that the their them then there these they this those to was we were what when where which who whom
    whose why will with you your""".split()
)
_WORD = re.compile(r"\w+")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_PLACEHOLDER = re.compile(r"\{(title|text)\}")
_ARTICLES = frozenset(("a", "an", "the"))
_ARTICLE = re.compile(rf"\b(?:{'|'.join(sorted(_ARTICLES))})\b")
# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, Hiragana, Katakana, Bopomofo, Han (all planes).
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3105-\u312f\u31f0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")
_PLAIN_POINT = re.compile(r"\.(?:(?!\d)|(?<!\d\.))")  # one that is no decimal point


def clean(text: str) -> str:
    r"""Return ``text`` stripped, with NUL and lone surrogates replaced by U+FFFD.

    Neither can be stored everywhere the text goes (lone surrogates have no UTF-8 form, NUL ends strings in C), so
    both are replaced where text enters.

    >>> clean(" a\x00b ")
    'a�b'
    """
    return _UNSTORABLE.sub("\ufffd", text).strip()


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


class _WithoutPunctuation(dict[int, int | None]):
    """A translation table, filled as characters come, that drops punctuation except the point."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        punctuation = character in string.punctuation or unicodedata.category(character).startswith("P")
        self[code] = None if punctuation and character != "." else code
        return self[code]


_WITHOUT_PUNCTUATION = _WithoutPunctuation()


@lru_cache(maxsize=4096)
def _normalised(text: str) -> tuple[str, ...]:
    if not isinstance(text, str):
        raise ValueError(f"text must be a string, got {text!r}")
    folded = unicodedata.normalize("NFKC", text).lower()
    kept = _PLAIN_POINT.sub("", folded).translate(_WITHOUT_PUNCTUATION)
    tokens: list[str] = []
    for piece in kept.split():
        if not (piece.isascii() and piece.isalnum()):  # only such a piece can be more, or less, than one token
            tokens += _TOKEN.findall(_ARTICLE.sub(" ", piece))
        elif piece not in _ARTICLES:
            tokens.append(piece)
    return tuple(tokens)


def normalise(text: str) -> tuple[str, ...]:
    """Return the normalised tokens of an answer or a context.

    Source: the official SQuAD evaluation script (lower-case, drop punctuation, drop a/an/the, squeeze spaces).
    Differs: NFKC first; Unicode punctuation is dropped too; a decimal point between digits is kept; scripts written
    without spaces are split per character. On ASCII text without decimals it equals the official script.

    >>> normalise("The 3.5-metre Eel!")
    ('3.5metre', 'eel')
    """
    return _normalised(text)


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """A normalised token and where it stands in the original text: ``text[start:end]``, in characters."""

    token: str
    start: int
    end: int


def normalise_with_spans(text: str) -> tuple[TokenSpan, ...]:
    """Return the tokens of :func:`normalise`, the same in the same order, with their places in ``text``.

    >>> normalise_with_spans("The lamp!")
    (TokenSpan(token='lamp', start=4, end=8),)
    """
    clusters = _clusters(text)
    composed = [unicodedata.normalize("NFKC", text[start:end]) for start, end in clusters]
    # Lower-casing may lengthen a character (dotted capital I), but depends on its neighbours (final sigma): the
    # lengths are taken one by one, the text is lowered as a whole.
    places = [span for span, part in zip(clusters, composed, strict=True) for c in part for _ in c.lower()]
    folded = "".join(composed).lower()
    plain_points = {match.start() for match in _PLAIN_POINT.finditer(folded)}
    kept = [i for i, c in enumerate(folded) if i not in plain_points and _WITHOUT_PUNCTUATION[ord(c)] is not None]
    spaced = _ARTICLE.sub(lambda match: " " * len(match[0]), "".join(folded[i] for i in kept))
    return tuple(
        TokenSpan(match[0], places[kept[match.start()]][0], places[kept[match.end() - 1]][1])
        for match in _TOKEN.finditer(spaced)
    )


def _clusters(text: str) -> list[tuple[int, int]]:
    """Return the spans that NFKC changes independently of each other, in order, covering ``text``."""
    starts = [i for i, c in enumerate(text) if i == 0 or _starts_cluster(c)]
    return list(zip(starts, [*starts, len(text)][1:], strict=True))


@lru_cache(maxsize=8192)
def _starts_cluster(character: str) -> bool:
    """Whether ``character`` never combines with what is before it: no mark, no Hangul vowel or final consonant."""
    first = unicodedata.normalize("NFKD", character)[0]
    return not unicodedata.category(first).startswith("M") and not "\u1160" <= first <= "\u11ff"
