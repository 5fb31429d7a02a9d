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
    against_loops(asked, best)
    against_peers(asked, best)


def against_loops(asked: Sequence[Pool], repeats: int) -> None:
    """Print the policies against the loops: four budgets in one sweep against four runs of the loop."""
    problems = [Problem.of(pool) for pool in asked]
    library, plain = dict.fromkeys(POLICIES, 0.0), dict.fromkeys(POLICIES, 0.0)
    for name, (packer, loop) in POLICIES.items():
        for pool, problem in zip(asked, problems, strict=True):
            seconds, swept = best_of(repeats, lambda: packer.sweep(pool, BUDGETS))  # noqa: B023
            library[name] += seconds
            for budget, selection in zip(BUDGETS, swept, strict=True):
                loop_seconds, expected = best_of(max(1, repeats // 4), lambda: loop(problem, budget))  # noqa: B023
                if list(selection.order) != expected:
                    raise SystemExit(f"{name} at {budget}: the loop chose {expected}, the packer {selection.order}")
                plain[name] += loop_seconds
    print(f"\n{'policy':<24}{'packer ms':>11}{'loop ms':>11}{'ratio':>8}   (ms per question and budget)")
    n_runs = len(asked) * len(BUDGETS)
    for name in POLICIES:
        row(name, library[name], plain[name], n_runs)
    row("the three objectives", *(sum(part[name] for name in OBJECTIVE) for part in (library, plain)), 3 * n_runs)
    row("all six", sum(library.values()), sum(plain.values()), 6 * n_runs)
    print("every packer chose what its loop chose")


def row(name: str, library: float, plain: float, n_runs: int) -> None:
    """Print one line."""
    print(f"{name:<24}{1e3 * library / n_runs:>11.3f}{1e3 * plain / n_runs:>11.2f}{plain / library:>8.1f}")


def against_peers(asked: Sequence[Pool], repeats: int) -> None:
    """Print seconds per selected item of the peers over those of chunk_submodular in its sweep."""
    one, swept = ours_per_item(asked, repeats)
    print(f"\n{'selection only':<48}{'us / item':>11}{'over ours':>11}")
    for peer in PEERS:
        if importlib.util.find_spec(peer.package) is None:
            print(f"{peer.name:<48}  not installed")
        else:
            peer_row(peer.name, per_item(peer, asked, repeats), swept)
    peer_row("chunk_submodular, four terms, budget by budget", one, swept)
    peer_row("chunk_submodular, four terms, in one sweep", swept, swept)


def peer_row(name: str, seconds: float, ours: float) -> None:
    """Print one line."""
    print(f"{name:<48}{1e6 * seconds:>11.1f}{seconds / ours:>11.1f}")


def ours_per_item(asked: Sequence[Pool], repeats: int) -> tuple[float, float]:
    """Return seconds per selected item of chunk_submodular, budget by budget and in one sweep."""
    packer = POLICIES["chunk_submodular"][0]
    one, swept, n_items = 0.0, 0.0, 0
    for pool in asked:
        seconds, selections = best_of(repeats, lambda: packer.sweep(pool, BUDGETS))  # noqa: B023
        swept += seconds
        n_items += sum(len(selection.order) for selection in selections)
        one += sum(best_of(repeats, lambda: packer.select(pool, budget))[0] for budget in BUDGETS)  # noqa: B023
    return one / n_items, swept / n_items


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
