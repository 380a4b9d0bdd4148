# SPDX-License-Identifier: MIT
"""live() of models that read pictures (ViT, DeiT, DINOv2, BEiT, CLIP). Runs, questions, gradients, cuts, blank patches, and the views'
questions are compared with the page's own engine on the same checkpoint (the command line, and its WebAssembly in Node)."""

import base64
import json
import shutil
import unittest

import numpy as np
from support import root

from real.library import Real, headwaters, torch, transformers, version, whole
from real.test_live import ipywidgets, ran, shared, tensors
from real.test_live_asks import AgreesWithThePage, engine, theirs

try:
    from PIL import Image
except ImportError:
    Image = None

digits = root / "web" / "models" / "digits"
texts = ["the keys", "a table", "on the"]


def folders():
    """Those that are there and that this version has, four of them in a quick run."""
    names = ("vit", "dinov2", "clip", "deit", "dinov2_registers", "beit")
    there = [("digits", digits), *((name, shared / name) for name in names if (shared / name / "model.safetensors").is_file())]
    there = [(name, folder) for name, folder in there if hasattr(transformers, json.loads((folder / "config.json").read_text("utf-8"))["architectures"][0])]
    return there if whole else there[:4]


class Both:
    """As CLIPProcessor has them, for a tokenizer of any kind."""

    def __init__(self, image_processor, tokenizer):
        self.image_processor, self.tokenizer = image_processor, tokenizer

    def __call__(self, **named):
        return self.image_processor(**named)


