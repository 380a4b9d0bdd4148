# SPDX-License-Identifier: MIT
"""live() of models whose answer is a vector, and of texts that are messages, compared with the page's own engine on the same checkpoint."""

import json
import shutil
import unittest

import numpy as np

from real import test_live_asks
from real.library import Real, headwaters, transformers
from real.test_live import opened, own, ran, shared, tensors

#: As in the published chat models.
chat_ml = ("{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}"
           "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}")


class AgainstThePage(Real):
    same = test_live_asks.AgreesWithThePage.same

    def theirs(self, folder, *asked):
        if not test_live_asks.engine.is_file() or not shutil.which("node"):
            self.skipTest("The page's engine is not built (tools/build wasm), or there is no Node.")
        return test_live_asks.theirs(folder, *asked)

    def copied(self, name, **changed):
        """A folder of this repository with other settings."""
        folder = self.folder / name
        if not folder.is_dir():
            shutil.copytree(own / name, folder)
            config = json.loads((folder / "config.json").read_text("utf-8"))
            (folder / "config.json").write_text(json.dumps({**config, **changed}), "utf-8")
        return folder


class Vectors(AgainstThePage):
    def setUp(self):
        super().setUp()
        there = [self.copied("distilbert_cls", architectures=["DistilBertModel"])]
        self.folders = there + [folder for folder in (shared / "sentence",) if folder.is_dir()]
        self.text, self.other = "the keys are on the table", "cos:the key is here"

    def test_cosines_gradients_and_cuts(self):
        for folder in self.folders:
            live = headwaters.LiveModel(*opened(folder))
            self.assertEqual(live.kind, "embedding")
            path = self.folder / "run.safetensors"
            said = json.loads(ran(folder, "ask", folder, "--text", self.text, "--target", self.other[4:], "--gradients", "--out", path))
            wanted = tensors(path)
            mine = live.run(self.text, target=self.other)
            self.assertAlmostEqual(mine.question["before"], said["value"], delta=1e-5)
            np.testing.assert_allclose(mine.attentions, wanted["attention"], atol=2e-5)
            np.testing.assert_allclose(mine.gradients, wanted["attention_gradient"], atol=2e-4 * np.abs(mine.gradients).max())
            plain = self.folder / "plain.safetensors"
            ran(folder, "run", folder, "--text", self.text, "--out", plain)
            np.testing.assert_allclose(live.run(self.text).vector, tensors(plain)["embedding"], atol=2e-5)
            cuts = ["1:0:3>1", "1:*:*>2", "2:1:0>*"]
            after = [one["value"] for one in json.loads(ran(folder, "ask", folder, "--text", self.text, "--target", self.other[4:], *[word for cut in cuts for word in ("--cut", cut)]))["cuts"]]
            for cut, value in zip(cuts, after):
                self.assertAlmostEqual(live.run(self.text, target=self.other, cuts=[cut]).question["after"], value, delta=1e-4)

    def test_the_nearest_and_what_is_asked(self):
        texts = ["the keys are on the table", "the key is here", "a table", "the keys are here"]
        calls = [["experiment", "edge", "gradients", "zero", "3"], ["experiment", "token", "rollout", "renormalise", "3"], ["alone", "head", "zero", "5"], ["blanked", "deletion", "0;1-2;3"], ["swap", "heads", "the kids are on the table", "0", "", ""], ["swap", "streams", "the kids are on the table", "0", "", ""]]
        for folder in self.folders:
            live = headwaters.LiveModel(*opened(folder))
            about, wanted = self.theirs(folder, *({"text": text} for text in texts), {"text": texts[0], "target": self.other}, *({"text": self.text, "target": self.other, "ask": call} for call in calls))
            self.assertEqual((live.about()["kind"], live.about()["takesPairs"]), (about["kind"], about["takesPairs"]))
            for text, one in zip([*texts, texts[0]], wanted):
                recipe = {"text": text, **({"target": self.other} if one is wanted[len(texts)] else {})}
                mine = live.reply({"what": "run", "recipe": recipe, "settled": True})[0]["result"]
                self.same([mine["says"], mine["question"]], [one["says"], one["question"]], text)
            for call, one in zip(calls, wanted[len(texts) + 1:]):
                mine = live.ask(*call, text=self.text, target=self.other)
                mine.pop("blanks", None), one.pop("blanks", None)
                if call[0] == "experiment" and [{**unit, "weight": 0} for unit in mine["units"]] != [{**unit, "weight": 0} for unit in one["units"]]:
                    continue  # another of equal ones
                for part in ("random", "area", "p", "all") if call[0] == "experiment" else ("recovered",) if call[0] == "swap" and abs(one["clean"] - one["changed"]) < 0.05 else ():
                    mine.pop(part), one.pop(part)
                self.same(mine, one, f"{call}")
            live.reply({"what": "run", "recipe": {"text": "the k"}})  # on the way to another
            self.assertNotIn("the k", [one["text"] for one in live.reply({"what": "says", "recipe": {"text": "a"}})[0]["result"]["says"]["near"]])

    def test_what_cannot_be_asked_is_said(self):
        live = headwaters.LiveModel(*opened(self.folders[0]))
        self.assertEqual(live.about()["asks"], ["blanked", "experiment", "scores", "swap"])
        for call in (["lens", "1", "2"], ["blanked", "mask", "1"]):
            with self.assertRaises(headwaters.HeadwatersError):
                live.ask(*call, text=self.text)
        scores = live.run(self.text, target=self.other, scores="usual").scores
        self.assertEqual({len(one) for one in scores.values()}, {len(live.run(self.text).tokens)})


