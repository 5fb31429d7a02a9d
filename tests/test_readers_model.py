"""Model readers, on a tiny random model: batching, early stop, scores, bad folders."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file
from tiny_model import WINDOW, make_gguf, make_model

from budgetrag.readers import ReaderOptions, get_reader
from budgetrag.readers.generation import first_line
from budgetrag.readers.hf import ModelReader
from budgetrag.readers.prompts import CHAT_INSTRUCTION

PROMPTS = [f"{'x' * (7 * i % 40)} What is {i}?" for i in range(24)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_model(tmp_path_factory.mktemp("tiny"), newline_boost=1.6)


def reader_of(folder, **options):
    return ModelReader(ReaderOptions(model=str(folder), dtype="float32", device="cpu", **options))


def padded(reader):
    """The same reader, reading in padded batches."""
    reader._ready()
    reader._trees = None
    return reader


@pytest.fixture(scope="module", params=["trees", "padded"])
def reader(folder, request):
    made = reader_of(folder, batch_size=5)
    return made if request.param == "trees" else padded(made)


def as_prompts(reader, texts):
    """Prompts whose text is exactly this, without the examples."""
    return [type(reader.prompt("", ""))("q", "c", text) for text in texts]


def plain_generation(reader, text, n_tokens=32):
    """Greedy decoding written out, without cache, padding or early stop."""
    loaded = reader._ready()
    ids = loaded.tokenizer(text)["input_ids"]
    new = []
    with torch.no_grad():
        for _ in range(n_tokens):
            new.append(int(loaded.model(torch.tensor([ids + new])).logits[0, -1].argmax()))
            if new[-1] in loaded.end_ids:
                break
    return loaded.tokenizer.decode(new, skip_special_tokens=True), new[-1] in loaded.end_ids


def test_batched_answers_equal_plain_greedy_decoding(reader):
    full = [plain_generation(reader, text) for text in PROMPTS]
    answers = reader.read(as_prompts(reader, PROMPTS))
    assert [answer.text for answer in answers] == [first_line(text) for text, _ in full]
    assert any("\n" in text.strip() for text, _ in full), "no answer had a second line to leave out"
    assert any("\n" not in text.strip() for text, _ in full), "no answer ran to the end"
    assert len({answer.text for answer in answers}) > 5
    assert {answer.finish for answer in answers} == {"stop"}


def test_an_answer_is_cut_where_neither_its_line_nor_the_model_has_ended(folder):
    short = reader_of(folder, max_new_tokens=3)
    full = [plain_generation(short, text, 3) for text in PROMPTS]
    ended = ["\n" in text.lstrip() or has_end for text, has_end in full]
    answers = short.read(as_prompts(short, PROMPTS))
    assert [answer.finish for answer in answers] == ["stop" if each else "length" for each in ended]
    assert len(set(ended)) == 2


def test_a_padded_batch_stops_when_every_first_line_is_complete(folder, monkeypatch):
    reader = padded(reader_of(folder))
    text = next(text for text in PROMPTS if "\n" in plain_generation(reader, text, 16)[0].strip())
    model = reader._ready().model
    widths = []
    forward = model.generate
    monkeypatch.setattr(model, "generate", lambda **inputs: widths.append(forward(**inputs)) or widths[-1])
    reader.read(as_prompts(reader, [text]))
    assert widths[0].shape[1] - len(text.encode()) <= 16


def test_prompt_tokens_are_the_readers_own_count(reader):
    (answer,) = reader.read(as_prompts(reader, ["näh"]))
    assert answer.prompt_tokens == 4


def test_padded_batches_that_run_out_of_memory_are_halved_and_change_no_answer(folder, monkeypatch):
    reader = padded(reader_of(folder, batch_size=5))
    expected = reader.read(as_prompts(reader, PROMPTS))
    model = reader._ready().model
    generate, sizes = model.generate, []

    def short_of_memory(**inputs):
        sizes.append(len(inputs["input_ids"]))
        if sizes[-1] > 2:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return generate(**inputs)

    monkeypatch.setattr(model, "generate", short_of_memory)
    assert reader.read(as_prompts(reader, PROMPTS)) == expected
    assert max(sizes) == 5
    assert min(sizes) <= 2


def test_prompt_beyond_the_context_window_is_refused_not_cut(reader):
    with pytest.raises(ValueError, match=f"context window of {WINDOW} tokens, got {WINDOW - 31} and 32; leave out"):
        reader.read(as_prompts(reader, ["y" * (WINDOW - 31)]))
    with pytest.raises(ValueError, match=f"got {WINDOW} and 1"):
        reader.log_likelihood(["y" * WINDOW], ["z"])
    assert len(reader.read(as_prompts(reader, ["y" * (WINDOW - 32)]))) == 1


def test_nothing_to_read_gives_nothing(reader):
    assert reader.read([]) == []
    assert reader.log_likelihood([], []) == []


def plain_log_probs(reader, prompt, continuation):
    loaded = reader._ready()
    head, tail = (loaded.tokenizer(text, add_special_tokens=False)["input_ids"] for text in (prompt, continuation))
    with torch.no_grad():
        log_probs = torch.log_softmax(loaded.model(torch.tensor([head + tail])).logits[0].double(), -1)
    return [float(log_probs[len(head) + i - 1, token]) for i, token in enumerate(tail)]


def test_scores_equal_a_plain_loop_whatever_the_padding(reader):
    continuations = [" abc"[: 1 + i % 4] * (1 + i % 5) for i in range(len(PROMPTS))]
    batched = reader.log_likelihood(PROMPTS, continuations)
    for prompt, continuation, scores in zip(PROMPTS, continuations, batched, strict=True):
        expected = plain_log_probs(reader, prompt, continuation)
        assert scores.log_probs == pytest.approx(expected, abs=1e-4)
        assert scores.total == pytest.approx(sum(expected), abs=1e-3)
        assert "".join(scores.tokens) == continuation
        (alone,) = reader.log_likelihood([prompt], [continuation])
        assert scores.log_probs == pytest.approx(alone.log_probs, abs=1e-4)


def test_all_one_token_continuations_make_a_distribution(reader):
    """Oracle: over the whole vocabulary of bytes that decode alone, probabilities stay at most 1 and are near it."""
    letters = [chr(code) for code in range(1, 128)]
    scores = reader.log_likelihood(["Say"] * len(letters), letters)
    total = sum(torch.tensor([score.total for score in scores]).exp().tolist())
    ids = reader._ready().tokenizer("Say")["input_ids"]
    with torch.no_grad():
        probabilities = reader._ready().model(torch.tensor([ids])).logits[0, -1].softmax(-1)
    tokens = [reader._ready().tokenizer(letter)["input_ids"][0] for letter in letters]
    assert total == pytest.approx(float(probabilities[tokens].sum()), abs=1e-5)


def test_empty_continuations_score_zero_beside_others(reader):
    empty, other = reader.log_likelihood(["ab", "abc"], ["", "d"])
    assert (empty.tokens, empty.log_probs, empty.total) == ((), (), 0)
    assert other.log_probs == pytest.approx(plain_log_probs(reader, "abc", "d"), abs=1e-4)
    (alone,) = reader.log_likelihood(["ab"], [""])
    assert alone.log_probs == ()


def test_scores_need_pairs_and_a_prompt(reader):
    with pytest.raises(ValueError, match="must be as many, got 2 and 1"):
        reader.log_likelihood(["a", "b"], ["c"])
    with pytest.raises(ValueError, match="prompt must have at least one token, got none"):
        reader.log_likelihood([""], ["c"])


def test_awkward_text_is_read(reader):
    texts = ["\x00", "🐝" * 9, "שלום", "中文", "\ud800 lone surrogate"]
    assert len(reader.read(as_prompts(reader, texts))) == len(texts)


def with_nf4_weights(folder):
    """Oracle: the plain model computing with each layer's weights rounded to NF4 and back."""
    from bitsandbytes.functional import dequantize_4bit, quantize_4bit

    rounded = reader_of(folder)
    for name, module in rounded._ready().model.named_modules():
        if isinstance(module, torch.nn.Linear) and name != "lm_head":
            module.weight.data = dequantize_4bit(*quantize_4bit(module.weight.data, quant_type="nf4", blocksize=64))
    return rounded