def opened(folder):
    """The model and its processor as a user loads them."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    model = getattr(transformers, config["architectures"][0]).from_pretrained(folder, **{"dtype" if version >= (4, 56) else "torch_dtype": torch.float32}).eval()
    kind = json.loads((folder / "preprocessor_config.json").read_text("utf-8"))["image_processor_type"]
    made = getattr(transformers, kind + "Pil", None) or getattr(transformers, kind)
    processor = made.from_pretrained(folder)
    if folder.name == "clip":
        return model, Both(processor, transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), pad_token="<|endoftext|>"))
    return model, processor


def picture(seed, height=20, width=20):
    """Soft spots, so that patches differ."""
    random = np.random.default_rng(seed)
    coarse = Image.fromarray(random.integers(0, 256, (5, 5, 3), dtype=np.uint8))
    return np.asarray(coarse.resize((width, height), Image.BICUBIC))


def sent(points, name):
    opaque = np.concatenate([points, np.full((*points.shape[:2], 1), 255, np.uint8)], 2)
    return {"name": name, "width": points.shape[1], "height": points.shape[0], "pixels": base64.b64encode(opaque.tobytes()).decode()}


@unittest.skipIf(Image is None, "No Pillow in this Python.")
@unittest.skipUnless(engine.is_file() and shutil.which("node"), "The page's engine is not built (tools/build wasm), or there is no Node.")
class Pictures(AgreesWithThePage):
    # the texts' tests need texts
    test_the_lens_and_tests_of_words = test_experiments_rank_cut_and_draw_the_same = test_single_cuts_searches_and_minimum_cuts = test_swaps = None
    test_scores_are_those_of_the_command_line = test_it_writes_what_the_page_writes = test_a_hidden_token_is_hidden_as_in_tests_of_words = None

    def each(self):
        for name, folder in folders():
            model, processor = opened(folder)
            live = headwaters.LiveModel(model, processor)
            points = picture(3, *((24, 28) if name in ("dinov2", "clip") else (20, 20)))
            yield name, folder, live, points, (texts if name == "clip" else None)

    def asks(self, folder, points, pair, *calls):
        """The engine's answers about the picture, each with its own question."""
        common = {"text": "photo:a", **({} if pair is None else {"pair": "\n".join(pair)})}
        about, answers = theirs(folder, *({**common, **({"picture": sent(points, "photo:a")} if at == 0 else {}), **one} for at, one in enumerate(calls)))
        return about, answers

    def question(self, live, points, pair):
        asked = live.run(points, pair).question
        return f"{asked['index']}-{asked['minus']}".removesuffix("--1")

    def test_runs_gradients_and_blank_patches(self):
        for name, folder, live, points, pair in self.each():
            path = self.folder / "picture.png"
            Image.fromarray(points).save(path)
            target = self.question(live, points, pair)
            about, (plain, wiped, cut) = self.asks(folder, points, pair, {}, {"wiped": "1;6", "target": target}, {"target": target, "edges": "1:0:0>3; 2:*:0>1,0>5"})
            mine = live.about()
            self.same({key: mine["picture"][key] for key in about["picture"]}, about["picture"], name)
            self.assertEqual((mine["layers"], mine["heads"], mine["isPostNorm"], mine["kind"]), (about["layers"], about["heads"], about["isPostNorm"], about["kind"]), name)
            first = live.reply({"what": "says", "recipe": {"text": live._named(points), "pair": pair and "\n".join(pair)}})[0]["result"]
            self.same({**first, "note": ""}, plain, name)  # the page's message about a text that was cut off
            for one, more in ((wiped, {"wiped": [1, 6]}), (cut, {"cuts": ["1:0:0>3; 2:*:0>1,0>5"]})):
                run = live.run(points, pair, target=target, **more)
                self.same(run.question, one["question"], f"{name} {more}")
                self.same([{**each, "text": ""} for each in run.answers], [{**each, "text": ""} for each in one["says"]["answers"]], name)
            # attention and gradients
            out, classes = self.folder / f"{name}.safetensors", [word for text in pair or () for word in ("--class", text)]
            index, _, minus = target.partition("-")
            said = json.loads(ran(folder, "ask", folder, "--image", path, *classes, "--target", f"{index}-{minus}" if minus else index, "--as", "logit", "--gradients", "--out", out))
            wanted, run = tensors(out), live.run(points, pair, target=target)
            self.assertEqual(run.tokens, said["tokens"], name)
            np.testing.assert_allclose(run.attentions, wanted["attention"], atol=2e-5, err_msg=name)
            seen, scale = wanted["attention"] > 0, np.abs(wanted["attention_gradient"]).max()
            np.testing.assert_allclose(run.gradients[seen], wanted["attention_gradient"][seen], atol=2e-4 * scale, err_msg=name)

    def test_cuts_of_heads_and_residuals(self):
        moved = 0
        for name, folder, live, points, pair in self.each():
            target = self.question(live, points, pair)
            cuts = [("head 1:0", "heads", "1:0", "zero"), ("head 2:1", "heads", "2:1", "mean"), ("residual 1:2", "residuals", "1:2", "zero"), ("2:1:0>*", "edges", "2:1:0>*", "renormalise")]
            _, wanted = self.asks(folder, points, pair, *({"target": target, kind: text, "rule": rule} for _, kind, text, rule in cuts))
            for (cut, _, _, rule), one in zip(cuts, wanted):
                question = live.run(points, pair, cuts=[cut], rule=rule, target=target).question
                self.same(question, one["question"], f"{name} {cut}")
                moved += abs(question["before"] - question["after"]) > 1e-2
        self.assertGreater(moved, 3)

    def test_what_the_views_ask(self):
        compared = asked = 0
        for name, folder, live, points, pair in self.each():
            target = self.question(live, points, pair)
            rankings = [("patch", one) for one in ("gradients", "relevance", "rollout", "flow", "attention")] + [("edge", "gradients"), ("edge", "rollout"), ("head", "gradients"), ("token", "rollout")]
            exact = [["lens", "0", "3"], ["alone", "head", "zero", "5"], ["decide", "head", "zero", "5"], ["blanked", "zero-embedding", "0;1-2;3,5-6"], ["blanked", "", "2;7"]]
            if live._pools():  # PyTorch does not exclude hidden tokens from the mean
                exact, rankings = exact[:-1], rankings[:-1]
            calls = exact + [["experiment", kind, ranking, "zero", "6"] for kind, ranking in rankings] + [["alone", "patch", "zero", "5"], ["decide", "patch", "zero", "6"]]
            _, wanted = self.asks(folder, points, pair, *({"target": target, "ask": call} for call in calls))
            for call, one in zip(calls, wanted):
                if "problem" in one:
                    self.fail(f"{name} {call}: {one}")
                mine = live.ask(*call, text=points, pair=pair, target=target)
                if call[0] == "blanked":
                    mine.pop("blanks"), one.pop("blanks")
                if call[0] == "experiment":
                    self.same([mine["counts"], mine["value"], mine["draws"]], [one["counts"], one["value"], one["draws"]], f"{name} {call}")
                    asked += 1
                    if [{**unit, "weight": 0} for unit in mine["units"]] == [{**unit, "weight": 0} for unit in one["units"]]:
                        compared += 1
                        self.same(mine["ranked"], one["ranked"], f"{name} {call}")
                    continue
                if call[0] == "decide" and mine["units"] != one["units"] and len(mine["units"]) == len(one["units"]):
                    for part in ("units", "leadAfter", "after"):
                        mine.pop(part), one.pop(part)
                self.same({**mine, "all": 0}, {**one, "all": 0}, f"{name} {call}")
        self.assertGreater(compared, 0.9 * asked)

    def test_scores(self):
        names = {"hide": "hide", "gradient × input": "gradient-x-input", "integrated gradients": "integrated-gradients", "value zeroing": "value-zeroing", "ALTI": "alti"}
        for name, folder, live, points, pair in self.each():
            path = self.folder / "picture.png"
            Image.fromarray(points).save(path)
            target, classes = self.question(live, points, pair), [word for text in pair or () for word in ("--class", text)]
            mine = live.run(points, pair, target=target, scores="usual").scores
            self.assertGreaterEqual(len(mine), 4, name)
            for own, values in mine.items():
                wanted = json.loads(ran(folder, "ask", folder, "--image", path, *classes, "--target", target, "--as", "logit", "--scores", next((other for front, other in names.items() if own.startswith(front)), own)))
                AgreesWithThePage.check_scores(self, name, own, values, wanted, target)


