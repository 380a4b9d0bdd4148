# SPDX-License-Identifier: MIT
"""relevance, joint, flow_paths, read and plot, by the program where headwaters.py is alone, by the core where it is installed."""

import contextlib
import dataclasses
import importlib.util
import itertools
import json
import re
import struct
import unittest
import xml.etree.ElementTree as xml
import zlib
from unittest import mock

import numpy as np
import support
from support import Case, attention, headwaters, outputs

words = ["The", "keys", "to", "the", "cabinet"]


class Methods(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 3, 2, 5, 5)
        self.slopes = self.rng.normal(size=self.layers.shape).astype(np.float32)

    def test_relevance_is_chefers(self):
        whole = support.relevance(self.layers, self.slopes)
        self.close(headwaters.relevance(self.layers, words, gradients=self.slopes), whole)
        self.close(headwaters.relevance(self.layers, words, gradients=self.slopes, token="keys", own_one="drop"), (whole - np.eye(5))[:, 1])
        self.says("gradients", headwaters.relevance, self.layers)

    def test_joint_attribution_proves_itself(self):
        found = headwaters.joint(self.layers, words, token=[1, 2], layer=2)
        edges = {("from", (2, i)): 5.0 for i in (1, 2)} | {((0, i), "to"): 5.0 for i in range(5)}
        for l, q, k in itertools.product(range(2), range(5), range(5)):
            edges[(l + 1, q), (l, k)] = float(self.layers[l, :, q, k].astype(float).mean())
        self.assertEqual(found.values.shape, (5,))
        self.assertAlmostEqual(found.max_flow, support.max_flow(edges, "from", "to"), 6)
        self.assertAlmostEqual(found.values.sum(), found.max_flow - found.gap, 9)
        self.assertTrue(0 <= found.gap <= found.gap_bound, found)
        closer = headwaters.joint(self.layers, words, token=[1, 2], layer=2, barrier=1e-6)
        self.assertLess(closer.gap, found.gap)

    def test_a_flow_comes_with_its_paths_and_its_cut(self):
        value = support.flow(self.layers)[2, 4, 0]
        found = headwaters.flow_paths(self.layers, words, token="cabinet", input="The", most=100)
        self.assertTrue(found.proven)
        self.assertAlmostEqual(found.value, value, 5)
        self.assertEqual(found.rest, 0)
        self.assertGreater(len(found.paths), 3)
        # The paths form one flow, within every capacity, and with that value.
        capacity = support.effective(self.layers)
        sent = np.zeros_like(capacity)
        for path in found.paths:
            self.assertEqual((path.levels[0], path.levels[-1], path.tokens[0], path.tokens[-1]), (3, 0, 4, 0))
            for (above, high), (below, low) in itertools.pairwise(zip(path.tokens, path.levels)):
                down = high > low
                self.assertEqual(abs(high - low), 1)
                sent[min(high, low), above if down else below, below if down else above] += path.amount if down else -path.amount
        self.assertTrue(((sent >= -1e-9) & (sent <= capacity + 1e-6)).all())
        self.close(sent[2, 4].sum(), value, 5e-6)
        # Without the edges of the cut no flow remains, and they carry exactly that value.
        cut = found.cut
        self.close(cut.capacities, capacity[cut.layers, cut.queries, cut.keys], 1e-6)
        left = capacity.copy()
        left[cut.layers, cut.queries, cut.keys] = 0
        edges = {((l + 1, q), (l, k)): left[l, q, k] for l, q, k in np.ndindex(left.shape) if left[l, q, k] > 0}
        self.assertEqual(support.max_flow(edges, (3, 4), (0, 0)), 0)
        few = headwaters.flow_paths(self.layers, words, token=4, input=0, most=2)
        self.assertEqual(len(few.paths), 2)
        self.assertGreater(few.rest, 0)
        self.assertTrue(few.proven)
        self.assertFalse(few._replace(value=few.value + 1e-6).proven)

    def test_every_flow_is_proven_by_its_cut_when_asked(self):
        self.close(headwaters.flow(self.layers, certificate=True), support.flow(self.layers), 5e-6)

    @unittest.skipIf(importlib.util.find_spec("networkx") is None, "networkx is not installed")
    def test_flows_are_those_of_networkx(self):
        import networkx

        layers = attention(self.rng, 4, 3, 9, 9, causal=True)
        graph = networkx.DiGraph()
        for (l, q, k), weight in np.ndenumerate(support.effective(layers)):
            graph.add_edge((l + 1, q), (l, k), capacity=weight)
        found = headwaters.flow(layers, token=8)
        for l, sink in itertools.product(range(4), range(9)):
            self.assertAlmostEqual(found[l, sink], networkx.maximum_flow_value(graph, (l + 1, 8), (0, sink)), 5)


