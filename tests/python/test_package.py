# SPDX-License-Identifier: MIT
"""The package without the core, with its wheel, its single file, its types, its docstrings, and the names, signatures and suggestions for
editors and typing mistakes. Options are the fields of an Example. Every public name has a sample (python/samples.md), which runs."""

import contextlib
import dataclasses
import importlib.util
import inspect
import io
import json
import re
import shutil
import subprocess
import sys
import unittest
import warnings
import zipfile

import numpy as np
import test_widget  # noqa: F401  it knows what stands in for anywidget
from support import Case, attention, folder, headwaters, installed, one_file, own, program, root, values

source = root / "python"
mypy = shutil.which("mypy")


class Package(Case):
    @unittest.skipIf(any(importlib.util.find_spec(name) is None for name in ("build", "wheel", "setuptools")),
                     "No builder of wheels here (Debian: python3-build, python3-wheel).")
    def test_a_wheel_is_built_and_imported(self):
        copy = shutil.copytree(source, self.folder / "python")  # setuptools leaves its own folders
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
            subprocess.run([sys.executable, root / "python" / "one_module.py", self.folder / name], check=True)
        self.assertEqual((self.folder / "a.py").read_bytes(), (self.folder / "b.py").read_bytes())
        spec = importlib.util.spec_from_file_location("single", self.folder / "a.py")
        single = sys.modules["single"] = importlib.util.module_from_spec(spec)
        self.addCleanup(sys.modules.pop, "single")
        spec.loader.exec_module(single)
        self.assertEqual(single.__all__, headwaters.__all__)
        self.assertEqual(single.__version__, headwaters.__version__)
        self.assertEqual(single._WIDGET, own("_WIDGET"))
        self.assertNotRegex(single._WIDGET, r"(?m)^(import |export const )")  # the widget is one script, and a cell's is no module
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


class Names(unittest.TestCase):
    def test_only_public_names_are_listed(self):
        self.assertEqual(set(dir(headwaters)), {*headwaters.__all__, "__version__"})
        for name in headwaters.__all__:
            self.assertEqual(getattr(headwaters, name).__module__, "headwaters", name)

    def test_importing_it_takes_no_slow_module(self):
        slow = ("torch", "importlib.metadata", "tempfile", "http.server", "webbrowser", "email", "difflib", "matplotlib")
        code = f"import sys, numpy; before = set(sys.modules); sys.path.insert(0, {str(folder)!r})\nimport headwaters; print([name for name in {slow} if name in sys.modules and name not in before])"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip(), "[]")

    def test_importing_it_takes_little_beside_numpy(self):
        code = f"import sys, time; sys.path.insert(0, {str(folder)!r}); begun = time.process_time(); import numpy; middle = time.process_time(); import headwaters; print(middle - begun, time.process_time() - middle)"
        runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split() for _ in range(5)]
        library, own = (min(map(float, times)) for times in zip(*runs))
        self.assertLess(own, 3 * library)  # about 1.8; the same processor loads both


class Settings(unittest.TestCase):
    """The types of options, compared with the table of the program as its completion prints it: names, and which of them take a value."""

    #: Options with another form in Python: the format of results, parameters of functions, and reserved words of Python.
    in_another_way = frozenset({"format", "json", "color", "csv_safe", "quiet", "out", "pdf", "png", "plain", "width", "view", "method", "input",
                      "tokens", "source", "with", "as", "class", "pairs"})

    @classmethod
    def setUpClass(cls):
        printed = subprocess.run([program, "completion", "fish"], capture_output=True, text=True, check=True).stdout
        cls.options = {}
        for command, name, value in re.findall(r"seen_subcommand_from (\S+)' -l (\S+)( -r)?", printed):
            cls.options.setdefault(command, {})[name.replace("-", "_")] = bool(value)
        cls.methods = [name for name, options in cls.options.items() if "preset" in options and name not in ("batch", "link", "save", "figure")]

    def holds(self, kind, commands, *more):
        """The type has all options of the commands, those of functions of arrays, and no others."""
        table = {name: value for command in commands for name, value in self.options[command].items()}
        typed = own(kind).__annotations__
        of_arrays = set(own("_FILE_OPTIONS"))
        self.assertEqual(set(table) - set(typed) - self.in_another_way, set(more), f"{kind} lacks them")
        self.assertEqual(set(typed) - set(table) - of_arrays, set(), f"{kind} has them, and the program does not")
        for name in set(typed) & set(table) - of_arrays:
            self.assertEqual("bool" not in str(typed[name]), table[name], f"{kind}.{name}")

    def test_methods(self):
        self.assertIn("grad-sam", self.methods)
        self.holds("ComputeSettings", self.methods)

    def test_figures(self):
        self.holds("FigureSettings", ["figure", *self.methods], *set(own("TextSettings").__annotations__) - {"quiet", "step"}, "layer", "token")

    def test_models(self):
        self.holds("ModelSettings", ["run", "ask", "why", "circuit"])