@unittest.skipIf(Image is None, "No Pillow in this Python.")
class Shown(Real):
    def setUp(self):
        super().setUp()
        self.model, self.processor = opened(digits)
        self.live = headwaters.LiveModel(self.model, self.processor)
        self.points = picture(4, 28, 28)

    def test_pictures_of_all_forms_are_one(self):
        path = self.folder / "a.png"
        Image.fromarray(self.points).save(path)
        wanted = self.live.run(self.points)
        for given in (path, str(path), path.read_bytes(), Image.fromarray(self.points), np.moveaxis(self.points, 2, 0), self.points / 255, torch.from_numpy(self.points.copy())):
            np.testing.assert_array_equal(self.live.run(given).attentions, wanted.attentions)
        np.testing.assert_array_equal(wanted.image, self.points)
        clear = np.concatenate([self.points, np.zeros((28, 28, 1), np.uint8)], 2)
        self.assertTrue((self.live.run(clear).image == 255).all())
        grey = self.live.run(self.points[..., 0]).image
        np.testing.assert_array_equal(grey, np.repeat(self.points[..., :1], 3, 2))
        self.says("has the shape", self.live.run, np.zeros((2, 2, 2)))
        self.says("before the processor", self.live.run, np.full((8, 8, 3), -1.0))
        self.says("is missing", self.live.run, "photo:0123")
        self.says("no patch 49", self.live.run, self.points, wiped=[49])

    def test_the_page_sends_a_picture_and_is_told_what_the_model_saw(self):
        opaque = np.concatenate([self.points, np.full((28, 28, 1), 255, np.uint8)], 2)
        call = {"what": "picture", "id": 1, "name": "photo:page", "title": "mine.png", "width": 28, "height": 28}
        self.assertEqual(self.live.reply(call, [memoryview(opaque.tobytes())]), ({"result": {}}, []))
        self.assertIn("can't be read", self.live.reply(call, [b"short"])[0]["problem"]["finding"])
        reply, numbers = self.live.reply({"what": "run", "id": 2, "recipe": {"text": "photo:page", "wiped": "0;8"}})
        example = reply["example"]
        self.assertEqual((example["title"], example["tokens"][1], example["specialTokens"], example["image"]["rows"], example["image"]["firstPatch"]), ("mine.png", "r0c0", ["[CLS]"], 7, 1))
        self.assertTrue(example["image"]["url"].startswith("data:image/png;base64,"))
        np.testing.assert_array_equal(np.frombuffer(numbers[0], np.float32).reshape(self.live.latest.attentions.shape), self.live.run(self.points, wiped=[0, 8]).attentions)
        self.assertTrue((self.live.latest.image[:4, :4] == 0).all())
        for at in range(9):  # the page keeps its newest ones
            self.live.reply({**call, "name": f"photo:{at}"}, [opaque.tobytes()])
        self.assertIn("is missing", self.live.reply({"what": "run", "id": 3, "recipe": {"text": "photo:page"}})[0]["problem"]["finding"])
        json.dumps(reply, allow_nan=False)

    def test_what_is_no_such_model_is_refused_by_name(self):
        swin = transformers.SwinForImageClassification(transformers.SwinConfig(image_size=32, patch_size=2, embed_dim=16, depths=[1, 1], num_heads=[2, 4], window_size=4))
        self.says("one grid of patches.*SwinForImageClassification", headwaters.LiveModel, swin, self.processor)
        self.says("processor of ViTForImageClassification", headwaters.LiveModel, self.model)
        self.says("picture is missing", headwaters.live, self.model, self.processor)

    def test_the_model_is_as_it_was(self):
        wanted = self.live.run(self.points).attentions
        hooks = lambda: sum(len(module._forward_pre_hooks) + len(module._forward_hooks) for module in self.model.modules())
        before = hooks()
        self.live.run(self.points, scores="usual")
        for call in (("experiment", "patch", "gradients", "zero", 3), ("lens", 0, 2), ("decide", "patch", "zero", 3)):
            self.live.ask(*call, text=self.points)
        self.assertEqual(hooks(), before)
        np.testing.assert_array_equal(headwaters.LiveModel(self.model, self.processor).run(self.points).attentions, wanted)


