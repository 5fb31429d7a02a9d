"""Dependencies point one way, and heavy packages stay where they belong: read from the imports themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BASE, PART, WHOLE, OUTSIDE, APP = range(5)
BASES = {
    "types",
    "text",
    "counters",
    "files",
    "models",
    "entities",
    "sentences",
    "stored",
    "threads",
    "topk",
    "vectors",
}  # models: where weights lie
PARTS = {
    "datasets",
    "evidence",
    "explain",
    "metrics",
    "packers",
    "readers",
    "retrieval",
    "snippets",
    "stats",
}
HEAVY = {"torch", "transformers", "sentence_transformers"}


def unit_of(module):
    """Return the unit that a dotted module belongs to: "packers", "dashboard", "precompute", "pages" …"""
    first, _, rest = module.partition(".")
    return rest.partition(".")[0] or "budgetrag" if first == "budgetrag" else first


def level(unit):
    """Return the level of a unit; a library module in no list is of the whole library's level."""
    if unit in BASES:
        return BASE
    if unit in PARTS:
        return PART
    if unit in ("app", "pages"):
        return APP
    return OUTSIDE if unit in ("dashboard", "precompute") else WHOLE


def allowed(importer, imported):
    """Return whether one unit may import another: a lower level, or its own level's base and whole-library modules.

    Parts are siblings that never import each other; neither do the dashboard and the command line.
    """
    if importer == imported:
        return True
    if level(importer) == APP:
        return imported != "precompute"
    if level(importer) == level(imported):
        return level(importer) in (BASE, WHOLE)
    return level(importer) > level(imported)


def sources():
    """Yield (dotted module, path) of everything that is shipped."""
    for folder in ("budgetrag", "precompute", "pages"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path
    if (ROOT / "app.py").is_file():
        yield "app", ROOT / "app.py"


def imports(path):
    """Yield (imported dotted module, whether at module level, whether for type checking only)."""
    yield from imports_of(ast.parse(path.read_text(encoding="utf-8")), True, False)


def imports_of(node, top, typing):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, top, typing) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, f"imports are absolute, found a relative one in line {child.lineno}"
            known = (ROOT / child.module.replace(".", "/")).is_dir()
            yield from ((f"{child.module}.{a.name}" if known else child.module, top, typing) for a in child.names)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imports_of(child, False, typing)
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            for statement in child.body:
                yield from imports_of(ast.Module([statement], []), top, True)
            for statement in child.orelse:
                yield from imports_of(ast.Module([statement], []), top, typing)
        else:
            yield from imports_of(child, top, typing)


def ours(imported):
    return imported.partition(".")[0] in ("budgetrag", "precompute", "pages", "app", "tests", "bench")


def test_the_check_sees_the_whole_project():
    units = {unit_of(module) for module, _ in sources()}
    assert units >= {"types", "text", "packers", "snippets", "api", "datasets", "precompute"}


def test_dependencies_point_one_way():
    wrong = [
        f"{module} imports {imported}"
        for module, path in sources()
        for imported, _, _ in imports(path)
        if ours(imported) and not allowed(unit_of(module), unit_of(imported))
    ]
    assert wrong == []


def test_units_do_not_import_each_other_in_circles():
    needs = {}
    for module, path in sources():
        if module == "budgetrag":
            continue  # the front door imports what it shows; nothing in the library imports it
        unit = unit_of(module)
        needs.setdefault(unit, set()).update(
            unit_of(i) for i, _, typing in imports(path) if ours(i) and not typing and unit_of(i) != unit
        )
    while free := [unit for unit, wanted in needs.items() if not wanted & needs.keys()]:
        for unit in free:
            del needs[unit]
    assert needs == {}


def test_the_library_does_not_import_its_own_front_door():
    wrong = [
        module
        for module, path in sources()
        if module.startswith("budgetrag.") and level(unit_of(module)) < OUTSIDE
        for imported, _, _ in imports(path)
        if imported == "budgetrag"
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("package", "homes"),
    [
        ("streamlit", ("app", "pages", "budgetrag.dashboard.cached")),
        ("plotly", ("budgetrag.dashboard.charts",)),
        ("typer", ("precompute",)),
        ("rich", ("precompute",)),
        ("duckdb", ("budgetrag.store",)),
    ],
)
def test_package_is_imported_only_where_it_belongs(package, homes):
    wrong = [
        module
        for module, path in sources()
        if any(imported.partition(".")[0] == package for imported, _, _ in imports(path))
        and not any(module == home or module.startswith(f"{home}.") for home in homes)
    ]
    assert wrong == []


def test_model_libraries_are_imported_only_inside_functions():
    wrong = [
        f"{module} imports {imported}"
        for module, path in sources()
        for imported, top, typing in imports(path)
        if imported.partition(".")[0] in HEAVY and top and not typing
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("importer", "imported", "right"),
    [
        ("packers", "types", True),
        ("packers", "metrics", False),
        ("types", "packers", False),
        ("counters", "text", True),
        ("pipeline", "store", True),
        ("packers", "pipeline", False),
        ("store", "precompute", False),
        ("dashboard", "store", True),
        ("dashboard", "precompute", False),
        ("precompute", "dashboard", False),
        ("pages", "dashboard", True),
        ("dashboard", "pages", False),
    ],
)
def test_the_rule_itself(importer, imported, right):
    assert allowed(importer, imported) is right


def test_imports_are_found_wherever_they_stand(tmp_path):
    file = tmp_path / "example.py"
    file.write_text(
        "from typing import TYPE_CHECKING\nimport torch.nn\nif TYPE_CHECKING:\n    import transformers\n"
        "def f():\n    import duckdb\nclass C:\n    try:\n        import rich\n    except ImportError:\n        pass\n",
        encoding="utf-8",
    )
    assert list(imports(file)) == [
        ("typing", True, False),
        ("torch.nn", True, False),
        ("transformers", True, True),
        ("duckdb", False, False),
        ("rich", True, False),
    ]
