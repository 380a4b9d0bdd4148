# SPDX-License-Identifier: MIT
"""The package without the core: its wheel, its single file, its types, its docstrings."""

import importlib.util
import inspect
import shutil
import subprocess
import sys
import unittest
import zipfile

from support import Case, folder, headwaters, installed, one_file, root

source = root / "python"
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
        self.assertRegex(said.stdout, r"installed/headwaters/__init__\.py True", said.stderr)
        self.assertTrue((self.folder / "a.npz").exists(), said.stderr)

    @unittest.skipIf(installed, "The installed package is not where the single file is built from.")
    def test_the_single_file_has_the_same_public_names_each_time_it_is_built(self):
        for name in ("a.py", "b.py"):
            subprocess.run([sys.executable, root / "tools" / "one_module.py", self.folder / name], check=True)
        self.assertEqual((self.folder / "a.py").read_bytes(), (self.folder / "b.py").read_bytes())
        spec = importlib.util.spec_from_file_location("single", self.folder / "a.py")
        single = sys.modules["single"] = importlib.util.module_from_spec(spec)
        self.addCleanup(sys.modules.pop, "single")
        spec.loader.exec_module(single)
        self.assertEqual(single.__all__, headwaters.__all__)
        self.assertEqual(single.__version__, headwaters.__version__)
        for name in {*headwaters.__all__} - {"HeadwatersWarning"}:  # a built-in class's own, which inspect does not know
            self.assertEqual(str(inspect.signature(getattr(single, name))), str(inspect.signature(getattr(headwaters, name))), name)

    @unittest.skipIf(mypy is None, "No mypy here (Debian: mypy).")
    def test_every_function_has_types_that_hold(self):
        words = ["--ignore-missing-imports", "--disallow-untyped-defs", "--disallow-incomplete-defs", "--cache-dir", root / "build" / "mypy"]
        said = subprocess.run([mypy, *words, folder / ("headwaters.py" if one_file else "headwaters")], capture_output=True, text=True)
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
