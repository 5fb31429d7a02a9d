"""Reading against transformers' plain batched generate, and against llama.cpp: ``python -m bench reading``."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from math import floor, log2
from pathlib import Path
from time import perf_counter

from bench.reading_rows import prompts_of_rows
from budgetrag.readers import ReaderOptions
from budgetrag.readers.batching import longest_first
from budgetrag.readers.generation import LoadedModel, answer_line, generate_first_lines, pad_left
from budgetrag.readers.hf import ModelReader, gguf_reader
from budgetrag.readers.prefix_tree import build_tree
from budgetrag.readers.tree_generation import TreeReader
from budgetrag.threads import side_by_side
from budgetrag.types import Prompt

MODEL = "SmolLM2-135M-Instruct"
BATCH, NEW_TOKENS = 16, 32
PEER = Path(__file__).resolve().parent / ".venv" / "bin" / "python"
Rows = Sequence[list[int]]
Answers = list[list[int]]


@dataclass(frozen=True)
class Measured:
    """One way of reading: what it wrote for every distinct prompt, and how long all took."""

    written: Answers
    seconds: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a file of HotpotQA records; default: the embedded almanac")
    parser.add_argument("--questions", type=int, default=6, help="questions, each with every policy and budget")
    parser.add_argument("--model", default=MODEL, help="an offline model's name, a folder or a hub id")
    parser.add_argument("--gguf", type=Path, help="read this file instead, with llama.cpp beside")
    parser.add_argument("--dtype", default="auto", choices=("auto", "bfloat16", "float32"))
    parser.add_argument("--quantization", choices=("nf4",))
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", choices=("both-ends",), help="leave out the steps between plain and ours")
    arguments = parser.parse_args()
    options = ReaderOptions(
        model=str(arguments.gguf or arguments.model), dtype=arguments.dtype, quantization=arguments.quantization
    )
    reader = gguf_reader(options) if arguments.gguf else ModelReader(options)
    prompts = prompts_of_rows(arguments.data, arguments.questions, reader.prompt)
    ours = compare(reader, prompts, arguments)
    if arguments.gguf:
        against_llama(arguments.gguf, [prompt.text for prompt in prompts], ours, arguments.threads)


def compare(reader: ModelReader, asked: Sequence[Prompt], arguments: argparse.Namespace) -> dict[str, str]:
    """Print every step from plain reading to ours, and where the answers of the two ends differ.

    Returns:
        Our answer to every distinct prompt.
    """
    import torch

    torch.set_num_threads(arguments.threads)
    loaded = reader._ready()
    if reader._trees is None:
        raise SystemExit("the model is not read in trees, see the warning above")
    prompts = [prompt.text for prompt in asked]
    question_of = {prompt.text: prompt.question for prompt in asked}
    distinct = sorted(question_of, key=lambda text: question_of[text])  # a question's prompts together, as in a run
    rows = dict(zip(distinct, reader._prompt_ids(distinct), strict=True))
    groups = [[rows[text] for text in group] for _, group in groupby(distinct, key=lambda text: question_of[text])]
    every, once = [rows[text] for text in prompts], list(rows.values())
    print(f"{reader.name}, {loaded.model.dtype}, {loaded.model.device}, {arguments.threads} threads")
    print(f"{len(prompts)} rows of {arguments.questions} questions, {len(once)} distinct prompts\n")
    print_tokens(every, groups, reader.design.template.partition("{context}")[0], reader)
    warm_up(loaded, once)

    print(f"\n{'':<46}{'seconds':>9}{'rows/s':>8}{'prompts/s':>11}{'over plain':>12}")
    plain = timed(lambda: in_batches(loaded, every))
    show("plain generate, batches of 16, every row", plain.seconds, len(prompts), len(prompts), plain.seconds)
    for name, step in steps(loaded, once) if arguments.only is None else ():
        seconds = timed(step).seconds
        show(name, seconds, len(prompts), len(once), plain.seconds)
    trees = TreeReader(loaded, reader._trees._head)
    if arguments.only is None:
        seconds = timed(lambda: [in_tree(trees, group) for group in groups]).seconds
        show("+ prefix trees, question by question", seconds, len(prompts), len(once), plain.seconds)
    ours = timed(lambda: list(chain.from_iterable(side_by_side(partial(in_tree, trees), groups))))
    show("+ questions side by side = ours", ours.seconds, len(prompts), len(once), plain.seconds)
    first = dict(zip(prompts, plain.written, strict=True))
    print_differences(loaded, rows, [first[text] for text in distinct], ours.written)
    return {text: answer_line(loaded, written).text for text, written in zip(distinct, ours.written, strict=True)}


def print_tokens(every: Rows, groups: Sequence[Rows], head: str, reader: ModelReader) -> None:
    """Print how many prompt tokens each step leaves to compute."""
    n_head = len(reader._prompt_ids([head])[0])
    once = list(chain.from_iterable(groups))
    in_all = sum(map(len, every))
    left = {
        "of every row": in_all,
        "of distinct prompts": sum(map(len, once)),
        "of these, after the head": sum(map(len, once)) - n_head * len(once) + n_head,
        "in prefix trees": sum(len(build_tree(group)) - n_head for group in groups) + n_head,
    }
    for name, n in left.items():
        print(f"prompt tokens {name:<32}{n:>9}{n / in_all:>8.1%}")


def warm_up(loaded: LoadedModel, rows: Rows) -> None:
    """Read a little both ways, so that nothing timed is a first time."""
    generate_first_lines(loaded, rows[:2], max_new_tokens=2)
    TreeReader(loaded).write(list(rows[:2]), max_new_tokens=2)


def steps(loaded: LoadedModel, once: Rows) -> list[tuple[str, Callable[[], Answers]]]:
    """Return the ways of reading between plain and ours, each one step more."""
    sorted_rows = [once[i] for i in longest_first([len(row) for row in once])]

    def until_line_end(rows: Rows) -> Answers:
        for start in range(0, len(rows), BATCH):
            generate_first_lines(loaded, rows[start : start + BATCH], max_new_tokens=NEW_TOKENS)
        return []

    return [
        ("+ equal prompts once", lambda: in_batches(loaded, once)),
        ("+ stop at the end of the line", lambda: until_line_end(once)),
        ("+ sorted by length", lambda: until_line_end(sorted_rows)),
    ]


def timed(read: Callable[[], Answers]) -> Measured:
    start = perf_counter()
    written = read()
    return Measured(written, perf_counter() - start)


def in_batches(loaded: LoadedModel, rows: Rows) -> Answers:
    """Read as one would: transformers' generate, row after row, 32 new tokens."""
    import torch

    written: Answers = []
    for start in range(0, len(rows), BATCH):
        ids, mask = pad_left(loaded, rows[start : start + BATCH])
        with torch.inference_mode():
            output = loaded.model.generate(  # type: ignore[operator]
                input_ids=ids, attention_mask=mask, do_sample=False, max_new_tokens=NEW_TOKENS
            )
        written += output[:, ids.shape[1] :].tolist()
    return written


