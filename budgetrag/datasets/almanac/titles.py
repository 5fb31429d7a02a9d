"""Titles of works: invented names, or an adjective and a noun that lookalikes can share."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Final

from budgetrag.datasets.almanac.names import Language, Namer

ADJECTIVES: Final = tuple(
    "Amber Brazen Patient Hollow Crooked Quiet Burning Winter Velvet Gilded Drowned Sleepless Borrowed "
    "Northern Hasty "
    "Silent Salted Painted Broken Wandering Scarlet Moonlit Paper Iron Seventh Blind Merry Frozen Hidden Idle Ragged "
    "Golden Weeping Honest Feathered Thirsty Midnight Barefoot Lonely Copper Errant Pious Stubborn Gentle Lame Tidal "
    "Cobalt Ashen Ivory Unsung Vagrant Smoky Restive Lucky Mourning Dappled Hungry Twilight Windward "
    "Threadbare".split()
)
NOUNS: Final = tuple(
    "Lantern Thimble Anchor Ladder Kettle Compass Shuttle Anvil Beacon Saddle Trowel Bellows Goblet "
    "Pulley Tiller Chisel "
    "Drum Ladle Quill Hinge Barrel Crown Feather Harrow Needle Pendulum Rudder Sundial Trumpet Whistle Acorn Bramble "
    "Thistle Clover Poppy Juniper Bracken Nettle Heather Sorrel Falcon Swallow Magpie Lark Raven Salmon "
    "Cricket Beetle "
    "Weasel Lynx Stag Mule Ferry Mill Cellar Steeple Orphan Miller Widow Pilgrim Tailor Juggler Herald Sexton".split()
)
CREATURES: Final = tuple(
    "Cormorant Petrel Gannet Seal Dolphin Albatross Tern Puffin Narwhal Osprey Sandpiper Walrus Mermaid "
    "Abbess Huntress "
    "Duchess Countess Sister Bride Milkmaid Swan Grebe Fulmar Skua Porpoise Egret Stork Pelican Turnstone "
    "Lapwing".split()
)
INSTRUMENTS: Final = tuple("viol lute harp cittern psaltery dulcimer rebec mandora".split())

_MAX_ATTEMPTS: Final = 20

# Title patterns by kind: {a} adjective, {n} noun, {c} creature, {m} invented name, {i} instrument.
PATTERNS: Final[dict[str, tuple[str, ...]]] = {
    "guild": ("{a} {n} Guild", "{a} {n} Guild", "{m} Guild", "Company of the {a} {n}"),
    "ship": ("{a} {c}", "{a} {c}", "{a} {c}", "Pride of {m}"),
    "book": ("The {a} {n}", "The {n} of {m}", "Letters from {m}", "The Book of the {a} {n}", "One {n} for {m}"),
    "instrument": ("{a} {i}", "{m} {i}", "{m} {i}"),
    "bridge": ("{m} Bridge", "{m} Bridge", "{a} {n} Bridge"),
    "school": ("{m} Academy", "{m} School", "{m} College", "School of the {a} {n}"),
    "festival": ("{m} Fair", "{m} Revel", "Feast of the {a} {n}", "{a} {n} Night"),
    "orchard": ("{m} Orchard", "{m} Orchard", "{a} {n} Orchard"),
    "map": ("{m} Map", "{m} Chart", "{a} {n} Map"),
    "comet": ("Comet {m}", "{a} {n} Comet", "{a} {n} Comet"),
}
NO_ARTICLE: Final = frozenset({"book", "bridge", "school", "orchard", "comet"})
ARTICLE_STARTS: Final = ("School of", "Company of", "Feast of", "Pride of")
SUFFIXED: Final = {"ship": " (ship)", "book": " (book)"}


def new_title(
    namer: Namer, rng: Random, kind: str, language: Language, *, like: tuple[str, str] = ("", "")
) -> tuple[str, tuple[str, str]]:
    """Return a title nobody has yet, and its (adjective, noun) if it is made of such.

    Args:
        namer: The world's register of names.
        rng: Source of choices.
        kind: Kind of work.
        language: Supplies invented names.
        like: Adjective and noun of another work; the new title keeps one of them where its pattern allows.
    """
    patterns = PATTERNS[kind]
    if like[0]:
        patterns = tuple(p for p in patterns if "{a}" in p) or patterns
    for attempt in count():
        if attempt == _MAX_ATTEMPTS:  # combinations run out in a large world: fall back on invented names
            patterns = tuple(p for p in PATTERNS[kind] if "{m}" in p)
        pattern = rng.choice(patterns)
        adjective, noun = rng.choice(ADJECTIVES), rng.choice(CREATURES if "{c}" in pattern else NOUNS)
        if like[0] and rng.random() < 0.6:
            adjective = like[0]
        elif like[1] in NOUNS and "{n}" in pattern:
            noun = like[1]
        mark = namer.mark(rng, language) if "{m}" in pattern else ""
        title = pattern.format(a=adjective, n=noun, c=noun, m=mark, i=rng.choice(INSTRUMENTS).title())
        if namer.claim(title):
            return title, (adjective, noun) if "{a}" in pattern else ("", "")
    raise AssertionError("unreachable: count() never ends")


def with_article(kind: str, title: str) -> str:
    """Return ``title`` as it stands inside a sentence."""
    takes = title.startswith(ARTICLE_STARTS) or kind not in NO_ARTICLE or (kind == "comet" and title.endswith("Comet"))
    return f"the {title}" if takes else title
