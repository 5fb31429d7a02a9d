"""Parts of tables: what a stage has finished so far, each part there whole or not at all."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from budgetrag.files import atomic_file, write_atomically
from budgetrag.rows import Row
from budgetrag.store.damage import readable
from budgetrag.store.schema import ROWS_PER_GROUP, SCHEMAS, to_table

BYTES_PER_GROUP = 64 * 2**20
# Every setting that the bytes depend on is fixed here.
_WRITER: Mapping[str, Any] = {
    "version": "2.6",
    "data_page_version": "1.0",
    "compression": "zstd",
    "compression_level": 3,
    "use_dictionary": True,
    "write_statistics": True,
}


def part_path(folder: Path, table: str, index: int) -> Path:
    """Return where part ``index`` of ``table`` lies in a stage's folder of parts."""
    return folder / f"{table}-{index:06d}.parquet"


def write_part(folder: Path, index: int, tables: Mapping[str, Sequence[Row]]) -> None:
    """Write one part of several tables; the part counts as written when the last of them is there.

    Raises:
        OSError: If it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        buffer = io.BytesIO()
        pq.write_table(to_table(name, rows), buffer, row_group_size=max(len(rows), 1), **_WRITER)
        write_atomically(part_path(folder, name, index), buffer.getvalue())


def join_parts(folder: Path, table: str, n_parts: int, target: Path) -> None:
    """Put the parts of ``table`` together, in order, as ``target``; memory is bounded by one row group.

    Raises:
        OSError: If it cannot be written.
        DamagedRunError: If a part cannot be read.
    """
    write_table(table, (_read_part(part_path(folder, table, i)) for i in range(n_parts)), target)


def _read_part(path: Path) -> pa.Table:
    with readable(path):
        return pq.read_table(path.absolute())  # a relative path with a colon is taken for a URL


def write_table(name: str, pieces: Iterable[pa.Table], target: Path) -> None:
    """Write ``pieces`` as one table, whole or not at all; row groups are whole pieces.

    Raises:
        OSError: If it cannot be written.
    """
    with atomic_file(target) as file, pq.ParquetWriter(file, SCHEMAS[name], **_WRITER) as writer:
        for group in _groups(pieces):
            writer.write_table(group.combine_chunks(), row_group_size=max(group.num_rows, 1))


def _groups(pieces: Iterable[pa.Table]) -> Iterator[pa.Table]:
    waiting: list[pa.Table] = []
    n_rows = n_bytes = 0
    for piece in pieces:
        waiting.append(piece)
        n_rows += piece.num_rows
        n_bytes += piece.nbytes
        if n_rows >= ROWS_PER_GROUP or n_bytes >= BYTES_PER_GROUP:
            yield pa.concat_tables(waiting)
            waiting, n_rows, n_bytes = [], 0, 0
    if n_rows:
        yield pa.concat_tables(waiting)