def in_tree(trees: TreeReader, rows: Rows) -> Answers:
    """Read one question's prompts as a run does on a CPU."""
    return trees.write(rows, max_new_tokens=NEW_TOKENS)


def show(name: str, seconds: float, n_rows: int, n_read: int, plain_seconds: float) -> None:
    """Print one line; rows a second are outcome rows, whether read or known from an equal prompt."""
    rates = f"{n_rows / seconds:>8.2f}{n_read / seconds:>11.2f}"
    print(f"{name:<46}{seconds:>9.1f}{rates}{plain_seconds / seconds:>12.2f}", flush=True)


def print_differences(loaded: LoadedModel, rows: dict[str, list[int]], plain: Answers, ours: Answers) -> None:
    """Print which answers differ, and by how little plain reading preferred its own token where they part."""
    pairs = [
        (row, left, right)
        for row, left, right in zip(rows.values(), plain, ours, strict=True)
        if answer_line(loaded, left).text != answer_line(loaded, right).text
    ]
    print(f"\nidentical answers: {len(rows) - len(pairs)} of {len(rows)}")
    for row, left, right in pairs:
        margin, spacing = margin_where_they_part(loaded, row, left, right)
        texts = f"{answer_line(loaded, left).text!r} | {answer_line(loaded, right).text!r}"
        print(f"  plain | ours: {texts}; one row alone: logits {margin:+.3f} apart, neighbours {spacing:.3f}")


def margin_where_they_part(
    loaded: LoadedModel, row: list[int], left: list[int], right: list[int]
) -> tuple[float, float]:
    """Return how far ``left``'s token lies above ``right``'s at the first step where they differ.

    Computed on the one row alone, without padding; beside it the distance of neighbouring numbers of that size.
    """
    import torch

    step = next(i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b)
    with torch.inference_mode():
        ids = torch.tensor([row + left[:step]], device=loaded.model.device)
        logits = loaded.model(input_ids=ids, use_cache=False, logits_to_keep=1).logits[0, -1]
    best = float(logits[left[step]])
    spacing = torch.finfo(logits.dtype).eps * 2.0 ** floor(log2(max(abs(best), 1e-9)))
    return best - float(logits[right[step]]), spacing


def against_llama(file: Path, prompts: Sequence[str], ours: dict[str, str], threads: int) -> None:
    """Print llama.cpp's rate on the same file and the same distinct prompts, a question's together as ours has them."""
    if not PEER.is_file():
        print("llama.cpp: bench/.venv is not there")
        return
    distinct = list(ours)
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder) / "prompts.json"
        task.write_text(json.dumps(distinct), encoding="utf-8")
        command = [str(PEER), "-m", "bench.reading_peer", str(file), str(task), str(threads)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        print("llama.cpp: not installed in bench/.venv, or it failed (above)", file=sys.stderr)
        return
    found = json.loads(done.stdout.splitlines()[-1])
    seconds = float(found["seconds"])
    same = sum(text.strip() == ours[prompt] for prompt, text in zip(distinct, found["answers"], strict=True))
    rates = f"{len(prompts) / seconds:>8.2f}{len(distinct) / seconds:>11.2f}"
    print(f"\n{'llama.cpp, each distinct prompt, line stop':<46}{seconds:>9.1f}{rates}")
    print(f"answers equal to ours: {same} of {len(distinct)} (it computes with the file's quantised weights)")


if __name__ == "__main__":
    main()
