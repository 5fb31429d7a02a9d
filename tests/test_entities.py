"""Entities: awkward names, quantities and dates, and what is none."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetrag.entities import entities


@pytest.mark.parametrize(
    "name",
    [
        "J. R. R. Tolkien",
        "J.R.R. Tolkien",
        "George W. Bush",
        "O'Brien",
        "O’Brien",
        "d'Artagnan",
        "Jean-Luc Godard",
        "Ludwig van Beethoven",
        "Rogier van der Weyden",
        "Georges de la Tour",
        "José Ortega y Gasset",
        "Osama bin Laden",
        "Abu Bakr ibn Tufayl",
        "Harun al-Rashid",
        "Henry VIII",
        "Duke of York",
        "Battle of the Bulge",
        "Alexander the Great",
        "World War I",
        "World War II",
        "Marks & Spencer",
        "King's College",
        "St. John's College",
        "St. Louis",
        "Martin Luther King Jr.",
        "U.S.A.",
        "U.S. Senate",
        "NATO",
        "iPhone",
        "McDonald",
        "Apollo 11",
        "Boeing 777",
        "Airbus A380",
        "1st Virginia State Regiment",
        "Zoë Ångström",
        "Émile Zola",
        "Łódź",
        "Αλέξανδρος Παπαδιαμάντης",
        "Лев Толстой",
        "Նարեկ Սարգսյան",
        "Paris",
    ],
)
def test_awkward_name_is_found_whole_in_mid_sentence_and_as_a_title(name):
    assert entities(f"There she saw {name}, then left.") == (name,)
    assert entities("", title=name) == (name,)


@pytest.mark.parametrize(
    "quantity",
    [
        "3.5 km",
        "3.5km",
        "4,500 kg",
        "5 km²",
        "100 km/h",
        "20 °C",
        "45%",
        "45 percent",
        "$5 million",
        "US$5 million",
        "€3.50",
        "5 €",
        "5 million dollars",
        "20-year",
        "1921",
        "1914-18",
        "1921-05-12",
        "1990s",
        "44 BC",
        "19th century",
        "12 May 1921",
        "12th of May",
        "May 12, 1921",
        "May 1921",
        "Sept. 3",
    ],
)
def test_quantity_and_date_are_found_whole(quantity):
    assert entities(f"it was {quantity}, they say") == (quantity,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "...!?",
        "However, he left. The dog slept. In it he was.",
        "Lamps burn oil. Birds dive.",
        "On Monday he came, in May he left.",
        "It has 40 members and 470,000 people, five years old.",
        "So I think I may.",
        "she answered: “Perhaps we should go home now, before it gets too dark”",
        "THIS WHOLE LINE SHOUTS EVERY WORD BUT NAMES NOTHING BY THAT ALONE",
        "彼は東京へ行った。コンピューター",
        "ذهب إلى القاهرة",
        "_ __ ' '' - --",
    ],
)
def test_function_words_bare_numbers_and_scripts_without_case_name_nothing(text):
    assert entities(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Paris is old. He loves Paris.", ("Paris",)),
        ("Lamps burn. He sells lamps.", ()),
        ("NASA flew. McCoy sang.", ("NASA", "McCoy")),
        ("During World War II ships sank.", ("World War II",)),
        ("The Beatles played; by the Beatles", ("Beatles",)),
        ("a song by The Who", ("The Who",)),
        ("in the U.S. The firm left", ("U.S.",)),
        ("World War I. Germany lost", ("World War I",)),
        ("near Indian River, Martin and Palm Beach", ("Indian River", "Martin", "Palm Beach")),
        ("with Ken Pruitt's Senate", ("Ken Pruitt", "Senate")),
        ("met Anna\nBert came", ("Anna",)),
        ("the Count of the de Vega line", ("Count", "Vega")),
        ("saw Blade Runner 2049, Apollo 11 and Route 12345", ("Blade Runner", "2049", "Apollo 11", "Route")),
        ("from 1914–1918", ("1914", "1918")),
        ("between $5 and 7 $8", ("$5", "$8")),
        ("В Москве жил Лев Толстой.", ("Москве", "Лев Толстой")),
    ],
)
def test_runs_start_and_end_where_the_rules_say(text, expected):
    assert entities(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('the film "Titanic" won', ("Titanic",)),
        ('the poem "The Raven" and “Not on Drugs,”', ("Raven", "Not on Drugs")),
        ("das Buch „Der Prozess“ und «Guerre et Paix»", ("Buch", "Der Prozess", "Guerre et Paix")),
        (
            "彼は「坊っちゃん」を1921年5月12日に読んだ。『草枕』と《红楼梦》",
            ("坊っちゃん", "1921年5月12日", "草枕", "红楼梦"),
        ),
        ("作家ジョン・スミスの本", ("ジョン・スミス",)),
        ('he said "no" and "The" twice', ()),
    ],
)
def test_quoted_spans_and_katakana_names_count_in_every_script(text, expected):
    assert entities(text) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Mercury (planet)", ("Mercury (planet)", "Mercury")),
        ("The Beatles (album)", ("The Beatles (album)", "The Beatles", "Beatles")),
        ("The Who", ("The Who",)),
        ("(500) Days of Summer", ("(500) Days of Summer",)),
        ("kitchen lamps", ("kitchen lamps",)),
        ("  ", ()),
    ],
)
def test_title_counts_as_it_is_without_parenthetical_and_without_article(title, expected):
    assert entities("", title=title) == expected


def test_title_comes_first_and_confirms_a_name_at_the_start_of_a_sentence():
    assert entities("Bridge of 1921. Tern dives.", title="Tern (ship)") == ("Tern (ship)", "Tern", "1921")


def test_entities_that_differ_in_case_or_composition_are_one_in_the_first_writing():
    decomposed = unicodedata.normalize("NFD", "Émile  Zola")
    assert entities(f"by {decomposed}, by Émile Zola, by ÉMILE ZOLA") == ("Émile Zola",)


@given(st.text(alphabet=st.sampled_from("aAbZé. ,'-\"“”&\n15%$년月ア・ofthe"), max_size=60), st.text(max_size=12))
def test_entities_are_distinct_squeezed_and_stand_in_the_text_or_title(text, title):
    found = entities(text, title=title)
    folded = [entity.casefold() for entity in found]
    assert len(set(folded)) == len(folded)
    squeezed = " ".join(unicodedata.normalize("NFC", f"{title} \n {text}").split())
    assert all(entity and entity == " ".join(entity.split()) and entity in squeezed for entity in found)
    assert found == entities(text, title=title)


@pytest.mark.parametrize(
    "unit",
    [
        "A",
        "A ",
        "A.",
        "A. ",
        '"A',
        "“A",
        "1,",
        "1 ",
        "de ",
        "Aa de ",
        "May 1 ",
        "(",
        "ア・",
        "1921年 ",
        "A'",
        "«",
        "a\n",
    ],
)
def test_a_hundred_thousand_characters_take_less_than_three_seconds(unit):
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    entities(text, title=text)
    assert time.process_time() - start < 3
