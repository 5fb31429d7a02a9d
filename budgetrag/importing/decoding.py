"""Bytes to text: which encoding a log is in, and gzip with a limit."""

from __future__ import annotations

import codecs
import io
import zlib
from dataclasses import dataclass
from gzip import BadGzipFile, GzipFile

from budgetrag.importing.table import MAX_BYTES

GZIP_MAGIC = b"\x1f\x8b"
_SAMPLE_BYTES = 4096
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8 with a byte-order mark"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text.

    Attributes:
        text: The text, without a byte-order mark.
        encoding: The encoding's name, in words.
        note: A sentence if the encoding had to be guessed, else "".
    """

    text: str
    encoding: str
    note: str = ""


def decode(content: bytes) -> Decoded:
    """Decode a text file: by its byte-order mark, else UTF-8, else UTF-16 if it looks so, else Windows-1252 / Latin-1.

    Raises:
        ValueError: If it has a byte-order mark that its bytes do not keep.
    """
    for mark, codec, name in _BOMS:
        if content.startswith(mark):
            try:
                return Decoded(content.decode(codec), name)
            except UnicodeDecodeError as error:
                raise ValueError(f"file must be {name}, as its byte-order mark says, but {error}") from error
    wide = _unmarked_utf16(content[:_SAMPLE_BYTES])
    if wide:
        return Decoded(content.decode(wide, "replace"), "UTF-16", "The file has no byte-order mark; read as UTF-16.")
    try:
        return Decoded(content.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError as error:
        return _western(content, f"The file is not UTF-8 (byte {error.start:,})")


def _western(content: bytes, reason: str) -> Decoded:
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:  # five bytes mean nothing there; Latin-1 has a character for every byte
        return Decoded(content.decode("latin-1"), "Latin-1", f"{reason}; read as Latin-1. Check the accents.")
    return Decoded(
        text, "Windows-1252", f"{reason}; read as Windows-1252, the common form of Latin-1. Check the accents."
    )


def _unmarked_utf16(sample: bytes) -> str:
    """Return the codec if nearly every other byte is zero, as in UTF-16 text of Latin letters; else ""."""
    half = len(sample) // 2
    if half < 2:
        return ""
    if sample[1::2].count(0) > 0.8 * half:
        return "utf-16-le"
    return "utf-16-be" if sample[0::2].count(0) > 0.8 * half else ""


def unzipped(content: bytes) -> bytes:
    """Return a gzip file's content.

    Raises:
        ValueError: If it is not a whole gzip file, or unpacks to more than ``MAX_BYTES``.
    """
    try:
        with GzipFile(fileobj=io.BytesIO(content)) as file:
            found = file.read(MAX_BYTES + 1)
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise ValueError(f"file must be a whole gzip file, but {error}") from error
    if len(found) > MAX_BYTES:
        raise ValueError(f"file must unpack to at most {MAX_BYTES // 2**20} MB, got more")
    return found
