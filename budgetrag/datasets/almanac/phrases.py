"""How questions say things: the many ways to ask for a fact, and to describe a thing without naming it."""

from __future__ import annotations

from typing import Final

# A description of what a fact points to: (kind, fact) -> plans with {x}, the thing that has the fact.
DESCRIPTIONS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("guild", "maker"): ("the [founder|originator] of {x}", "the person who [founded|established|set up] {x}"),
    ("ship", "maker"): ("the builder of {x}", "the [shipwright|person] who built {x}"),
    ("book", "maker"): ("the author of {x}", "the [writer|person] who wrote {x}"),
    ("instrument", "maker"): ("the maker of {x}", "the [craftsperson|person] who made {x}"),
    ("bridge", "maker"): ("the [designer|architect] of {x}", "the person who designed {x}"),
    ("school", "maker"): ("the founder of {x}", "the person who founded {x}"),
    ("festival", "maker"): ("the [founder|originator] of {x}", "the person who [started|began] {x}"),
    ("orchard", "maker"): ("the planter of {x}", "the person who planted {x}"),
    ("map", "maker"): ("the maker of {x}", "the [surveyor|mapmaker|person] who drew {x}"),
    ("comet", "maker"): ("the discoverer of {x}", "the person who discovered {x}"),
    ("guild", "place"): ("the town where {x} has its hall", "the seat of {x}", "the town in which {x} meets"),
    ("ship", "place"): ("the home port of {x}", "the port from which {x} sailed"),
    ("book", "place"): ("the town where {x} was printed", "the place where {x} was printed"),
    ("instrument", "place"): ("the town where {x} is kept", "the town that [keeps|houses] {x}"),
    ("bridge", "place"): ("the town where {x} stands", "the town that has {x}"),
    ("school", "place"): ("the town where {x} stands", "the town that is home to {x}"),
    ("festival", "place"): ("the town where {x} is held", "the town that [celebrates|hosts] {x}"),
    ("orchard", "place"): ("the town to which {x} belongs", "the town beside {x}"),
    ("map", "place"): ("the town where {x} is kept", "the town whose archive holds {x}"),
    ("comet", "place"): ("the town from which {x} was first seen", "the town where {x} was first observed"),
    ("bridge", "river"): ("the river crossed by {x}", "the river that {x} [spans|crosses]", "the river under {x}"),
    ("book", "detail"): ("the person to whom {x} is dedicated", "the dedicatee of {x}"),
    ("instrument", "detail"): ("the first owner of {x}", "the person who first owned {x}"),
    ("school", "detail"): ("the first head of {x}", "the person who was first head of {x}"),
    ("map", "detail"): ("the person who commissioned {x}", "the patron who ordered {x}"),
    ("person", "born"): ("the town where {x} was born", "the birthplace of {x}", "the native town of {x}"),
    ("person", "teacher"): ("the teacher of {x}", "the person under whom {x} [trained|learned]", "the master of {x}"),
    ("person", "spouse"): ("the spouse of {x}", "the person married to {x}"),
    ("town", "river"): ("the river that [runs|flows] through {x}", "the river on which {x} stands"),
}

