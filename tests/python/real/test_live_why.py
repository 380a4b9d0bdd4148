# SPDX-License-Identifier: MIT
"""why of live(). Words hidden in PyTorch have the effect that `headwaters why` measures on the same checkpoint."""

import json
import unittest

import numpy as np

from real.library import Real, headwaters
from real.test_live import Agrees, opened, ran


class Why(Real):
    models = Agrees.models
    text = Agrees.text

    def same(self, mine, wanted, name, tolerance=2e-3):
        self.assertEqual([one is None for one in mine], [one is None for one in wanted], name)
        there = [at for at, one in enumerate(wanted) if one is not None]
        np.testing.assert_allclose([mine[at] for at in there], [wanted[at] for at in there], rtol=tolerance, atol=tolerance, err_msg=name)

    def test_hidden_words_take_what_the_command_line_measures(self):
        kinds = set()
        for name, folder in self.models():
            model, tokenizer = opened(folder)
            live = headwaters.LiveModel(model, tokenizer)
            if live.kind == "none" or live._pools():
                continue
            text = self.text(folder, tokenizer)
            question = live.run(text).question
            target = text[:20] if live.kind == "embedding" else "" if question is None else f"{question['index']}-{question['minus']}".removesuffix("--1")
            for by in ("tokens", "words"):
                with self.subTest(f"{name} {by}"):
                    said = json.loads(ran(folder, "why", folder, "--text", text, "--target", target, "--as", "logit", "--by", by))
                    mine = live.why(text, target=target, by=by)
                    self.assertEqual([mine["tokens"], mine["asked"], mine["sinks"]], [said["tokens"], said["asked"], said["sinks"]])
                    self.assertEqual(mine["question"]["kind"], said["question"]["kind"])
                    self.same([mine["value"], mine["lead"]], [said["value"], said["lead"]], name)
                    for layer, other in zip(mine["attention"]["layers"], said["attention"]["layers"]):
                        self.same(layer, other, name, 1e-4)
                    if by == "tokens":  # a tokenizer's words are not those of running text
                        for part in ("left_out", "probability"):
                            self.same(mine["needs"][part], said["needs"][part], f"{name} {part}")
                        self.assertEqual(mine["needs"]["noise"] > 0, True)
                        if live.kind != "next":
                            self.assertEqual([mine["named"], mine["first"]["hidden"]], [said["named"], said["first"]["hidden"]])
                    self.assertEqual((mine["votes"], bool(mine["missing"])), (None, live.kind == "next"))
            kinds.add(live.kind)
        self.assertIn("next", kinds)

    def test_the_likeliest_next_word_is_asked_by_its_log_probability_and_what_cannot_be_is_refused(self):
        for name, folder in self.models():
            model, tokenizer = opened(folder)
            live = headwaters.LiveModel(model, tokenizer)
            if live.kind != "next":
                continue
            text = self.text(folder, tokenizer)
            said = json.loads(ran(folder, "why", folder, "--text", text))
            mine = live.why(text)
            self.assertEqual([mine["question"]["kind"], mine["question"]["answer"]["id"]], ["log_probability", said["question"]["answer"]["id"]])
            self.same(mine["needs"]["left_out"], said["needs"]["left_out"], name)
            self.assertIsNone(mine["named"])
            self.assertRegex(mine["missing"], "PyTorch does not give")
            with self.assertRaisesRegex(headwaters.HeadwatersError, '"words" or "tokens"'):
                live.why(text, by="letters")
            with self.assertRaisesRegex(headwaters.HeadwatersError, "has no token"):
                live.why(text, test_words="nothing")
            return
        self.fail("no model of next words")


if __name__ == "__main__":
    unittest.main()
