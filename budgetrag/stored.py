"""Records that wait on disk, so that memory does not grow with their number."""

from __future__ import annotations

import os
import pickle
import tempfile
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")
_BYTES_WAITING = 2**18  # written together


class _Placed(Sequence[T], Generic[T], ABC):
    """A sequence whose records are read anew at every access."""

    @abstractmethod
    def _read(self, place: int) -> T:
        """Return the record at a place from 0."""

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        """Return the record at ``place``, or a tuple of those in a range."""
        if isinstance(place, slice):
            return tuple(self._read(at) for at in range(*place.indices(len(self))))
        return self._read(range(len(self))[place])


class Stored(_Placed[T]):
    """A sequence in a file without a name, which is gone with this object, however its process ends.

    Memory holds eight bytes a record. Every access reads the record anew: equal to what was added, not the same object.
    The file lies in the system's folder for temporary files (``TMPDIR``).
    """

    def __init__(self, records: Iterable[T] = ()) -> None:
        """Store ``records``.

        Raises:
            OSError: If they cannot be written.
        """
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  closed with this object
        self._offsets = array("q", [0])
        self._waiting, self._n_written = bytearray(), 0
        for record in records:
            self.append(record)

    def append(self, record: T) -> int:
        """Add ``record`` behind the last and return its place.

        Raises:
            OSError: If it cannot be written.
        """
        self._waiting += pickle.dumps(record, pickle.HIGHEST_PROTOCOL)
        self._offsets.append(self._n_written + len(self._waiting))
        if len(self._waiting) >= _BYTES_WAITING:
            self._write()
        return len(self) - 1

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def _read(self, place: int) -> T:
        start, end = self._offsets[place], self._offsets[place + 1]
        if start >= self._n_written:  # written together, so never in part
            begin = start - self._n_written
            record: T = pickle.loads(self._waiting[begin : begin + end - start])
        else:
            record = pickle.loads(os.pread(self._file.fileno(), end - start, start))
        return record

    def _write(self) -> None:
        rest = memoryview(bytes(self._waiting))
        while rest:
            rest = rest[self._file.write(rest) :]
        self._n_written += len(self._waiting)
        self._waiting.clear()


class Chosen(_Placed[T]):
    """Some records of a sequence, in an order of their own."""

    def __init__(self, records: Sequence[T], places: Iterable[int]) -> None:
        """Choose the records at ``places``."""
        self._records, self._places = records, array("q", places)

    def __len__(self) -> int:
        return len(self._places)

    def _read(self, place: int) -> T:
        return self._records[self._places[place]]
