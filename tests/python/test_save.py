# SPDX-License-Identifier: MIT
"""The output of save() opens on the command line, with the numbers of an independent computation. Only needs NumPy."""

import base64
import contextlib
import gzip
import io
import json
import struct
import types
import unittest
import zlib

import numpy as np
from support import Case, attention, forms, headwaters, outputs, run, values


class Forms(Case):
    def test_every_form_in_both_types_holds_the_numbers(self):
        layers = tuple(attention(self.rng, 1, 3, 5, 5) for _ in range(3))
        joined = np.stack([layer[0] for layer in layers])
        for form in forms:
            for dtype, tolerance in (("float32", 2e-6), ("float16", 2e-3)):
                with self.subTest(form=form, dtype=dtype):
                    path, saved = self.save(f"a.{form}", outputs(attentions=layers), list("abcde"), dtype=dtype)
                    self.assertEqual((saved.examples, saved.layers, saved.heads, saved.tokens, saved.left_out), (1, 3, 3, 5, []))
                    info = run("info", path)
                    self.assertEqual((info["tokens"], info["heads"], info["form"]),
                                     (list("abcde"), 3, "huggingface" if "npz" in form else "headwaters"))
                    self.same_numbers(path, joined, tolerance, flows=dtype == "float32")

    def test_json_reads_back_as_the_same_numbers(self):
        layers = attention(self.rng, 2, 2, 4, 4)
        layers[0, 0, 0, :2] = [1e-30, np.float32(1 / 3)]
        path, _ = self.save("a.json", layers)
        self.assertTrue((np.array(json.loads(path.read_text())["attentions"], np.float32) == layers).all())

    def test_missing_weights_stay_missing(self):
        layers = attention(self.rng, 2, 1, 3, 3)
        layers[1, 0, 2, 1] = np.nan
        layers[0, 0, 0, 0] = np.inf
        for form in ("json", "npz", "safetensors"):
            path, _ = self.save(f"a.{form}", layers, ["a", "b", "c"])
            check = {line["name"]: line["text"] for line in run("info", path)["check"]}
            self.assertRegex(check["Missing values"], r"^2\b")

    def test_files_are_the_same_each_time(self):
        layers = attention(self.rng, 2, 1, 3, 3)
        for form in forms:
            first = self.save(f"a.{form}", layers)[0].read_bytes()
            self.assertEqual(first, self.save(f"a.{form}", layers)[0].read_bytes())

    def test_extras_arrive_in_every_form(self):
        layers, slopes = attention(self.rng, 2, 1, 3, 3), self.rng.normal(size=(2, 1, 3, 3)).astype(np.float32)
        for form in forms:
            with self.subTest(form=form):
                path, _ = self.save(
                    f"a.{form}", layers, ["[CLS]", "a\tb", '"]'], gradients=slopes, importance={"mine": [0.1, 1 / 3, -2.5], "other": np.arange(3)},
                    words=[None, 0, 0], segments=[0, 0, 1], special_tokens=["[CLS]"], output_token=-1, title="[a title", model="m",
                    source="s", fixed_residual=[[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]], image=np.zeros((2, 2, 3), np.uint8), grid=(1, 2))
                info = run("info", path)
                self.assertEqual((info["title"], info["model"], info["gradients"], info["importance"], info["tokens"]),
                                 ("[a title", "m", True, ["mine", "other"], ["[CLS]", "a\tb", '"]']))
                self.assertEqual(info["warnings"], [])
                relevance = np.eye(3)
                for weights, gradient in zip(layers, slopes):
                    relevance = relevance + np.maximum(weights * gradient, 0).mean(0) @ relevance
                self.close(values("relevance", path)[-1], relevance)
                fixed = np.eye(3)
                for weights, ratios in zip(layers.astype(np.float64), ([0.1, 0.2, 0.3], [0.4, 0.5, 0.6])):
                    matrix = weights[0] * (1 - np.eye(3))
                    fixed = (matrix / matrix.sum(1, keepdims=True) * np.array(ratios)[:, None] + np.diag(1 - np.array(ratios))) @ fixed
                self.close(values("rollout", path, "--preset", "globenc-fixed-residual")[-1], fixed)
                words = run("raw", path, "--words")
                self.assertEqual(len(words["layers"][0]["values"]), 2)
                half = run("raw", path, "--segments", "b-b")
                self.assertEqual(len(half["tokens"]), 1)

    def test_says_what_was_written_and_what_was_left_out(self):
        text = io.StringIO()
        with contextlib.redirect_stderr(text):
            saved = headwaters.save(self.folder / "a.npz", attention(self.rng, 3, 2, 4, 4), layers=[0, 2], average_heads=True)
        self.assertIn(f"a.npz: 2 layers, 1 head, 4 tokens, {saved.bytes / 1e3:.1f} KB", text.getvalue())
        self.assertIn("left out: 1 of 3 layers (layers=[0, 2]); heads (each layer holds their mean)", text.getvalue())


