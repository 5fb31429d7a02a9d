"""The journal of a reader's finished answers: one line per batch, on disk before the next batch starts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from budgetrag.files import sync_folder
from budgetrag.types import Answer


class Journal:
    """Finished answers by prompt hash, append-only.

    A line that a crash tore, or that is no batch, is cut off when the journal is opened, with whatever follows it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.answers: dict[str, Answer] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch()
            sync_folder(path.parent)
        self._load()

    def append(self, answers: Mapping[str, Answer]) -> None:
        """Add one batch of answers; on return they are on disk.

        Raises:
            OSError: If they cannot be written.
        """
        entry = {key: [answer.text, answer.prompt_tokens, answer.finish] for key, answer in answers.items()}
        try:
            with self._path.open("ab") as file:
                file.write(json.dumps(entry).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            error.filename = str(self._path)  # a full disk names no file
            raise
        self.answers.update(answers)

    def _load(self) -> None:
        whole = 0
        with self._path.open("rb") as file:
            for line in file:
                try:
                    answers = {key: Answer(*fields) for key, fields in json.loads(line).items()}
                except (ValueError, TypeError, AttributeError):
                    break
                if not line.endswith(b"\n"):
                    break
                self.answers.update(answers)
                whole += len(line)
        if whole < self._path.stat().st_size:
            os.truncate(self._path, whole)
