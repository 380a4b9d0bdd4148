# SPDX-License-Identifier: MIT
"""web/python as a package: its wheel, its types, its docstrings."""

import importlib.util
import inspect
import shutil
import subprocess
import sys
import unittest
import zipfile

from support import Case, headwaters, root

source = root / "web" / "python"
mypy = shutil.which("mypy")


class Package(Case):
    @unittest.skipIf(any(importlib.util.find_spec(name) is None for name in ("build", "wheel", "setuptools")),
                     "No builder of wheels here (Debian: python3-build, python3-wheel).")
    def test_a_wheel_is_built_and_imported(self):
        copy = shutil.copytree(source, self.folder / "python")  # setuptools leaves its own folders behind
        built = subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", self.folder, copy], capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        wheel, = self.folder.glob("*.whl")
        zipfile.ZipFile(wheel).extractall(self.folder / "installed")
        code = ("import importlib.metadata as m, headwaters, numpy as np\n"
                "print(headwaters.__file__, headwaters.__version__ == m.version('headwaters'))\n"
                "headwaters.save('a.npz', np.eye(2)[None, None], quiet=True)")
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=self.folder, env={"PYTHONPATH": "installed"})
        self.assertRegex(said.stdout, r"installed/headwaters\.py True", said.stderr)
        self.assertTrue((self.folder / "a.npz").exists(), said.stderr)

    @unittest.skipIf(mypy is None, "No mypy here (Debian: mypy).")
    def test_every_function_has_types_that_hold(self):
        words = ["--ignore-missing-imports", "--disallow-untyped-defs", "--disallow-incomplete-defs", "--cache-dir", root / "build" / "mypy"]
        said = subprocess.run([mypy, *words, source / "headwaters.py"], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout)

    def test_whatever_is_public_says_what_it_is(self):
        for name in headwaters.__all__:
            member = getattr(headwaters, name)
            self.assertTrue(inspect.getdoc(member), name)
            methods = inspect.getmembers(member, inspect.isfunction) if inspect.isclass(member) and member.__module__ == "headwaters" else []
            for called, method in methods:
                if not called.startswith("_") and called in vars(member):
                    self.assertTrue(inspect.getdoc(method), f"{name}.{called}")


if __name__ == "__main__":
    unittest.main()
