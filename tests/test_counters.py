import pytest
import tiktoken
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from budgetrag import counters
from budgetrag.text import words


@pytest.fixture
def tokenizer_folder(tmp_path):
    """A folder with a tokenizer that knows single letters and adds special tokens, as real ones do."""
    vocabulary = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2} | {letter: 3 + i for i, letter in enumerate("abcdefgh")}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    tokenizer.enable_truncation(max_length=4)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return tmp_path


def test_word_counter_counts_words():
    counter = counters.get_counter("words")
    assert counter.name == "words"
    assert counter.additive
    assert counter.count("Ilse's lamp, 1904") == len(words("Ilse's lamp, 1904")) == 4


def test_hf_counter_counts_ids_without_special_tokens_or_truncation(tokenizer_folder):
    counter = counters.get_counter(f"hf:{tokenizer_folder}")
    assert counter.name == f"hf:{tokenizer_folder}"
    assert not counter.additive
    assert counter.count("abc abcdefgh") == 11
    assert counter.count("") == 0


def test_hf_counter_needs_a_tokenizer_file(tmp_path):
    with pytest.raises(ValueError, match=r"tokenizer\.json, found none in"):
        counters.get_counter(f"hf:{tmp_path}")


def test_hf_counter_reports_a_broken_tokenizer_file(tmp_path):
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(ValueError, match="could not be loaded"):
        counters.get_counter(f"hf:{tmp_path}")


def test_tiktoken_counter_counts_special_token_text_as_text():
    ranks = {bytes([i]): i for i in range(256)}
    encoding = tiktoken.Encoding("bytes", pat_str=r".+", mergeable_ranks=ranks, special_tokens={"<|end|>": 256})
    assert counters.TiktokenCounter("tiktoken:bytes", encoding).count("é<|end|>") == 9


def test_unknown_tiktoken_encoding_lists_what_there_is():
    with pytest.raises(ValueError, match=r"must be one of .*o200k_base.*got 'lamp'"):
        counters.get_counter("tiktoken:lamp")


@pytest.mark.parametrize("name", ["", "word", "hf:", "tiktoken:", "words:", "lamp:oil"])
def test_unknown_counter_lists_the_forms(name):
    with pytest.raises(ValueError, match="counter must be one of words, hf:"):
        counters.get_counter(name)
