# SPDX-License-Identifier: MIT
"""The contents of a notebook's cell, and the data that open() passes. tests/browser checks both in a real browser."""

import base64
import gzip
import json
import os
import re
import subprocess
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from unittest import mock

import numpy as np
import support
from support import Case, attention, headwaters, program, run


def without_program():
    """As on a machine that has only the page."""
    return support.replaced("_drawn", lambda name, content, state: "")


def picture(cell):
    """The SVG stored in a cell."""
    return base64.b64decode(re.search(r'src="data:image/svg\+xml;base64,([^"]*)"', cell)[1]).decode()


def words_of(svg):
    """All texts of a figure in order, ignoring line breaks."""
    return " ".join(re.findall(r">([^<>]+)</text>", svg)).split()


class Page(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 2, 2, 3, 3)
        (self.folder / "site").mkdir()
        (self.folder / "site" / "index.html").write_text("<!doctype html>the page")
        self.site = str(self.folder / "site")

    def cell(self, *args, **options):
        shown = headwaters.show(*args, **{"page": "https://pages.example/headwaters/", **options})
        return shown, shown._repr_html_()

    def data(self, cell):
        """The file that the cell passes, and the state."""
        content = base64.b64decode(re.search(r'atob\("([^"]*)"\)', cell)[1])
        path = self.folder / re.search(r'name: "([^"]*)"', cell)[1]
        path.write_bytes(content)
        return path, json.loads(re.search(r"state: (\{.*\}) \}\);", cell)[1])