class Reading(Case):
    def test_every_form_gives_its_arrays(self):
        layers, slopes = attention(self.rng, 3, 2, 5, 5), self.rng.normal(size=(3, 2, 5, 5)).astype(np.float32)
        for form in support.forms:
            path, _ = self.save("a." + form, layers, words, gradients=slopes, importance={"blank-out": [1, np.nan, 3, 4, 5]}, title="keys")
            one, = headwaters.read(path)
            self.assertEqual((one.tokens, one.title, one.warnings), (words, "keys", []))
            self.close(one.attentions, layers, 0)
            self.close(one.gradients, slopes, 0)
            self.assertEqual(one.attentions.dtype, np.float32)
            self.assertTrue(np.array_equal(one.importance["blank-out"], [1, np.nan, 3, 4, 5], equal_nan=True))
            self.close(headwaters.rollout(one), support.rollout(layers))
            self.close(headwaters.relevance(one, token=2), support.relevance(layers, slopes)[:, 2])
            again, = headwaters.read(self.save("again.json", one)[0])
            self.assertEqual((again.tokens, again.title), (words, "keys"))
            self.close(again.gradients, slopes, 0)
            self.assertTrue(np.array_equal(again.importance["blank-out"], [1, np.nan, 3, 4, 5], equal_nan=True))

    def test_an_encoder_decoder_has_three_stacks(self):
        parts = {"encoder_attentions": attention(self.rng, 2, 2, 4, 4), "decoder_attentions": attention(self.rng, 2, 2, 3, 3, causal=True),
                 "cross_attentions": attention(self.rng, 2, 2, 3, 4)}
        path, _ = self.save("a.json", parts, list("abcd"), decoder_tokens=list("xyz"))
        one, = headwaters.read(path)
        self.assertEqual((one.tokens, one.decoder_tokens, one.attentions), (list("abcd"), list("xyz"), None))
        for name, values in parts.items():
            self.close(getattr(one, name), values, 0)
        self.close(headwaters.rollout(one), headwaters.rollout(path), 0)
        self.close(headwaters.rollout(dataclasses.replace(one, _opened=None)), headwaters.rollout(path))
        self.assertEqual(headwaters.flow(one).shape, (2, 3, 7))

    def test_each_example_is_one(self):
        first, second = attention(self.rng, 2, 2, 4, 4), attention(self.rng, 2, 2, 6, 6)
        path, _ = self.save("a.json", [outputs(attentions=list(first[:, None])), outputs(attentions=list(second[:, None]))], [list("abcd"), list("efghij")])
        found = headwaters.read(path)
        self.assertEqual([one.tokens for one in found], [list("abcd"), list("efghij")])
        self.close(headwaters.rollout(found[1]), support.rollout(second))

    def test_contributions_and_nameless_tokens(self):
        path, _ = self.save("a.npz", None, contributions=attention(self.rng, 3, 4, 4), contribution_kind="alti")
        one, = headwaters.read(path)
        self.assertEqual((one.contributions.shape, one.contribution_kind, one.tokens), ((3, 4, 4), "alti", list("0123")))
        self.close(headwaters.rollout(one), headwaters.rollout(path))
        self.close(headwaters.rollout(dataclasses.replace(one, _opened=None)), headwaters.rollout(path))

    def test_options_say_how_and_warnings_what_is_odd(self):
        scores = self.rng.normal(size=(2, 2, 4, 4)).astype(np.float32)
        path, _ = self.save("a.npz", scores)
        self.assertRegex(" ".join(headwaters.read(path)[0].warnings), "(?i)softmax")
        one, = headwaters.read(path, softmax=True)
        self.close(one.attentions.sum(-1), np.ones((2, 2, 4)), 1e-6)

    def test_what_is_wrong_says_where_and_what_helps(self):
        path = self.folder / "broken.json"
        path.write_text('{"attentions": [[[[0.5, 0.5], [1]]]]}')
        self.says("(?s)broken.json.*attentions", headwaters.read, path)
        self.says("none.json", headwaters.read, self.folder / "none.json")