@unittest.skipIf(Image is None or ipywidgets is None, "No Pillow or ipywidgets in this Python.")
class View(Real):
    def setUp(self):
        super().setUp()
        model, processor = opened(digits)
        self.points = picture(4, 28, 28)
        self.view = headwaters.live(model, processor, image=self.points, wiped=[3], cuts=["1:0:0>1"], page="https://pages.example/")

    def test_a_picture_and_its_patches_are_members(self):
        state = self.view.get_state()
        self.assertEqual((state["wiped"], state["texts"], state["_model"]["picture"]["rows"], state["_model"]["kind"]), ([3], [], 7, "classes"))
        self.assertEqual((self.view.run.wiped, self.view.run.grid, self.view.run.attentions[0, 0, 0, 1]), ([3], (7, 7), 0))
        self.assertTrue((self.view.image[:4, 12:16] == 0).all())
        self.assertIn("<img", self.view._repr_mimebundle_()[0]["text/html"])
        before = self.view.text
        self.view.image = Image.fromarray(self.points[::-1])
        self.assertNotEqual(self.view.text, before)
        sent = []
        self.view.send = lambda content, buffers=None: sent.append((content, buffers))
        self.view._handle_custom_msg({"headwaters": "call", "view": 0.5, "id": 1, "what": "run", "recipe": {"text": self.view.text}}, [])
        np.testing.assert_array_equal(self.view.image, self.points[::-1])
        opaque = np.full((28, 28, 4), 255, np.uint8)
        self.view._handle_custom_msg({"headwaters": "call", "view": 0.5, "id": 2, "what": "picture", "name": "photo:x", "title": "x", "width": 28, "height": 28}, [memoryview(opaque.tobytes())])
        self.assertEqual(sent[-1][0]["result"], {})
        self.view._handle_custom_msg({"headwaters": "call", "view": 0.5, "id": 3, "what": "run", "recipe": {"text": "photo:x"}}, [])
        self.assertTrue((self.view.image == 255).all())
        self.assertIsInstance(self.view.keep(page="https://pages.example/"), headwaters.Page)

    def test_of_texts_there_are_none(self):
        from real.test_live import opened as opened_text
        from real.test_live import own, small

        view = headwaters.live(*opened_text(own / small), "the keys", page="https://pages.example/")
        self.assertIsNone(view.wiped)
        self.says("No open model reads pictures", lambda: setattr(view, "image", self.points))
        self.says("reads text", headwaters.live, *opened_text(own / small), image=self.points)


if __name__ == "__main__":
    unittest.main()
