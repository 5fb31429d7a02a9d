"""Sentence plans: text with alternatives and slots, compiled once and expanded with a seeded generator.

A plan is a string. ``[a|b|]`` chooses one alternative (they nest, and one may be empty), ``{slot}`` asks for a name or
a value, ``<list>`` draws a word from the lexicon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from budgetrag.datasets.almanac.lexicon import LEXICON
from budgetrag.text import words

_TOKEN = re.compile(r"[\[\]|]|\{\w+\}|<\w+>|[^\[\]|{}<>]+")
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiouAEIOU]|hour|honest|heir)")
_ARTICLE_KEPT = re.compile(r"\b([Aa])n (?=one\b|once|use|uni|eu|[b-df-gj-np-tv-zB-DF-GJ-NP-TV-Z])")
_SPACES = re.compile(r" {2,}")
_MEAN_SLOT_WORDS = 1.4

Node = str | tuple["Sequence[Node]", ...]
Slot = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Plan:
    """One compiled sentence plan.

    Attributes:
        source: The plan as written; its identity within a bank.
        nodes: Literals, slots ("{x}"), lists ("<x>") and alternatives (tuples of node sequences).
        slots: Names of all slots that may appear.
        vocabulary: Distinct lower-cased literal words.
        n_words: Expected number of words.
    """

    source: str
    nodes: tuple[Node, ...]
    slots: frozenset[str]
    vocabulary: frozenset[str]
    n_words: float


def compile_plan(source: str) -> Plan:
    """Compile one plan.

    Raises:
        ValueError: If brackets do not balance or a lexicon list is unknown.
    """
    tokens = _TOKEN.findall(source)
    if "".join(tokens) != source:
        raise ValueError(f"plan must consist of text, [a|b], {{slot}} and <list>, got {source!r}")
    nodes, rest = _parse(tokens, 0, source)
    if rest != len(tokens):
        raise ValueError(f"plan must have balanced brackets, got {source!r}")
    slots = frozenset(re.findall(r"\{(\w+)\}", source))
    literals = re.sub(r"\{\w+\}|<\w+>|[\[\]|]", " ", source)
    return Plan(source, nodes, slots, frozenset(words(literals)), _expected_words(nodes))


def _parse(tokens: Sequence[str], at: int, source: str) -> tuple[tuple[Node, ...], int]:
    nodes: list[Node] = []
    while at < len(tokens) and tokens[at] not in ("|", "]"):
        if tokens[at] == "[":
            options: list[Sequence[Node]] = []
            while tokens[at] != "]":
                option, at = _parse(tokens, at + 1, source)
                options.append(option)
                if at >= len(tokens):
                    raise ValueError(f"plan must have balanced brackets, got {source!r}")
            nodes.append(tuple(options))
        else:
            if tokens[at][0] == "<" and tokens[at][1:-1] not in LEXICON:
                raise ValueError(f"list must be one of {sorted(LEXICON)}, got {tokens[at]!r}")
            nodes.append(tokens[at])
        at += 1
    return tuple(nodes), at


def _expected_words(nodes: Sequence[Node]) -> float:
    total = 0.0
    for node in nodes:
        if isinstance(node, tuple):
            total += sum(_expected_words(option) for option in node) / len(node)
        else:
            total += _MEAN_SLOT_WORDS if node[0] in "{<" else len(words(node))
    return total


def expand(plan: Plan, rng: Random, slot: Slot) -> str:
    """Expand ``plan`` into one finished sentence: alternatives drawn, slots filled left to right, a/an and case set."""
    pieces: list[str] = []
    _expand(plan.nodes, rng, slot, pieces)
    return polish("".join(pieces))


def _expand(nodes: Sequence[Node], rng: Random, slot: Slot, pieces: list[str]) -> None:
    for node in nodes:
        if isinstance(node, tuple):
            _expand(node[int(rng.random() * len(node))], rng, slot, pieces)
        elif node[0] == "{":
            pieces.append(slot(node[1:-1]))
        elif node[0] == "<":
            choices = LEXICON[node[1:-1]]
            pieces.append(choices[int(rng.random() * len(choices))])
        else:
            pieces.append(node)


def polish(text: str) -> str:
    """Set a/an, squeeze spaces and capitalise the first letter.

    >>> polish("a otter  from a unit of a hill")
    'An otter from a unit of a hill'
    """
    text = _SPACES.sub(" ", text).strip().replace(" ,", ",").replace(",,", ",").replace(" .", ".").replace(" ?", "?")
    text = _ARTICLE_KEPT.sub(r"\1 ", _ARTICLE.sub(r"\1n ", text))
    return text[0].upper() + text[1:]


def compile_bank(sources: Mapping[str, Sequence[str]]) -> dict[str, tuple[Plan, ...]]:
    """Compile a mapping of lists of plans."""
    return {name: tuple(compile_plan(source) for source in plans) for name, plans in sources.items()}
