"""llama.cpp on prompts from a file, run by ``bench.reading`` in bench/.venv; prints its seconds as JSON.

It keeps the cache of the prompt before and computes only what the next one does not share with it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

NEW_TOKENS = 32
CONTEXT_TOKENS = 2048


def main(model: str, task: str, threads: str) -> None:
    from llama_cpp import Llama

    prompts = json.loads(Path(task).read_text(encoding="utf-8"))
    llama = Llama(model, n_ctx=CONTEXT_TOKENS, n_threads=int(threads), n_threads_batch=int(threads), verbose=False)
    llama.create_completion(prompts[0], max_tokens=1, temperature=0.0)
    llama.reset()
    start = perf_counter()
    answers = [
        llama.create_completion(prompt, max_tokens=NEW_TOKENS, temperature=0.0, stop=["\n"])["choices"][0]["text"]
        for prompt in prompts
    ]
    print(json.dumps({"seconds": perf_counter() - start, "answers": answers}))


if __name__ == "__main__":
    main(*sys.argv[1:])
