# SPDX-License-Identifier: MIT
"""live(), a model of the library under the page's line of text. Its runs, questions and cuts are compared with the page's own engine on the
same checkpoint (the command line is the same code)."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
from support import program, root

from real.library import Real, headwaters, torch, transformers, version, whole

try:
    import anywidget  # noqa: F401
except ImportError:
    sys.path.append(str(Path(__file__).parents[1] / "stand_in"))
try:
    import ipywidgets
except ImportError:
    ipywidgets = None

own = root / "tests" / "data" / "model"
shared = root.parent / "shared" / "data" / "models"
small = "qwen3" if hasattr(transformers, "Qwen3ForCausalLM") else "gpt2_bare"
#: Checkpoints with random weights, which are those of this repository, and those next to it if they are there. Two of each placement of
#: norms.
names = ["distilbert_cls", "gpt2_bare", "qwen3", "bert_mlm", "bert_cls", "gpt2", "llama", "gpt_neo", "opt", "pythia", "roberta_mlm", "albert_mlm", "modernbert_mlm", "electra_cls", "gemma2", "phi3"]


def folders():
    return [(name, folder / name) for name in names for folder in [own if (own / name).is_dir() else shared] if (folder / name / "model.safetensors").is_file()]


def opened(folder):
    """The model and its tokenizer as a user loads them, with the library's usual kernel."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    path = folder / "tokenizer_config.json"
    said = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    special = {key: value for key, value in said.items() if key.endswith("_token") and isinstance(value, str)}
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), **special)
    # Newer versions keep weights as they are stored, and compute positions in as few bits.
    model = getattr(transformers, config["architectures"][0]).from_pretrained(folder, **{"dtype" if version >= (4, 56) else "torch_dtype": torch.float32})
    return model.eval(), tokenizer


