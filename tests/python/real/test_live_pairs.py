# SPDX-License-Identifier: MIT
"""live() of models that translate. Their texts, the attention of all three kinds, questions, gradients, cuts, and the views' answers are
compared with the page's own engine on the same checkpoint (the command line, and its WebAssembly in Node)."""

import json
import shutil
import unittest

import numpy as np
import support

from real import test_live_asks
from real.library import Real, headwaters, numbers, torch, transformers, whole
from real.test_live import ipywidgets, opened, own, ran, shared, tensors

#: With random weights. Those of this repository, and those next to it if they are there.
names = ["t5_tied", "bart", "t5", "marian", "t5_gated"]
given = "the table is"


def folders():
    there = [(name, folder / name) for name in names for folder in [own if (own / name).is_dir() else shared] if (folder / name / "model.safetensors").is_file()]
    return there if whole else there[:2]


def replied(live, call):
    """The answer, once it is complete."""
    reply, numbers = live.reply(call)
    while "progress" in reply:
        reply, numbers = live.reply({**call, "what": "on"})
    return reply, numbers


class Pairs(Real):
    same = test_live_asks.AgreesWithThePage.same

    def each(self):
        for name, folder in folders():
            yield name, folder, headwaters.LiveModel(*opened(folder)), "the keys are on a table"

    def theirs(self, folder, *asked):
        if not test_live_asks.engine.is_file() or not shutil.which("node"):
            self.skipTest("The page's engine is not built (tools/build wasm), or there is no Node.")
        return test_live_asks.theirs(folder, *asked)

    def target(self, live, text, place=2, **more):
        question = live.run(text, target=f"@{place}", **more).question
        return f"{question['index']}-{question['minus']}".removesuffix("--1") + f"@{place}"

    def test_what_is_written_and_given_is_the_pages(self):
        for name, folder, live, text in self.each():
            calls = [{"text": text, "beams": "1"}, {"text": text, "beams": "3"}, {"text": text, "pair": given}, {"text": text, "pair": given, "target": "@1"}]
            about, wanted = self.theirs(folder, *calls)
            self.assertEqual([live.about()[part] for part in ("kind", "layers", "heads", "decoder", "isPostNorm")], [about[part] for part in ("kind", "layers", "heads", "decoder", "isPostNorm")])
            for call, one in zip(calls, wanted):
                recipe = {**call, "beams": int(call.get("beams", 1))}
                mine = replied(live, {"what": "run", "recipe": recipe})[0]["result"]
                self.assertEqual(mine["output"]["read"], one["output"]["read"], f"{name} {call}")
                self.same(mine["output"], one["output"], f"{name} {call}")
                self.same([mine["says"], mine["question"], mine["before"]], [one["says"], one["question"], one["before"]], f"{name} {call}", 5e-3)
                for part in ("id", "text", "special", "bits"):
                    self.assertEqual([piece[part] for piece in mine["pieces"]], [piece[part] for piece in one["pieces"]], f"{name} {part}")

    def test_attention_and_gradients_are_those_of_the_command_line(self):
        for name, folder, live, text in self.each():
            target = self.target(live, text, pair=given)
            mine = live.run(text, given, target=target)
            path = self.folder / f"{name}.safetensors"
            said = json.loads(ran(folder, "ask", folder, "--text", text, "--output", given, "--target", target, "--as", "logit", "--gradients", "--out", path))
            wanted = tensors(path)
            self.assertEqual((mine.tokens, mine.decoder_tokens), (said["tokens"], said["decoder_tokens"]), name)
            self.assertAlmostEqual(mine.question["before"], said["value"], delta=2e-3, msg=name)
            for stack, weights, slopes in (("encoder", mine.attentions, mine.gradients), ("decoder", mine.decoder_attentions, mine.decoder_gradients), ("cross", mine.cross_attentions, mine.cross_gradients)):
                theirs_ = wanted[f"{stack}.attention"]
                np.testing.assert_allclose(weights, theirs_, atol=2e-5, err_msg=f"{name} {stack}")
                slope = wanted[f"{stack}.attention_gradient"]
                seen = theirs_ > 0
                np.testing.assert_allclose(slopes[seen], slope[seen], atol=2e-4 * np.abs(slope).max(), err_msg=f"{name} {stack}")
                self.assertGreater(np.abs(slopes).max(), 0)
                self.assertTrue((slopes[weights == 0] == 0).all())

    def test_cuts_in_both_stacks_and_between_them(self):
        for name, folder, live, text in self.each():
            target = self.target(live, text, pair=given)
            tries = [("edges", "E1:0:3>1", "zero"), ("edges", "D1:1:2>0; D2:*:3>2", "zero"), ("edges", "C2:0:2>3; C1:*:1>0", "zero"), ("edges", "2:*:2>*; C1:0:2>2", "renormalise"), ("edges", "D1:0:2>0,2>1; C2:1:*>4", "renormalise"),
                     ("heads", "E1:1", "zero"), ("heads", "D2:0", "zero"), ("heads", "2:0; D1:*", "mean"), ("residuals", "E1:3; D1:2", "zero"), ("residuals", "D2:*", "zero")]
            calls = [{"text": text, "pair": given, "target": target, kind: cut, "rule": rule} for kind, cut, rule in tries]
            _, wanted = self.theirs(folder, *calls)
            before = live.run(text, given, target=target)
            moved = 0
            for (kind, cut, rule), one in zip(tries, wanted):
                kinds = {"edges": "edges", "heads": "head", "residuals": "residual"}
                mine = live.run(text, given, target=target, cuts=[{"kind": kinds[kind], "text": cut}], rule=rule)
                self.same([mine.question["before"], mine.question["after"]], [one["question"]["before"], one["question"]["after"]], f"{name} {cut} {rule}")
                self.same(mine.answers, one["says"]["answers"], f"{name} {cut} {rule}", 5e-3)
                moved += abs(mine.question["after"] - mine.question["before"]) > 1e-2
                self.assertEqual(mine.decoder_ids, before.decoder_ids)
            self.assertGreater(moved, 5, name)
            cut = live.run(text, given, cuts=["C2:1:2>3", "D1:0:2>1"])
            self.assertEqual((cut.cross_attentions[1, 1, 2, 3], cut.decoder_attentions[0, 0, 2, 1]), (0, 0))
            self.assertEqual(live.run(text, given).cross_attentions.tolist(), before.cross_attentions.tolist(), f"{name}: the model is as it was")
            written = live.run(text)  # and of its own text, which does not change
            self.assertEqual(live.run(text, cuts=["E1:*:*>1"]).decoder_ids, written.decoder_ids)

    def test_the_lens_words_left_out_and_swaps(self):
        for name, folder, live, text in self.each():
            target = self.target(live, text, pair=given)
            other = text.replace("keys", "kids")
            asks = [["lens", "2", "3"], ["lens", "0", "2"], *[["blanked", blank, "0;1-2;3,5;2"] for blank in [one["name"] for one in live._blanks()] if blank in ("hide", "mask", "delete", "replace:zero-embedding")], ["swap", "streams", other, "0", "", ""], ["swap", "heads", other, "0", "", ""]]
            calls = [{"text": text, "pair": given, "target": target, "ask": ask} for ask in asks]
            calls += [{"text": text, "pair": given, "target": target, "swap": [other, places]} for places in ("s1:1", "h1:0;h0:1")]
            _, wanted = self.theirs(folder, *calls)
            for ask, one in zip(asks, wanted):
                if "problem" in one:
                    self.fail(f"{name} {ask}: {one}")
                mine = live.ask(*ask, text=text, pair=given, target=target)
                for part in ("blanks",):
                    mine.pop(part, None), one.pop(part, None)
                if ask[0] == "swap" and abs(one["clean"] - one["changed"]) < 0.05:
                    mine.pop("recovered"), one.pop("recovered")
                self.same(mine, one, f"{name} {ask}", 1e-2 if ask[0] == "swap" else 2e-3)
            for call, one in zip(calls[len(asks):], wanted[len(asks):]):
                if "problem" in one:
                    with self.assertRaises(headwaters.HeadwatersError):
                        live.run(text, given, target=target, swap=tuple(call["swap"]))
                    continue
                mine = live.run(text, given, target=target, swap=tuple(call["swap"])).question
                self.same([mine["before"], mine["after"]], [one["question"]["before"], one["question"]["after"]], f"{name} {call['swap']}")

    def test_experiments_single_cuts_and_what_decides(self):
        compared = asked = 0
        for name, folder, live, text in self.each():
            target = self.target(live, text, pair=given)
            rankings = [("edge", one) for one in ("gradients", "relevance", "rollout", "flow", "attention")] + [("head", "gradients"), ("head", "attention")] + [("token", one) for one in ("gradients", "relevance", "rollout", "flow", "attention")]
            calls = [["experiment", kind, ranking, rule, "5"] for (kind, ranking), rule in zip(rankings, ["zero", "renormalise"] * 6)]
            calls += [["alone", "head", "zero", "6"], ["alone", "edge", "zero", "6"], ["alone", "token", "renormalise", "5"], ["decide", "head", "zero", "4"], ["decide", "edge", "zero", "6"]]
            _, wanted = self.theirs(folder, *({"text": text, "pair": given, "target": target, "ask": call} for call in calls))
            for call, one in zip(calls, wanted):
                mine = live.ask(*call, text=text, pair=given, target=target)
                asked += 1
                if call[0] == "experiment":
                    self.same([mine["counts"], mine["value"], mine["draws"]], [one["counts"], one["value"], one["draws"]], f"{name} {call}")
                    self.assertAlmostEqual(mine["all"] / one["all"], 1, delta=0.05)
                plain = lambda said: [{**unit, "weight": 0, "predicted": 0, "actual": 0} for unit in said["units"]]
                if plain(mine) == plain(one):  # among values that are equal to the last bit of a float, another may come first
                    compared += 1
                    if call[0] == "experiment":
                        self.same(mine["ranked"], one["ranked"], f"{name} {call}")
                        self.same(mine["units"], one["units"], f"{name} {call}")
                    elif call[0] == "alone":
                        self.same(mine["units"], one["units"], f"{name} {call}")
                    else:
                        self.same(mine, one, f"{name} {call}")
        self.assertGreater(compared, 0.85 * asked)