class Messages(AgainstThePage):
    def setUp(self):
        super().setUp()
        if not hasattr(transformers, "Qwen3ForCausalLM"):
            self.skipTest("This version has no Qwen 3.")
        try:
            import jinja2  # noqa: F401
        except ImportError:
            self.skipTest("Chat templates need jinja2.")
        self.room = self.copied("qwen3")
        (self.room / "chat_template.jinja").write_text(chat_ml, "utf-8")
        model, tokenizer = opened(self.room)
        tokenizer.chat_template = chat_ml
        tokenizer.add_special_tokens({"additional_special_tokens": ["<|im_start|>", "<|im_end|>"]})
        self.live = headwaters.LiveModel(model, tokenizer)

    def test_a_message_and_those_before_it(self):
        said = ["Hi", "You"]
        calls = [{"text": "the keys are", "chat": "1"}, {"text": "So?", "chat": json.dumps(said)}, {"text": "the keys are"}]
        about, wanted = self.theirs(self.room, *calls)
        self.assertTrue(about["chats"] and self.live.about()["chats"])
        for call, chat, one in zip(calls, (True, said, False), wanted):
            mine = self.live.reply({"what": "run", "recipe": {"text": call["text"], "chat": chat}})[0]["result"]
            self.assertEqual([piece["id"] for piece in mine["pieces"]], [piece["id"] for piece in one["pieces"]])
            self.same([mine["says"], mine["question"]], [one["says"], one["question"]], str(call))
            self.same([piece["bits"] for piece in mine["pieces"]], [piece["bits"] for piece in one["pieces"]], str(call), 5e-3)
            self.assertEqual([piece["special"] for piece in mine["pieces"]], [piece["special"] for piece in one["pieces"]], str(call))
        run = self.live.run("the keys are", chat=True)
        self.assertEqual(run.tokens[0], "<|im_start|>")
        self.assertEqual(self.live.run("So?", chat=said).ids, [piece["id"] for piece in wanted[1]["pieces"]])

    def test_an_answer_is_written_behind_the_message(self):
        way = ["5", "60000", "0", "0", "1", "1"]
        (one,) = self.theirs(self.room, {"text": "the keys are", "write": way, "chat": "1"})[1]
        mine = self.live.reply({"what": "write", "recipe": {"text": "the keys are", "chat": True}, "arguments": way})[0]["result"]
        self.assertEqual({part: mine[part] for part in ("ids", "begin", "end")}, {part: one[part] for part in ("ids", "begin", "end")})

    def test_without_a_template_it_is_said(self):
        live = headwaters.LiveModel(*opened(own / "distilbert_cls"))
        self.assertFalse(live.about()["chats"])
        for asked, chat, said in ((live, True, "no chat template"), (self.live, ["Hi"], "needs an answer")):
            self.assertIn(said, asked.reply({"what": "run", "recipe": {"text": "a", "chat": chat}})[0]["problem"]["finding"])


if __name__ == "__main__":
    unittest.main()
