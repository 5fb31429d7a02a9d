"""Pooling: what may differ, what is refused, and that an instance counts once."""

import planted
import pytest

from budgetrag.scope.evidence import differing_settings, pool
from budgetrag.scope.readers import ladder
from budgetrag.store import Run


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pool")
    readers = {"three": planted.READERS["three"]}
    make = lambda name, **options: Run.open(planted.write_run(folder / name, n=20, readers=readers, **options))  # noqa: E731
    return {
        "one": make("one"),
        "again": make("again", seed=5),
        "seed": make("seed", sample_seed=13),
        "wiki": make("wiki", dataset="2wikimultihopqa"),
        "text": make("text", changes={"packing": {"template": "{text}"}}),
        "top": make("top", changes={"retrieval": {"top_k": 12}}),
        "size": make("size", changes={"datasets": [{"name": "hotpotqa", "limit": 21}]}),
    }


def test_seeds_and_data_sets_are_pooled_as_instances(runs):
    found = pool([runs["one"], runs["seed"], runs["wiki"]])
    assert found.seeds == (42, 13)
    assert found.datasets == ("hotpotqa", "2wikimultihopqa")
    assert len(found.questions) == 60
    assert len(found.outcomes(["chunk_naive"], ["token_f1"], kinds="all", budget_tokens=160)) == 60


def test_an_instance_in_two_runs_counts_once(runs):
    found = pool([runs["one"], runs["again"]])
    assert len(found.questions) == 20
    rows = found.outcomes(["chunk_naive"], ["token_f1"], kinds="all", dataset="hotpotqa", reader="three")
    assert len(rows) == 20 * 3


@pytest.mark.parametrize(
    ("other", "setting"),
    [
        ("text", r"packing.template \({title}: {text} and {text}\)"),
        ("top", r"representation chunk.top_k \(5 and 12\)"),
        ("size", r"data set hotpotqa.limit \(20 and 21\)"),
    ],
)
def test_other_settings_are_refused_by_name(runs, other, setting):
    with pytest.raises(ValueError, match=f"runs must share every setting to be pooled: one and {other} .*{setting}"):
        pool([runs["one"], runs[other]])


def test_nothing_to_pool_is_refused():
    with pytest.raises(ValueError, match="at least one run must be chosen"):
        pool([])


def test_a_run_agrees_with_itself(runs):
    assert differing_settings(runs["one"].manifest, runs["one"].manifest) == ()


def test_kinds_are_in_or_out(runs):
    found = pool([runs["one"]])
    assert (len(found.instances(kinds="span")), len(found.instances(kinds="all"))) == (18, 20)
    assert found.outcomes(["chunk_naive"], ["token_f1"], kinds="span")["question_id"].nunique() == 18


def manifest(**readers):
    return {"config": {"readers": readers}, "labels": {}}


def test_ladder_runs_from_small_to_large_with_the_control_marked():
    found = ladder(
        [
            manifest(
                big={"model": "Qwen/Qwen2.5-14B-Instruct", "quantization": "nf4"},
                q={"model": "models/SmolLM2-135M-Instruct.Q4_1.gguf"},
                seven={"model": "Qwen/Qwen2.5-7B-Instruct", "quantization": None},
                seven4={"model": "Qwen/Qwen2.5-7B-Instruct", "quantization": "nf4"},
                lexical={"model": None},
                small={"model": "SmolLM2-135M-Instruct"},
            )
        ]
    )
    assert [(rung.reader, rung.title, rung.is_control, rung.is_small) for rung in found] == [
        ("lexical", "lexical", False, True),
        ("small", "135M", False, True),
        ("q", "135M q4_1", True, True),
        ("seven", "7B", False, False),
        ("seven4", "7B nf4", True, False),
        ("big", "14B nf4", False, False),
    ]


def test_control_of_a_quantised_file_is_the_one_quantised_once_more():
    file = {"model": "models/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"}
    found = ladder(
        [
            manifest(
                four={**file, "quantization": "nf4"},
                half=file,
                other={"model": "qwen2.5-coder-0.5b-instruct-q8_0.gguf"},
            )
        ]
    )
    assert [(rung.reader, rung.title, rung.is_control) for rung in found] == [
        ("half", "0.5B q4_k_m", False),
        ("other", "0.5B q8_0", False),
        ("four", "0.5B q4_k_m, nf4", True),
    ]


def test_size_is_unknown_where_the_name_does_not_say():
    (rung,) = ladder([manifest(a={"model": "someone/mystery-instruct"})])
    assert (rung.size, rung.is_small) == ("size unknown", False)
