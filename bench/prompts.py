"""Ways of asking the same questions of one model: ``python -m bench prompts``."""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from time import perf_counter

from budgetrag.datasets import Source, get_dataset
from budgetrag.metrics import exact_match, token_f1
from budgetrag.readers import ReaderOptions
from budgetrag.readers.hf import ModelReader, gguf_reader
from budgetrag.readers.prompts import (
    CHAT_INSTRUCTION,
    INSTRUCTION,
    QUESTION,
    PromptDesign,
    chat_design,
    completion_design,
    templated,
)
from budgetrag.types import Question

WORDS, OTHERS, SEED = 60, 2, 5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a file of HotpotQA records; default: the embedded almanac")
    parser.add_argument("--questions", type=int, default=40, help="questions, drawn from all of them")
    parser.add_argument(
        "--model", default="SmolLM2-135M-Instruct", help="an offline model's name, a folder or a hub id"
    )
    parser.add_argument("--gguf", type=Path, help="read this file instead")
    arguments = parser.parse_args()
    options = ReaderOptions(model=str(arguments.gguf or arguments.model))
    reader = gguf_reader(options) if arguments.gguf else ModelReader(options)
    data = get_dataset("hotpotqa" if arguments.data else "almanac")
    asked = list(data.questions(Source(arguments.data)))
    random.Random(SEED).shuffle(asked)
    asked = asked[: arguments.questions]
    print(f"{reader.name}, {len(asked)} questions\n")
    print(f"{'':<46}{'EM':>7}{'F1':>7}{'yes/no for a span':>20}{'yes/no right':>15}{'seconds':>9}")
    for name, design in designs(reader).items():
        show(name, reader, design, asked)


def designs(reader: ModelReader) -> dict[str, PromptDesign]:
    """Return the ways of asking; those of a chat only where the model has a template."""
    found = {"two examples to continue": completion_design()}
    tokenizer = reader._ready_tokenizer()
    if tokenizer.chat_template is not None:
        bare = [("system", INSTRUCTION), ("user", f"{QUESTION}\nAnswer:")]
        short = [("system", CHAT_INSTRUCTION), ("user", QUESTION)]
        found["chat, the instruction of the examples"] = PromptDesign("chat", templated(tokenizer, bare))
        found["chat, its own instruction"] = PromptDesign("chat", templated(tokenizer, short))
        found["chat, its own instruction and two examples"] = chat_design(tokenizer)
    return found


def context(question: Question) -> str:
    """Return the gold passages between two others, each cut to its first words."""
    gold = [question.passages[i] for i in question.gold]
    others = [passage for passage in question.passages if passage not in gold][:OTHERS]
    shown = [*others[:1], *gold, *others[1:]]
    return "\n".join(f"{passage.title}: {' '.join(passage.text.split()[:WORDS])}" for passage in shown)


def show(name: str, reader: ModelReader, design: PromptDesign, asked: list[Question]) -> None:
    """Read every question once, asked in one way, and print the means over span questions, and how many yes/no."""
    reader.close()  # the template's head is computed when the model is loaded
    reader._design = design
    prompts = [reader.prompt(question.text, context(question)) for question in asked]
    reader._ready()
    start = perf_counter()
    answers = [answer.text for answer in reader.read(prompts)]
    seconds = perf_counter() - start
    pairs = list(zip(answers, asked, strict=True))
    spans = [(answer, question.answers) for answer, question in pairs if not is_boolean(*question.answers)]
    boolean = [(answer, question.answers) for answer, question in pairs if is_boolean(*question.answers)]
    em, f1 = (sum(metric(*pair) or 0 for pair in spans) / max(len(spans), 1) for metric in (exact_match, token_f1))
    wrong_kind = sum(is_boolean(answer) for answer, _ in spans)
    right = f"{sum(exact_match(*pair) or 0 for pair in boolean):.0f} of {len(boolean)}"
    print(f"{name:<46}{em:>7.3f}{f1:>7.3f}{f'{wrong_kind} of {len(spans)}':>20}{right:>15}{seconds:>9.0f}", flush=True)


def is_boolean(*answers: str) -> bool:
    """Return whether an answer is yes or no."""
    return any(answer.casefold().strip(". ") in ("yes", "no") for answer in answers)


if __name__ == "__main__":
    main()