class Shown(Page):
    def test_the_cell_holds_data_view_and_height(self):
        _, cell = self.cell(self.layers, list("abc"), height=480, state={"layer": 1, "method": "flow"})
        self.assertIn('page = "https://pages.example/headwaters/"', cell)
        self.assertIn("headwatersFrame(root, page, 480,", cell)
        path, state = self.data(cell)
        self.assertEqual(state, {"layer": 1, "method": "flow"})
        self.assertEqual(run("info", path)["tokens"], list("abc"))
        self.same_numbers(path, self.layers)
        self.assertEqual(gzip.decompress(path.read_bytes())[8:9], b"{")

    def test_two_cells_do_not_meet_and_markup_stays_text(self):
        first, second = (self.cell(self.layers, ["</script><b>", '"', "&"])[1] for _ in range(2))
        names = [re.search(r'id="(headwaters-\w+)"', cell)[1] for cell in (first, second)]
        self.assertNotEqual(*names)
        self.assertEqual(first.count("</script>"), 1)
        with without_program():
            self.assertIn("&lt;/script&gt;&lt;b&gt;", picture(self.cell(self.layers, ["</script><b>", '"', "&"])[1]))
        cell = self.cell(self.layers, state={"spans": ["</script>"]})[1]
        self.assertEqual(cell.count("</script>"), 1)
        self.assertEqual(self.data(cell)[1], {"spans": ["</script>"]})

    def test_the_picture_of_any_token_is_xml(self):
        import xml.etree.ElementTree as tree

        with without_program():
            for token in ("\x00\x1b[31m", "\ufffe", "\uffff", "\ud800", "\x85", "]]>", "<![CDATA[", "&#0;", "\U0001fffe"):
                tree.fromstring(picture(self.cell(self.layers, [token, "b", "c"])[1]))

    def test_a_picture_stays_for_paper(self):
        with without_program():
            shown, cell = self.cell(self.layers, list("abc"))
            self.assertIn("Attention of layer 2, mean of 2 heads", cell)
            self.assertIn("@media print", cell)
            self.assertIn(">b</text>", picture(cell))
            for width in (1, 60, 900):
                self.cell(attention(self.rng, 1, 1, width, width))
            self.cell({"encoder_attentions": self.layers, "decoder_attentions": self.layers[:, :, :2, :2], "cross_attentions": self.layers[:, :, :2]},
                      list("abc"), decoder_tokens=["u", "v"])
        self.assertEqual(shown._repr_png_()[:8], b"\x89PNG\r\n\x1a\n")

    def test_the_picture_of_contributions_alone_says_what_they_are(self):
        matrices = np.array([np.eye(3), [[0.5, 0.75, -0.25], [0, 1, 0], [0, 0, 1]]])
        with without_program():
            cell = headwaters.show(headwaters.Contributions(np.abs(matrices), np.zeros((2, 3)), "alti"), list("abc"), page=self.site)._repr_html_()
            self.assertIn("Contributions (alti) of layer 2; rows are made of columns.", cell)
            self.assertNotIn("Attention of layer", cell)
            self.assertNotIn("Negative", cell)
            cell = headwaters.show(None, list("abc"), contributions=matrices, contribution_kind="decompx", page=self.site)._repr_html_()
            self.assertIn("Contributions (decompx) of layer 2; rows are made of columns. Negative values are white.", cell)

    def test_with_the_program_the_picture_is_the_figure_of_the_view(self):
        path, _ = self.save("mine.npz", self.layers, list("abc"))
        for source in ((self.layers, list("abc")), (path,)):
            _, cell = self.cell(*source, state={"panel": "matrix", "method": "flow", "layer": 1, "tokens": [2], "settings": {"heads": [1]}})
            words = ["--view", "matrix", "--state", "v=1&method=flow&layer=2&token=2&heads=1"]
            drawn = subprocess.run([program, "figure", path, *words], capture_output=True, text=True, check=True).stdout
            # The names differ in length, so lines of the caption can break elsewhere.
            shown = picture(cell).replace("attention.safetensors", "mine.npz")
            self.assertEqual(shown[:shown.rindex("Data:")], drawn[:drawn.rindex("Data:")])
            self.assertEqual(words_of(shown), words_of(drawn))

    def test_every_view_but_the_overview_is_the_figure_of_its_name(self):
        path, _ = self.save("mine.npz", self.layers, list("abc"))
        for panel, view in (("explain", "explain"), ("overview", "evolution")):
            _, cell = self.cell(path, state={"panel": panel, "layer": 1, "tokens": [2]})
            words = ["--view", view, "--state", "v=1&layer=2&token=2"]
            drawn = subprocess.run([program, "figure", path, *words], capture_output=True, text=True, check=True).stdout
            self.assertEqual(picture(cell), drawn)

    def test_a_view_that_the_program_is_not_told_whole_is_not_drawn_by_it(self):
        said = {"panel": "matrix", "settings": {"preset": "no-residual"}, "rawTokens": True}
        self.assertIn("without the residual connection", picture(self.cell(self.layers, state=said)[1]))
        for more in ({"words": True}, {"settings": {"start": 1}}):
            self.assertIn("mean of 2 heads; rows look at columns", self.cell(self.layers, state={**said, **more})[1])

    def test_the_page_as_one_file_goes_into_the_cell(self):
        whole = Path(self.site) / "saved-page.html"
        whole.write_text('<!doctype html><script>"</script>')
        for place, inside in ((self.site, True), (whole, True), (whole, False)):
            _, cell = self.cell(self.layers, page=place, inside=inside)
            self.assertIn(r'page = "\u003c!doctype html>\u003cscript>\"\u003c/script>";', cell)
            self.assertNotIn("127.0.0.1", cell)
        self.assertIn('page = "http://127.0.0.1', self.cell(self.layers, page=self.site, inside=False)[1])

    def test_a_cell_is_written_as_a_page(self):
        shown, cell = self.cell(self.layers)
        shown.save(self.folder / "shown.html")
        written = (self.folder / "shown.html").read_text("utf-8")
        self.assertTrue(written.startswith("<!doctype html>") and cell in written)
        self.assertEqual(shown.data, cell)  # as IPython's HTML has it

    def test_a_file_and_a_ragged_batch(self):
        saved, _ = self.save("mine.json", self.layers, list("abc"))
        written = saved.read_bytes()
        path, _ = self.data(self.cell(saved)[1])
        self.assertEqual((path.name, gzip.decompress(path.read_bytes())), ("mine.json", written))
        batch = np.stack([self.layers, self.layers], 1)
        path, _ = self.data(self.cell(batch, attention_mask=[[1, 1, 1], [1, 1, 0]])[1])
        self.assertEqual(run("info", path)["examples"], 2)

    def test_where_the_page_is(self):
        with mock.patch.dict(os.environ, {"HEADWATERS_PAGE": "https://elsewhere.example/#sample=x"}):
            self.assertIn('page = "https://elsewhere.example/"', headwaters.show(self.layers)._repr_html_())
        with mock.patch.dict(os.environ, {"HEADWATERS_PAGE": ""}), support.replaced("_checkout", lambda: None):
            if not (support.installed and (Path(headwaters.__file__).parent / "page").is_dir()):
                self.says("tools/build", headwaters.show, self.layers)
        self.says("has no index.html", headwaters.show, self.layers, page=self.folder)
        address = re.search(r'page = "([^"]*)"', headwaters.show(self.layers, page=self.site)._repr_html_())[1]
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/$")
        self.assertEqual(urllib.request.urlopen(address).read(), b"<!doctype html>the page")

    def test_options_that_are_not_known(self):
        with self.assertRaisesRegex(TypeError, "[Uu]nknown options: nonsense; known are"):
            self.cell(self.layers, nonsense=1)


