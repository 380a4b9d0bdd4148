# SPDX-License-Identifier: MIT
"""Numbers in JSON. Texts read back as the same bits, for every number, and are no longer than necessary."""

import json
import unittest

import numpy as np
from support import Case, own, values


class Digits(Case):
    def same(self, array):
        text = own("_array_json")(array)
        read = np.array(json.loads(text, parse_int=float), np.float64)
        self.assertEqual(read.shape, array.shape)
        read = read.astype(array.dtype)
        known = ~np.isnan(array)
        np.testing.assert_array_equal(np.isnan(read), ~known)
        np.testing.assert_array_equal(read[known], array[known])
        np.testing.assert_array_equal(np.signbit(read[known]), np.signbit(array[known]))
        return text

    def test_every_number_of_two_bytes(self):
        self.same(np.arange(65536, dtype=np.uint16).view(np.float16).reshape(256, 256))

    def test_numbers_of_four_bytes(self):
        self.same(self.rng.integers(0, 2 ** 32, 400_000, dtype=np.uint32).view(np.float32).reshape(2, -1))
        powers = np.ldexp(np.float32(1), np.arange(-149, 128)).astype(np.float32)
        near = np.concatenate([powers, np.nextafter(powers, np.float32(0)), np.nextafter(powers, np.float32(np.inf))])
        self.same(np.concatenate([near, -near]))
        self.same((10.0 ** np.arange(-44, 39)).astype(np.float32))
        self.same(np.array([0, 1, -1, -0.0, np.nan, np.inf, -np.inf], np.float32))

    def test_attention_of_every_size(self):
        for shape in ((1,), (1, 1, 1, 1), (2, 3, 5, 5), (1, 2, 130, 130), (40_000,)):
            self.same((self.rng.random(shape) ** 6).astype(np.float32))
        self.assertEqual(own("_array_json")(np.array([[0, 1], [0.1, 0.25]], np.float32)), "[[0,1],[0.1,0.25]]")
        self.assertEqual(own("_array_json")(np.zeros((2, 1, 1), np.float32)), "[[[0]],\n[[0]]]")

    def test_mostly_zeros(self):
        many = np.tril(self.rng.random((3, 2, 90, 90))).astype(np.float32)
        many[0, 0, 0] *= -1
        for array in (many, many.astype(np.float16), np.zeros((2, 40_000), np.float32), np.where(many > 0.99, np.float32(np.nan), many * np.float32(1e-9))):
            self.same(array)

    def test_texts_are_short(self):
        array = self.rng.random(20_000).astype(np.float32)
        shortest = sum(len(np.format_float_positional(one, unique=True)) for one in array)
        self.assertLess(len(self.same(array)) - len(array), 1.01 * shortest)

    def test_the_program_reads_the_same(self):
        layers = np.exp(self.rng.normal(size=(1, 1, 30, 30)) * 6)
        layers = (layers / layers.sum(-1, keepdims=True)).astype(np.float32)
        found = [values("raw", self.save(f"a.{form}", layers)[0]) for form in ("json", "safetensors")]
        np.testing.assert_array_equal(found[0], found[1])


if __name__ == "__main__":
    unittest.main()