def inflated(packed):
    try:
        return zlib.decompressobj().decompress(packed)
    except zlib.error:
        return b""


class Plots(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 3, 2, 5, 5)

    def test_a_plot_is_the_pages_figure(self):
        drawn = headwaters.plot(self.layers, words, view="matrix", method="flow", layer=2, plain=True)
        tree = xml.fromstring(drawn.svg)
        self.assertTrue(tree.tag.endswith("svg"))
        said = "".join(tree.itertext())
        for word in words:
            self.assertIn(word, said)
        drawn.save(self.folder / "a.svg")
        self.assertEqual((self.folder / "a.svg").read_text(encoding="utf-8"), drawn._repr_svg_())
        path, _ = self.save("attention.safetensors", self.layers, words)
        self.assertEqual(headwaters.plot(path, view="matrix", method="flow", layer=2, plain=True).svg, drawn.svg)
        self.assertNotEqual(headwaters.plot(path, view="matrix", method="flow", layer=2, plain=True, dark=True).svg, drawn.svg)
        self.assertEqual(xml.fromstring(headwaters.plot(path, view="flow", width=480).svg).get("width"), "480")
        self.assertEqual(xml.fromstring(headwaters.plot(path, view="flow", width="83mm", font_size=7, palette="grey").svg).get("width"), "83mm")
        self.says("Use one of", headwaters.plot, self.layers, view="nonsense")

    def test_a_plot_for_paper_is_a_pdf_of_its_width_or_dots(self):
        drawn = headwaters.plot(self.layers, words, view="matrix", width="83mm", font_size=7)
        drawn.save(self.folder / "a.pdf")
        made = (self.folder / "a.pdf").read_bytes()
        self.assertEqual(made[:5], b"%PDF-")
        streams = [part.split(b"\nendstream")[0] for part in re.split(rb"stream\r?\n", made)[1:]]
        unpacked = b"".join(part for part in map(inflated, streams) if part)
        box, = re.findall(rb"/MediaBox ?\[ ?0 0 ([\d.]+)", made + unpacked)
        self.assertAlmostEqual(float(box), 83 / 25.4 * 72, delta=0.01)
        self.assertIn(b"/FontFile", made + unpacked)
        drawn.save(self.folder / "a.png", dpi=600)
        made = (self.folder / "a.png").read_bytes()
        self.assertEqual((made[:8], struct.unpack(">I", made[16:20])[0]), (b"\x89PNG\r\n\x1a\n", round(83 / 25.4 * 600)))
        path, _ = self.save("attention.json", self.layers, words)
        headwaters.plot(path, view="matrix", width="83mm").save(self.folder / "b.pdf")
        self.assertEqual((self.folder / "b.pdf").read_bytes()[:5], b"%PDF-")

    def test_what_cannot_be_written_is_said(self):
        drawn = headwaters.plot(self.layers, words)
        self.says("Use .svg, .pdf or .png", drawn.save, self.folder / "a.eps")
        self.says("dpi= works only with", drawn.save, self.folder / "a.pdf", dpi=300)
        self.says("only available as SVG", headwaters.Figure("<svg/>").save, self.folder / "a.pdf")
        with support.replaced("program", mock.Mock(side_effect=headwaters.HeadwatersError("There is no program."))):
            self.says("There is no program", drawn.save, self.folder / "a.pdf")
            drawn.save(self.folder / "a.svg")

    @unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "matplotlib is not installed")
    def test_axes_take_the_same_numbers(self):
        from matplotlib.figure import Figure

        ax = Figure().subplots()
        self.assertIs(headwaters.plot(self.layers, words, ax=ax, layer=2), ax)
        self.close(ax.images[0].get_array(), support.rollout(self.layers)[1])
        self.assertEqual([label.get_text() for label in ax.get_yticklabels()], words)
        bars = headwaters.plot(self.layers, words, ax=Figure().subplots(), view="bars", method="flow", token="keys")
        self.close([bar.get_width() for bar in bars.patches], support.flow(self.layers)[2, 1], 5e-6)
        whole = headwaters.plot(self.layers, words, ax=Figure().subplots(), view="evolution", token=0)
        self.close(whole.images[0].get_array(), support.rollout(self.layers)[:, 0])
        whole.figure.savefig(self.folder / "a.pdf")
        self.assertTrue((self.folder / "a.pdf").read_bytes().startswith(b"%PDF"))
        self.says("ax= works only", headwaters.plot, self.layers, ax=ax, view="flow")
        self.says("token=0", headwaters.plot, self.layers, ax=ax, view="bars")
        self.says("There is no layer 4", headwaters.plot, self.layers, ax=ax, layer=4)


