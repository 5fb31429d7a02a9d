"""Where a data set's records come from: a local file or the Hugging Face hub."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from budgetrag.datasets.fields import Record
from budgetrag.datasets.files import read_records


@dataclass(frozen=True, slots=True)
class Source:
    """A local file, or a data set on the hub; what is left None falls back to the data set's own default.

    Attributes:
        path: Local ``.json``, ``.jsonl``, ``.json.gz`` or ``.jsonl.gz`` file; excludes the other three.
        hub_id: Name on the hub, such as ``"hotpotqa/hotpot_qa"``.
        subset: The hub data set's configuration.
        split: The hub data set's split.
    """

    path: Path | None = None
    hub_id: str | None = None
    subset: str | None = None
    split: str | None = None


def read_source(source: Source, default: Source) -> Iterator[Record]:
    """Yield the records of ``source`` one at a time.

    Args:
        source: Where to read; an empty one means ``default``.
        default: The data set's place on the hub. Its subset applies only under its own hub id.

    Raises:
        FileNotFoundError: If the local file does not exist.
        ValueError: If both kinds of place are given, or the place cannot be read.
    """
    if source.path is not None:
        if source.hub_id or source.subset or source.split:
            raise ValueError(f"source must be a local file or a hub data set, got both: {source}")
        return read_records(source.path)
    if source.hub_id is None or source.hub_id == default.hub_id:
        subset = source.subset or default.subset
        return _read_hub(Source(None, default.hub_id, subset, source.split or default.split))
    return _read_hub(Source(None, source.hub_id, source.subset, source.split or default.split))


def _read_hub(place: Source) -> Iterator[Record]:
    from datasets import load_dataset

    name = " ".join(part for part in (place.hub_id, place.subset, place.split) if part)
    try:
        rows = load_dataset(place.hub_id, place.subset, split=place.split, streaming=True)
        for number, row in enumerate(rows, start=1):
            yield Record(f"hub data set {name}, record {number}", row)
    except (OSError, ValueError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(
            f"hub data set {name!r} could not be read: {reason}; check its name, subset, split and the network, "
            "or give a local file"
        ) from error
