"""A tiny real run for the inspector's tests: every stage is real, only the embedder is a hashed bag of words."""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from budgetrag.config import Config, parse_config
from budgetrag.config_readers import ReaderConfig
from budgetrag.pipeline import Plugins, run_pipeline
from budgetrag.readers import Reader, ReaderOptions, get_reader
from budgetrag.retrieval.embedder import unit_rows
from budgetrag.store import open_run
from budgetrag.text import words

NASTY = (
    "<script>window.hacked=1</script> <img src=x onerror='window.hacked=1'> **bold** $x$ &amp; x <b y\u202egnp\u200b"
)
WORLD = {
    "Lantern Guild": [
        "The Lantern Guild was founded in 1311 by Ilse Vorrun to keep the harbour lights of Tern.",
        "Its members still carry a brass wick on feast days.",
        "A second hall opened in Maris in 1402 and burned down in the great fire of that winter.",
    ],
    "Ilse Vorrun": [
        "Ilse Vorrun (1278-1340) was a chandler and reformer of the guild laws of the coast.",
        "She was born in Osterwick, the daughter of a ferryman, and came to Tern at nineteen.",
        "Her letters were printed long after her death.",
    ],
    "Lantern Festival": [
        "The Lantern Festival of Tern, often confused with the feast of the guild, began in 1718.",
        "It is held on the first moonless night of autumn.",
    ],
    "Maris": ["Maris is a market town on the river Aun.", "It has two bridges and a lantern tower."],
    "Brass wick": ["A brass wick is a small emblem worn by lamp keepers.", "The guild of Tern made the first."],
    "Osterwick": ["Osterwick is a ferry town.", "The founder of the town is not known."],
    "Aun": ["The Aun is a river that rises near Maris and ends at Tern."],
    "Harbour lights": ["The harbour lights of Tern were lit by whale oil until 1840.", "They are electric today."],
    NASTY: [f"The town of {NASTY} was founded by nobody.", "It is a guild of lanterns."],
    "Ferrymen": ["Ferrymen of the coast had their own guild.", "It was older than that of the lanterns."],
}
QUESTIONS = (
    ("q-born", "In which town was the founder of the Lantern Guild born?", "Osterwick", "bridge", (0, 1)),
    ("q-year", "In which year was the Lantern Guild founded?", "1311", "bridge", (0,)),
    ("q-river", "Which river rises near Maris?", "Aun", "bridge", (6,)),
    ("q-both", "Are both Maris and Osterwick towns?", "yes", "comparison", (3, 5)),
    ("q-nasty", f"Who founded the town of {NASTY}?", "nobody", "bridge", (8,)),
    ("q-absent", "Who keeps the harbour lights today?", "the port office", "bridge", (7,)),
)
BUDGETS = (24, 48, 96)


class HashedWords:
    """Embeds a text as its word counts, hashed into 64 columns."""

    name = "hashed words"

    def fingerprint(self) -> str:
        return "hashed-words-64"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in words(text):
                row[zlib.crc32(word.encode()) % 64] += 1.0
        return unit_rows(rows)


class Silent:
    """Progress that nobody watches."""

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[Callable[[int], None]]:
        yield lambda _: None


def records() -> list[dict[str, object]]:
    """Return the questions as HotpotQA records, each with all passages."""
    titles = list(WORLD)
    return [
        {
            "_id": question_id,
            "question": question,
            "answer": answer,
            "type": kind,
            "context": [[title, WORLD[title]] for title in titles],
            "supporting_facts": [[titles[i], 0] for i in gold],
        }
        for question_id, question, answer, kind, gold in QUESTIONS
    ]


def hostile_records() -> list[dict[str, object]]:
    """Return two questions whose every text is hostile."""
    titles = [NASTY, f"{NASTY} again", "Ilse Vorrun"]
    sentences = [[f"The town of {NASTY} is large.", f"{NASTY} founded it in 1311."], [NASTY, f"It is {NASTY}."]]
    return [
        {
            "_id": f"{NASTY} {i}",
            "question": f"Who founded the town of {NASTY}?",
            "answer": answer,
            "type": NASTY,
            "context": list(zip(titles, [*sentences, WORLD["Ilse Vorrun"]], strict=True)),
            "supporting_facts": [[titles[0], 0]],
        }
        for i, answer in enumerate((NASTY, "1311"))
    ]


def write_run(
    folder: Path,
    *,
    budgets: Sequence[int] = BUDGETS,
    readers: Sequence[str] = ("lexical",),
    own: Sequence[dict[str, object]] | None = None,
    changes: Mapping[str, object] | None = None,
) -> Path:
    """Make the run in ``folder``, of ``own`` records or of the questions above, and return it.

    Keys of its configuration can be changed.
    """
    source = folder.parent.parent / f"{folder.name}.jsonl"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("\n".join(json.dumps(record) for record in own or records()), encoding="utf-8")
    config = parse_config(
        {
            "name": "tiny",
            "budgets": list(budgets),
            "policies": ["chunk_naive", "chunk_mmr", "chunk_submodular", "chunk_bridge"],
            "readers": list(readers),
            "datasets": [{"name": "hotpotqa", "file": str(source)}],
            "retrieval": {"embedder": "hashed"},
            **(changes or {}),
        }
    )
    fill(config, folder)
    return folder


def fill(config: Config, folder: Path) -> None:
    """Run every stage of ``config`` into ``folder``."""
    identity = {"config": config.as_record(), "data_sha256": {}, "models": {}}
    with open_run(folder, identity) as run:
        run_pipeline(config, run, Plugins(HashedWords(), _reader), Silent())


def _reader(name: str, settings: ReaderConfig) -> Reader:
    return get_reader(settings.kind)(ReaderOptions(name=name))