class AnswersOfElsewhere(Case):
    """A model that runs somewhere else. The core chooses the next run (src/model/distant/distant.h)."""

    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 2, 3, 4, 4).astype(np.float32)
        self.slopes = self.rng.normal(size=self.layers.shape).astype(np.float32)
        self.question = {"name": "alone", "arguments": {"kind": "head", "rule": "zero", "count": 9}, "target": {"kind": "logit", "index": 0, "minus": -1}, "isUsual": False, "value": 2.5, "read": [0, 0, 0, 1],
                         "stacks": [{"layers": 2, "heads": 3, "queries": 4, "keys": 4}], "tokens": words[:4], "specialTokens": [], "firstPatch": -1}

    def answered(self, question):
        calls = []
        with contextlib.closing(support.own("_Program")() if support.own("_core") is None else support.own("_core").Answering()) as core:
            said = json.loads(core.ask(json.dumps(question), self.layers.tobytes()))
            while "call" in said:
                calls.append(said)
                if said["call"] == "slopes":
                    reply, numbers = {"patches": []}, self.layers.tobytes() + self.slopes.tobytes()
                else:  # a head's own number
                    reply, numbers = {"values": [sum(10 * layer + head for _, _, layer, head, _, _ in cut) for cut in said["cuts"]]}, b""
                said = json.loads(core.ask(json.dumps(reply), numbers))
        return said, calls

    def test_it_asks_for_gradients_and_values_and_ranks_the_units(self):
        said, calls = self.answered(self.question)
        self.assertEqual([one["call"] for one in calls], ["slopes", "values"])
        predicted = -(self.layers.astype(float) * self.slopes).sum((2, 3))
        units = said["answer"]["units"]
        order = np.argsort(-np.abs(predicted).ravel(), kind="stable")
        self.assertEqual([(unit["layer"], unit["head"]) for unit in units], [divmod(int(at), 3) for at in order])
        np.testing.assert_allclose([unit["predicted"] for unit in units], predicted.ravel()[order], rtol=1e-12, atol=1e-13)
        self.assertEqual([unit["actual"] for unit in units], [10 * unit["layer"] + unit["head"] - 2.5 for unit in units])

    def test_what_it_cannot_answer_it_says(self):
        for changed, place in (({"name": "lens"}, "model"), ({"read": [1]}, "tokens"), ({"arguments": {"kind": "leg", "rule": "zero", "count": 1}}, "arguments.kind"), ({"tokens": 3}, "tokens")):
            said, calls = self.answered({**self.question, **changed})
            self.assertEqual((said.get("problem", {}).get("place"), calls), (place, []), changed)


if __name__ == "__main__":
    unittest.main()
