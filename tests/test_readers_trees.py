"""Prefix trees: the tree against brute force, a model's logits and answers in a tree against plain ones, fallbacks."""

import logging
import random

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny_model import make_model
from transformers import BloomConfig, Gemma3TextConfig, LlamaConfig, Qwen2Config

from budgetrag.readers import ReaderOptions, tree_generation
from budgetrag.readers.batching import BATCHES_IN_TREE
from budgetrag.readers.generation import generate_first_lines
from budgetrag.readers.hf import ModelReader
from budgetrag.readers.prefix_tree import build_tree, common_length
from budgetrag.readers.tree_generation import TreeReader
from budgetrag.types import Prompt

ROWS = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=7), min_size=1, max_size=8)
KINDS = {"llama": LlamaConfig, "qwen2": Qwen2Config}
HEAD = "Answer from the context.\n\nContext:\n"


def test_a_tree_worked_by_hand():
    """The docstring's example."""
    tree = build_tree([[5, 6], [5, 6, 7], [5, 8]])
    assert tree.tokens.tolist() == [5, 6, 7, 8]
    assert tree.depths.tolist() == [0, 1, 2, 1]
    assert tree.ends.tolist() == [4, 3, 3, 4]
    assert tree.last_nodes == (1, 2, 3)
    assert tree.path(2).tolist() == [0, 1, 2]
    chunk = next(iter(tree.chunks(2, 2)))
    assert (chunk.nodes.tolist(), chunk.before.tolist()) == ([2, 3], [0, 1])
    assert chunk.mask().astype(int).tolist() == [[1, 1, 1, 0], [1, 0, 0, 1]]


@given(ROWS)
def test_every_distinct_prefix_is_one_node_and_paths_spell_the_rows(rows):
    tree = build_tree(rows)
    assert len(tree) == len({tuple(row[: n + 1]) for row in rows for n in range(len(row))})
    for row, node in zip(rows, tree.last_nodes, strict=True):
        assert tree.tokens[tree.path(node)].tolist() == row
        assert tree.depths[tree.path(node)].tolist() == list(range(len(row)))


@given(ROWS, st.integers(1, 5), st.integers(0, 4))
def test_chunks_see_exactly_their_own_prefixes(rows, size, start):
    """Oracle: a node's prefix, spelled out; it sees the nodes whose prefix begins its own."""
    tree = build_tree(rows)
    spelled = [tuple(tree.tokens[tree.path(node)].tolist()) for node in range(len(tree))]
    covered = []
    for chunk in tree.chunks(start, size):
        columns = [*chunk.before.tolist(), *chunk.nodes.tolist()]
        for node, seen in zip(chunk.nodes.tolist(), chunk.mask(), strict=True):
            expected = [other for other in range(len(tree)) if spelled[node][: len(spelled[other])] == spelled[other]]
            assert [column for column, sees in zip(columns, seen, strict=True) if sees] == expected
        covered += chunk.nodes.tolist()
    assert covered == list(range(start, len(tree)))


def test_a_tree_of_an_empty_row_is_refused():
    with pytest.raises(ValueError, match="must hold at least one token each, got an empty one"):
        build_tree([[1], []])


def test_common_length_counts_from_the_start():
    assert [common_length([1, 2, 3], other) for other in ([], [1], [2, 2, 3], [1, 2, 3, 4])] == [0, 1, 0, 3]


def reader_of(folder, **options):
    return ModelReader(ReaderOptions(model=str(folder), dtype="float32", device="cpu", **options))


@pytest.fixture(scope="module", params=KINDS)
def folder(request, tmp_path_factory):
    return make_model(tmp_path_factory.mktemp(request.param), newline_boost=1.6, kind=KINDS[request.param])


@pytest.fixture(scope="module")
def loaded(folder):
    return reader_of(folder)._ready()


def random_rows(seed):
    """Rows that begin alike in places: prefixes of one another, equal ones, and some that share nothing."""
    draw = random.Random(seed)
    rows = [[draw.randrange(30, 90) for _ in range(draw.randrange(1, 30))]]
    for _ in range(draw.randrange(1, 14)):
        base = draw.choice(rows)
        kept = draw.randrange(len(base) + 1)
        rows.append(base[:kept] + [draw.randrange(30, 90) for _ in range(draw.randrange(kept == 0, 25))])
    return [*rows, rows[0]]


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(tree_generation, "CHUNK_TOKENS", {"cpu": 9})


