# SPDX-License-Identifier: MIT
"""Numbers that NumPy lacks, which are bfloat16 and 8-bit ones, as ml_dtypes has them and as np.load gives them."""

import unittest

import numpy as np
from support import Case, attention, headwaters, own, run

try:
    import ml_dtypes
except ImportError:  # the formats themselves are tested by their bytes
    ml_dtypes = None


class WithoutNames(Case):
    def test_void_of_two_bytes_is_bfloat16(self):
        layers = attention(self.rng, 2, 3, 5, 5)
        short = (layers.view(np.uint32) >> 16).astype(np.uint16)
        wanted = (short.astype(np.uint32) << 16).view(np.float32)
        path, _ = self.save("a.npz", short.view("V2"), list("abcde"))
        self.same_numbers(path, wanted, 2e-6)

    def test_a_file_of_numpys_void_opens_as_bfloat16(self):
        layers = attention(self.rng, 2, 3, 5, 5)
        short = (layers.view(np.uint32) >> 16).astype(np.uint16)
        path = self.folder / "a.npy"
        np.save(path, short.view("V2"))
        self.same_numbers(path, (short.astype(np.uint32) << 16).view(np.float32), 2e-6)

    def test_bytes_that_are_attention_in_no_format_are_refused_with_the_line_that_names_one(self):
        with self.assertRaisesRegex(headwaters.HeadwatersError, r"view\(ml_dtypes.float8_e4m3fn\)"):
            self.save("a.json", np.full((2, 3, 5, 5), 0x7E, np.uint8).view("V1"), list("abcde"))


class Messages(Case):
    def test_names_of_any_length_are_quoted_in_part(self):
        long = "x" * 100_000
        layers = attention(self.rng, 2, 3, 4, 4)
        for fail in (
            lambda: headwaters.save(self.folder / "a.json", layers, list("abcd"), axes=long),
            lambda: headwaters.save(self.folder / "a.json", {long: [[1]], long + "y": [[2]]}),
            lambda: headwaters.save(self.folder / f"a.{long}", layers, list("abcd")),
            lambda: headwaters.save(self.folder / "a.json", layers, list("abcd"), layers_from=long),
        ):
            with self.assertRaises(headwaters.HeadwatersError) as found:
                fail()
            self.assertLess(len(str(found.exception)), 1500)
        with self.assertRaises(TypeError) as found:
            headwaters.show(layers, list("abcd"), page="https://example.org/", **{long: 1})
        self.assertLess(len(str(found.exception)), 4100)

    def test_a_message_of_usual_length_is_left_as_it_is(self):
        text = "A sentence of words. " * 20
        self.assertEqual(str(headwaters.HeadwatersError(text)), text)


@unittest.skipIf(ml_dtypes is None, "ml_dtypes is not installed: real arrays of its types are not tested")
class OfMlDtypes(Case):
    def test_tables_are_those_of_ml_dtypes(self):
        for name in own("_FLOAT8"):
            with self.subTest(name):
                wanted = np.arange(256, dtype=np.uint8).view(getattr(ml_dtypes, name)).astype(np.float32)
                np.testing.assert_array_equal(own("_float8_table")(name), wanted)

    def test_arrays_and_files_open_with_the_same_numbers(self):
        exact = attention(self.rng, 2, 3, 9, 9, causal=True)
        for name in ("bfloat16", *own("_FLOAT8")):
            with self.subTest(name):
                array = exact.astype(getattr(ml_dtypes, name))
                wanted = array.astype(np.float32)
                written = self.folder / f"{name}.npy"
                np.save(written, array)
                self.same_numbers(written, wanted, 2e-6)
                self.same_numbers(self.save(f"{name}.npz", array)[0], wanted, 2e-6)
                if name != "float8_e5m2":  # np.load of it needs ml_dtypes' own name
                    self.same_numbers(self.save(f"{name}.json", np.load(written))[0], wanted, 2e-6)

    def test_the_remedy_for_unnamed_bytes_leads_to_a_picture(self):
        array = np.zeros((1, 1, 4, 4), ml_dtypes.float8_e4m3fn)
        array[..., 0] = 0.01  # sums that fit no format
        path = self.folder / "a.npy"
        np.save(path, array)
        with self.assertRaises(headwaters.HeadwatersError):
            self.save("b.json", np.load(path))
        np.save(path, np.load(path).view(ml_dtypes.float8_e4m3fn).astype("float32"))
        self.assertEqual(run("info", path)["layers"], 1)


if __name__ == "__main__":
    unittest.main()
