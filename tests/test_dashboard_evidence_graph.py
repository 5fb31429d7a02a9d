"""How passages were found: the table worked by hand, the figure's traces and labels, the page on a run with ACE."""

import html
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import streamlit as st
from inspector_run import NASTY, hostile_records, write_run
from streamlit.testing.v1 import AppTest
from test_dashboard_palette import GROUNDS, luminance

from budgetrag import pack
from budgetrag.dashboard.charts.evidence_graph import AGAIN, BROUGHT_IN_BY, evidence_figure
from budgetrag.dashboard.charts.palette import FAINT, KEPT, NODE_MARKS
from budgetrag.dashboard.representations import evidence_policy
from budgetrag.dashboard.tables.evidence_graph import (
    EvidenceLinks,
    evidence_links,
    evidence_sentence,
    evidence_table,
    most_telling,
)
from budgetrag.dashboard.view import PackedView
from budgetrag.rows_retrieved import HitRow
from budgetrag.types import Passage, RetrievedPassage

APP = str(Path(__file__).parents[1] / "app.py")
POLICIES = ["chunk_naive", "chunk_submodular", "ace_naive", "ace_submodular"]
GUILD = ("Guild", "The guild keeps the lamps. Ilse founded it in 1311.")
ILSE = ("Ilse", "Ilse was born in Osterwick.")


def hit(passage: int, node: int, kind: str, text: str, score: float = 0.5) -> HitRow:
    return HitRow("almanac", 1, "q", "ace", passage, node, score, kind, text)


def viewed(passages: list[tuple[str, str]], *, budget: int, answers: tuple[str, ...], gold: int = 0) -> PackedView:
    records = [Passage(title, text, ()) for title, text in passages]
    given_to = [{"title": title, "text": text} for title, text in passages]
    packing = pack("Ilse", given_to, budget_tokens=budget, packer="naive")
    retrieved = tuple(RetrievedPassage(each, i, 0.9 - i / 10) for i, each in enumerate(records))
    return PackedView("Ilse", answers, (records[gold].id,), retrieved, packing)


def worked() -> tuple[PackedView, list[HitRow]]:
    """Two passages and three nodes; node 7 leads to both, so the second came in by node 0."""
    view = viewed([GUILD, ILSE], budget=200, answers=("Osterwick",), gold=1)
    hits = [
        hit(1, 7, "entity", "Ilse", 0.4), hit(0, 2, "claim", "The guild keeps the lamps.", 0.6),
        hit(0, 7, "entity", "Ilse", 0.4), hit(1, 0, "claim", "Ilse was born in Osterwick.", 0.8),
    ]  # fmt: skip
    return view, hits


def many(n_nodes: int, n_passages: int) -> EvidenceLinks:
    """A chain of nodes that leads to the passages in turn, the last node to the last passage alone."""
    view = viewed([(f"P{i}", f"Ilse saw lamp {i}.") for i in range(n_passages)], budget=20, answers=())
    last = hit(n_passages - 1, n_nodes - 1, "entity", "last")
    return evidence_links(
        view, [*(hit(i % (n_passages - 1), i, "claim", f"claim {i}") for i in range(n_nodes - 1)), last]
    )


