"""How the almanac reads: variety, clean English, invented names, and one consistent world."""

import re
from collections import Counter
from random import Random

import pytest
from almanac_cases import CASES, all_passages, all_sentences

from budgetrag.datasets.almanac.bank import TEXTS, get_bank
from budgetrag.datasets.almanac.entity import Entity
from budgetrag.datasets.almanac.grammar import Plan, compile_plan, expand
from budgetrag.datasets.almanac.links import LINKS
from budgetrag.datasets.almanac.names import LANGUAGES
from budgetrag.datasets.almanac.numbers import in_words, ordinal
from budgetrag.datasets.almanac.phrases import DESCRIPTIONS, question_plans
from budgetrag.datasets.almanac.soundness import contains
from budgetrag.datasets.almanac.world import TRADES, World
from budgetrag.datasets.almanac.writer import Wanted, Writer
from budgetrag.text import words

FAULTS = re.compile(
    r"\{|\}|\[|\]|<|>|\|| {2}| [,.;?]|,,|\b(a) [aeiou](?!ne\b|nce\b|se|ni|u)|\ban [bcdfgjklmnpqrstvwxyz]"
    r"|\b(\w+) \2\b|\bNone\b|\bs's\b|\b(he|she|it)'s\b"
)


# --- confusability and variety


def test_lookalikes_share_a_name_with_a_gold_passage_in_most_questions():
    shared = 0
    for case in CASES:
        gold = {word for i in case.question.gold for word in words(case.question.passages[i].title)}
        others = (p for p in case.question.passages if p.position not in case.question.gold)
        shared += any(gold & set(words(p.text)) - {"the", "of", "and"} for p in others)
    assert shared / len(CASES) > 0.8


def test_answers_fall_early_in_the_middle_and_late_in_about_equal_parts():
    thirds = Counter(
        3 * piece.sentence // len(case.question.passages[piece.position].sentences)
        for case in CASES
        for piece in case.evidence
    )
    assert set(thirds) == {0, 1, 2}
    for n in thirds.values():
        assert n / sum(thirds.values()) == pytest.approx(1 / 3, abs=0.08)


def _skeleton(sentence: str) -> str:
    first, *rest = re.sub(r"\d+", "0", sentence).split(" ")
    masked = ["X" if word[:1].isupper() else word for word in rest]
    return re.sub(r"(X )+X", "X", " ".join([first.lower() if first.istitle() else first, *masked]))


def _frame(sentence: str) -> str:
    return re.sub(r"^X?\S* ?(?=X)", "", _skeleton(sentence))


def test_no_sentence_skeleton_occurs_twice_in_one_pool():
    for case in CASES:
        skeletons = Counter(_frame(s) for p in case.question.passages for s in p.sentences)
        assert [s for s, n in skeletons.items() if n > 1] == [], case.question.id


def test_few_sentence_skeletons_repeat_in_the_whole_world():
    counts = Counter(_skeleton(sentence) for sentence in all_sentences())
    assert sum(n - 1 for n in counts.values()) / sum(counts.values()) < 0.2


def test_questions_are_worded_in_many_ways():
    counts = Counter(_skeleton(case.question.text) for case in CASES)
    assert len(counts) > 0.75 * len(CASES)


def test_every_fact_has_many_sentence_plans_and_every_kind_many_digressions():
    for kind in TEXTS:
        bank = get_bank(kind)
        for fact, plans in bank.facts.items():
            assert len(plans) >= (4 if fact == "echo" else 6), (kind, fact)
            assert len({plan.source for plan in plans}) == len(plans)
        assert sum(len(plans) for plans in bank.digressions.values()) >= 18, kind


# --- language


def test_sentences_are_clean_english():
    for sentence in all_sentences():
        assert not FAULTS.search(sentence), sentence
        assert sentence.lstrip('"')[0].isupper() or sentence[0].isdigit(), sentence
        assert sentence.endswith((".", '."', '".')), sentence
    for case in CASES:
        assert not FAULTS.search(case.question.text), case.question.text
        assert case.question.text.endswith("?")


def test_pronouns_agree_with_the_person():
    for passage in all_passages():
        found = set(words(passage.text)) & {"he", "she", "him", "himself", "herself", "his"}
        assert not ({"she", "herself"} & found and {"he", "himself"} & found), passage


def _plans(kind: str) -> list[Plan]:
    bank = get_bank(kind)
    return [plan for plans in (*bank.facts.values(), *bank.digressions.values()) for plan in plans]


def test_every_plan_expands_to_clean_english():
    rng = Random("plans")
    values = {"when": "in 1311", "year": "1311"}
    for kind in TEXTS:
        for plan in _plans(kind):
            for _ in range(12):
                sentence = expand(plan, rng, lambda slot: values.get(slot, slot.title()))
                assert not FAULTS.search(sentence), (sentence, plan.source)


def test_compile_refuses_unbalanced_brackets_and_unknown_lists():
    with pytest.raises(ValueError, match="balanced brackets"):
        compile_plan("a [b|c")
    with pytest.raises(ValueError, match="list must be one of"):
        compile_plan("a <nonsense>")


def test_expand_draws_every_alternative_and_sets_articles():
    plan = compile_plan("[a|one] [otter|unit] of {x}")
    seen = {expand(plan, Random(seed), {"x": "Tern"}.__getitem__) for seed in range(60)}
    assert seen == {"An otter of Tern", "A unit of Tern", "One otter of Tern", "One unit of Tern"}


def test_numbers_in_words_and_ordinals():
    assert [in_words(n) for n in (0, 13, 20, 27)] == ["zero", "thirteen", "twenty", "twenty-seven"]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22)] == "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd".split()


# --- one consistent world


@pytest.mark.parametrize("kind", [kind for kind in TEXTS if kind not in ("person", "town", "river")])
def test_articles_state_what_is_true_of_their_subject(kind):
    rng, world = Random(kind), World()
    for _ in range(12):
        town, river = world.town(rng, rng.choice(LANGUAGES))
        maker = world.person(rng, town.language, TRADES[kind][0], born=town)
        work = world.work(rng, kind, maker, town)
        writer = Writer(rng, frozenset())
        for entity in (town, river, maker, work):
            _assert_true(writer, entity)
        assert work.answers["maker"] == (maker.title,)
        assert work.answers["place"] == (town.title,)
        if kind == "bridge":
            assert work.answers["river"][0] == town.answers["river"][0] == river.bare


def _assert_true(writer: Writer, entity: Entity) -> None:
    for fact in entity.answers:
        article = writer.article(entity, [Wanted(fact)])
        for stated, index in article.fact_sentences.items():
            assert contains(article.sentences[index], entity.answers[stated][0]), (stated, article)


def test_every_way_on_has_a_description_and_a_question():
    for kind, fact in LINKS:
        assert (kind, fact) in DESCRIPTIONS
        assert len(question_plans(kind, fact)) >= 2
