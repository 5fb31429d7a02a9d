"""Readers that need no weights: the registry, prompts, batching and the lexical reader."""

import subprocess
import sys

import pytest
from jinja2 import TemplateError

from budgetrag.readers import READERS, ReaderOptions, TokenScores, get_reader
from budgetrag.readers.batching import longest_first, run_batched
from budgetrag.readers.generation import first_line
from budgetrag.readers.lexical import LexicalReader
from budgetrag.readers.prompts import CHAT_INSTRUCTION, EXAMPLES, chat_design, choose_design, completion_design

CONTEXT = (
    "Oskel Weir: Oskel Weir is a weir on the River Thavne, built in 1712 by Ilvane Brask.\nBees: Bees live in hives."
)


class FakeTokenizer:
    """Writes turns in brackets; refuses a system turn if told so."""

    def __init__(self, *, chat_template="yes", system_role=True):
        self.chat_template = chat_template
        self._system_role = system_role

    def apply_chat_template(self, messages, **options):
        assert options["tokenize"] is False
        assert options["add_generation_prompt"] is True
        if messages[0]["role"] == "system" and not self._system_role:
            raise TemplateError("System role not supported")
        return "".join(f"[{turn['role']}]{turn['content']}" for turn in messages) + "[assistant]"


def test_importing_readers_loads_no_model_library():
    code = "import sys, budgetrag.readers, budgetrag.models; print({'torch', 'transformers'} & set(sys.modules))"
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "set()"


def test_unknown_kind_lists_what_there_is():
    with pytest.raises(ValueError, match=r"one of \['endpoint', 'gguf', 'hf', 'lexical'\], got 'bert'"):
        get_reader("bert")
    assert list(READERS) == sorted(READERS)


@pytest.mark.parametrize("field", ["batch_size", "max_new_tokens"])
def test_counts_below_one_are_refused(field):
    with pytest.raises(ValueError, match=f"reader {field} must be >= 1, got 0"):
        ReaderOptions(**{field: 0})


@pytest.mark.parametrize("context", ["", "a {question} in {braces} and {context} \\1 {0}", "عربي 中文 🐝\x00"])
@pytest.mark.parametrize("design", [completion_design(), chat_design(FakeTokenizer())])
def test_prompt_is_the_template_with_both_filled_in_verbatim(design, context):
    prompt = design.prompt("Who {context}?", context)
    before, after = design.template.split("{context}")
    between, end = after.split("{question}")
    assert prompt.text == before + context + between + "Who {context}?" + end
    assert (prompt.question, prompt.context) == ("Who {context}?", context)


def test_chat_instruction_moves_to_the_user_turn_where_there_is_no_system_role():
    with_role = chat_design(FakeTokenizer()).template
    without = chat_design(FakeTokenizer(system_role=False)).template
    assert with_role.startswith(f"[system]{CHAT_INSTRUCTION}[user]Context:")
    assert without.startswith(f"[user]{CHAT_INSTRUCTION}\n\nContext:")
    assert with_role.count("[assistant]") == without.count("[assistant]") == len(EXAMPLES) + 1
    assert with_role.endswith("[user]Context:\n{context}\nQuestion: {question}[assistant]")
    assert without.endswith("[user]Context:\n{context}\nQuestion: {question}[assistant]")


@pytest.mark.parametrize(
    ("style", "template", "model", "expected"),
    [
        ("auto", "yes", "Qwen2.5-7B-Instruct", "chat"),
        ("auto", "yes", "SmolLM2-135M-Instruct", "completion"),
        ("auto", None, "gemma-3-270m", "completion"),
        ("chat", "yes", "SmolLM2-135M-Instruct", "chat"),
        ("completion", "yes", "Qwen2.5-7B-Instruct", "completion"),
    ],
)
def test_style_follows_the_model_unless_asked(style, template, model, expected):
    assert choose_design(style, FakeTokenizer(chat_template=template), model).style == expected