@pytest.mark.parametrize("seed", range(6))
def test_logits_in_a_tree_equal_plain_logits(loaded, small_chunks, seed):
    rows = random_rows(seed)
    with torch.no_grad():
        plain = torch.stack([loaded.model(torch.tensor([row])).logits[0, -1] for row in rows])
    with torch.inference_mode():
        first, second = TreeReader(loaded).logits_of_two_steps(rows)
    torch.testing.assert_close(first, plain, rtol=1e-4, atol=1e-4)
    with torch.no_grad():
        longer = [[*row, int(logits.argmax())] for row, logits in zip(rows, plain, strict=True)]
        plain = torch.stack([loaded.model(torch.tensor([row])).logits[0, -1] for row in longer])
    torch.testing.assert_close(second, plain, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("n_new", [1, 2, 24])
def test_answers_of_a_tree_equal_those_of_padded_batches(loaded, small_chunks, seed, n_new):
    rows = random_rows(seed)
    head = rows[0][: 1 + seed % 7] if seed % 3 else []
    found = TreeReader(loaded, head).generate(rows, max_new_tokens=n_new)
    assert found == generate_first_lines(loaded, rows, max_new_tokens=n_new)


@pytest.mark.parametrize(
    "rows", [[[40]], [[40, 41], [40, 41]], [[40], [40, 41], [40, 41, 42]], [[40, 41, 42], [50]]], ids=len
)
def test_small_groups_are_read_like_batches(loaded, rows):
    for head in ([], [40], [40, 41, 42, 43], [60]):
        found = TreeReader(loaded, head).generate(rows, max_new_tokens=20)
        assert found == generate_first_lines(loaded, rows, max_new_tokens=20)


def test_a_head_is_computed_once_and_each_shared_token_once(loaded):
    rows = [[40, 41, 42, 50], [40, 41, 42, 51, 52], [40, 41, 42, 51, 53]]
    reader = TreeReader(loaded, [40, 41, 42])
    reader.generate(rows, max_new_tokens=1)
    assert reader.n_computed == 3 + 4
    reader.generate(rows, max_new_tokens=1)
    assert reader.n_computed == 3 + 4 + 4


def test_a_closed_row_is_not_written_on(loaded):
    """The two random rows end at different steps, so some are dropped while others are written."""
    rows = [row for seed in range(8) for row in random_rows(seed)]
    apart = [generate_first_lines(loaded, [row], max_new_tokens=24)[0] for row in rows]
    assert TreeReader(loaded).generate(rows, max_new_tokens=24) == apart
    assert len({len(line.text) for line in apart}) > 4


def prompts(*contexts):
    return [Prompt("q", context, f"{HEAD}{context}\nQuestion: q\nAnswer:") for context in contexts]


def test_a_reader_reads_in_trees_whatever_the_contexts(folder):
    reader = reader_of(folder)
    asked = prompts("", "A lamp.", "A lamp. It is blue.", "Bees.", "A lamp.")
    found = reader.read(asked)
    assert reader._trees is not None
    assert reader._trees.n_computed < sum(answer.prompt_tokens for answer in found)
    reader._trees = None
    assert reader.read(asked) == found


def test_questions_read_side_by_side_get_their_own_answers_whatever_the_threads(folder):
    before = torch.get_num_threads()
    asked = [
        Prompt(f"q{i % 5}", context, f"{HEAD}{context}\nQuestion: q{i % 5}\nAnswer:")
        for i, context in enumerate(f"{'lamp ' * (i % 4)}{i}" for i in range(20))
    ]
    apart = [reader_of(folder).read([prompt])[0] for prompt in asked]
    try:
        for n_threads in (1, 3):
            torch.set_num_threads(n_threads)
            assert reader_of(folder).read(asked) == apart
            assert torch.get_num_threads() == n_threads
    finally:
        torch.set_num_threads(before)


def test_a_group_that_runs_out_of_memory_is_halved_and_changes_no_answer(folder, monkeypatch, caplog):
    reader = reader_of(folder, batch_size=3)
    asked = prompts(*(f"{'lamp ' * (i % 4)}{i}" for i in range(20)))
    expected = reader.read(asked)
    generate, sizes = reader._trees.generate, []

    def short_of_memory(rows, *, max_new_tokens):
        sizes.append(len(rows))
        if len(rows) > 4:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return generate(rows, max_new_tokens=max_new_tokens)

    monkeypatch.setattr(reader._trees, "generate", short_of_memory)
    assert reader.read(asked) == expected
    assert sizes[:3] == [3 * BATCHES_IN_TREE, 6, 3]
    assert "out of memory with 12 prompts at a time, trying 6" in caplog.text


@pytest.mark.parametrize(
    ("kind", "settings", "why"),
    [
        (Gemma3TextConfig, {"sliding_window": 8, "head_dim": 16}, "not all of its layers attend to everything"),
        (BloomConfig, {}, "its attention takes no mask of its own"),
        (
            LlamaConfig,
            {"rope_parameters": {"rope_type": "dynamic", "factor": 2.0, "rope_theta": 1e4}},
            "its positions depend on the longest row",
        ),
    ],
    ids=["sliding window", "linear biases", "dynamic rope"],
)
def test_a_model_that_trees_do_not_suit_is_read_in_padded_batches(tmp_path, caplog, kind, settings, why):
    reader = reader_of(make_model(tmp_path / "other", kind=kind, **settings))
    with caplog.at_level(logging.WARNING):
        answers = reader.read(prompts("A lamp.", "Bees."))
    assert len(answers) == 2
    assert reader._trees is None
    assert why in caplog.text


def test_a_model_whose_tree_disagrees_with_plain_reading_falls_back_and_says_so(folder, monkeypatch, caplog):
    everything = lambda self: np.ones((len(self.nodes), len(self.before) + len(self.nodes)), dtype=bool)  # noqa: E731
    monkeypatch.setattr("budgetrag.readers.prefix_tree.TreeChunk.mask", everything)
    reader = reader_of(folder)
    assert len(reader.read(prompts("A lamp."))) == 1
    assert reader._trees is None
    assert "is read in padded batches, not in prefix trees: its logits differ from plain ones" in caplog.text


def test_a_model_that_cannot_run_a_tree_falls_back_and_says_why(folder, monkeypatch, caplog):
    def broken(self, *arguments, **options):
        raise TypeError("forward() got an unexpected keyword argument 'cache'")

    monkeypatch.setattr(TreeReader, "_forward", broken)
    reader = reader_of(folder)
    assert len(reader.read(prompts("A lamp."))) == 1
    assert "it cannot (TypeError: forward() got an unexpected keyword argument 'cache')" in caplog.text


def test_nf4_weights_are_read_in_trees(folder):
    reader = reader_of(folder, quantization="nf4")
    asked = prompts("", "A lamp.", "A lamp. It is blue.")
    found = reader.read(asked)
    assert reader._trees is not None
    reader._trees = None
    assert [answer.text for answer in reader.read(asked)] == [answer.text for answer in found]
