"""Lists inside a cell: real ones, JSON text, Python literals, and the text that NumPy and LangChain print."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping

MAX_LITERAL_CHARACTERS = 2_000_000
MAX_LITERAL_DEPTH = 16
_STARTS_LIST = re.compile(r"\s*(?:\[|\{|\(|array\()")
_STARTS_LITERAL = re.compile(r"\s*(?:array\()?[\[({]\s*(?:[\[({\])}'\"]|array\(|[A-Z]\w*\()")
_PIECE = re.compile(r"""(?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<other>[^'"]+)|(?P<quote>['"])""", re.DOTALL)
_WHOLE_NUMBERS = re.compile(r"\s*\[[\s\d]+\]\s*")
_CHAIN = re.compile(r"[+-]\s*[+-]|\d\s*[+-]\s*\d")
_NAMES: Mapping[str, object] = {"nan": None, "NaN": None, "null": None, "NaT": None, "true": True, "false": False}


def decoded(cell: object) -> object:
    """Return a cell with list-like text turned into the lists and mappings it stands for; other values as they are.

    JSON is tried first, then Python literals, which are parsed and never run. Also read are what NumPy prints (no
    commas between elements, ``array(...)`` around them, ``nan``) and ``Document(page_content='…', …)``, which becomes
    a mapping. Text that merely starts with a bracket, such as ``"[1] Aster et al."``, stays text.

    >>> decoded("['a' 'b']"), decoded("[1] Aster"), decoded(3)
    (['a', 'b'], '[1] Aster', 3)

    Raises:
        ValueError: If the text starts like a list but is not a whole one, or is too long or too deep for one.
    """
    if not isinstance(cell, str) or not _STARTS_LIST.match(cell):
        return cell
    if _WHOLE_NUMBERS.fullmatch(cell):
        return [int(number) for number in re.findall(r"\d{1,18}", cell)]
    try:
        found: object = json.loads(cell)
    except RecursionError as error:
        raise ValueError("list is nested too deeply") from error
    except ValueError:
        found = _literal(cell) if _STARTS_LITERAL.match(cell) else cell
    return found


def _literal(text: str) -> object:
    if len(text) > MAX_LITERAL_CHARACTERS:
        raise ValueError(f"list must be at most {MAX_LITERAL_CHARACTERS:,} characters, found {len(text):,}")
    source = _with_commas(text.strip())
    try:
        return _value(ast.parse(source, mode="eval").body)
    except SyntaxError as error:
        raise ValueError(
            f"must be a whole list (JSON or Python), but {error.msg} near {_near(source, error)}"
        ) from error
    except (RecursionError, MemoryError) as error:
        raise ValueError("list is nested too deeply") from error


def _near(source: str, error: SyntaxError) -> str:
    line = source.split("\n")[(error.lineno or 1) - 1]
    start = max((error.offset or 1) - 10, 0)
    return repr(line[start : start + 30])


def _with_commas(text: str) -> str:
    """Put commas between elements that only white space separates, and check what could exhaust the parser.

    Without them Python would join neighbouring strings into one.
    """
    parts: list[str] = []
    depth = 0
    ends_value = False
    for piece in _PIECE.finditer(text):
        if piece["quote"]:
            raise ValueError(f"must be a whole list, but a quote is never closed (cell of {len(text):,} characters)")
        if piece["string"]:
            parts += [","] if ends_value else []
            parts.append(_one_line(piece["string"]))
            ends_value = True
            continue
        if _CHAIN.search(piece["other"]):
            raise ValueError("must be a list of plain values, found arithmetic")
        for character in piece["other"]:
            if character in "[{(":
                parts += [","] if ends_value else []
                depth += 1
            depth -= character in "]})"
            if depth > MAX_LITERAL_DEPTH:
                raise ValueError(f"list must be nested at most {MAX_LITERAL_DEPTH} deep")
            parts.append(" " if character == "\n" else character)
            ends_value = character in "]})" or (ends_value and character.isspace())
    return "".join(parts)


def _one_line(literal: str) -> str:
    return literal.replace("\r", "\\r").replace("\n", "\\n").replace("\x00", "\ufffd")


def _value(node: ast.expr) -> object:
    """Return the value of a parsed literal; nothing is evaluated."""
    found: object
    match node:
        case ast.Constant(value=value) if value is None or isinstance(value, str | int | float):
            found = value
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            found = [_value(part) for part in parts]
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            found = {str(_value(key)): _value(part) for key, part in pairs if key is not None}
        case ast.Name(id=name) if name in _NAMES:
            found = _NAMES[name]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            found = -number
        case ast.Call(func=ast.Name(id="array"), args=[first, *_]):
            found = _value(first)
        case ast.Call(func=ast.Name(), args=[], keywords=named):
            found = {part.arg: _value(part.value) for part in named if part.arg}
        case _:
            raise ValueError(f"must be a list of plain values, found {ast.unparse(node)[:60]!r}")
    return found


def as_list(value: object) -> list[object]:
    """Return a decoded cell as a list: None as none, anything that is no list as its only element."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]
