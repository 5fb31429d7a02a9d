"""A run's configuration: TOML, checked, with messages that name the key."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from budgetrag.config_checks import distinct, known_counter, one_of, shows_text
from budgetrag.config_errors import sentence
from budgetrag.config_policies import POLICIES, Policy
from budgetrag.config_readers import READER_PRESETS, ReaderConfig
from budgetrag.config_section import Budgets, Name, Positive, Section, Seed
from budgetrag.datasets import DATASETS
from budgetrag.text import DEFAULT_TEMPLATE

LOG = "log"  # a user's own log, read by budgetrag.importing; no data set


class DatasetConfig(Section):
    """One ``[[datasets]]`` entry.

    Attributes:
        name: One of ``DATASETS``, or "log" for a log of one's own.
        file: A local file of its records; else they come from the hub.
        columns: Which column of a log is what, role -> column; None recognises or guesses them.
        hub_id: Its name on the hub, in place of the data set's own.
        subset: The hub data set's configuration.
        split: The hub data set's split.
        limit: Questions to sample per seed; None takes all.
        size: Questions to generate (almanac only).
        on_error: Stop at a record of the wrong shape, or leave it out and count it.
    """

    name: Annotated[str, AfterValidator(lambda value: one_of({*DATASETS, LOG}, "data set", value))]
    file: str | None = None
    columns: dict[str, str] | None = None
    hub_id: str | None = None
    subset: str | None = None
    split: str | None = None
    limit: Positive | None = None
    size: Positive | None = None
    on_error: Literal["raise", "skip"] = "raise"

    @model_validator(mode="after")
    def _places_agree(self) -> DatasetConfig:
        if self.file is not None and (self.hub_id or self.subset or self.split):
            raise ValueError("must give a file or a place on the hub, got both")
        if self.size is not None and self.name != "almanac":
            raise ValueError(f"size is for almanac only, got it for {self.name}")
        if self.name == LOG and self.file is None:
            raise ValueError("a log must have a file, got none")
        if self.columns is not None and self.name != LOG:
            raise ValueError(f"columns are for a log only, got them for {self.name}")
        return self


class RetrievalConfig(Section):
    """``[retrieval]``: which passages a question gets.

    Attributes:
        retriever: The kind of retriever; "given" takes a log's passages in their order.
        embedder: An offline model's name, a hub id or a local folder.
        dims: Dimensions kept of each embedding.
        top_k: Passages per question.
        pool: Search all sampled questions' passages ("corpus") or the question's own ("question").
    """

    retriever: Literal["dense", "given"] = "dense"
    embedder: str = "all-MiniLM-L6-v2"
    dims: Positive = 320
    top_k: Positive = 5
    pool: Literal["corpus", "question"] = "corpus"


class PackingConfig(Section):
    """``[packing]``: what every policy shares.

    Attributes:
        counter: Name of the token counter.
        template: How a snippet becomes a line; ``{title}`` and ``{text}`` are filled in.
        max_snippets: Most snippets in a context.
        max_candidates: Most candidates per question.
    """

    counter: Annotated[str, AfterValidator(known_counter)] = "words"
    template: Annotated[str, AfterValidator(shows_text)] = DEFAULT_TEMPLATE
    max_snippets: Positive = 8
    max_candidates: Positive = 160


class Config(Section):
    """A whole factorial.

    Attributes:
        name: Name of the run, and of its default folder.
        seeds: Seeds of the samples.
        budgets: Budgets in the packing counter's tokens; 0 gives empty contexts.
        policies: Names of policies, built in or from ``policy``.
        readers: Names of readers, built in or from ``reader``; () reads nothing.
        datasets: The data sets.
        retrieval: Settings of retrieval.
        packing: Settings all policies share.
        policy: Own policies by name.
        reader: Own readers by name, or built-in ones changed.
    """

    name: Name
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1), AfterValidator(distinct)] = (42,)
    budgets: Budgets = (96, 128, 160, 224)
    policies: Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(distinct)] = tuple(POLICIES)
    readers: Annotated[tuple[str, ...], AfterValidator(distinct)] = ("smollm2-135m",)
    datasets: Annotated[tuple[DatasetConfig, ...], Field(min_length=1)]
    retrieval: RetrievalConfig = RetrievalConfig()
    packing: PackingConfig = PackingConfig()
    policy: dict[Name, Policy] = Field(default_factory=dict)
    reader: dict[Name, ReaderConfig] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_are_known(self) -> Config:
        _check_names("policies", "policy", self.policies, {*POLICIES, *self.policy})
        _check_names("readers", "reader", self.readers, {*READER_PRESETS, *self.reader})
        redefined = sorted({*POLICIES} & {*self.policy})
        if redefined:
            raise ValueError(f"policy.{redefined[0]} is built in; give your own policy another name")
        _check_budgets(self)
        names = [entry.name for entry in self.datasets]
        if (self.retrieval.retriever == "given") != all(name == LOG for name in names):
            raise ValueError(f'retrieval.retriever must be "given" for data set log and for no other, got {names}')
        if len(set(names)) < len(names):
            raise ValueError(f"datasets must not repeat a name, got {', '.join(names)}")
        return self

    def resolved_policies(self) -> dict[str, Policy]:
        """Return the run's policies by name, in the run's order."""
        known = {**POLICIES, **self.policy}
        return {name: known[name] for name in self.policies}

    def resolved_readers(self) -> dict[str, ReaderConfig]:
        """Return the run's readers by name, in the run's order."""
        known = {**READER_PRESETS, **self.reader}
        return {name: known[name] for name in self.readers}

    def as_record(self) -> dict[str, object]:
        """Return everything that decides the run's tables, defaults filled in, as plain JSON values."""
        record = self.model_dump(mode="json", exclude={"policy", "reader"})
        record["policies"] = {name: policy.model_dump(mode="json") for name, policy in self.resolved_policies().items()}
        record["readers"] = {name: reader.model_dump(mode="json") for name, reader in self.resolved_readers().items()}
        return record


def _check_names(key: str, noun: str, names: Sequence[str], known: set[str]) -> None:
    for i, name in enumerate(names):
        if name not in known:
            raise ValueError(f"{key}[{i}] must be a known {noun} ({', '.join(sorted(known))}), got {name!r}")


def _check_budgets(config: Config) -> None:
    for name in config.readers:
        for budget in config.resolved_readers()[name].budgets or ():
            if budget not in config.budgets:
                raise ValueError(f"reader.{name}.budgets must be among budgets {list(config.budgets)}, got {budget}")


def parse_config(values: Mapping[str, object], *, source: str = "config") -> Config:
    """Check ``values``, as TOML gives them.

    Args:
        values: The configuration's keys.
        source: What to call it in errors.

    Raises:
        ValueError: In one sentence: the source, the key, the rule, the value.
    """
    try:
        return Config.model_validate_json(json.dumps(values, default=str))
    except ValidationError as error:
        raise ValueError(f"{source}: {sentence(error, Config)}") from error


def read_toml(path: Path) -> dict[str, object]:
    """Return the keys of a TOML file.

    Raises:
        FileNotFoundError: If it does not exist.
        ValueError: If it is no TOML, with the line.
    """
    if not path.is_file():
        raise FileNotFoundError(f"config must be a TOML file, found none at {path}")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: must be TOML: {error}") from error


def load_config(path: Path) -> Config:
    """Read and check a TOML configuration.

    Raises:
        FileNotFoundError: If it does not exist.
        ValueError: If it is no TOML or breaks a rule.
    """
    return parse_config(read_toml(path), source=str(path))
