"""The commands that would test what the loaded runs do not."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from budgetrag.config_policies import POLICIES, policies_of
from budgetrag.config_readers import READER_PRESETS
from budgetrag.config_representations import BUILT_IN, GIVEN
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


def more_retrieval(evidence: Evidence, dataset: str | None, policy: str) -> str:
    """Return the command that runs a policy beside the same packer over twice the retrieval.

    Args:
        evidence: The runs.
        dataset: The data set.
        policy: The policy.

    Returns:
        The command; "" where a log says what was retrieved.
    """
    own = evidence.policies[policy]
    name, settings = str(own["representation"]), evidence.representations[str(own["representation"])]
    if settings.get("retriever") == GIVEN:
        return ""
    more = {key: 2 * value if isinstance(value, int) else value for key, value in settings.items()}
    wider = f"{settings['kind']}{more.get('top_k', more.get('max_passages'))}"
    wider += "_more" if wider == name else ""
    made = {} if name in BUILT_IN else {name: settings}
    packed = _packed_as(own, name)
    sets = [f"representation.{each}={_inline(values)}" for each, values in {**made, wider: more}.items()]
    command = f"python -m precompute run {config_of(dataset)} --policies {name}_{packed},{wider}_{packed}"
    return " ".join([command, *(f"--set {shlex.quote(each)}" for each in sets), "--out runs/unlock"])


def _packed_as(policy: Mapping[str, Any], representation: str) -> str:
    """Return what follows the representation in the name of the built-in policy that packs most like ``policy``."""
    made = policies_of(representation)
    known = {name: each for name, each in made.items() if representation not in BUILT_IN or name in POLICIES}
    alike = [name for name, each in known.items() if each.packer == policy["packer"]]
    same = [name for name in alike if known[name].options == policy["options"]]
    return (same or alike)[0].removeprefix(f"{representation}_")


def _inline(values: Mapping[str, Any]) -> str:
    """Return texts and numbers by name as an inline TOML table."""
    return "{" + ", ".join(f"{key} = {json.dumps(value)}" for key, value in values.items()) + "}"


def larger_reader(evidence: Evidence, dataset: str | None) -> str:
    """Return the command that reads the same contexts with a larger reader too."""
    there = [name for manifest in evidence.manifests for name in manifest["config"]["readers"]]
    names = [name for name in there if name in READER_PRESETS]  # the config knows no others
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