# Questions for a fact: (kind, fact) -> plans with {x}.
QUESTIONS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("person", "born"): (
        "In which town was {x} born?",
        "Where was {x} born?",
        "What is the birthplace of {x}?",
        "Which town was {x} [born in|a native of]?",
        "From which town did {x} come?",
        "What town was the [birthplace|first home] of {x}?",
        "In what [town|place] did {x} come into the world?",
    ),
    ("person", "byear"): (
        "In which year was {x} born?",
        "When was {x} born?",
        "What is the year of birth of {x}?",
        "What year saw the birth of {x}?",
        "In what year did {x} come into the world?",
    ),
    ("person", "teacher"): (
        "Who taught {x}?",
        "Under whom did {x} train?",
        "Who was the teacher of {x}?",
        "To whom was {x} apprenticed?",
        "Whose pupil was {x}?",
        "From whom did {x} learn the craft?",
    ),
    ("person", "spouse"): (
        "Who was the spouse of {x}?",
        "Whom did {x} marry?",
        "To whom was {x} married?",
        "With whom did {x} share a marriage?",
    ),
    ("person", "grave"): (
        "Where is {x} buried?",
        "In which town is {x} buried?",
        "Which town [has|holds] the grave of {x}?",
        "Where is the grave of {x}?",
        "In what town was {x} laid to rest?",
        "Where does {x} lie buried?",
    ),
    ("person", "home"): (
        "In which town did {x} [settle|live for a time]?",
        "Where did {x} [settle|live for a time]?",
        "In what town did {x} have [rooms|a house]?",
    ),
    ("town", "river"): (
        "On which river does {x} stand?",
        "Which river [runs|flows] through {x}?",
        "What river passes {x}?",
        "What is the name of the river at {x}?",
        "Beside which river was {x} built?",
    ),
    ("town", "charter"): (
        "In which year did {x} receive its charter?",
        "When was {x} chartered?",
        "What is the date of the charter of {x}?",
        "In what year did {x} become a free town?",
        "Since which year has {x} had borough rights?",
    ),
    ("town", "founder"): (
        "Who founded {x}?",
        "Who was the founder of {x}?",
        "To whom does {x} owe its [foundation|founding]?",
        "Who is [honoured|remembered] as the founder of {x}?",
    ),
    ("town", "older"): (
        "What was {x} called in earlier times?",
        "What is the older name of {x}?",
        "By what name was {x} formerly known?",
        "Under which name did {x} go in old documents?",
    ),
    ("river", "source"): (
        "Where does {x} rise?",
        "What is the source of {x}?",
        "Where is the source of {x}?",
        "From where does {x} [come|spring]?",
        "In what place does {x} begin?",
    ),
    ("river", "mouth"): (
        "Into what does {x} flow?",
        "Where does {x} end?",
        "Into which water does {x} empty?",
        "What body of water receives {x}?",
        "Where is the mouth of {x}?",
    ),
    ("river", "length"): (
        "How long is {x}?",
        "What is the length of {x}?",
        "How many miles long is {x}?",
        "What length does {x} have?",
    ),
    ("guild", "detail"): ("What is the emblem of {x}?", "What does the [badge|seal] of {x} show?"),
    ("ship", "detail"): ("What was the figurehead of {x}?", "What did {x} carry as its figurehead?"),
    ("book", "detail"): ("To whom is {x} dedicated?", "Who is the dedicatee of {x}?"),
    ("instrument", "detail"): ("Who was the first owner of {x}?", "Who first owned {x}?"),
    ("bridge", "detail"): ("How many arches does {x} have?", "On how many arches does {x} rest?"),
    ("bridge", "river"): ("Which river does {x} [cross|span]?", "What river flows under {x}?"),
    ("school", "detail"): ("Who was the first head of {x}?", "Who first [led|headed] {x}?"),
    ("festival", "detail"): ("On what day of the year is {x} held?", "On which date is {x} celebrated?"),
    ("orchard", "detail"): ("Which apple [was bred in|comes from] {x}?", "What apple variety is {x} the home of?"),
    ("map", "detail"): ("Who commissioned {x}?", "For whom was {x} drawn?"),
    ("comet", "detail"): ("How often does {x} return?", "How many years does {x} take to return?"),
}

# Verbs of making, for questions about works.
VERBS: Final = {
    "guild": ("founded", "established"),
    "ship": ("launched",),
    "book": ("published", "printed"),
    "instrument": ("made", "completed"),
    "bridge": ("opened",),
    "school": ("founded", "established"),
    "festival": ("first held", "first celebrated"),
    "orchard": ("planted", "laid out"),
    "map": ("drawn", "completed"),
    "comet": ("first recorded", "first observed"),
}
WHO: Final = {
    "guild": "founded",
    "ship": "built",
    "book": "wrote",
    "instrument": "made",
    "bridge": "designed",
    "school": "founded",
    "festival": "started",
    "orchard": "planted",
    "map": "drew",
    "comet": "discovered",
}
PLACES: Final = {
    "guild": ("In which town does {x} have its hall?", "Where does {x} meet?"),
    "ship": ("What was the home port of {x}?", "From which port did {x} sail?"),
    "book": ("In which town was {x} printed?", "Where was {x} printed?"),
    "instrument": ("In which town is {x} kept?", "Where is {x} kept?"),
    "bridge": ("At which town does {x} stand?", "In what town is {x}?"),
    "school": ("In which town is {x}?", "Where does {x} stand?"),
    "festival": ("In which town is {x} held?", "Where is {x} celebrated?"),
    "orchard": ("To which town does {x} belong?", "Beside which town does {x} lie?"),
    "map": ("In which town is {x} kept?", "Where is {x} kept?"),
    "comet": ("From which town was {x} first observed?", "Where was {x} first seen?"),
}


def question_plans(kind: str, fact: str) -> tuple[str, ...]:
    """Return the ways to ask for ``fact`` of a thing of ``kind``."""
    if (kind, fact) in QUESTIONS:
        return QUESTIONS[(kind, fact)]
    verbs = f"[{'|'.join(VERBS[kind])}]"
    if fact == "maker":
        return (f"Who {WHO[kind]} {{x}}?", f"By whom was {{x}} {verbs if kind in _MADE_BY else WHO_PASSIVE[kind]}?")
    if fact == "year":
        return (
            f"In which year was {{x}} {verbs}?",
            f"When was {{x}} {verbs}?",
            f"What is the year in which {{x}} was {verbs}?",
            f"In what year was {{x}} {verbs}?",
        )
    if fact == "date":
        return (f"On what date was {{x}} {verbs}?", f"On which day, month and year was {{x}} {verbs}?")
    return PLACES[kind]


_MADE_BY: Final = frozenset({"guild", "school"})
WHO_PASSIVE: Final = {
    "ship": "built",
    "book": "written",
    "instrument": "made",
    "bridge": "designed",
    "festival": "started",
    "orchard": "planted",
    "map": "drawn",
    "comet": "discovered",
}
