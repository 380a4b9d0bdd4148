# SPDX-License-Identifier: MIT
"""python/one_module.py [FILE]: python/headwaters as one file, which people keep beside a notebook (build/python/headwaters.py).

The modules follow each other, each after those that it imports. This works because the package has no cycle, no two modules define the
same name, and none imports another one under a different name; what breaks one of these rules is refused here. The same package gives
the same bytes."""

import ast
import re
import sys
from pathlib import Path
from typing import Dict, List, Tuple

root = Path(__file__).resolve().parents[1]
package = root / "python" / "headwaters"


class Module:
    """A file of the package, taken apart: imports of others, imports from the package, and the rest."""

    def __init__(self, name: str) -> None:
        self.name = name
        path = package / (name.replace(".", "/") if name else "__init__")
        self.path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        text = self.path.read_text("utf-8")
        self.lines = text.split("\n")
        self.tree = ast.parse(text)
        self.doc = ast.get_docstring(self.tree, clean=False) or ""
        self.needs: List[str] = []  # modules of the package
        self.renamed: List[Tuple[str, str]] = []
        self.outside: List[ast.stmt] = []
        self.defines: List[str] = []
        dropped = set()
        for node in self.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                dropped.add(node)
                if isinstance(node, ast.ImportFrom) and node.level:
                    self._take(node)
                elif not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
                    self.outside.append(node)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                dropped.add(node)
            else:
                self.defines += names_of(node)
        for inner in ast.walk(self.tree):
            if isinstance(inner, ast.ImportFrom) and inner.level and inner not in dropped:
                sys.exit(f"{self.path}:{inner.lineno}: an import from the package inside a function. Move it to the head of the module.")
        loader = [node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name == "_script"]
        dropped.update(loader)  # the single file has the scripts' texts
        gone = {line for node in dropped for line in range(node.lineno, node.end_lineno + 1)} | {1}
        self.body = "\n".join(line for number, line in enumerate(self.lines, 1) if number not in gone).strip("\n")
        self.body = re.sub(r'\b_script\("([\w.]+)"\)', lambda call: literal_of(call[1]), self.body)

    def _take(self, node: ast.ImportFrom) -> None:
        parts = self.name.split(".") if self.name else []
        if self.path.name != "__init__.py":
            parts = parts[:-1]
        parts = parts[: len(parts) - node.level + 1] + (node.module.split(".") if node.module else [])
        if node.module is None:
            self.needs += [".".join([*parts, one.name]) for one in node.names]
            return
        self.needs.append(".".join(parts))
        for one in node.names:
            if one.asname and one.asname != one.name:
                if self.name:
                    sys.exit(f"{self.path}:{node.lineno}: {one.name} under another name. Only __init__.py may rename.")
                self.renamed.append((one.asname, one.name))


def literal_of(name: str) -> str:
    """A script of the package as _script() in page.py gives it, as Python writes it."""
    text = re.sub(r"^import .*\n|^export (?=const )", "", (package / "scripts" / name).read_text("utf-8"), flags=re.MULTILINE)
    if '"""' in text or text.endswith('"'):
        sys.exit(f"scripts/{name}: three quotes in a row, which the single file cannot hold.")
    return '"""' + text.replace("\\", "\\\\") + '"""'


def names_of(node: ast.stmt) -> List[str]:
    """What a statement of a module defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]


def in_order() -> List[Module]:
    """All modules that __init__.py needs, each after those that it needs itself; __init__.py last."""
    made: Dict[str, Module] = {}
    done: List[Module] = []

    def visit(name: str, path: Tuple[str, ...]) -> None:
        if name in path:
            sys.exit(f"Modules that import one another: {' -> '.join([*path[path.index(name) :], name])}.")
        if name in made:
            return
        module = Module(name)
        for other in module.needs:
            visit(other, (*path, name))
        made[name] = module
        done.append(module)

    visit("", ())
    return done


def one_module() -> str:
    modules = in_order()
    left = {one.relative_to(package) for one in package.rglob("*.py") if one.name != "__init__.py"} - {
        one.path.relative_to(package) for one in modules
    }
    if left:
        sys.exit(f"Modules that __init__.py does not reach: {', '.join(sorted(map(str, left)))}.")
    where: Dict[str, Module] = {}
    for module in modules:
        for name in module.defines:
            if where.setdefault(name, module) is not module:
                sys.exit(f"{name} is defined in {where[name].path} and in {module.path}: the single file can hold one.")
    plain = {
        f"import {one.name}" + (f" as {one.asname}" if one.asname else "")
        for module in modules
        for node in module.outside
        if isinstance(node, ast.Import)
        for one in node.names
    }
    taken: Dict[str, set] = {}
    for module in modules:
        for node in module.outside:
            if isinstance(node, ast.ImportFrom):
                taken.setdefault(node.module or "", set()).update(one.name for one in node.names)
    first = modules[-1]
    imports = [
        *sorted(plain - {"import numpy as np"}),
        *(f"from {name} import {', '.join(sorted(names))}" for name, names in sorted(taken.items())),
        "",
        "import numpy as np",
    ]
    parts = [
        f'# SPDX-License-Identifier: MIT\n"""{first.doc}"""\n\n# Built by python/one_module.py from the package python/headwaters: change that.\n\nfrom __future__ import annotations\n\n'
        + "\n".join(imports),
        *(f"# ---- {module.doc.strip().splitlines()[0]} ----\n\n{module.body}" for module in modules[:-1] if module.body),
        "\n".join(f"{name} = {own}" for name, own in first.renamed) + "\n" + first.body,
    ]
    return "\n\n\n".join(parts) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "build" / "python" / "headwaters.py"
    text = one_module()
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")
