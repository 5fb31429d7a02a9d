"""From the name in a config to a model that can be loaded, and to a digest of what it is."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from budgetrag.files import sha256
from budgetrag.models.cache import cache_dir, damage, read_stamp
from budgetrag.models.catalogue import OFFLINE_MODELS, find_offline_model

MODELS_COMMAND = "python -m precompute models"
_DEFINING = frozenset({".json", ".safetensors", ".bin", ".jinja", ".model", ".txt"})


def resolve(name_or_path: str) -> Path:
    """Return what to load for a model's name.

    An offline model's name gives its cache folder; an existing folder or file gives itself; anything of the form
    ``owner/name`` is taken for a hub id and given back as it is (``.as_posix()`` restores it on every system).

    Raises:
        FileNotFoundError: If the offline model is not in the cache, is damaged, or nothing of the name exists.
    """
    path = Path(name_or_path).expanduser()
    if path.exists():
        return _checked(path)
    if (model := find_offline_model(name_or_path)) is not None:
        folder = cache_dir() / model.name
        command = f"{MODELS_COMMAND} {model.name}" if model.optional else MODELS_COMMAND
        if (fault := damage(folder)) is not None:
            raise FileNotFoundError(f"model {model.name} cannot be loaded from {folder}: {fault}; run `{command}`")
        return folder
    if path.is_absolute() or name_or_path.startswith((".", "~")) or name_or_path.count("/") != 1:
        raise FileNotFoundError(
            f"model must be an offline model {sorted(OFFLINE_MODELS)}, an existing folder or a hub id owner/name, "
            f"got {name_or_path!r}; `{MODELS_COMMAND}` makes the offline ones"
        )
    return path


def _checked(path: Path) -> Path:
    if read_stamp(path) and (fault := damage(path)) is not None:
        raise FileNotFoundError(f"model folder {path} is damaged: {fault}; run `{MODELS_COMMAND}`")
    if path.is_dir() and not any((path / name).is_file() for name in ("config.json", "modules.json")):
        raise FileNotFoundError(f"model folder must hold config.json, found none in {path}")
    return path


def fingerprint(model: Path) -> str:
    """Return a digest of what defines a model: its configs, tokenizer and weights.

    A folder that this package made has its digests in its stamp; any other folder is read once. A hub id gives its
    commit.

    Returns:
        ``sha256:`` and 64 hexadecimal digits, or ``hub:`` and the commit.

    Raises:
        FileNotFoundError: If a hub id is neither in the local hub cache nor reachable.
    """
    if not model.exists():
        return f"hub:{_hub_commit(model.as_posix())}"
    digests = {entry.path: entry.sha256 for entry in read_stamp(model)} if damage(model) is None else _digests(model)
    lines = [f"{path} {digest}\n" for path, digest in sorted(digests.items()) if Path(path).suffix in _DEFINING]
    return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"


def _digests(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {
        path.relative_to(folder).as_posix(): _sha256_once(path, path.stat().st_size, path.stat().st_mtime_ns)
        for path in files
        if path.suffix in _DEFINING
    }


@lru_cache(maxsize=256)
def _sha256_once(path: Path, size_bytes: int, modified_ns: int) -> str:  # noqa: ARG001 - they make the key
    return sha256(path)


def _hub_commit(repo: str) -> str:
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return Path(hf_hub_download(repo, "config.json")).parent.name
    except (LocalEntryNotFoundError, HfHubHTTPError, ValueError, OSError) as error:
        raise FileNotFoundError(
            f"hub model {repo!r} is neither in the local hub cache nor reachable: {error}"
        ) from error
