"""Packing against a plain loop and against apricot-select and submodlib: ``python -m bench packing``."""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable, Sequence
from time import process_time
from typing import TypeVar

import numpy as np

from bench import loops
from bench.loops import Problem
from bench.peers import PEERS, Peer
from bench.questions import pools
from budgetrag.packers import Packer, Pool, get_packer
from budgetrag.packers.objective import Weights
from budgetrag.packers.submodular import Submodular

T = TypeVar("T")
BUDGETS = (96, 128, 160, 224)
Loop = Callable[[Problem, int], list[int]]
POLICIES: dict[str, tuple[Packer, Loop]] = {
    "chunk_naive": (get_packer("naive"), loops.naive),
    "chunk_focused": (get_packer("focused"), loops.focused),
    "chunk_mmr": (get_packer("mmr"), loops.mmr),
    "chunk_submodular": (get_packer("submodular"), loops.submodular),
    "chunk_submodular_half": (get_packer("submodular", {"cost_exponent": 0.5}), loops.half),
    "chunk_bridge": (get_packer("bridge"), loops.bridge),
}
OBJECTIVE = ("chunk_submodular", "chunk_submodular_half", "chunk_bridge")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=10, help="questions of 160 candidates each")
    parser.add_argument(
        "--repeats", type=int, default=20, help="the best of so many runs counts (a quarter as many for the loops)"
    )
    arguments = parser.parse_args()
    asked, best = pools(arguments.questions), arguments.repeats
    print(f"{len(asked)} questions x 160 candidates x budgets {BUDGETS}; CPU time on one thread, best of {best}")
    ours = against_loops(asked, best)
    against_peers(asked, best, ours)


def against_loops(asked: Sequence[Pool], repeats: int) -> float:
    """Print the policies against the loops; return seconds per selected item of chunk_submodular."""
    problems = [Problem.of(pool) for pool in asked]
    library, plain, items = dict.fromkeys(POLICIES, 0.0), dict.fromkeys(POLICIES, 0.0), dict.fromkeys(POLICIES, 0)
    for name, (packer, loop) in POLICIES.items():
        for pool, problem in zip(asked, problems, strict=True):
            for budget in BUDGETS:
                seconds, selection = best_of(repeats, lambda: packer.select(pool, budget))  # noqa: B023
                loop_seconds, expected = best_of(max(1, repeats // 4), lambda: loop(problem, budget))  # noqa: B023
                if list(selection.order) != expected:
                    raise SystemExit(f"{name} at {budget}: the loop chose {expected}, the packer {selection.order}")
                library[name] += seconds
                plain[name] += loop_seconds
                items[name] += len(expected)
    print(
        f"\n{'policy':<24}{'packer ms':>11}{'loop ms':>11}{'ratio':>8}{'us / item':>11}   (ms per question and budget)"
    )
    n_runs = len(asked) * len(BUDGETS)
    for name in POLICIES:
        row(name, library[name], plain[name], n_runs, items[name])
    row("the three objectives", *(sum(part[name] for name in OBJECTIVE) for part in (library, plain)), 3 * n_runs)
    row("all six", sum(library.values()), sum(plain.values()), 6 * n_runs)
    print("every packer chose what its loop chose")
    return library["chunk_submodular"] / items["chunk_submodular"]


def row(name: str, library: float, plain: float, n_runs: int, n_items: int = 0) -> None:
    """Print one line."""
    per_item = f"{1e6 * library / n_items:>11.1f}" if n_items else ""
    print(f"{name:<24}{1e3 * library / n_runs:>11.3f}{1e3 * plain / n_runs:>11.2f}{plain / library:>8.1f}{per_item}")


def against_peers(asked: Sequence[Pool], repeats: int, ours: float) -> None:
    """Print seconds per selected item of the peers over those of chunk_submodular."""
    print(f"\n{'peer (selection only)':<40}{'us / item':>11}{'over ours':>11}")
    for peer in PEERS:
        if importlib.util.find_spec(peer.package) is None:
            print(f"{peer.name:<40}  not installed")
            continue
        theirs = per_item(peer, asked, repeats)
        print(f"{peer.name:<40}{1e6 * theirs:>11.1f}{theirs / ours:>11.1f}")
    print(f"{'budgetrag chunk_submodular, four terms':<40}{1e6 * ours:>11.1f}{1.0:>11.1f}")


def per_item(peer: Peer, asked: Sequence[Pool], repeats: int) -> float:
    """Return seconds per selected item of a peer, after one run to warm it up."""
    seconds, n_items = 0.0, 0
    for pool in asked:
        run = peer.prepare(pool.similarity, pool.line_tokens)
        run(BUDGETS[0])
        for budget in BUDGETS:
            spent, chosen = best_of(repeats, lambda: run(budget))  # noqa: B023
            seconds += spent
            n_items += len(chosen)
            if pool.line_tokens[chosen].sum() > budget:
                raise SystemExit(f"{peer.name} overran the budget {budget}")
            if peer.same_as_coverage and chosen != coverage_only(pool, budget):
                print(f"{peer.name} at {budget}: chose {chosen}, our coverage term {coverage_only(pool, budget)}")
    return seconds / n_items


def coverage_only(pool: Pool, budget: int) -> list[int]:
    """Return what our greedy chooses by the coverage term alone, without a cap on snippets or a fallback."""
    weights = Weights(relevance=0, query_coverage=0, representativeness=1, diversity=0)
    selection = Submodular(1.0, weights, len(pool.candidates)).select(pool, budget)
    return list(selection.replaced or selection.order)


def best_of(repeats: int, run: Callable[[], T]) -> tuple[float, T]:
    """Return the least CPU seconds of ``repeats`` runs and the last result."""
    least = np.inf
    for _ in range(repeats):
        start = process_time()
        found = run()
        least = min(least, process_time() - start)
    return float(least), found


if __name__ == "__main__":
    main()