def text_of(shown: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", shown))


def traces(found: EvidenceLinks) -> dict[str, object]:
    return {trace.name: trace for trace in evidence_figure(found).data}


def test_the_table_is_as_worked_by_hand() -> None:
    rows = evidence_table(evidence_links(*worked())).to_dict("records")
    short = [(r["node"], r["kind"], r["passage"], r["brings_in"], r["answer"], r["gold"], r["title"]) for r in rows]
    assert short == [
        (1, "claim", 2, "first", "✓", "★", "Ilse"),
        (3, "claim", 1, "first", "", "", "Guild"),
        (8, "entity", 1, "too", "", "", "Guild"),
        (8, "entity", 2, "too", "", "★", "Ilse"),
    ]
    assert [row["cosine"] for row in rows] == [0.8, 0.6, 0.4, 0.4]


def test_kept_snippets_are_those_of_the_packing() -> None:
    view, hits = worked()
    rows = evidence_table(evidence_links(view, hits)).drop_duplicates("passage")
    for passage, shown in zip(rows["passage"], rows["kept_snippets"], strict=True):
        ids = {c.id for c in view.packing.kept if c.snippet.passage_rank == passage - 1}
        lost = {c.id for c in view.packing.dropped if c.snippet.passage_rank == passage - 1}
        assert shown == f"{len(ids)} of {len(ids | lost)}"
    nothing = viewed([GUILD, ILSE], budget=0, answers=())
    assert evidence_table(evidence_links(nothing, hits))["kept_snippets"].str.startswith("0 of ").all()


def test_the_sentence_counts_nodes_passages_and_answers() -> None:
    view, hits = worked()
    told = "2 passages found by way of 2 claims and 1 entity, 1 of which holds a gold answer."
    assert evidence_sentence(evidence_links(view, hits)) == told
    assert evidence_sentence(evidence_links(view, hits[1:3])).endswith(" entity, none of which holds a gold answer.")


def test_the_strong_lines_are_one_per_passage_and_the_others_are_thin() -> None:
    drawn = traces(evidence_links(*worked()))
    strong, thin = drawn[BROUGHT_IN_BY["claim"]], drawn[AGAIN]
    assert (strong.x.count(None), thin.x.count(None)) == (2, 2)
    assert strong.line.width >= 2.5 * thin.line.width
    assert BROUGHT_IN_BY["entity"] not in drawn


def test_a_line_goes_from_its_node_to_its_passage() -> None:
    found = evidence_links(viewed([GUILD], budget=200, answers=()), [hit(0, 3, "entity", "Ilse")])
    drawn = traces(found)
    line, node, passage = drawn[BROUGHT_IN_BY["entity"]], drawn["entity"], drawn["passage in the context"]
    assert (line.x[0], line.y[0], line.y[-2]) == (node.x[0], node.y[0], passage.y[0])
    assert passage.x[0] - 0.02 < line.x[-2] < passage.x[0]


def test_kinds_and_fates_differ_by_shape_and_in_words() -> None:
    view, hits = worked()
    drawn = traces(evidence_links(view, hits))
    assert drawn["claim"].marker.symbol != drawn["entity"].marker.symbol
    labels = [note.text for note in evidence_figure(evidence_links(view, hits)).layout.annotations]
    assert sum(" claim: " in label for label in labels) == len(drawn["claim"].x) == 2
    assert sum(" entity: " in label for label in labels) == len(drawn["entity"].x) == 1
    assert sum("✓" in label for label in labels) == len(drawn["passage in the context"].x)
    dropped = evidence_links(viewed([GUILD, ILSE], budget=0, answers=()), hits)
    assert traces(dropped)["passage left out"].marker.symbol != drawn["passage in the context"].marker.symbol
    assert sum("nothing kept" in note.text for note in evidence_figure(dropped).layout.annotations) == 2


def test_gold_passages_have_a_star_and_answers_are_underlined() -> None:
    labels = [note.text for note in evidence_figure(evidence_links(*worked())).layout.annotations]
    assert next(text_of(label) for label in labels if "★" in label).startswith("2 Ilse ★")
    assert any("claim: Ilse was born in <b><u>Osterwick</u></b>." in label for label in labels)


def test_a_claim_as_long_as_a_book_is_cut_in_its_hover_where_the_answer_still_stands() -> None:
    text = f"{'word and ' * 12_000}Osterwick{' and word' * 12_000}"
    found = evidence_links(viewed([GUILD], budget=200, answers=("Osterwick",)), [hit(0, 0, "claim", text)])
    hover = traces(found)["claim"].customdata[0]
    assert "<b><u>Osterwick</u></b>" in hover
    assert len(evidence_figure(found).to_json()) < 100_000


def test_hovering_shows_the_whole_text_its_rank_and_its_cosine() -> None:
    text = "It is said that " + "lamp after lamp " * 30 + "was lit."
    found = evidence_links(viewed([GUILD], budget=200, answers=()), [hit(0, 4, "claim", text, 0.4567)])
    hover = traces(found)["claim"].customdata[0]
    assert text_of(hover.replace("<br>", " ")) == f"claim, rank 5, cosine 0.457 {text}"
    passage = traces(found)["passage in the context"].customdata[0]
    assert GUILD[1] in text_of(passage.replace("<br>", " "))
    assert "rank 1, cosine 0.900" in text_of(passage)


def test_a_label_says_under_the_pointer_what_its_mark_says() -> None:
    figure = evidence_figure(many(30, 5))
    marks = {
        (text, y)
        for trace in figure.data
        if trace.name
        for text, y in zip(trace.customdata or (), trace.y, strict=False)
    }
    labels = {(t, y) for trace in figure.data if not trace.name for t, y in zip(trace.customdata, trace.y, strict=True)}
    assert labels == marks
    assert len({y for _, y in labels}) == 24 + 5


def test_every_passage_keeps_the_node_that_brought_it_in_when_nodes_are_left_out() -> None:
    found = many(48, 5)
    shown = most_telling(found)
    assert [node.rank for node in shown.nodes] == [*range(23), 47]
    assert {link.passage_rank for link in shown.links if link.is_first} == set(range(5))
    assert len(evidence_table(found)) == 48
    labels = [note.text for note in evidence_figure(found).layout.annotations]
    assert "and 24 more, in the table" in labels
    assert not any("more, in the table" in note.text for note in evidence_figure(many(10, 5)).layout.annotations)


def test_passages_beyond_what_a_figure_holds_are_counted() -> None:
    found = many(48, 20)
    shown = most_telling(found)
    assert [passage.rank for passage in shown.passages] == list(range(12))
    assert {link.passage_rank for link in shown.links} <= set(range(12))
    labels = [note.text for note in evidence_figure(found).layout.annotations]
    assert "and 8 more, in the table" in labels
    with pytest.raises(ValueError, match="max_nodes must be >= max_passages, got 3 and 12"):
        most_telling(found, max_nodes=3)


def test_labels_of_one_column_never_overlap() -> None:
    figure = evidence_figure(many(48, 5))
    top, end = sorted(figure.layout.yaxis.range)
    assert figure.layout.height - figure.layout.margin.t == end - top  # one unit is one pixel
    for side in ("right", "left"):
        notes = sorted((n for n in figure.layout.annotations if n.xanchor == side), key=lambda note: note.y)
        halves = [(n.text.count("<br>") + 1) * 16 / 2 for n in notes]
        for (above, below), (a, b) in zip(pairwise(notes), pairwise(halves), strict=True):
            assert below.y - above.y >= a + b


def test_the_colours_stand_out_from_both_grounds() -> None:
    for ground in GROUNDS:
        for color in (KEPT, FAINT, *(mark.color for mark in NODE_MARKS.values())):
            light, dark = sorted((luminance(color), luminance(ground)), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 3.0, color


def test_hostile_text_is_text() -> None:
    view = viewed([(NASTY, f"{NASTY} founded it.")], budget=200, answers=(NASTY,))
    figure = evidence_figure(evidence_links(view, [hit(0, 0, "claim", NASTY), hit(0, 1, "entity", NASTY)]))
    shown = [note.text for note in figure.layout.annotations]
    shown += [text for trace in figure.data for text in trace.customdata or ()]
    for text in shown:
        assert re.fullmatch(r"(?:[^<>]|</?[bu]>|<br>)*", text)
        assert "\u202e" not in text
    assert any("⟨U+202E⟩" in text for text in shown)
    assert "⟨U+202E⟩" in evidence_table(evidence_links(view, [hit(0, 0, "claim", NASTY)]))["text"][0]


def config(*policies: str) -> dict[str, object]:
    parts = {name: name.split("_", maxsplit=1) for name in policies}
    return {
        "policies": {name: {"representation": r, "packer": p} for name, (r, p) in parts.items()},
        "representations": {"chunk": {"kind": "chunk"}, "ace": {"kind": "ace"}},
    }


def test_the_policy_offered_searches_the_graph_with_the_same_packer_if_one_does() -> None:
    assert evidence_policy(config(*POLICIES), "chunk_submodular") == "ace_submodular"
    assert evidence_policy(config("chunk_mmr", "ace_naive", "ace_bridge"), "chunk_mmr") == "ace_naive"
    assert evidence_policy(config("chunk_mmr", "chunk_naive"), "chunk_mmr") is None


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evidence") / "runs"
    write_run(folder / "ace", readers=(), changes={"policies": POLICIES})
    write_run(folder / "hostile", own=hostile_records(), readers=(), changes={"policies": POLICIES})
    return folder


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def opened(folder: Path, monkeypatch: pytest.MonkeyPatch, **link: str) -> AppTest:
    monkeypatch.setenv("BUDGETRAG_RUNS", str(folder))
    app = AppTest.from_file(APP, default_timeout=60)
    app.run()
    app.switch_page("pages/question.py")
    for name, value in link.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def evidence_of(app: AppTest) -> AppTest:
    return next(tab for tab in app.tabs if tab.label == "Evidence")


def test_an_ace_policy_shows_its_nodes_and_all_of_them_in_the_table(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = evidence_of(opened(runs, monkeypatch, run="ace", policy="ace_naive", question="q-born"))
    assert len(tab.get("plotly_chart")) == 1
    table = tab.dataframe[0].value
    assert set(table["kind"]) == {"claim", "entity"}
    assert (table[table["brings_in"] == "first"]["passage"].sort_values().tolist()) == [1, 2, 3, 4, 5]
    assert "5 passages found by way of" in tab.caption[0].value


def test_a_chunk_policy_says_so_and_goes_to_the_ace_one(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(runs, monkeypatch, run="ace", policy="chunk_submodular", question="q-born")
    tab = evidence_of(app)
    assert "retrieved directly" in tab.info[0].value
    assert not tab.get("plotly_chart")
    app.button(key="question_evidence_go").click().run()
    assert not app.exception
    assert app.selectbox(key="frame_policy").value == "ace_submodular"
    assert len(evidence_of(app).get("plotly_chart")) == 1


def test_a_run_without_an_ace_policy_offers_none(inspector_runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = evidence_of(opened(inspector_runs, monkeypatch, question="q-born"))
    assert "retrieved directly" in tab.info[0].value
    assert not tab.button


def test_a_hostile_run_is_drawn_as_text(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = evidence_of(opened(runs, monkeypatch, run="hostile", policy="ace_submodular", budget="96"))
    spec = tab.get("plotly_chart")[0].proto.spec
    assert "<script" not in spec
    assert "<img" not in spec
    assert "script" in spec
