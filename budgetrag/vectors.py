"""Vectors that wait on disk: a search reads them a block at a time, so that memory does not grow with their number."""

from __future__ import annotations

import os
import tempfile
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


class VectorFile:
    """(n, dims) float32 rows in a file without a name, which is gone with this object, however its process ends.

    The file lies in the system's folder for temporary files (``TMPDIR``), 4 x dims bytes a row. Rows are added at the
    end and read as an array's would be: ``rows[start:stop]``, ``rows[indices]``.
    """

    def __init__(self, dims: int) -> None:
        """Open an empty file.

        Raises:
            OSError: If there is no place for it.
        """
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  closed with this object
        self._dims, self._n_rows = dims, 0

    def __len__(self) -> int:
        return self._n_rows

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and dimensions."""
        return self._n_rows, self._dims

    def append(self, rows: NDArray[np.float32]) -> None:
        """Add (m, dims) rows behind the last.

        Raises:
            ValueError: If they have other dimensions.
            OSError: If they cannot be written.
        """
        if rows.ndim != 2 or rows.shape[1] != self._dims:
            raise ValueError(f"rows must be (m, {self._dims}), got {rows.shape}")
        self._file.seek(0, os.SEEK_END)
        rest = _bytes(np.ascontiguousarray(rows, dtype=np.float32))
        while rest:
            rest = rest[self._file.write(rest) :]
        self._n_rows += len(rows)

    def __getitem__(self, wanted: slice | NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the rows of a range, or those of (m,) indices in their order, read from disk.

        Raises:
            ValueError: If the range leaves out rows in between.
            IndexError: If an index is not one of a row.
        """
        if isinstance(wanted, slice):
            start, stop, step = wanted.indices(self._n_rows)
            if step != 1:
                raise ValueError(f"a range of rows must be of step 1, got {step}")
            return self._read(start, max(start, stop))
        if len(wanted) and not (wanted.min() >= 0 and wanted.max() < self._n_rows):
            raise IndexError(f"indices must be in [0, {self._n_rows}), got {wanted.min()} to {wanted.max()}")
        rows = np.empty((len(wanted), self._dims), dtype=np.float32)
        starts = np.flatnonzero(np.diff(wanted, prepend=-2) != 1).tolist()  # neighbours are read at once
        for first, last in pairwise([*starts, len(wanted)]):
            at = int(wanted[first])
            rows[first:last] = self._read(at, at + last - first)
        return rows

    def _read(self, start: int, stop: int) -> NDArray[np.float32]:
        width = 4 * self._dims
        rows = np.empty((stop - start, self._dims), dtype=np.float32)
        rest, offset = _bytes(rows), start * width
        while rest:
            n_read = os.preadv(self._file.fileno(), [rest], offset)
            if not n_read:
                raise OSError("temporary file of vectors must be whole, got its end too early")
            rest, offset = rest[n_read:], offset + n_read
        return rows


def _bytes(rows: NDArray[np.float32]) -> memoryview:
    return rows.data.cast("B") if rows.size else memoryview(b"")
