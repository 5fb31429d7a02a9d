"""The definitions in plain Python: loops, no vectors, written from the definitions and not from the library.

Only the text functions (`words`, `content_terms`, `overlap`, `render_line`) are shared with the library; they have
tests of their own. Everything is recomputed from the whole set at every step, so this is slow and easy to check.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from budgetrag.text import DEFAULT_TEMPLATE, content_terms, overlap, render_line, words

CLIP, CUT, CAP = 80, 160, 8
TERMS = ("relevance", "query_coverage", "representativeness", "diversity")
WEIGHTS = (1.0, 0.5, 0.4, 0.3)
TIE = 1e-12  # scores closer than this are ties


def windows(sentences):
    """Yield (first, last, text, clipped) for every sentence with one neighbour on each side, clipped to 80 pieces."""
    for middle in range(len(sentences)):
        first, last = max(0, middle - 1), min(len(sentences) - 1, middle + 1)
        pieces, sources = [], []
        for at in range(first, last + 1):
            for piece in sentences[at].split():
                pieces.append(piece)
                sources.append(at)
        if len(pieces) > CLIP:
            yield first, sources[CLIP - 1], " ".join(pieces[:CLIP]), True
        else:
            yield first, last, " ".join(sentences[first : last + 1]), False


def relevance(text, question, title, rank, hits):
    """Return the relevance of a snippet text."""
    question_words, snippet_words = words(question), words(text)
    best_hit = max((overlap(snippet_words, words(hit)) for hit in hits), default=0.0)
    return (
        1.15 * overlap(snippet_words, question_words)
        + 0.65 * best_hit
        + 0.25 * overlap(words(title), question_words)
        + 0.05 / (1 + rank)
    )


def chunk_candidates(question, retrieved, sentences_of):
    """Return [(relevance, text, passage id, first, last, clipped)], sorted (stable) and cut."""
    found, seen = [], set()
    for hit in retrieved:
        passage = hit.passage
        for first, last, text, clipped in windows(sentences_of(passage)):
            if text.casefold() in seen:
                continue
            seen.add(text.casefold())
            score = relevance(text, question, passage.title, hit.rank, hit.hits or (passage.text,))
            found.append((score, text, passage.id, first, last, clipped))
    order = sorted(range(len(found)), key=lambda at: (-found[at][0], at))
    return [found[at] for at in order[:CUT]]


def cosine(left, right):
    """Return the cosine of two word counts; 0 if one is empty."""
    dot = sum(left[word] * right[word] for word in left)
    return dot / math.sqrt(sum(n * n for n in left.values()) * sum(n * n for n in right.values())) if dot else 0.0


@dataclass
class Instance:
    """One question's candidates under one counter."""

    question: str
    candidates: list
    retrieved: list
    count: object  # text -> tokens
    template: str = DEFAULT_TEMPLATE

    def __post_init__(self):
        self.n = len(self.candidates)
        self.text = [c.snippet.text for c in self.candidates]
        self.passage = [c.snippet.passage_id for c in self.candidates]
        self.rel = [c.relevance for c in self.candidates]
        self.lines = [render_line(c.snippet.title, c.snippet.text, self.template) for c in self.candidates]
        self.cost = [self.count(line) for line in self.lines]
        self.bag = [set(words(text)) for text in self.text]
        self.terms = set(content_terms(self.question))
        counts = [Counter(words(text)) for text in self.text]
        self.sim = [[cosine(a, b) for b in counts] for a in counts]
        self.saturation = [0.3 * sum(row) for row in self.sim]
        self.known = {}

    def tokens(self, chosen):
        key = tuple(chosen)
        if key not in self.known:
            self.known[key] = self.count("\n".join(self.lines[i] for i in chosen)) if chosen else 0
        return self.known[key]

    def fits(self, chosen, i, budget):
        return self.tokens([*chosen, i]) <= budget

    def value_by_term(self, chosen, rel=None):
        """Return the four weighted terms of F(chosen), optionally on another relevance."""
        rel = rel or self.rel
        total = sum(rel)
        relevance_share = sum(rel[i] for i in chosen) / total if total else 0.0
        covered = {term for i in chosen for term in self.terms & self.bag[i]}
        coverage = len(covered) / len(self.terms) if self.terms else 0.0
        top = bottom = 0.0
        for i in range(self.n):
            top += min(sum(self.sim[i][j] for j in chosen), self.saturation[i])
            bottom += self.saturation[i]
        mass = Counter()
        for i in chosen:
            mass[self.passage[i]] += rel[i]
        diversity = sum(math.sqrt(m) for m in mass.values()) / math.sqrt(total) if total else 0.0
        shares = (relevance_share, coverage, top / bottom if bottom else 0.0, diversity)
        return [weight * share for weight, share in zip(WEIGHTS, shares, strict=True)]

    def value(self, chosen, rel=None):
        return sum(self.value_by_term(chosen, rel))

    def links(self):
        """Return the bridge packer's link of every candidate."""
        names = [re.sub(r"\s*\([^()]*\)\s*$", "", hit.passage.title).casefold() for hit in self.retrieved]

        def mentions(text, at):
            return len(names[at]) >= 4 and names[at] in text.casefold()

        first_score = self.retrieved[0].score if self.retrieved else 0.0
        bridge = {}
        for at, hit in enumerate(self.retrieved):
            shares = [
                max(0.0, other.score) / first_score
                for k, other in enumerate(self.retrieved)
                if k != at and first_score > 0 and mentions(other.passage.text, at)
            ]
            bridge[hit.passage.id] = max(shares, default=0.0)
        link = []
        for candidate in self.candidates:
            snippet = candidate.snippet
            others = [k for k, hit in enumerate(self.retrieved) if hit.passage.id != snippet.passage_id]
            names_other = any(mentions(snippet.text, k) for k in others)
            link.append(
                0.8 * bridge.get(snippet.passage_id, 0.0) + 0.4 * names_other + 0.1 * (snippet.first_sentence == 0)
            )
        return link


