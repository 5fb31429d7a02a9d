"""Pydantic's complaints as plain sentences: the key, the rule, the value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

from pydantic import BaseModel

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

MAX_SHOWN = 3
RULES: Mapping[str, str] = {
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "greater_than_equal": "must be >= {ge}",
    "less_than_equal": "must be <= {le}",
    "greater_than": "must be > {gt}",
    "finite_number": "must be a finite number",
    "too_short": "must hold at least {min_length} value",
    "literal_error": "must be {expected}",
    "string_pattern_mismatch": "must be letters, digits, '_', '.' or '-', and start with a letter or digit",
}


def sentence(error: ValidationError, model: type[BaseModel]) -> str:
    """Return the first few complaints of ``error`` about a ``model``, joined by semicolons.

    >>> from pydantic import BaseModel, Field, ValidationError
    >>> class Run(BaseModel, strict=True):
    ...     budgets: list[int] = Field(max_length=2)
    >>> try:
    ...     Run(budgets=[1, "x"])
    ... except ValidationError as error:
    ...     sentence(error, Run)
    "budgets[1] must be a whole number, got 'x'"
    """
    details = [detail for detail in error.errors(include_url=False, include_context=True) if not _follows(detail)]
    shown = list(dict.fromkeys(_one(detail, model) for detail in details))
    more = f"; and {len(shown) - MAX_SHOWN} more" if len(shown) > MAX_SHOWN else ""
    return "; ".join(shown[:MAX_SHOWN]) + more


def _one(detail: ErrorDetails, model: type[BaseModel]) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "value_error":
        rule = str(context["error"])
    elif kind == "missing":
        rule = "is missing"
    elif kind == "extra_forbidden":
        rule = f"is not a known key; known here: {', '.join(_fields_at(detail['loc'][:-1], model))}"
    else:
        rule = f"{RULES.get(kind, detail['msg']).format_map(context)}, got {detail['input']!r}"
    *above, last = detail["loc"] or ("",)
    if last == "[key]":  # of a table of the user's own names: the name itself is refused
        return f"name in {key_path(tuple(above[:-1]))} {rule}"
    return f"{key_path(detail['loc'])} {rule}".strip()


def _follows(detail: ErrorDetails) -> bool:
    """Return whether a list only seems too short because its values were refused, each with its own complaint."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def key_path(parts: tuple[int | str, ...]) -> str:
    """Write a location as it is written in TOML.

    >>> key_path(("datasets", 0, "limit"))
    'datasets[0].limit'
    """
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def _fields_at(parts: tuple[int | str, ...], model: type[BaseModel]) -> list[str]:
    current: type[BaseModel] = model
    for part in parts:
        field = current.model_fields.get(str(part))
        if field is not None:
            current = next(iter(_models_in(field.annotation)), current)
    return list(current.model_fields)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models_in(part)]