class BertViz(Page):
    """The arguments of bertviz 1.4's head_view and model_view, in their order."""

    def test_head_view(self):
        layers = tuple(layer[None] for layer in self.layers)
        shown = headwaters.head_view(layers, list("abc"), 2, True, 1, [1], html_action="return", page=self.site)
        path, state = self.data(shown._repr_html_())
        self.assertEqual((state["method"], state["layer"], state["settings"], state["rawTokens"]), ("raw", 1, {"heads": [1]}, False))
        self.assertEqual(len(run("raw", path, "--segments", "b-b")["tokens"]), 1)
        self.close([layer["values"] for layer in run("raw", path, "--heads", 1)["layers"]], self.layers[:, 1])

    def test_chosen_layers_keep_the_layer_that_is_looked_at(self):
        layers = attention(self.rng, 4, 2, 3, 3)
        shown = headwaters.head_view(layers, list("abc"), layer=3, include_layers=[1, 3], html_action="return", page=self.site)
        path, state = self.data(shown._repr_html_())
        self.assertEqual(state["layer"], 1)
        self.same_numbers(path, layers[[1, 3]])

    def test_model_view_and_encoder_decoder(self):
        shown = headwaters.model_view(self.layers, list("abc"), None, True, "light", html_action="return", page=self.site)
        self.assertEqual(self.data(shown._repr_html_())[1]["panel"], "heads")
        shown = headwaters.model_view(encoder_attention=self.layers, decoder_attention=self.layers[:, :, :2, :2], cross_attention=self.layers[:, :, :2],
                                      encoder_tokens=list("abc"), decoder_tokens=["u", "v"], html_action="return", page=self.site)
        path, _ = self.data(shown._repr_html_())
        self.assertEqual(run("info", path)["parts"]["cross"]["tokens"], ["u", "v"])
        with self.assertRaises(ValueError):
            headwaters.head_view(self.layers, list("abc"), cross_attention=self.layers)
        with self.assertRaises(ValueError):
            headwaters.head_view(self.layers, list("abc"), html_action="show")


class Opened(Page):
    def test_the_page_is_told_where_the_data_are(self):
        address = headwaters.open(self.layers, list("abc"), page=self.site, browser=False, wait=False, state={"method": "rollout", "layer": 1, "tokens": [2]})
        base, fragment = address.split("#")
        fields = dict(urllib.parse.parse_qsl(fragment))
        self.assertEqual({key: fields[key] for key in ("method", "layer", "token")}, {"method": "rollout", "layer": "2", "token": "2"})
        self.assertTrue(fields["url"].startswith(base))
        with urllib.request.urlopen(fields["url"]) as answer:
            self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
            path = self.folder / "got.safetensors"
            path.write_bytes(answer.read())
        self.same_numbers(path, self.layers)
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(base + "0/attention.safetensors")

    def test_a_hosted_page_gets_them_from_this_machine(self):
        opened = []
        with mock.patch("webbrowser.open", lambda address: opened.append(address) or True):
            address = headwaters.open(self.layers, page="https://pages.example/", wait=False)
        self.assertEqual(opened, [address])
        self.assertTrue(address.startswith("https://pages.example/#url=http%3A%2F%2F127.0.0.1"))
        data = urllib.parse.unquote(address.split("url=")[1])
        asked = urllib.request.Request(data, method="OPTIONS")
        with urllib.request.urlopen(asked) as answer:
            self.assertEqual(answer.headers["Access-Control-Allow-Private-Network"], "true")
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(urllib.parse.urljoin(data, "/"))


if __name__ == "__main__":
    unittest.main()