def first_best(scores):
    """Return the key with the largest score; mathematical ties (up to rounding) go to the lowest key."""
    best = max(scores.values())
    return min(i for i, score in scores.items() if score >= best - TIE)


def grow(instance, budget, score, cap, allowed=None):
    """Add the best-scored fitting candidate until none is left; `score` returns None for a candidate ruled out."""
    chosen = []
    while len(chosen) < cap:
        scores = {}
        for i in range(instance.n):
            if i not in chosen and instance.fits(chosen, i, budget):
                value = score(chosen, i)
                if value is not None:
                    scores[i] = value
        if not scores:
            break
        chosen.append(first_best(scores))
    return chosen


def naive_score(instance, chosen, i):
    return instance.rel[i]


def focused_score(instance, chosen, i):
    if any(overlap(instance.bag[i], instance.bag[j]) > 0.8 for j in chosen):
        return None
    covered = set().union(*(instance.bag[j] for j in chosen))
    new = (instance.bag[i] & instance.terms) - covered
    share = len(new) / len(instance.terms) if instance.terms else 0.0
    new_passage = instance.passage[i] not in {instance.passage[j] for j in chosen}
    return instance.rel[i] + 0.55 * share + 0.15 * new_passage


def mmr_score(instance, chosen, i):
    low, high = min(instance.rel), max(instance.rel)
    scaled = (instance.rel[i] - low) / (high - low) if high > low else 0.0
    return 0.7 * scaled - 0.3 * max((instance.sim[i][j] for j in chosen), default=0.0)


def by(score):
    return lambda instance, budget, cap=CAP: grow(instance, budget, lambda chosen, i: score(instance, chosen, i), cap)


def greedy(instance, budget, exponent=1.0, rel=None, cap=CAP):
    values = {}

    def value(chosen):
        if tuple(chosen) not in values:
            values[tuple(chosen)] = instance.value(chosen, rel)
        return values[tuple(chosen)]

    def score(chosen, i):
        gain = value([*chosen, i]) - value(chosen)
        return gain / max(instance.cost[i], 1) ** exponent if gain > 1e-12 else None

    return grow(instance, budget, score, cap)


def submodular(instance, budget, cap=CAP, exponent=1.0, rel=None):
    """Cost-scaled greedy, then the best single fitting snippet if that is better."""
    chosen = greedy(instance, budget, exponent, rel, cap)
    singles = {i: instance.value([i], rel) for i in range(instance.n) if instance.fits([], i, budget)}
    if cap and singles:
        best = first_best(singles)
        if singles[best] > instance.value(chosen, rel) + TIE:
            return [best]
    return chosen


def linked(instance):
    """Return the relevance that the bridge packer uses."""
    return [rel + link for rel, link in zip(instance.rel, instance.links(), strict=True)]


def bridge(instance, budget, cap=CAP):
    return submodular(instance, budget, cap, 0.5, linked(instance))


def half(instance, budget, cap=CAP):
    return submodular(instance, budget, cap, 0.5)


PACKERS = {
    "bridge": bridge,
    "focused": by(focused_score),
    "mmr": by(mmr_score),
    "naive": by(naive_score),
    "submodular": submodular,
}


def fractional_knapsack(values, costs, budget):
    """Return the best value when items may be split: by value per cost, whole while they fit, then a share."""
    total, left = 0.0, budget
    free = [i for i in range(len(values)) if costs[i] == 0]
    total += sum(max(values[i], 0.0) for i in free)
    paid = sorted((i for i in range(len(values)) if costs[i] > 0), key=lambda i: -values[i] / costs[i])
    for i in paid:
        if values[i] <= 0 or left <= 0:
            break
        share = min(1.0, left / costs[i])
        total += share * values[i]
        left -= share * costs[i]
    return total


def upper_bound(instance, prefixes, costs, budget, ground):
    """Return min over prefixes P of F(P) + knapsack of the marginal gains given P, over the candidates `ground`."""
    bounds = []
    for prefix in prefixes:
        base = instance.value(prefix)
        others = [i for i in ground if i not in prefix]
        gains = [instance.value([*prefix, i]) - base for i in others]
        bounds.append(base + fractional_knapsack(gains, [costs[i] for i in others], budget))
    return min(bounds)
