"""Invented names: five languages of the world, each with its own syllables; no name is handed out twice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from budgetrag.datasets.almanac.blocked import BLOCKED

_AWKWARD = re.compile(
    r"(.)\1\1|[aeiouy]{3}|ii|uu|aa|wu|[yi]w|aey|(.)\2[bcdfghjklmnpqrstvwxzSTZ]|[bcdfghjklmnpqrstvwxzSTZ]{4}"
    r"|[bcdfghjkmpqtvwxzSTZ][bcdfghjkmnpqtvwxzSTZ][bcdfghjklmnpqrstvwxzSTZ]|h[bcdfghjkmpqstvwxzlnr]|[bdgkmpv]h"
    r"|[kdtvzm][gkbdtz]|l[mvnd]r|r[lnmvd]{2}|[lrns][kmnvl][bdgmnvwfh]|w[hnl]|ww|rw[^aeiouy]|wy[rl]|r[a-z]r[a-z]r|(..)er?\3|(...).?\4"
)


@dataclass(frozen=True, slots=True)
class Language:
    """Syllable inventory and geography of one part of the world.

    Attributes:
        onsets: First consonants of a stem.
        nuclei: Vowels of a stem.
        codas: Consonants that close a stem.
        links: Second syllables that a longer stem may take.
        towns: Endings of town names.
        rivers: Endings of river names.
        surnames: Endings of surnames.
        women: Endings of women's given names.
        men: Endings of men's given names.
        regions: The regions where it is spoken, as used after "in".
        seas: The waters on its coasts, with article.
        heights: Its hills and uplands, with article.
    """

    onsets: tuple[str, ...]
    nuclei: tuple[str, ...]
    codas: tuple[str, ...]
    links: tuple[str, ...]
    towns: tuple[str, ...]
    rivers: tuple[str, ...]
    surnames: tuple[str, ...]
    women: tuple[str, ...]
    men: tuple[str, ...]
    regions: tuple[str, ...]
    seas: tuple[str, ...]
    heights: tuple[str, ...]


def _language(*fields: str) -> Language:
    syllables = [tuple(field.split()) for field in fields[:9]]
    places = [tuple(place.strip() for place in field.split(",")) for field in fields[9:]]
    return Language(*syllables, *places)


LANGUAGES: Final = (
    _language(
        "V H Br Dr K T St Sv W Gr M L N F Th Skr D",
        "e o u a i au",
        "l m n r lm rn lv rd lt nd rr sk",
        "er en el ar",
        "wick holt stade garth merre fenn hulde ness thorp skarre gaven brode",
        "ach elve orn aske und ister",
        "un ak olt ert imm ander osk undt arn eck",
        "ilde eth isa une ika ette alis inne",
        "en art ulf ek orin ast emar ob",
        "the Vendermark, Lower Hessmoor, the Skerrish Marches, Brannfold",
        "the Hallering Sound, the Sea of Skarn",
        "the Trennish Hills, the Hornfells",
    ),
    _language(
        "C L V S P T M R B Gr Tr Fl N D",
        "a e o i u",
        "l r n v ss rt nd ll rv sc mb nt",
        "i o a e",
        "isca orane avello umera adura emme ovisa entolo arosa izzano uvio",
        "ora essa imo ume antra ello",
        "enzo atti ovar isco umbre adel orini esca antis olve",
        "ella isande ora umia etta asine iva",
        "amo ennio ardo isto evio undo oro",
        "the Valdora, Upper Camelisse, the Plain of Sorrente-Ley, the Riva Costera",
        "the Gulf of Lurissa, the Bay of Amasco",
        "the Serravine Heights, the Monti Callor",
    ),
    _language(
        "Tr Br Gw Pen C L M N R D Gl H S Cr P T",
        "e y o ae a u",
        "n r l nn rth ll th rw dd s",
        "o e a y",
        "garreth wenith mornack vellyn penhale ryth drannock hesk thowan kerris lanoe",
        "annow eth wyn arrow esk ivel",
        "avern ock enna oweth arrick idden ys ithan ewarn",
        "wenna ys eneth ilis owen arra",
        "ock ennor eryn owth asek ivor",
        "the Trevenna Coast, the Carrow Downs, Inner Pellyn, the Gwithen Levels",
        "the Sea of Lowen, Pellyn Bay",
        "the Carrack Tors, the Moors of Dreth",
    ),
    _language(
        "K V D Z M L B J R S P T N Dr Kr Br",
        "a o e i u",
        "r l v z n sl rk lm dn st rsh",
        "a o i e",
        "ovets inka arnik usha omir elitsa avno idol ezhan uvka orodek",
        "itsa ova una ezh isha arna",
        "anek ovsin irak usko ezhnik adin ovart emko ulin",
        "ika ena usha omila etka ezna",
        "omir ek ash ovan idar uslav en",
        "the Korvany Uplands, the Drelin Basin, Old Zavory, the Mirsk Lowland",
        "the Inner Sea of Zhur, the Gulf of Prevna",
        "the Belzar Ridge, the Uvalin Mountains",
    ),
    _language(
        "T K M N L R S V H P Y",
        "a e i o u",
        "m l r n v k t s h",
        "a e o u i",
        "lune moraki tenua savai veluna rimoe kahari doma nivaro mesu reshi",
        "mua reti lani veka sune ora",
        "rova tamai kesh lune miro veshti naru dasa",
        "lia mei sura neya vai riha",
        "ro kan teru mosh vani heko",
        "the Amaru Isles, the Seven Lagoons of Oshe, Tamavelu, the Reef Country",
        "the Warm Sea of Oshe, the Strait of Tamu",
        "the Fire Ridges of Velu, the Mist Terraces",
    ),
)

MONTHS: Final = tuple(
    "Frostwane Thawtide Sowmonth Larkmonth Blossmere Haytide "
    "Suncrest Reapmonth Cidertide Leafwane Fogmonth Candlewane".split()
)


class Namer:
    """Hands out names that were never handed out before, so that no two entities of the world share one."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def __len__(self) -> int:
        return len(self._used)

    def claim(self, name: str) -> bool:
        """Take ``name`` if it is still free; say whether it was."""
        key = name.casefold()
        if key in self._used or key in BLOCKED:
            return False
        self._used.add(key)
        return True

    def town(self, rng: Random, language: Language) -> str:
        """Return a new town name."""
        return self._new(rng, language, language.towns)

    def river(self, rng: Random, language: Language) -> str:
        """Return a new river name, without article."""
        return self._new(rng, language, language.rivers)

    def surname(self, rng: Random, language: Language) -> str:
        """Return a new surname."""
        return self._new(rng, language, language.surnames)

    def mark(self, rng: Random, language: Language) -> str:
        """Return a new name for a bridge, school, orchard, map or the like."""
        return self._new(rng, language, language.towns + language.surnames + language.rivers)

    def _new(self, rng: Random, language: Language, endings: tuple[str, ...]) -> str:
        for attempt in count():
            longer = attempt // 10 % 3  # short names run out in a large world
            name = _stem(rng, language, longer) + _draw(rng, endings)
            if _is_pleasant(name, 12 + 3 * longer) and self.claim(name):
                return name
        raise AssertionError("unreachable: count() never ends")


def given_name(rng: Random, language: Language, *, woman: bool) -> str:
    """Return a given name; given names repeat in the world, as they do in ours."""
    while True:
        stem = _draw(rng, language.onsets) + _draw(rng, language.nuclei) + _draw(rng, language.codas)
        name = stem + _draw(rng, language.women if woman else language.men)
        if _is_pleasant(name, 8) and name.casefold() not in BLOCKED:
            return name


def _stem(rng: Random, language: Language, longer: int) -> str:
    stem = _draw(rng, language.onsets) + _draw(rng, language.nuclei) + _draw(rng, language.codas)
    for _ in range(longer + (rng.random() < 0.33)):
        stem += _draw(rng, language.links) + _draw(rng, language.codas)
    return stem


def _draw(rng: Random, choices: tuple[str, ...]) -> str:
    """Return one of ``choices``; several times as fast as ``rng.choice``, and names are most of the work."""
    return choices[int(rng.random() * len(choices))]


def _is_pleasant(name: str, max_length: int) -> bool:
    sounds = name.lower().replace("sh", "S").replace("th", "T").replace("zh", "Z")
    return 5 <= len(name) <= max_length and _AWKWARD.search(sounds) is None