class Kinds(Case):
    def test_arrays_and_lists_of_every_depth(self):
        layers = attention(self.rng, 3, 2, 4, 4)
        kinds = {
            "array [L, H, n, n]": layers, "lists": layers.tolist(), "tuple of [H, n, n]": tuple(layers),
            "array [L, 1, H, n, n]": layers[:, None], "lists of [1, H, n, n]": [layer[None].tolist() for layer in layers],
            "mapping": {"attentions": tuple(layer[None] for layer in layers)}, "float64": layers.astype(np.float64),
        }
        for name, kind in kinds.items():
            with self.subTest(name):
                path, _ = self.save("a.json", kind, list("abcd"))
                self.close(values("rollout", path), values("rollout", self.save("b.json", layers)[0]), 0)
        for kind, count in ((layers.mean(1), 3), (layers[0, 0], 1), ([layers[0, 0], layers[1, 0]], 2)):
            path, saved = self.save("a.json", kind)
            self.assertEqual((saved.layers, saved.heads), (count, 1))
            run("info", path)

    def test_averaged_heads_are_the_mean_and_leave_gradients_out(self):
        layers = attention(self.rng, 2, 3, 4, 4)
        path, saved = self.save("a.json", layers, average_heads=True, gradients=layers)
        self.assertEqual(saved.left_out, ["heads (each layer holds their mean)", "gradients (heads are averaged)"])
        self.same_numbers(path, layers)

    def test_padding_on_both_sides_is_removed_with_its_rows_and_columns(self):
        kept, batch = [[1, 1, 1, 0, 0], [0, 1, 1, 1, 1]], []
        for row in kept:
            mask = np.array(row, bool)
            weights = attention(self.rng, 2, 2, 5, 5) * mask
            batch.append(weights / weights.sum(-1, keepdims=True))
        layers = tuple(np.stack([batch[0][l], batch[1][l]]) for l in range(2))
        tokens = [["a", "b", "c", "[PAD]", "[PAD]"], ["[PAD]", "d", "e", "f", "g"]]
        path, saved = self.save("a.json", layers, tokens, attention_mask=np.array(kept), output_token=2,
                                importance={"mine": [[1, 2, 3, 0, 0], [0, 4, 5, 6, 7]]}, title=["first", "second"])
        self.assertEqual(saved.examples, 2)
        for item, texts in enumerate((["a", "b", "c"], ["d", "e", "f", "g"])):
            mask = np.flatnonzero(kept[item])
            weights = batch[item][:, :, mask][..., mask]
            printed = run("rollout", path, "--example", item)
            self.assertEqual(printed["tokens"], texts)
            alone, _ = self.save("one.safetensors", layers, tokens, attention_mask=kept, item=item)
            self.same_numbers(alone, weights)
            self.close([layer["values"] for layer in printed["layers"]], values("rollout", alone), 0)
        written = json.loads(path.read_text())["examples"]
        self.assertEqual([entry["outputToken"] for entry in written], [2, 1])
        self.assertEqual([entry["importance"]["mine"] for entry in written], [[1, 2, 3], [4, 5, 6, 7]])
        self.assertEqual([entry["title"] for entry in written], ["first", "second"])
        self.says("items differ in length", headwaters.save, self.folder / "a.npz", layers, tokens, attention_mask=kept)

    def test_a_batch_of_one_length_stays_one_array_in_binary_forms(self):
        layers = tuple(attention(self.rng, 2, 2, 3, 3) for _ in range(2))
        for form in forms:
            path, _ = self.save(f"a.{form}", layers, [["a", "b", "c"], ["d", "e", "f"]])
            printed = run("raw", path, "--example", 1)
            self.assertEqual(printed["tokens"], ["d", "e", "f"])
            self.close([layer["values"] for layer in printed["layers"]], np.stack(layers)[:, 1].mean(1))

    def test_encoder_decoder_in_every_form(self):
        encoder, decoder = attention(self.rng, 2, 2, 4, 4), attention(self.rng, 3, 2, 3, 3, causal=True)
        cross = attention(self.rng, 3, 2, 3, 4)
        model = outputs(encoder_attentions=tuple(encoder[:, None]), decoder_attentions=tuple(decoder[:, None]),
                        cross_attentions=tuple(cross[:, None]))
        slopes = {"encoder_attentions": list(encoder), "decoder_attentions": list(decoder), "cross_attentions": list(cross)}
        for form in forms:
            with self.subTest(form=form):
                path, _ = self.save(f"a.{form}", model, list("wxyz"), decoder_tokens=["<s>", "u", "v"], gradients=slopes)
                info = run("info", path)
                self.assertEqual(info["kind"], "encoder-decoder")
                self.assertEqual((info["parts"]["encoder"]["tokens"], info["parts"]["decoder"]["tokens"]), (list("wxyz"), ["<s>", "u", "v"]))
                self.assertTrue(all(info["parts"][part]["gradients"] for part in ("encoder", "decoder", "cross")))
                self.close(values("raw", path, "--part", "cross"), cross.astype(np.float64).mean(1))
                self.close(values("raw", path, "--part", "encoder"), encoder.astype(np.float64).mean(1))
                self.close(values("raw", path, "--part", "decoder"), decoder.astype(np.float64).mean(1))
        path, saved = self.save("b.json", {"encoder_attentions": encoder, "decoder_attentions": decoder}, ["u", "v", "w"])
        self.assertIn("encoder_attentions (without cross-attention", saved.left_out[0])
        self.assertEqual(run("info", path)["layers"], 3)

    def test_picture_and_grid(self):
        layers = attention(self.rng, 2, 2, 5, 5)
        pixels = (np.arange(6 * 6 * 3).reshape(6, 6, 3) * 2).astype(np.uint8)
        path, _ = self.save("a.json", layers, image=pixels)
        written = json.loads(path.read_text())
        self.assertEqual(written["tokens"], ["[CLS]", "1,1", "1,2", "2,1", "2,2"])
        self.assertEqual((written["image"]["grid"], written["image"]["firstPatchToken"]), ([2, 2], 1))
        png = base64.b64decode(written["image"]["data"].split(",")[1])
        self.assertEqual(struct.unpack(">II", png[16:24]), (6, 6))
        at = png.index(b"IDAT")
        raw = zlib.decompress(png[at + 4:at + 4 + struct.unpack(">I", png[at - 4:at])[0]])
        self.assertEqual(b"".join(raw[1 + 19 * y:19 + 19 * y] for y in range(6)), pixels.tobytes())
        self.assertEqual(run("info", path)["warnings"], [])
        (self.folder / "p.png").write_bytes(png)
        for image in (png, self.folder / "p.png", np.moveaxis(pixels, 2, 0) / 255.0, (pixels / 255.0).astype(np.float32)):
            again = json.loads(self.save("b.json", layers, image=image)[0].read_text())["image"]["data"]
            self.assertEqual(again, written["image"]["data"])
        wide, _ = self.save("c.json", attention(self.rng, 1, 1, 8, 8), image=png, grid=(2, 3))
        self.assertEqual(json.loads(wide.read_text())["image"], {**written["image"], "grid": [2, 3], "firstPatchToken": 2})
        self.says("not square", headwaters.save, self.folder / "d.json", attention(self.rng, 1, 1, 8, 8), image=png)
        self.says("not a PNG", headwaters.save, self.folder / "d.json", layers, image=b"BM..")

    def test_frames_and_pictures_among_text(self):
        layers = attention(self.rng, 2, 2, 9, 9)
        pixel = np.zeros((2, 2, 3), np.uint8)
        video = json.loads(self.save("v.json", layers, image=[pixel, None], grid=(2, 2, 2))[0].read_text())["image"]
        self.assertEqual((video["grid"], video["firstPatchToken"], video["data"][1]), ([2, 2, 2], 1, None))
        alone = json.loads(self.save("w.json", layers, grid=(2, 2, 2), first_patch_token=0)[0].read_text())["image"]
        self.assertEqual(alone, {"grid": [2, 2, 2], "firstPatchToken": 0})
        self.says("3 pictures for 2 frames", headwaters.save, self.folder / "x.json", layers, image=[None] * 3, grid=(2, 2, 2))
        self.says("does not fit", headwaters.save, self.folder / "x.json", layers, grid=(3, 2, 2))
        regions = [(None, (1, 3), 5), (pixel, (2, 2), 1)]
        path, _ = self.save("r.json", layers, list("abcdefghi"), image_regions=regions)
        written = json.loads(path.read_text())["imageRegions"]
        self.assertEqual([(one["grid"], one["firstPatchToken"], "data" in one) for one in written], [([2, 2], 1, True), ([1, 3], 5, False)])
        self.says("share token 4", headwaters.save, self.folder / "x.json", layers, list("abcdefghi"), image_regions=[(None, (2, 2), 1), (None, (1, 3), 4)])
        self.assertEqual(run("info", path)["tokens"], list("abcdefghi"))

    def test_merged_patches_roll_out_through_the_merging(self):
        """A small Swin, with 4 x 4 patches in windows of 2 x 2, shifted in the second layer, then merged to 2 x 2."""
        windows = [attention(self.rng, 4, 2, 4, 4), attention(self.rng, 4, 2, 4, 4)]
        last = attention(self.rng, 1, 3, 4, 4)
        made = headwaters.merged([*windows, last], [(4, 4), (4, 4), (2, 2)], windows=[2, 2, None], shifts=[0, 1, 0])
        # By hand, the tokens that share a window, in their order.
        expected = np.eye(16)
        for part, shift in zip(windows, (0, 1)):
            whole = np.zeros((16, 16))
            for window in range(4):
                tokens = [((window // 2 * 2 + a + shift) % 4) * 4 + (window % 2 * 2 + b + shift) % 4 for a in range(2) for b in range(2)]
                for i, query in enumerate(tokens):
                    for j, key in enumerate(tokens):
                        whole[query, key] = part[window, :, i, j].mean()
            expected = (0.5 * whole + 0.5 * np.eye(16)) @ expected
        merging = np.zeros((4, 16))
        for token in range(16):
            merging[token // 8 * 2 + token % 4 // 2, token] = 0.25
        coarse = (0.5 * last[0].mean(0) + 0.5 * np.eye(4)) @ merging @ expected
        path, _ = self.save("swin.json", None, contributions=made, contribution_kind="rollout over merged patches", grid=(4, 4), first_patch_token=0)
        rolled = headwaters.rollout(str(path))
        copied = coarse[[token // 8 * 2 + token % 4 // 2 for token in range(16)]]
        self.assertLess(np.abs(rolled[-1] - copied).max(), 1e-6)
        self.assertLess(np.abs(rolled[1] - expected).max(), 1e-6)
        self.says("does not divide", headwaters.merged, [last, last], [(2, 2), (3, 3)])
        self.says("windows of 2 x 2 on 4 x 4 tokens", headwaters.merged, [last], [(4, 4)], windows=[2])

    def test_ids_become_tokens_by_the_tokenizer(self):
        tokenizer = types.SimpleNamespace(convert_ids_to_tokens=lambda ids: [f"t{i}" for i in ids])
        layers = attention(self.rng, 1, 1, 3, 3)
        path, _ = self.save("a.json", layers, np.array([[7, 8, 9]]), tokenizer=tokenizer)
        self.assertEqual(run("info", path)["tokens"], ["t7", "t8", "t9"])
        path, _ = self.save("a.json", layers, [7, 8, 9])
        self.assertEqual(run("info", path)["tokens"], ["7", "8", "9"])


class Refusals(Case):
    def test_none_gets_the_sentence_that_helps(self):
        for given in (None, (None, None), outputs(), outputs(attentions=(None,) * 3), [], ((None, None), (None, None))):
            self.says('attn_implementation="eager"', headwaters.save, self.folder / "a.json", given)
        self.assertFalse((self.folder / "a.json").exists())

    def test_layers_without_attention_are_named_and_left_out(self):
        layers = (attention(self.rng, 1, 2, 3, 3), None, attention(self.rng, 1, 2, 3, 3))
        path, saved = self.save("a.json", layers)
        self.assertEqual(saved.left_out, ["layers 1 of attentions (no attention in them)"])
        self.same_numbers(path, np.stack([layers[0][0], layers[2][0]]))

    def test_what_does_not_fit_is_said(self):
        layers = attention(self.rng, 2, 2, 3, 3)
        save, path = headwaters.save, self.folder / "a.json"
        self.says("unknown ending", save, self.folder / "a.txt", layers)
        self.says("There are 2 tokens, but attention is 3 wide", save, path, layers, ["a", "b"])
        self.says(r"importance\['x'\] has 2 values, but there are 3 tokens", save, path, layers, importance={"x": [1, 2]})
        self.says(r"attentions\[1\] has the shape", save, path, (layers[0], layers[1][:, :2, :2]))
        self.says("layers=\\[5\\] is out of range", save, path, layers, layers=[5])
        self.says("item=1 is out of range", save, path, layers, item=1)
        self.says("Gradients have the shape", save, path, layers, gradients=layers[:1])
        self.says("The encoder attention has 3 x 3 weights", save, path, {"encoder_attentions": layers, "cross_attentions": layers[:, :, :, :2]})
        self.says("has the shape \\[2, 2, 2\\]. Expected \\[layers, 3, 3\\]", save, path, layers, contributions=np.ones((2, 2, 2)))
        self.says("is unknown", save, path, layers, dtype="int8")
        self.assertFalse(path.exists())

    def test_gzip_unpacks_to_the_plain_file(self):
        layers = attention(self.rng, 1, 1, 3, 3)
        for form in ("json", "npz", "safetensors"):
            plain, packed = self.save(f"a.{form}", layers)[0], self.save(f"a.{form}.gz", layers)[0]
            self.assertEqual(gzip.decompress(packed.read_bytes()), plain.read_bytes())


if __name__ == "__main__":
    unittest.main()