def ran(folder, *words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def tensors(path):
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    head = json.loads(content[8:8 + size])
    return {name: np.frombuffer(content[8 + size:][slice(*one["data_offsets"])], np.float32).reshape(one["shape"])
            for name, one in head.items() if name != "__metadata__" and one["dtype"] == "F32"}


class Agrees(Real):
    def models(self):
        """Those that this version has, six of them in a quick run."""
        there = [(name, folder) for name, folder in folders() if hasattr(transformers, json.loads((folder / "config.json").read_text("utf-8"))["architectures"][0])]
        # An older version does not read the head's bias of these two as a newer version saved it, so its answers differ.
        there = [(name, folder) for name, folder in there if version >= (4, 50) or name not in ("roberta_mlm", "albert_mlm")]
        return there if whole else there[:6]

    def setUp(self):
        super().setUp()
        if not Path(program).is_file():
            self.skipTest("The program headwaters is not built.")

    def text(self, folder, tokenizer):
        cases = json.loads((folder / "expected.json").read_text("utf-8"))["cases"]
        text = max((case["text"] for case in cases if case.get("text") and len(case["text"]) < 60), key=len)
        return f"{text} {tokenizer.mask_token}" if tokenizer.mask_token and "mlm" in folder.name else text

    def test_runs_questions_and_gradients_are_those_of_the_page(self):
        for name, folder in self.models():
            with self.subTest(name):
                self.compare_run(name, folder)

    def compare_run(self, name, folder):
        model, tokenizer = opened(folder)
        live = headwaters.LiveModel(model, tokenizer)
        text = self.text(folder, tokenizer)
        usual = live.run(text)
        target = "" if usual.question is None else f"{usual.question['index']}-{usual.question['minus']}".removesuffix("--1")
        mine = live.run(text, target=target)
        if not target:
            self.assertEqual(usual.answers, [], name)
            path = self.folder / "run.safetensors"
            ran(folder, "run", folder, "--text", text, "--out", path)
            np.testing.assert_allclose(mine.attentions, tensors(path)["attention"], atol=2e-5, err_msg=name)
            return
        path = self.folder / f"{name}.safetensors"
        index, _, minus = target.partition("-")
        said = json.loads(ran(folder, "ask", folder, "--text", text, "--target", f"{index}-{minus}" if minus else index, "--as", "logit", "--gradients", "--out", path))
        theirs = tensors(path)
        self.assertEqual(mine.tokens, said["tokens"], name)
        np.testing.assert_allclose(mine.attentions, theirs["attention"], atol=2e-5, err_msg=name)
        scale = np.abs(theirs["attention_gradient"]).max()
        seen = theirs["attention"] > 0
        np.testing.assert_allclose(mine.gradients[seen], theirs["attention_gradient"][seen], atol=2e-4 * scale, err_msg=name)
        self.assertTrue((mine.gradients[mine.attentions == 0] == 0).all())
        self.assertAlmostEqual(mine.question["before"], said["value"], delta=2e-3, msg=name)
        self.assertEqual(mine.question["before"], mine.question["after"])

    def test_cuts_do_what_the_pages_cuts_do(self):
        for name, folder in self.models():
            with self.subTest(name):
                self.compare_cuts(name, folder)

    def compare_cuts(self, name, folder):
        model, tokenizer = opened(folder)
        live = headwaters.LiveModel(model, tokenizer)
        text = self.text(folder, tokenizer)
        before = live.run(text)
        if before.question is None:
            return
        last = len(before.tokens) - 1
        edges = [f"1:0:{last}>0", f"2:*:{last}>1,2>1; 1:1:3>2", "1:*:*>2", f"2:2:{last}>*"]
        target = f"{before.question['index']}-{before.question['minus']}" if before.question["minus"] >= 0 else str(before.question["index"])

        def theirs(kind, cuts, rule):
            words = [word for cut in cuts for word in (kind, cut)]
            return [one["value"] for one in json.loads(ran(folder, "ask", folder, "--text", text, "--target", target, "--as", "logit", "--rule", rule, *words))["cuts"]]

        tries = [("--cut", "", edges, "zero"), ("--cut", "", edges, "renormalise"), ("--cut-head", "head ", ["1:0", "2:*"], "zero"), ("--cut-head", "head ", ["1:1", "2:2"], "mean"),
                 ("--cut-residual", "residual ", [f"1:{last}", "2:1"], "zero")]
        moved = 0
        for kind, front, cuts, rule in tries:
            for cut, wanted in zip(cuts, theirs(kind, cuts, rule)):
                after = live.run(text, cuts=[front + cut], rule=rule, target=target)
                self.assertAlmostEqual(after.question["after"], wanted, delta=2e-3, msg=f"{name}: {kind} {cut} {rule}")
                self.assertAlmostEqual(after.question["before"], before.question["before"], delta=1e-4)
                moved += abs(wanted - after.question["before"]) > 1e-2
        self.assertGreater(moved, 3, name)
        both = live.run(text, cuts=[edges[0], "head 2:1"], target=target)  # together, and a cut value is no longer there
        self.assertEqual(both.attentions[0, 0, last, 0], 0)
        self.assertEqual(live.run(text).attentions.tolist(), before.attentions.tolist(), f"{name}: the model is as it was")


class Asked(Real):
    def setUp(self):
        super().setUp()
        self.model, self.tokenizer = opened(own / small)
        self.live = headwaters.LiveModel(self.model, self.tokenizer)
        self.text = "the keys are"

    def test_a_model_says_what_it_is(self):
        about = self.live.about()
        self.assertEqual((about["kind"], about["layers"], about["heads"], about["family"]), ("next", 2, self.model.config.num_attention_heads, self.model.config.model_type))
        self.assertEqual(about["parameters"], sum(one.numel() for one in self.model.parameters()))
        classes = headwaters.LiveModel(*opened(own / "distilbert_cls")).run("the keys")
        self.assertEqual(classes.answers[0]["text"], classes.question["name"])
        self.assertAlmostEqual(sum(one["probability"] for one in classes.answers), 1, places=5)

    def test_a_message_is_answered_with_what_the_page_shows(self):
        reply, numbers = self.live.reply({"what": "run", "recipe": {"text": self.text}})
        example, result = reply["example"], reply["result"]
        n = len(example["tokens"])
        weights = np.frombuffer(numbers[0], np.float32).reshape(example["layers"], example["heads"], n, n)
        np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)
        self.assertEqual((len(numbers), len(result["pieces"]), result["says"]["position"], example["cuts"]), (1, n, n - 1, []))
        self.assertEqual("".join(piece["text"] for piece in result["pieces"]), self.text)
        self.assertIsNone(result["pieces"][0]["bits"])
        self.assertGreater(result["pieces"][1]["bits"], 0)
        first, second = result["says"]["answers"][:2]
        asked, numbers = self.live.reply({"what": "run", "recipe": {"text": self.text, "target": f"{first['id']}-{second['id']}", "rule": "zero",
                                                                    "cuts": [{"kind": "edges", "text": f"1:*:{n - 1}>0"}, {"kind": "residual", "text": "2:1"}]}})
        self.assertEqual(len(numbers), 2)
        self.assertEqual(asked["example"]["cuts"], [{"layer": 0, "query": n - 1, "key": 0, "heads": self.live.heads}, {"layer": 1, "query": 1, "key": 1, "heads": 0}])
        self.assertEqual(asked["example"]["title"], self.text)  # the page appends question and cuts
        self.assertEqual(asked["result"]["before"]["answers"][0]["id"], first["id"])
        found, _ = self.live.reply({"what": "find", "word": first["text"], "recipe": {"text": self.text}})
        self.assertIn(first["id"], [one["id"] for one in found["result"]["answers"]])
        json.dumps([reply, asked, found], allow_nan=False)

    def test_what_cannot_be_done_is_said_and_the_model_is_as_it_was(self):
        before = self.live.run(self.text)
        hooks = lambda: sum(len(module._forward_pre_hooks) + len(module._forward_hooks) for module in self.model.modules())  # newer versions have their own
        known = hooks()
        self.model.train()
        for recipe, said in (({"text": ""}, "no token"), ({"text": self.text, "target": "99999"}, "not a question"), ({"text": self.text, "target": "cos:x"}, "doesn't support this"), ({"text": self.text, "wiped": "3"}, "doesn't support this"), ({"text": self.text, "scores": "unk"}, "has no token"), ({"text": self.text, "swap": {"text": "the key", "places": "s9:1"}}, "no such part"),
                             ({"text": self.text, "cuts": [{"kind": "edges", "text": "3:0:1>0"}]}, "Layers are 1 to 2"),
                             ({"text": self.text, "cuts": [{"kind": "head", "text": "1"}]}, "is not a cut"), ({"text": "the " * 5000}, "tokens")):
            reply, numbers = self.live.reply({"what": "run", "recipe": recipe})
            self.assertIn(said, reply.get("problem", {}).get("finding", str(reply)), recipe)
            self.assertEqual(numbers, [])
        self.assertTrue(self.model.training)
        self.assertEqual(hooks(), known)
        self.model.eval()
        np.testing.assert_array_equal(self.live.run(self.text).attentions, before.attentions)

    def test_frozen_weights_have_gradients_of_attention_too(self):
        target = str(self.live.run(self.text).answers[0]["id"])
        wanted = self.live.run(self.text, target=target).gradients
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)
        np.testing.assert_allclose(headwaters.LiveModel(self.model, self.tokenizer).run(self.text, target=target).gradients, wanted, atol=1e-6)

    def test_models_that_it_cannot_run_are_refused_by_name(self):
        for given, said in (((object(), self.tokenizer), "not a object"), ((self.model, None), "tokenizer"), ((self.model, "gpt2"), "tokenizer")):
            with self.assertRaisesRegex(headwaters.HeadwatersError, said):
                headwaters.LiveModel(*given)


