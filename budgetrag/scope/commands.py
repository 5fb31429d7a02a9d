"""The commands that would test what the loaded runs do not."""

from __future__ import annotations

from collections.abc import Mapping

from budgetrag.scope.evidence import Evidence

_CONFIGS: Mapping[str, str] = {
    "hotpotqa": "hotpotqa",
    "2wikimultihopqa": "2wikimultihopqa",
    "musique": "musique",
    "ragbench_covidqa": "ragbench",
    "ragbench_expertqa": "ragbench",
    "almanac": "demo",
}
LARGER_READER = "Qwen/Qwen2.5-7B-Instruct"


def config_of(dataset: str | None) -> str:
    """Return the config that a data set is run with."""
    return f"configs/{_CONFIGS.get(dataset or '', 'hotpotqa')}.toml"


def other_budgets(evidence: Evidence, dataset: str | None) -> str:
    """Return the command that adds a tighter and a looser budget to those there are."""
    budgets = evidence.budgets
    wanted = sorted({*budgets, max(32, budgets[0] // 2), budgets[-1] * 2})
    return f"python -m precompute run {config_of(dataset)} --budgets {','.join(map(str, wanted))} --out runs/budgets"


def larger_reader(evidence: Evidence, dataset: str | None) -> str:
    """Return the command that reads the same contexts with a larger reader too."""
    names = [name for manifest in evidence.manifests for name in manifest["config"]["readers"]]
    readers = ",".join(dict.fromkeys([*names, "larger"]))
    return (
        f"python -m precompute run {config_of(dataset)} --readers {readers} --set 'reader.larger.kind=\"hf\"' "
        f"--set 'reader.larger.model=\"{LARGER_READER}\"' --out runs/readers"
    )


def more_questions(dataset: str | None, n_questions: int) -> str:
    """Return the command that runs so many questions."""
    return f"python -m precompute run {config_of(dataset)} --limit {n_questions} --out runs/more"


def other_dataset(evidence: Evidence) -> str:
    """Return the command that runs a data set that is not there yet."""
    missing = [name for name in _CONFIGS if name not in evidence.datasets]
    return f"python -m precompute run {config_of(missing[0] if missing else None)}"