class Answered(Real):
    def setUp(self):
        super().setUp()
        self.live = headwaters.LiveModel(*opened(own / "t5_tied"))
        self.text = "the keys are on a table"

    def test_a_message_has_the_numbers_of_all_three(self):
        first = self.live.run(self.text)
        reply, numbers = replied(self.live, {"what": "run", "recipe": {"text": self.text, "target": str(first.answers[0]["id"]), "cuts": [{"kind": "edges", "text": "C1:*:1>0"}, {"kind": "residual", "text": "D1:1"}]}})
        example = reply["example"]
        n, m = len(example["tokens"]), len(example["decoder"]["tokens"])
        self.assertEqual([len(one) // 4 for one in numbers], [example["layers"] * example["heads"] * n * n, *[example["decoder"]["layers"] * example["decoder"]["heads"] * m * k for k in (m, n)]] * 2)
        heads = example["decoder"]["heads"]
        self.assertEqual(example["cuts"], [{"of": 2, "layer": 0, "query": 1, "key": 0, "heads": heads}, {"of": 1, "layer": 0, "query": 1, "key": 1, "heads": 0}])
        self.assertEqual((example["segments"], len(example["predicted"]), example["outputToken"]), ([], m, 0))
        json.dumps(reply, allow_nan=False)

    def test_other_families_are_run_and_cut(self):
        """Stacks of other sizes, compared with the library's own outputs for the same tokens."""
        for row in self.each("both"):
            with self.subTest(row.name):
                model = row.build(attention=None)
                live = headwaters.LiveModel(model, self.live.tokenizer)
                mine = live.run(self.text, "the table is")
                with headwaters.record(model), torch.no_grad():
                    wanted = model(input_ids=torch.tensor([mine.ids]), decoder_input_ids=torch.tensor([mine.decoder_ids]))
                for own, part in ((mine.attentions, "encoder_attentions"), (mine.decoder_attentions, "decoder_attentions"), (mine.cross_attentions, "cross_attentions")):
                    self.close(own, numbers(wanted[part]), 1e-5)
                cut = live.run(self.text, "the table is", cuts=["E2:1:3>1", "D2:0:2>1", f"C{len(mine.cross_attentions)}:1:2>3", "residual D1:2"], target="@2")
                self.assertEqual((cut.attentions[1, 1, 3, 1], cut.decoder_attentions[1, 0, 2, 1], cut.cross_attentions[-1, 1, 2, 3]), (0, 0, 0))
                self.assertNotEqual(cut.question["before"], cut.question["after"])
                self.assertEqual(set(live.about()["asks"]), {"blanked", "experiment", "decide", "swap", "lens"})
                self.assertEqual(live.ask("lens", 1, 2, text=self.text, pair="the table is")["final"], live.run(self.text, "the table is", target="@1").answers[0]["text"])
                self.assertEqual(live.run(self.text, beams=2).decoder_ids[0], live._start())

    def test_what_cannot_be_done_is_said(self):
        with self.assertRaisesRegex(headwaters.HeadwatersError, "single stack of layers. Cut edges") as refused:
            self.live.ask("cutset", "1:*:1>0", "", 0, "zero", 2, text=self.text)
        self.assertEqual(refused.exception.remedy, "Cut edges, or rank them by flow.")
        for row in self.each(names=("Whisper", "ViT")):
            with self.assertRaisesRegex(headwaters.HeadwatersError, "support|takes the processor"):
                headwaters.LiveModel(row.build(), self.live.tokenizer)
        for recipe, said in (({"text": self.text, "cuts": [{"kind": "head", "text": "C1:0"}]}, "nothing to cut"), ({"text": self.text, "cuts": [{"kind": "edges", "text": "C9:0:0>0"}]}, "Layers are 1 to"), ({"text": self.text, "target": "999999"}, "not a question"), ({"text": ""}, "")):
            self.assertIn(said, replied(self.live, {"what": "run", "recipe": recipe})[0].get("problem", {}).get("finding", ""))
        with self.assertRaises(headwaters.HeadwatersError):
            self.live.ask("cutset", "1:*:2>1", "2:3", "1", "zero", "0", text=self.text)
        bare = transformers.T5Model.from_pretrained(own / "t5_tied")
        with self.assertRaisesRegex(headwaters.HeadwatersError, "has no head"):
            headwaters.LiveModel(bare, self.live.tokenizer)

    def test_writing_can_be_given_up_between_two_tokens(self):
        wanted = self.live.run(self.text)
        with support.replaced("_AT_ONCE", 0), support.replaced("_PAUSE", 0):
            fresh = headwaters.LiveModel(self.live.model, self.live.tokenizer)
            call = {"what": "run", "view": 0.5, "id": 1, "recipe": {"text": self.text}}
            shares, reply = [], fresh.reply(call)[0]
            while "progress" in reply:
                shares.append(reply["progress"])
                reply = fresh.reply({"what": "on", "view": 0.5, "id": 1})[0]
            self.assertGreater(len(shares), 2)
            self.assertEqual(shares, sorted(shares))
            self.assertEqual(fresh.latest.decoder_ids, wanted.decoder_ids)
            self.assertEqual(fresh.latest.output, wanted.output)
            self.assertIn("progress", fresh.reply({**call, "id": 2, "recipe": {"text": "the keys are"}})[0])
            self.assertIn("result", fresh.reply({**call, "id": 3, "recipe": {"text": self.text, "pair": "the table is"}})[0])  # something else
            self.assertIn("was cancelled", fresh.reply({"what": "on", "view": 0.5, "id": 2})[0]["problem"]["finding"])
            self.assertFalse(fresh.model.training)

    @unittest.skipIf(ipywidgets is None, "No ipywidgets in this Python.")
    def test_a_widget_keeps_what_stands_there(self):
        view = headwaters.live(self.live.model, self.live.tokenizer, self.text, page="https://pages.example/")
        self.assertEqual(view.get_state()["_model"]["kind"], "translation")
        self.assertIn("<img alt=", view._repr_mimebundle_()[0]["text/html"])
        self.assertIsInstance(view.keep(page="https://pages.example/"), headwaters.Page)
        outputs, tokens, more = view._source
        path, _ = self.save("kept.json", outputs, tokens, **more)
        kept = json.loads(path.read_text("utf-8"))
        np.testing.assert_allclose(kept["cross"]["attentions"], view.run.cross_attentions, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