@unittest.skipIf(ipywidgets is None, "No ipywidgets in this Python.")
class View(Real):
    def setUp(self):
        super().setUp()
        self.view = headwaters.live(*opened(own / small), "the keys are", cuts=["1:0:1>0"], method="raw", page="https://pages.example/")
        self.sent = []
        self.view.send = lambda content, buffers=None: self.sent.append((content, buffers))

    def ask(self, **call):
        self.view._handle_custom_msg({"headwaters": "call", "view": 0.5, "id": 1, **call}, [])
        return self.sent[-1]

    def test_the_page_asks_and_python_is_told(self):
        state = self.view.get_state()
        self.assertEqual((state["text"], state["cuts"], state["_model"]["kind"], bytes(state["_data"]), state["method"]), ("the keys are", ["1:0:1>0"], "next", b"", "raw"))
        self.assertEqual(self.view.run.attentions[0, 0, 1, 0], 0)
        seen = []
        self.view.observe(lambda change: seen.append(change["new"].text), "run")
        content, buffers = self.ask(what="run", recipe={"text": "the key"})
        self.assertEqual((content["headwaters"], content["view"], content["id"], len(buffers), seen), ("reply", 0.5, 1, 1, ["the key"]))
        self.assertIn("problem", self.ask(what="run", recipe={"text": ""})[0])
        self.assertEqual(self.view.run.text, "the key")
        self.view._handle_custom_msg({"other": 1}, [])
        self.assertEqual(len(self.sent), 2)
        self.assertIn("<img alt=", self.view._repr_mimebundle_()[0]["text/html"])
        self.assertIsInstance(self.view.keep(page="https://pages.example/"), headwaters.Page)

    def test_cuts_are_checked_when_they_are_set(self):
        self.view.cuts = [{"kind": "head", "text": "2:0"}, " residual 1:2 "]
        self.assertEqual(self.view.cuts, ["head 2:0", "residual 1:2"])
        for name, value in (("cuts", ["2:0"]), ("cuts", ["heads 2:0"]), ("rule", "half")):
            with self.assertRaises(headwaters.HeadwatersError):
                setattr(self.view, name, value)


if __name__ == "__main__":
    unittest.main()