def test_nf4_computes_with_the_rounded_weights(folder, reader):
    quantized = reader_of(folder, quantization="nf4")
    assert type(quantized._ready().model.model.layers[0].mlp.up_proj).__name__ == "Linear4bit"
    assert quantized.name.endswith("-nf4")
    pair = (["What is this?"], [" abcdef"])
    got, expected, exact = (
        torch.tensor(each.log_likelihood(*pair)[0].log_probs) for each in (quantized, with_nf4_weights(folder), reader)
    )
    assert (got - expected).abs().max() < 0.25 * (got - exact).abs().max()
    assert len(quantized.read(as_prompts(quantized, PROMPTS[:3]))) == 3


def test_closed_reader_loads_again(folder):
    reader = reader_of(folder)
    before = reader.read(as_prompts(reader, PROMPTS[:2]))
    reader.close()
    assert reader._loaded is None
    assert reader.read(as_prompts(reader, PROMPTS[:2])) == before


def test_fingerprint_follows_weights_and_precision(folder, tmp_path):
    same, other = make_model(tmp_path / "same", newline_boost=1.6), make_model(tmp_path / "other", newline_boost=2.0)
    assert reader_of(folder).fingerprint() == reader_of(same).fingerprint()
    assert reader_of(folder).fingerprint() != reader_of(other).fingerprint()
    assert reader_of(folder).fingerprint() != reader_of(folder, quantization="nf4").fingerprint()
    assert "dtype=float32 quantization=None device=cpu" in reader_of(folder).fingerprint()


