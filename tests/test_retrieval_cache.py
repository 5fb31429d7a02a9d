"""The embedding cache: nothing is computed twice, nothing damaged is used."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from budgetrag.retrieval import EmbeddingCache, unit_rows


class CountingEmbedder:
    """Letter counts as vectors; remembers what it was asked for, and can fail at a text."""

    def __init__(self, fails_at=None, version="1"):
        self.asked, self.fails_at, self.version = [], fails_at, version

    name = "letters"

    def fingerprint(self):
        return f"letters-{self.version}"

    def embed(self, texts):
        if self.fails_at in texts:
            raise RuntimeError("interrupted")
        self.asked += texts
        counts = [[text.count(letter) for letter in "abcdef"] for text in texts]
        return unit_rows(np.array(counts, dtype=np.float32).reshape(-1, 6))


TEXTS = ["abc", "bbb", "", "facade", "abc", "דבר", "cab\x00", "fed"]


def test_cached_vectors_equal_the_embedders(tmp_path):
    cached = EmbeddingCache(CountingEmbedder(), tmp_path, shard_size=3)
    expected = CountingEmbedder().embed(TEXTS)
    for _ in range(2):
        np.testing.assert_array_equal(cached.embed(TEXTS), expected)
    assert cached.name == "letters"


def test_second_process_embeds_only_new_texts(tmp_path):
    EmbeddingCache(CountingEmbedder(), tmp_path).embed(TEXTS)
    later = CountingEmbedder()
    vectors = EmbeddingCache(later, tmp_path).embed(["new", *TEXTS[::-1]])
    assert later.asked == ["new"]
    np.testing.assert_array_equal(vectors, CountingEmbedder().embed(["new", *TEXTS[::-1]]))


def test_repeated_texts_are_embedded_once(tmp_path):
    embedder = CountingEmbedder()
    EmbeddingCache(embedder, tmp_path).embed(["abc"] * 5)
    assert embedder.asked == ["abc"]


def test_an_interrupted_run_keeps_its_finished_files(tmp_path):
    with pytest.raises(RuntimeError, match="interrupted"):
        EmbeddingCache(CountingEmbedder(fails_at="facade"), tmp_path, shard_size=2).embed(TEXTS)
    resumed = CountingEmbedder()
    EmbeddingCache(resumed, tmp_path, shard_size=2).embed(TEXTS)
    assert resumed.asked == ["", "facade", "דבר", "cab\x00", "fed"]


@pytest.mark.parametrize(
    "damage", [lambda content: content[:-5], lambda content: b"", lambda content: b"x" + content[1:]]
)
def test_a_damaged_file_is_reported_and_computed_again(tmp_path, caplog, damage):
    EmbeddingCache(CountingEmbedder(), tmp_path, shard_size=3).embed(TEXTS)
    file = sorted(tmp_path.rglob("*.npy"))[0]
    file.write_bytes(damage(file.read_bytes()))
    again = CountingEmbedder()
    with caplog.at_level(logging.WARNING):
        vectors = EmbeddingCache(again, tmp_path, shard_size=3).embed(TEXTS)
    np.testing.assert_array_equal(vectors, CountingEmbedder().embed(TEXTS))
    assert 0 < len(again.asked) <= 3
    assert file.name in caplog.text


def test_another_fingerprint_shares_nothing(tmp_path):
    EmbeddingCache(CountingEmbedder(), tmp_path).embed(TEXTS)
    other = CountingEmbedder(version="2")
    EmbeddingCache(other, tmp_path).embed(["abc"])
    assert other.asked == ["abc"]


def test_a_full_disk_leaves_no_partial_file(tmp_path, monkeypatch):
    cached = EmbeddingCache(CountingEmbedder(), tmp_path)
    cached.embed(["abc"])

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        cached.embed(["fed"])
    assert len([file for file in tmp_path.rglob("*") if file.is_file()]) == 1
    monkeypatch.undo()
    np.testing.assert_array_equal(cached.embed(["fed"]), CountingEmbedder().embed(["fed"]))


def test_no_texts_give_no_rows_and_no_files(tmp_path):
    assert EmbeddingCache(CountingEmbedder(), tmp_path).embed([]).shape == (0, 6)
    assert list(tmp_path.iterdir()) == []


def test_shard_size_below_one_is_refused(tmp_path):
    with pytest.raises(ValueError, match="shard_size must be >= 1, got 0"):
        EmbeddingCache(CountingEmbedder(), tmp_path, shard_size=0)


def test_files_are_read_whole_once_in_whatever_order_texts_come(tmp_path, monkeypatch):
    texts = [letter * n for n in range(1, 9) for letter in "abcdef"]
    EmbeddingCache(CountingEmbedder(), tmp_path, shard_size=4).embed(texts)
    read, read_bytes = [], type(tmp_path).read_bytes
    monkeypatch.setattr(type(tmp_path), "read_bytes", lambda file: read.append(file) or read_bytes(file))
    cached = EmbeddingCache(CountingEmbedder(), tmp_path, shard_size=4)
    mixed = texts[::5] + texts[1::5] + texts[2::5] + texts[3::5] + texts[4::5]
    for start in range(0, len(mixed), 6):
        np.testing.assert_array_equal(
            cached.embed(mixed[start : start + 6]), CountingEmbedder().embed(mixed[start : start + 6])
        )
    assert sorted(read) == sorted(tmp_path.rglob("*.npy"))
