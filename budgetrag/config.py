"""A run's configuration: TOML, checked, with messages that name the key."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from budgetrag.config_checks import distinct, known_counter, one_of, shows_text
from budgetrag.config_errors import sentence
from budgetrag.config_policies import CHUNK_POLICIES, POLICIES, Policy, policies_of
from budgetrag.config_readers import READER_PRESETS, ReaderConfig
from budgetrag.config_representations import (
    BUILT_IN,
    GIVEN,
    Representation,
    ResolvedRepresentation,
    RetrievalConfig,
    resolve_representation,
)
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
        policies: Names of policies, built in, of a ``representation``, or from ``policy``.
        readers: Names of readers, built in or from ``reader``; () reads nothing.
        datasets: The data sets.
        retrieval: Settings of retrieval.
        packing: Settings all policies share.
        representation: Own representations by name; each makes six policies known, such as ``NAME_naive``.
        policy: Own policies by name.
        reader: Own readers by name, or built-in ones changed.
    """

    name: Name
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1), AfterValidator(distinct)] = (42,)
    budgets: Budgets = (96, 128, 160, 224)
    policies: Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(distinct)] = tuple(CHUNK_POLICIES)
    readers: Annotated[tuple[str, ...], AfterValidator(distinct)] = ("smollm2-135m",)
    datasets: Annotated[tuple[DatasetConfig, ...], Field(min_length=1)]
    retrieval: RetrievalConfig = RetrievalConfig()
    packing: PackingConfig = PackingConfig()
    representation: dict[Name, Representation] = Field(default_factory=dict)
    policy: dict[Name, Policy] = Field(default_factory=dict)
    reader: dict[Name, ReaderConfig] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_are_known(self) -> Config:
        _check_own_names(self)
        _check_names("policies", "policy", self.policies, {*self._known_policies()})
        _check_names("readers", "reader", self.readers, {*READER_PRESETS, *self.reader})
        _check_parts_read(self)
        _check_datasets(self)
        return self

    def _known_policies(self) -> dict[str, Policy]:
        return {**POLICIES, **_policies_of(self.representation), **self.policy}

    def resolved_policies(self) -> dict[str, Policy]:
        """Return the run's policies by name, in the run's order."""
        known = self._known_policies()
        return {name: known[name] for name in self.policies}

    def resolved_representations(self) -> dict[str, ResolvedRepresentation]:
        """Return the representations that the run's policies use by name, in the order of their first policy."""
        known = {**{name: Representation(kind=kind) for name, kind in BUILT_IN.items()}, **self.representation}
        names = dict.fromkeys(policy.representation for policy in self.resolved_policies().values())
        return {name: resolve_representation(known[name], self.retrieval) for name in names}

    def resolved_readers(self) -> dict[str, ReaderConfig]:
        """Return the run's readers by name, in the run's order."""
        known = {**READER_PRESETS, **self.reader}
        return {name: known[name] for name in self.readers}

    def as_record(self) -> dict[str, object]:
        """Return everything that decides the run's tables, defaults filled in, as plain JSON values."""
        own = {"policy", "reader", "representation", "retrieval"}
        record = self.model_dump(mode="json", exclude=own)
        record["retrieval"] = self.retrieval.as_record()
        used = self.resolved_representations()
        record["representations"] = {name: each.as_record() for name, each in used.items()}
        record["policies"] = {name: policy.model_dump(mode="json") for name, policy in self.resolved_policies().items()}
        record["readers"] = {name: reader.model_dump(mode="json") for name, reader in self.resolved_readers().items()}
        return record


def _policies_of(representations: Iterable[str]) -> dict[str, Policy]:
    return {name: policy for each in representations for name, policy in policies_of(each).items()}


def _check_own_names(config: Config) -> None:
    """Refuse own representations and policies that bear a name twice, or lean on a representation there is not."""
    for name in config.representation:
        if name in BUILT_IN:
            raise ValueError(f"representation.{name} is built in; give your own representation another name")
    made = _policies_of(config.representation)
    for name, policy in config.policy.items():
        if name in POLICIES:
            raise ValueError(f"policy.{name} is built in; give your own policy another name")
        if name in made:
            raise ValueError(f"policy.{name} is made by representation.{made[name].representation}; name it otherwise")
        known = {*BUILT_IN, *config.representation}
        if policy.representation not in known:
            raise ValueError(
                f"policy.{name}.representation must be a known representation ({', '.join(sorted(known))}), "
                f"got {policy.representation!r}"
            )


def _check_names(key: str, noun: str, names: Sequence[str], known: set[str]) -> None:
    for i, name in enumerate(names):
        if name not in known:
            raise ValueError(f"{key}[{i}] must be a known {noun} ({', '.join(sorted(known))}), got {name!r}")


def _check_parts_read(config: Config) -> None:
    for name in config.readers:
        settings, datasets = config.resolved_readers()[name], [entry.name for entry in config.datasets]
        for budget in settings.budgets or ():
            if budget not in config.budgets:
                raise ValueError(f"reader.{name}.budgets must be among budgets {list(config.budgets)}, got {budget}")
        for dataset in settings.datasets or ():
            if dataset not in datasets:
                raise ValueError(f"reader.{name}.datasets must be among datasets {datasets}, got {dataset!r}")


def _check_datasets(config: Config) -> None:
    names = [entry.name for entry in config.datasets]
    is_given = config.retrieval.retriever == GIVEN
    if is_given != all(name == LOG for name in names):
        raise ValueError(f'retrieval.retriever must be "given" for data set log and for no other, got {names}')
    if len(set(names)) < len(names):
        raise ValueError(f"datasets must not repeat a name, got {', '.join(names)}")
    for name, policy in config.resolved_policies().items() if is_given else ():
        if policy.representation != "chunk":
            raise ValueError(
                f"policies of a log must be of representation chunk, since the log says what was retrieved; got {name}"
            )


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
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: must be TOML: {error}") from error


def load_config(path: Path) -> Config:
    """Read and check a TOML configuration.

    Raises:
        FileNotFoundError: If it does not exist.
        ValueError: If it is no TOML or breaks a rule.
    """
    return parse_config(read_toml(path), source=str(path))
