"""Typed access to the fields of a record, with errors that say where, what was expected and what was found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from budgetrag.text import clean


class RecordError(ValueError):
    """A record does not have the shape its data set promises."""


@dataclass(frozen=True, slots=True)
class Record:
    """One raw record and where it stands.

    Attributes:
        where: Place to name in an error, such as ``"dev.jsonl, line 17"``.
        fields: The record's fields, unchecked.
    """

    where: str
    fields: Mapping[str, object]

    def error(self, field: str, expected: str, found: object) -> RecordError:
        """Return the error that ``field`` was not what was ``expected``, ready to raise."""
        shown = describe(found)
        return RecordError(f"{self.where}: {field} must be {expected}, found {shown}; correct or remove the record")

    def get(self, field: str) -> object:
        """Return a field's raw value.

        Raises:
            RecordError: If the record has no such field.
        """
        if field not in self.fields:
            names = ", ".join(map(str, self.fields)) or "none"
            raise RecordError(f"{self.where}: {field} is missing; expected a record with that field, found {names}")
        return self.fields[field]


def describe(found: object) -> str:
    """Return a short description of a raw value in JSON's words.

    >>> describe(None), describe([1, 2]), describe("lamp")
    ('null', 'a list of 2', "the string 'lamp'")
    """
    if isinstance(found, str):
        return f"the string {found[:40]!r}" + ("…" if len(found) > 40 else "")
    if isinstance(found, list | tuple):
        return f"a list of {len(found)}"
    if isinstance(found, Mapping):
        return "an object with " + (", ".join(map(str, found)) or "no fields")
    return json.dumps(found, default=repr)


def as_text(record: Record, field: str, found: object) -> str:
    """Return ``found`` as cleaned text, "" allowed.

    Raises:
        RecordError: If it is not a string.
    """
    if not isinstance(found, str):
        raise record.error(field, "a string", found)
    return clean(found)


def as_list(record: Record, field: str, found: object) -> list[object]:
    """Return ``found`` as a list.

    Raises:
        RecordError: If it is not a list.
    """
    if not isinstance(found, list | tuple):
        raise record.error(field, "a list", found)
    return list(found)


def as_object(record: Record, field: str, found: object) -> Mapping[str, object]:
    """Return ``found`` as a mapping.

    Raises:
        RecordError: If it is not an object.
    """
    if not isinstance(found, Mapping):
        raise record.error(field, "an object", found)
    return found


def as_pair(record: Record, field: str, found: object) -> tuple[object, object]:
    """Return ``found`` as a pair.

    Raises:
        RecordError: If it is not a list of two.
    """
    if not isinstance(found, list | tuple) or len(found) != 2:
        raise record.error(field, "a list of two", found)
    return found[0], found[1]


def member(record: Record, field: str, parent: Mapping[str, object], key: str) -> object:
    """Return ``parent[key]``, where ``field`` names the parent.

    Raises:
        RecordError: If the parent has no such key.
    """
    if key not in parent:
        raise record.error(field, f"an object with {key}", parent)
    return parent[key]


def question_text(record: Record) -> str:
    """Return the ``question`` field.

    Raises:
        RecordError: If it is missing, no string or empty.
    """
    text = as_text(record, "question", record.get("question"))
    if not text:
        raise record.error("question", "a question", record.get("question"))
    return text


def record_id(record: Record) -> str:
    """Return ``_id`` or ``id``; whole numbers become text.

    Raises:
        RecordError: If both are missing, or the one there is neither text nor a whole number, or is empty.
    """
    field = "_id" if "_id" in record.fields else "id"
    found = record.get(field)
    text = str(found) if isinstance(found, int) and not isinstance(found, bool) else as_text(record, field, found)
    if not text:
        raise record.error(field, "a non-empty string", found)
    return text


def optional_text(record: Record, field: str) -> str:
    """Return a text field that may be absent or null, "" then.

    Raises:
        RecordError: If it is there and no string.
    """
    found = record.fields.get(field)
    return "" if found is None else as_text(record, field, found)


def distinct_answers(texts: list[str]) -> tuple[str, ...]:
    """Return the non-empty ``texts`` without repeats, in order."""
    return tuple(dict.fromkeys(text for text in texts if text))
