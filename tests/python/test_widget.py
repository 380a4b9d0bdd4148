# SPDX-License-Identifier: MIT
"""The live link, Python's side. Tests the page's data, and the values read back. The page's side is in tests/browser."""

import base64
import gzip
import re
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
from support import Case, attention, folder, headwaters, run

try:
    import anywidget  # noqa: F401
except ImportError:
    sys.path.append(str(Path(__file__).parent / "stand_in"))
try:
    import ipywidgets
except ImportError:
    ipywidgets = None

site = "https://pages.example/headwaters/"


class Missing(Case):
    def test_without_anywidget_it_is_said_what_helps(self):
        code = ("import sys; sys.modules['anywidget'] = None; sys.path.insert(0, sys.argv[1]); import headwaters\n"
                "try: headwaters.Widget([[1.0]])\nexcept headwaters.HeadwatersError as error: print(error)")
        said = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True)
        self.assertIn("pip install anywidget", said.stdout, said.stderr)

    def test_the_file_asks_for_numpy_alone(self):
        code = ("import sys; sys.path.insert(0, sys.argv[1]); import headwaters\n"
                "print([name for name in ('anywidget', 'ipywidgets', 'traitlets', 'torch', 'IPython') if name in sys.modules])")
        said = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True)
        self.assertEqual(said.stdout.strip(), "[]", said.stderr)


@unittest.skipIf(ipywidgets is None, "No ipywidgets here (Debian: python3-ipywidgets).")
class Live(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 3, 2, 4, 4)
        self.view = headwaters.Widget(self.layers, list("abcd"), method="rollout", layer=1, selected=(2,), state={"graph": "lines"}, page=site)

    def test_the_model_holds_the_data_the_page_and_the_view(self):
        state = self.view.get_state()
        self.assertIsInstance(self.view, headwaters.Widget)
        self.assertEqual((state["_page"], state["height"], state["_begin"]), (site, 640, {"graph": "lines"}))
        self.assertEqual([state[name] for name in ("method", "layer", "selected", "panel", "settings")], ["rollout", 1, [2], None, None])
        self.assertIn("export default { render }", state["_esm"])
        path = self.folder / state["_name"]
        path.write_bytes(bytes(state["_data"]))
        self.assertEqual(run("info", path)["tokens"], list("abcd"))
        self.same_numbers(path, self.layers)

    def test_a_folder_gives_the_page_itself(self):
        (self.folder / "index.html").write_text("<!doctype html>the page")
        (self.folder / "saved-page.html").write_text("<!doctype html>all of it")
        self.assertEqual(headwaters.Widget(self.layers, page=self.folder)._page, "<!doctype html>all of it")
        self.assertRegex(headwaters.Widget(self.layers, page=self.folder, inside=False)._page, r"^http://127\.0\.0\.1:\d+/$")

    def test_what_the_reader_does_is_read_and_observed(self):
        seen = []
        self.view.observe(lambda change: seen.append((change["name"], change["new"])), ["layer", "selected", "problem"])
        document = {"tokens": list("abcd"), "decoderTokens": []}
        self.view.set_state({"layer": 2, "selected": [3, 0], "method": "flow", "state": {"document": document, "side": "encoder", "tokens": [3, 0]}})
        self.assertEqual(seen, [("layer", 2), ("selected", [3, 0])])
        self.assertEqual((self.view.method, self.view.selected_texts), ("flow", ["d", "a"]))

    def test_what_is_chosen_comes_with_its_numbers_as_arrays(self):
        self.assertIsNone(self.view.selection)
        seen = []
        self.view.observe(lambda change: seen.append(change["new"]), "selection")
        numbers = self.rng.random((3, 4))
        numbers[1, 2] = np.nan
        said = {"method": "rollout", "layer": 1, "layers": [0, 1, 2], "heads": [1], "output": "chosen", "tokens": [2, 3], "inputs": list("abcd"), "rows": 3}
        self.view.set_state({"selection": {**said, "values": memoryview(numbers.tobytes())}})
        chosen, = seen
        self.assertIs(self.view.selection, chosen)
        np.testing.assert_array_equal(chosen.values, numbers)
        self.assertEqual((chosen.layers.tolist(), chosen.tokens.tolist(), chosen.inputs, chosen.heads, chosen.layer), ([0, 1, 2], [2, 3], list("abcd"), [1], 1))
        self.view.set_state({"selection": {**said, "rows": 0, "values": memoryview(b"")}})  # a method without a row per layer
        self.assertEqual(seen[-1].values.shape, (0, 4))

    def test_any_part_of_the_view_can_be_set(self):
        self.view.set(layer=0, tokens=[1], edges=0.1)
        self.assertEqual((self.view.layer, self.view.selected), (0, [1]))
        self.assertEqual(self.view._asked, {"count": 1, "state": {"edges": 0.1}})
        self.view.set(edges=0.1)  # the reader may have changed it meanwhile
        self.assertEqual(self.view._asked["count"], 2)
        self.assertEqual(self.view._begin, {"graph": "lines", "edges": 0.1})

    def test_other_data_in_the_same_cell(self):
        self.view.load(self.layers[:, :, :2, :2], ["x", "y"])
        path = self.folder / self.view._name
        path.write_bytes(bytes(self.view._data))
        self.assertEqual(run("info", path)["tokens"], ["x", "y"])

    def test_the_view_as_it_stands_is_kept(self):
        self.view.set_state({"layer": 2, "selected": [3], "state": {"layer": 2, "tokens": [3], "panel": "matrix", "document": {"tokens": []}, "messages": []}})
        kept = self.view.keep(page=site)
        self.assertIsInstance(kept, headwaters.Page)
        state = re.search(r"state: (\{.*\}) \}\);", kept.html)[1]
        for part in ('"layer": 2', '"tokens": [3]', '"panel": "matrix"', '"graph": "lines"'):
            self.assertIn(part, state)
        for part in ("document", "messages", "selected"):
            self.assertNotIn(part, state)
        content = base64.b64decode(re.search(r'atob\("([^"]*)"\)', kept.html)[1])
        self.assertEqual(gzip.decompress(content)[8:9], b"{")

    def test_exports_without_the_widget_have_a_picture(self):
        bundle, _ = self.view._repr_mimebundle_()
        self.assertIn("application/vnd.jupyter.widget-view+json", bundle)
        self.assertIn("<img alt=", bundle["text/html"])


if __name__ == "__main__":
    unittest.main()
