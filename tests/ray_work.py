"""What the tests of the engine on Ray send to its workers: work that kills its worker once, fails, or takes notes."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tiny import EchoReader

from budgetrag.packing import PackedPart, PackingSetup, Part, pack_part
from budgetrag.readers import UnansweredError
from budgetrag.types import Answer, Prompt, content_hash


def die_once(marker: Path) -> None:
    """Kill this process as hard as ``kill -9``, unless one has died of this marker already."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def pack_and_die(marker: Path, setup: PackingSetup, part: Part) -> PackedPart:
    """Pack, but die once with the third part in hand."""
    if part.index == 2:
        die_once(marker)
    return pack_part(setup, part)


def die_if_drawn(folder: Path, seed: int, item: str) -> None:
    """Kill this process the first time it has an item in hand that the seed draws, one in two."""
    if random.Random(f"ray {seed} {item}").random() < 0.5:
        die_once(folder / item)


def pack_and_die_if_drawn(folder: Path, seed: int, setup: PackingSetup, part: Part) -> PackedPart:
    die_if_drawn(folder, seed, f"pack {part.index}")
    return pack_part(setup, part)


@dataclass
class DrawnReader(EchoReader):
    """Dies with every batch that the seed draws, once with each."""

    folder: Path = Path()
    seed: int = 0

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        die_if_drawn(self.folder, self.seed, f"read {content_hash(prompts[0].text)[:16]}")
        return super().read(prompts)


def numbered(part: Part) -> PackedPart:
    return PackedPart(part.index, ())


def faulty(part: Part) -> PackedPart:
    raise ZeroDivisionError(f"part {part.index}")


@dataclass
class MortalReader(EchoReader):
    """Dies once in its second batch."""

    marker: Path = Path()
    n_batches: int = 0

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        self.n_batches += 1
        if self.n_batches == 2:
            die_once(self.marker)
        return super().read(prompts)


def noted_reader(log: Path) -> EchoReader:
    """A reader that is written down with its process whenever it is made."""
    with log.open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    return EchoReader()


class HalfReader(EchoReader):
    """Answers the first prompt of each batch, no more."""

    def read(self, prompts: Sequence[Prompt]) -> list[Answer]:
        raise UnansweredError("the server must answer, got nothing", {0: super().read(prompts[:1])[0]})


class OtherReader(EchoReader):
    """Another model under the same name."""

    def fingerprint(self) -> str:
        return "echo:2"