class Mistakes(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 2, 2, 3, 3)

    def test_the_nearest_name_is_suggested(self):
        path = str(self.folder / "a.json")
        for call in (
            lambda: headwaters.save(path, self.layers, titel="x"),
            lambda: headwaters.show(self.layers, titel="x", page="https://pages.example/"),
            lambda: headwaters.open(self.layers, titel="x", page="https://pages.example/", browser=False),
        ):
            with self.assertRaisesRegex(TypeError, "did you mean title for titel\\?"):
                call()
        with self.assertRaisesRegex(TypeError, "did you mean height for heigth\\?"):
            headwaters.show(self.layers, heigth=3, page="https://pages.example/")
        with self.assertRaisesRegex(TypeError, "did you mean append for apend\\?"):
            headwaters.save(path, self.layers, apend=True)
        self.says("There is no option --residul. Did you mean residual\\?", headwaters.rollout, self.layers, residul=0.3)
        self.says("There is no option --attention-msk. Did you mean attention_mask\\?", headwaters.flow, self.layers, attention_msk=[1, 1, 1])
        self.says("There is no option --nonsense. See", headwaters.rollout, self.layers, nonsense=0.3)

    def test_a_misspelt_option_of_a_file_is_refused_too(self):
        path, _ = self.save("a.json", self.layers)
        with self.assertRaisesRegex(TypeError, "did you mean title for titel"):
            headwaters.show(path, titel="x", page="https://pages.example/")


class OfExample(Case):
    def test_an_example_writes_what_the_options_write(self):
        layers, tokens = attention(self.rng, 2, 3, 5, 5), list("abcde")
        options = {"title": "five", "importance": {"one": [1, 2, 3, 4, 5]}, "layers": [1], "average_heads": True, "output_token": 2, "special_tokens": ["a"]}
        old, _ = self.save("old.json", layers, tokens, **options)
        new, _ = self.save("new.json", headwaters.Example(layers, tokens, **options))
        self.assertEqual(old.read_bytes(), new.read_bytes())
        self.close(values("rollout", old), headwaters.rollout(headwaters.Example(layers[1:].mean(1), tokens)), 5e-6)

    def test_the_call_goes_before_the_field_and_lists_are_examples(self):
        layers = attention(self.rng, 2, 3, 5, 5)
        one = headwaters.Example(layers, list("abcde"), title="one")
        path, _ = self.save("a.json", one, title="two")
        self.assertEqual(json.loads(path.read_text())["title"], "two")
        path, saved = self.save("b.json", [one, headwaters.Example(layers[..., :4, :4], list("wxyz"), title="other")])
        self.assertEqual((saved.examples, [found["title"] for found in json.loads(path.read_text())["examples"]]), (2, ["one", "other"]))

    def test_save_has_twelve_parameters_and_the_rest_are_fields(self):
        *named, rest = inspect.signature(headwaters.save).parameters.values()
        self.assertEqual((len(named), rest.kind), (12, inspect.Parameter.VAR_KEYWORD))
        fields = {field.name for field in dataclasses.fields(headwaters.Example)}
        typed = set(own("FileFields").__annotations__)
        parameters = {one.name for one in named} - {"path", "dtype", "append", "quiet"}
        self.assertEqual(fields, typed | parameters)
        self.assertFalse(typed & parameters)


text = root / "python" / "samples.md"
samples = dict(re.findall(r"^## (\w+)\n```python\n(.*?)```", text.read_text("utf-8"), re.MULTILINE | re.DOTALL)) if text.exists() else {}
#: The variables that a sample needs, and the packages that have them.
asks = {r"\bswin\b": "transformers", r"\btokenizer\b|record\(": "transformers", r"\bvit\b": "timm", r"\battributed\b": "inseq", r"\bmodel\b(?!=)": "torch", r"Widget\(|\.live\(": "ipywidgets"}


def lacking(sample):
    return next((package for part, package in asks.items() if re.search(part, sample) and importlib.util.find_spec(package) is None), None)


@unittest.skipIf(not samples, "The samples are in the checkout.")
class Samples(Case):
    def setUp(self):
        super().setUp()
        self.work_here()

    def session(self):
        """The folder of the samples."""
        attentions, tokens = attention(self.rng, 3, 2, 5, 5), ["[CLS]", "the", "keys", "are", "here"]
        headwaters.save("attention.json", attentions, tokens, quiet=True)
        found = {"headwaters": headwaters, "np": np, "attentions": attentions, "tokens": tokens, "agreement": root / "web" / "models" / "agreement"}
        if importlib.util.find_spec("torch") is not None:
            import models
            import torch

            found.update(torch=torch, model=models.Bert().eval(), inputs={"input_ids": torch.tensor([[1, 2, 3, 4, 5]])})
        return found

    def test_every_public_name_has_one_that_uses_it(self):
        self.assertEqual(set(samples), set(headwaters.__all__))
        for name, sample in samples.items():
            self.assertRegex(sample, rf"headwaters\.{name}\b")

    def test_they_run(self):
        left = set()
        for name, sample in samples.items():
            package = lacking(sample)
            if package or (package := self.too_small(sample)):
                left.add(f"{name} ({package})")
                continue
            with self.subTest(name), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore", headwaters.HeadwatersWarning)
                exec(compile(sample, f"the sample of {name}", "exec"), self.session())
        if left:
            print(f"\nSamples left out: {', '.join(sorted(left))}.", end=" ")

    def too_small(self, sample):
        """real.test_samples runs the samples that need a model with its own configuration."""
        return "real.test_samples" if re.search(r"\b(tokenizer|swin|vit|attributed|record)\b", sample) else None


if __name__ == "__main__":
    unittest.main()