def test_fingerprint_names_the_type_that_auto_stands_for(folder):
    automatic = ModelReader(ReaderOptions(model=str(folder), device="cpu"))
    automatic._ready()
    dtype = str(automatic._loaded.model.dtype).removeprefix("torch.")
    assert f"dtype={dtype} " in automatic.fingerprint()
    same = ModelReader(ReaderOptions(model=str(folder), device="cpu", dtype=dtype))
    assert automatic.fingerprint() == same.fingerprint()


def test_truncated_weights_are_one_clear_sentence(tmp_path):
    folder = make_model(tmp_path / "cut")
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:5000])
    with pytest.raises(ValueError, match=r"reader model folder .*cut must be whole and loadable, fetch it again"):
        reader_of(folder).log_likelihood(["a"], ["b"])


def test_a_folder_that_lacks_some_weights_is_refused_not_filled_with_random_ones(tmp_path):
    folder = make_model(tmp_path / "part")
    weights = load_file(folder / "model.safetensors")
    del weights["lm_head.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ValueError, match=r"must be whole .* it lacks 1 of a causal model's weights, such as lm_head"):
        reader_of(folder).log_likelihood(["a"], ["b"])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (None, "reader model must be an offline model's name, a hub id or a folder, got none"),
        ("./nowhere", "an existing folder or a hub id owner/name, got './nowhere'; `python -m precompute models`"),
        ("no-such-model", "must be an offline model"),
    ],
)
def test_absent_model_is_refused_at_once(model, message):
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        get_reader("hf")(ReaderOptions(model=model))


def test_folder_without_a_config_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"model folder must hold config\.json"):
        get_reader("hf")(ReaderOptions(model=str(tmp_path)))


def test_unknown_device_is_refused(folder):
    reader = ModelReader(ReaderOptions(model=str(folder), device="cuda:99"))
    with pytest.raises(ValueError, match="device must be one that is here, got 'cuda:99'"):
        reader.log_likelihood(["a"], ["b"])


def test_chat_template_is_used_without_doubling_special_tokens(tmp_path):
    template = "{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}{% endfor %}<end>"
    reader = reader_of(make_model(tmp_path / "chat", chat_template=template))
    prompt = reader.prompt("Who {x}?", "A {y}.")
    assert reader.design.style == "chat"
    assert prompt.text.startswith(f"<system>{CHAT_INSTRUCTION}<user>Context:")
    assert prompt.text.endswith("<user>Context:\nA {y}.\nQuestion: Who {x}?<end>")
    assert reader._prompt_ids([prompt.text])[0][-1] == 256


def test_gguf_file_is_converted_once_and_read(tmp_path, monkeypatch):
    monkeypatch.setenv("BUDGETRAG_MODELS", str(tmp_path / "cache"))
    file = make_gguf(tmp_path / "tiny.gguf")
    reader = get_reader("gguf")(ReaderOptions(model=str(file)))
    assert reader.name == "tiny"
    (converted,) = (path for path in (tmp_path / "cache").iterdir() if path.is_dir())
    made = (converted / "model.safetensors").stat().st_mtime_ns
    (again,) = get_reader("gguf")(ReaderOptions(model=str(file))).log_likelihood(["What"], [" is"])
    assert (converted / "model.safetensors").stat().st_mtime_ns == made
    assert len(again.log_probs) == 3
    assert json.loads((converted / "config.json").read_text())["dtype"] == "bfloat16"


def test_gguf_reader_refuses_what_is_no_gguf_file(tmp_path, monkeypatch):
    monkeypatch.setenv("BUDGETRAG_MODELS", str(tmp_path / "cache"))
    other, cut = tmp_path / "other.gguf", make_gguf(tmp_path / "cut.gguf")
    other.write_bytes(b"not one")
    for size in (30, 2000, cut.stat().st_size // 2):
        short = tmp_path / f"cut{size}.gguf"
        short.write_bytes(cut.read_bytes()[:size])
        with pytest.raises(ValueError, match="cannot be converted, it is cut short or of an unknown kind"):
            get_reader("gguf")(ReaderOptions(model=str(short)))
    with pytest.raises(ValueError, match="must start with the bytes GGUF"):
        get_reader("gguf")(ReaderOptions(model=str(other)))
    with pytest.raises(FileNotFoundError, match="must be an existing file"):
        get_reader("gguf")(ReaderOptions(model=str(tmp_path / "none.gguf")))
    with pytest.raises(ValueError, match=r"must be a local \.gguf file, got none"):
        get_reader("gguf")(ReaderOptions())
    assert not [path for path in (tmp_path / "cache").iterdir() if path.is_dir()]
