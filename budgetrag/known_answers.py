"""What a reader has answered before, in any run: taken before reading begins, added to as it goes."""

from __future__ import annotations

from collections.abc import Mapping

from budgetrag.answer_store import AnswerStore
from budgetrag.readers import Reader
from budgetrag.reading import ReadingPlan
from budgetrag.store.journal import Journal
from budgetrag.types import Answer, Prompt


class KnownAnswers:
    """One reader's part of the answer store; without a store nothing is known and nothing kept."""

    def __init__(self, store: AnswerStore | None, reader: Reader, *, max_new_tokens: int) -> None:
        """Look in ``store``, where answers count as the same reader's if the model and all settings agree."""
        self._store = store
        self._scope = answer_scope(reader, max_new_tokens=max_new_tokens) if store is not None else ""
        self._asked: dict[str, str] = {}

    def take(self, plan: ReadingPlan, journal: Journal) -> int:
        """Put what is known of the plan's unanswered prompts into the journal; return how many that were."""
        n_known = 0
        for batch in plan.batches(journal.answers) if self._store is not None else ():
            texts = {prompt.text: key for key, prompt in batch.items()}
            found = self._store.find(self._scope, list(texts)) if self._store is not None else {}
            if found:
                journal.append({texts[text]: answer for text, answer in found.items()})
                n_known += len(found)
        return n_known

    def ask(self, batch: dict[str, Prompt]) -> dict[str, Prompt]:
        """Remember the texts of prompts that are now being read, and return the batch."""
        if self._store is not None:
            self._asked.update({key: prompt.text for key, prompt in batch.items()})
        return batch

    def keep(self, answers: Mapping[str, Answer]) -> None:
        """Store answers, by prompt hash, to prompts that were asked."""
        if self._store is not None:
            self._store.add(self._scope, {self._asked.pop(key): answer for key, answer in answers.items()})


def answer_scope(reader: Reader, *, max_new_tokens: int) -> str:
    """Return all that an answer depends on beside its prompt: greedy decoding to the end of the first line."""
    return f"greedy first line 2\n{reader.fingerprint()}\nstyle={reader.design.style} max_new_tokens={max_new_tokens}"
