# SPDX-License-Identifier: MIT
"""The installed package (`tools/test wheel`), with the core in this process, arrays read in place, and the wheel's contents."""

import importlib.metadata
import importlib.util
import subprocess
import sys
import tracemalloc
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import support
from support import Case, attention, headwaters

mypy = importlib.util.find_spec("mypy")


@unittest.skipUnless(support.installed, "The package is not installed here: tools/test wheel")
class Installed(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 4, 3, 24, 24)

    def test_it_is_this_package_with_the_core_beside_it(self):
        here, source = Path(headwaters.__file__).parent, support.root / "python" / "headwaters"
        files = {one.relative_to(source): one.read_bytes() for one in source.rglob("*") if one.is_file() and "__pycache__" not in one.parts}
        self.assertIn(Path("py.typed"), files)
        for name, content in files.items():
            self.assertTrue((here / name).read_bytes() == content, f"made of another {name}")
        self.assertEqual(headwaters.__version__, importlib.metadata.version("headwaters"))
        ending = "abi3" if sys.version_info >= (3, 12) else f"cpython-{sys.version_info[0]}{sys.version_info[1]}"
        self.assertIn(ending, headwaters._core.__file__)

    def test_the_licences_of_the_fonts_in_it_are_beside_them(self):
        for family in ("inter", "jetbrains-mono"):
            said = (Path(headwaters.__file__).parent / "licences" / f"{family}.txt").read_text("utf-8")
            self.assertIn("SIL OPEN FONT LICENSE", said.upper())

    def test_nothing_is_started_and_no_file_is_written(self):
        path, _ = self.save("a.json", self.layers, importance={"one": self.rng.random(24)}, gradients=self.layers)
        asked = [(headwaters.rollout, {}), (headwaters.flow, {"layer": 2, "token": 3}), (headwaters.joint, {}), (headwaters.relevance, {}),
                 (headwaters.correlate, {"token": 0}), (headwaters.read, {}), (headwaters.plot, {}), (headwaters.flow_paths, {"token": 0, "input": 1})]
        with mock.patch("subprocess.run", side_effect=AssertionError), mock.patch("tempfile.TemporaryDirectory", side_effect=AssertionError):
            for function, options in asked:
                function(path, **options)
            headwaters.rollout(self.layers)

    def test_an_array_is_read_where_it_lies(self):
        large = attention(self.rng, 6, 8, 160, 160)
        for given in (large, large[1:5], [large[0].copy(), large[1].copy()]):
            copies = 0 if isinstance(given, np.ndarray) else 1
            headwaters.rollout(given[:1] if copies == 0 else given)  # modules that are loaded once are there
            tracemalloc.start()
            with mock.patch.object(headwaters._core, "open", side_effect=AssertionError("went the way of a file")):
                headwaters.rollout(given)
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            size = sum(layer.nbytes for layer in given)
            (self.assertLess if copies == 0 else self.assertGreaterEqual)(most, size // 2, "a copy of the weights" if copies == 0 else "no copy")

    def test_views_of_an_array_keep_it(self):
        path, _ = self.save("a.safetensors", self.layers)
        one, = headwaters.read(path)
        weights, bare = one.attentions, one.attentions[2]
        self.assertFalse(weights.flags.writeable or weights.flags.owndata)
        del one, weights
        self.close(bare, self.layers[2], 0)

    def test_unusual_numbers_mean_what_they_mean_in_a_file(self):
        cases = {"rows that do not sum to 1": self.layers * np.float32(0.5), "missing": self.layers.copy(), "negative": self.layers - np.float32(0.01),
                 "padding in front": self.layers.copy(), "float64": self.layers.astype(np.float64), "half": self.layers.astype(np.float16),
                 "every other": attention(self.rng, 4, 3, 48, 48)[:, :, ::2, ::2], "causal": attention(self.rng, 4, 3, 24, 24, causal=True),
                 "swapped": self.layers.transpose(0, 1, 3, 2), "one layer": self.layers[:1]}
        cases["missing"][1, 2, 3] = np.nan
        cases["padding in front"][:, :, :2] = 1 / 24
        cases["padding in front"][:, :, 2:, :2] = 0
        for name, values in cases.items():
            with self.subTest(name):
                path, _ = self.save("a.safetensors", values)
                for how in ({}, {"heads": [1]}, {"discard": 0.2}, {"token": 5}):
                    found, wanted = headwaters.rollout(values, **how), support.values("rollout", path, *(f"--{key}={str(value).strip('[]')}" for key, value in how.items()))
                    self.assertEqual(found.shape, wanted.shape)
                    self.assertTrue(np.allclose(found, wanted, 0, 1e-6, equal_nan=True))

    def test_numbers_are_the_programs(self):
        path, _ = self.save("a.safetensors", self.layers)
        self.assertTrue(np.array_equal(headwaters.rollout(self.layers).astype(np.float32), support.values("rollout", path).astype(np.float32)))
        self.assertTrue(np.array_equal(headwaters.flow(self.layers, token=2), support.values("flow", path, "--token=2")))

    def test_a_problem_has_its_parts(self):
        path = self.folder / "broken.json"
        path.write_text('{"attentions": [[[[0.5, 0.5], [1]]]]}')
        with self.assertRaises(headwaters.HeadwatersError) as caught:
            headwaters.rollout(path)
        error = caught.exception
        self.assertTrue(error.place.startswith("attentions"), error.place)
        self.assertTrue(error.finding.endswith(".") and error.remedy.endswith("."))
        self.assertIn(error.finding, str(error))

    def test_threads_compute_at_once(self):
        from concurrent.futures import ThreadPoolExecutor

        alone = headwaters.flow(self.layers, layer=4)
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(lambda _: headwaters.flow(self.layers, layer=4), range(8)):
                self.assertTrue(np.array_equal(found, alone))

    def test_the_command_line_comes_with_it(self):
        with mock.patch.dict("os.environ", {"HEADWATERS": ""}):
            own = headwaters.program()
        self.assertEqual(Path(own).parent, Path(sys.executable).parent)
        self.assertRegex(subprocess.run([own, "--version"], capture_output=True, text=True).stdout, r"^headwaters \d")

    def test_the_page_comes_with_it(self):
        page = Path(headwaters.__file__).parent / "page"
        if not page.is_dir():
            self.skipTest("The wheel was built without a built page (build/site)")
        with mock.patch.dict("os.environ", {"HEADWATERS_PAGE": ""}):
            self.assertGreater(len(headwaters.show(self.layers[:, :, :4, :4]).html), 1_000_000)
        self.assertTrue((page / "index.html").is_file())

    @unittest.skipIf(mypy is None, "mypy is not installed")
    def test_types_are_found_by_those_who_import_it(self):
        asks = self.folder / "asks.py"
        asks.write_text("import headwaters\nfrom headwaters._core import parse\nreveal_type(headwaters.rollout)\nreveal_type(headwaters.joint('a').gap)\nreveal_type(parse)\n")
        said = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(self.folder), str(asks)], capture_output=True, text=True, cwd=self.folder).stdout
        self.assertRegex(said, r'(?s)ndarray.*"float".*Wish \| .*Problem')

    def test_it_stands_without_a_compiler_and_without_a_checkout(self):
        code = "import headwaters, numpy; print(headwaters.rollout(numpy.eye(3, dtype='f')[None, None]).tolist())"
        said = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, cwd=self.folder, env={"PATH": ""})
        self.assertEqual(said.stdout.strip(), str([np.eye(3).tolist()]), said.stderr)


if __name__ == "__main__":
    unittest.main()
