# SPDX-License-Identifier: MIT
"""The steps of generate() as one matrix, with a cache and without, padded, in beams, of an encoder-decoder. Only needs NumPy."""

import unittest

import numpy as np
from support import Case, attention, forms, outputs, run, values


class Generated(Case):
    """generate() returns a list of steps, in the forms of transformers' documentation."""

    def steps(self, prompt, more, items=1, window=None, room=None):
        n = prompt + more
        whole = attention(self.rng, 2, items, 2, n, n, causal=True)
        steps = [tuple(layer[:, :, :prompt, :prompt] for layer in whole)]
        for t in range(prompt, n):
            first = 0 if window is None else max(0, t + 1 - window)
            if window is not None:
                whole[:, :, :, t, :first] = 0
                whole[:, :, :, t] /= whole[:, :, :, t].sum(-1, keepdims=True)
            steps.append(tuple(layer[:, :, t:t + 1, first:t + 1] for layer in whole))
        if room is not None:
            pad = lambda part: np.concatenate([part, np.zeros((*part.shape[:3], room - part.shape[3]), np.float32)], 3)
            steps = [tuple(pad(part) for part in step) for step in steps]
        return whole, tuple(steps)

    def test_steps_of_a_decoder_become_one_causal_matrix(self):
        for prompt, options in ((3, {}), (3, {"window": 3}), (5, {"window": 3}), (3, {"room": 9})):
            with self.subTest(prompt=prompt, **options):
                whole, steps = self.steps(prompt, 6 - prompt, **options)
                model = outputs(attentions=steps, sequences=np.array([[1, 2, 3, 4, 5, 6, 7]]))
                path, saved = self.save("a.json", model)
                self.assertRegex(saved.left_out[0], "the last of tokens, '7'")
                info = run("info", path)
                self.assertEqual((info["tokens"], info["kind"]), (["1", "2", "3", "4", "5", "6"], "causal"))
                self.same_numbers(path, whole[:, 0])

    def test_left_padded_prompts_of_a_batch(self):
        whole, steps = self.steps(3, 2, items=2)
        whole[:, 1, :, :, 0] = 0
        mask = np.array([[1, 1, 1], [0, 1, 1]])
        path, _ = self.save("a.json", outputs(attentions=steps), [list("abcdef"), list("_bcdef")], attention_mask=mask)
        printed = run("raw", path, "--example", 1)
        self.assertEqual(printed["tokens"], list("bcde"))

    def test_without_a_cache_the_last_step_is_all(self):
        whole, _ = self.steps(2, 2)
        steps = tuple(tuple(layer[:, :, :t, :t] for layer in whole) for t in (2, 3, 4))
        path, _ = self.save("a.json", outputs(attentions=steps), list("abcd"))
        self.same_numbers(path, whole[:, 0])

    def test_beams_are_followed_step_by_step(self):
        whole, steps = self.steps(2, 3, items=3)  # three beams
        beams = np.array([[0, 2, 1, 1]])
        path, _ = self.save("a.json", outputs(attentions=steps, beam_indices=beams), list("abcde"))
        rows = np.stack(list(whole))
        expected = np.concatenate([rows[:, 0, :, :2], rows[:, 2, :, 2:3], rows[:, 1, :, 3:4], rows[:, 1, :, 4:5]], 2)
        self.same_numbers(path, expected)

    def test_steps_of_an_encoder_decoder(self):
        encoder = attention(self.rng, 2, 1, 2, 4, 4)
        decoder, steps = self.steps(1, 2)
        cross = attention(self.rng, 2, 1, 2, 3, 4)
        crossed = tuple(tuple(layer[:, :, t:t + 1] for layer in cross) for t in range(3))
        model = outputs(encoder_attentions=tuple(encoder), decoder_attentions=steps, cross_attentions=crossed,
                        sequences=np.array([[0, 11, 12, 1]]))
        for form in forms:
            path, _saved = self.save(f"a.{form}", model, list("wxyz"))
            parts = run("info", path)["parts"]
            self.assertEqual((parts["decoder"]["tokens"], parts["cross"]["keyTokens"]), (["0", "11", "12"], list("wxyz")))
            self.close(values("raw", path, "--part", "cross"), cross[:, 0].astype(np.float64).mean(1))
            self.close(values("raw", path, "--part", "decoder"), decoder[:, 0].astype(np.float64).mean(1))


if __name__ == "__main__":
    unittest.main()