def test_chat_style_needs_a_chat_template():
    with pytest.raises(ValueError, match="needs a model with a chat template, which base has not"):
        choose_design("chat", FakeTokenizer(chat_template=None), "base")


def test_batches_go_longest_first_and_outputs_come_back_in_order():
    batches = []
    lengths = [5, 9, 1, 7, 3]
    outputs = run_batched(
        lengths, 2, lambda batch: batches.append(batch) or [f"out{i}" for i in batch], order=longest_first(lengths)
    )
    assert batches == [[1, 3], [0, 4], [2]]
    assert outputs == [f"out{i}" for i in range(5)]
    assert run_batched([], 2, lambda batch: batch, order=[]) == []


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("CUDA out of memory. Tried"),
        RuntimeError("DefaultCPUAllocator: can't allocate memory"),
    ],
)
def test_batch_that_runs_out_of_memory_is_halved_and_stays_halved(error):
    sizes = []

    def run(batch):
        sizes.append(len(batch))
        if len(batch) > 2:
            raise error
        return batch

    assert run_batched([1] * 9, 8, run, order=range(9)) == list(range(9))
    assert sizes == [8, 4, 2, 2, 2, 2, 1]


def test_prompt_that_does_not_fit_alone_is_named():
    def run(batch):
        raise MemoryError

    with pytest.raises(MemoryError, match="one prompt at a time, and one of 70 tokens does not fit"):
        run_batched([30, 70], 4, run, order=[1, 0])


def test_other_runtime_errors_are_not_taken_for_lack_of_memory():
    def run(batch):
        raise RuntimeError("shape mismatch")

    with pytest.raises(RuntimeError, match="shape mismatch"):
        run_batched([1, 1], 2, run, order=[0, 1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [(" Paris\nQuestion: x", "Paris"), ("\n\n Paris ", "Paris"), ("", ""), ("\n \n", ""), ("a\r\nb", "a")],
)
def test_answer_is_the_first_line_that_holds_something(text, expected):
    assert first_line(text) == expected


def test_total_is_the_sum_and_zero_for_nothing():
    assert TokenScores(("a", "b"), (-1.0, -0.5)).total == -1.5
    assert TokenScores((), ()).total == 0


@pytest.mark.parametrize(
    ("question", "context", "expected"),
    [
        ("Who built the weir on the Thavne?", CONTEXT, "Ilvane Brask"),
        ("When was Oskel Weir built?", CONTEXT, "1712"),
        ("Was Ilvane Brask or Mira Vell the builder of Oskel Weir?", CONTEXT, "no"),
        ("Who is a builder, Mira Vell or Ilvane Brask?", CONTEXT, "Ilvane Brask"),
        ("Is Oskel Weir on the River Thavne?", CONTEXT, "yes"),
        ("Is Oskel Weir older than Castle Grendmoor?", CONTEXT, "no"),
        ("Who built it?", "", ""),
        ("Who built it?", " \n ", ""),
        ("", CONTEXT, "Oskel Weir"),
        ("من بنى السد", "بنى السد إيلفان", "إيلفان"),
    ],
)
def test_lexical_reader_answers_by_proximity(question, context, expected):
    reader = LexicalReader(ReaderOptions())
    (answer,) = reader.read([reader.prompt(question, context)])
    assert answer.text == expected
    assert answer.prompt_tokens is None


def test_lexical_reader_always_says_that_it_has_no_model():
    assert LexicalReader(ReaderOptions()).name == "lexical (no model)"
    assert LexicalReader(ReaderOptions(name="floor")).name == "floor (no model)"
    assert LexicalReader(ReaderOptions(name="floor, no model")).name == "floor, no model"


def test_lexical_design_rebuilds_the_prompt():
    reader = LexicalReader(ReaderOptions())
    assert reader.prompt("Who?", CONTEXT).text == f"{CONTEXT}\n\nWho?"
    assert reader.design.style == "none"
