# SPDX-License-Identifier: MIT
"""Unreadable files are answered with a line of Python. The tests run it here, and its result has the same numbers. Tests that need a
missing library are skipped."""

import bz2
import importlib.util
import json
import lzma
import os
import pickle
import re
import subprocess
import unittest
import warnings

import numpy as np
from support import Case, attention, program, run, values


def needs(*names):
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"without {', '.join(missing)}")


class Remedies(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 3, 1, 2, 4, 4)
        self.tokens = ["the", "keys", "are", "här"]

    def refusal(self, path):
        done = subprocess.run([program, "info", str(path)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stderr

    def execute(self, code, **names):
        """Runs a message's own line in the folder. It leaves files open, which is the price of one line."""
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ResourceWarning)
                exec(code, names)
        finally:
            os.chdir(here)

    def followed(self, name):
        """Runs the line of the message in the folder, and returns the file that it wrote."""
        said = self.refusal(self.folder / name)
        code = re.search(r"`(import .*)`", said)
        self.assertIsNotNone(code, said)
        before = set(os.listdir(self.folder))
        self.execute(code.group(1))
        made = set(os.listdir(self.folder)) - before
        self.assertEqual(len(made), 1, made)
        return self.folder / made.pop()

    def right(self, path, layers=None, tokens=None):
        self.close(values("raw", path), (self.layers if layers is None else layers).astype(float).mean((1, 2)), 1e-6)
        if tokens:
            self.assertEqual(run("info", path)["tokens"], tokens)

    @needs("h5py")
    def test_hdf5(self):
        import h5py
        with h5py.File(self.folder / "attention.h5", "w") as file:
            file["attentions"] = self.layers
            file["tokens"] = self.tokens
        self.right(self.followed("attention.h5"), tokens=self.tokens)

    @needs("h5py")
    def test_matlab_73(self):
        import h5py
        with h5py.File(self.folder / "attention.mat", "w", userblock_size=512) as file:
            file["attentions"] = self.layers.T  # MATLAB's columns come first
        with open(self.folder / "attention.mat", "r+b") as file:
            file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\0\2IM")
        self.right(self.followed("attention.mat"))

    @needs("scipy")
    def test_matlab(self):
        import scipy.io
        scipy.io.savemat(self.folder / "attention.mat", {"attentions": self.layers})
        self.right(self.followed("attention.mat"))

    @needs("pyarrow")
    def test_tables(self):
        import pyarrow
        import pyarrow.feather
        import pyarrow.parquet
        table = pyarrow.table({"tokens": [self.tokens], "attentions": [self.layers[:, 0].tolist()]})
        pyarrow.parquet.write_table(table, self.folder / "attention.parquet")
        made = self.followed("attention.parquet")
        self.right(made, tokens=self.tokens)
        made.unlink()
        pyarrow.feather.write_feather(table, self.folder / "attention.arrow")
        made = self.followed("attention.arrow")
        self.right(made, tokens=self.tokens)
        made.unlink()
        with pyarrow.ipc.new_stream(self.folder / "attention.arrow", table.schema) as stream:
            stream.write_table(table)
        self.right(self.followed("attention.arrow"), tokens=self.tokens)

    @needs("zarr")
    def test_zarr(self):
        import shutil

        import zarr
        group = zarr.open_group(str(self.folder / "attention.zarr"), mode="w")
        try:
            group.create_array("attentions", data=self.layers)
        except AttributeError:  # zarr 2
            group.array("attentions", self.layers)
        shutil.make_archive(str(self.folder / "packed"), "zip", self.folder / "attention.zarr")
        said = self.refusal(self.folder / "packed.zip")
        (self.folder / "said.txt").write_text(said)
        os.rename(self.folder / "packed.zip", self.folder / "attention.zip")
        self.right(self.followed("attention.zip"))

    @needs("torch")
    def test_pytorch(self):
        import torch
        layers = tuple(torch.from_numpy(layer) for layer in self.layers)
        for given in (layers, list(layers), torch.from_numpy(self.layers), {"attentions": torch.from_numpy(self.layers)},
                      tuple(layer.bfloat16() for layer in layers)):
            for old in (False, True):
                torch.save(given, self.folder / "attention.pt", _use_new_zipfile_serialization=not old)
                made = self.followed("attention.pt")
                self.close(values("raw", made), self.layers.astype(float).mean((1, 2)), 4e-3)
                made.unlink()

    def test_pickles_of_every_protocol(self):
        for given in (list(self.layers), {"attentions": self.layers}, self.layers):
            for protocol in range(6):
                (self.folder / "attention.pkl").write_bytes(pickle.dumps(given, protocol))
                if protocol < 2 and "pickle" not in self.refusal(self.folder / "attention.pkl"):
                    continue  # text with little to report
                made = self.followed("attention.pkl")
                self.right(made)
                made.unlink()

    @needs("joblib")
    def test_joblib(self):
        import joblib
        joblib.dump(list(self.layers), self.folder / "attention.joblib")
        self.right(self.followed("attention.joblib"))

    def test_tables_of_numbers(self):
        matrix = self.layers[0, 0, 0]
        rows = lambda between, point=".": "\n".join(between.join(f"{x:.9e}".replace(".", point) for x in row) for row in matrix) + "\n"
        quoted = lambda row: ",".join(f"{x:.9e}" for x in row)
        plain = {",": rows(","), "\t": rows("\t"), " ": rows(" "), ";": rows(";"), "0,5": rows(";", ",")}
        labelled = {
            "columns": ",".join(self.tokens) + "\n" + rows(","),
            "both": "," + ",".join(self.tokens) + "\n" + "".join(f"{t},{quoted(row)}\n" for t, row in zip(self.tokens, matrix)),
        }
        for name, text in {**plain, **labelled}.items():
            with self.subTest(name):
                (self.folder / "attention.csv").write_text(text)
                made = self.followed("attention.csv")
                self.close(values("raw", made), matrix[None], 1e-6)
                if name in labelled:
                    self.assertEqual(run("info", made)["tokens"], self.tokens)
                made.unlink()

    def test_what_python_prints(self):
        given = {"tokens": self.tokens, "attentions": [None, *self.layers.tolist()]}
        (self.folder / "attention.txt").write_text(repr(given))
        self.right(self.followed("attention.txt"), tokens=self.tokens)
        for printed in (str(self.layers), repr(self.layers), repr(list(self.layers)), f'{{"attentions": {self.layers!r}}}'):
            (self.folder / "printed.txt").write_text(printed)
            self.assertRegex(self.refusal(self.folder / "printed.txt"), "a printed NumPy .*numpy.save")

    def test_packed_otherwise(self):
        content = json.dumps({"tokens": self.tokens, "attentions": self.layers.tolist()}).encode()
        for name, pack in (("attention.xz", lzma.compress), ("attention.bz2", bz2.compress)):
            (self.folder / name).write_bytes(pack(content))
            made = self.followed(name)
            self.right(made, tokens=self.tokens)
            made.unlink()

    def test_zero_bytes_are_cut_off(self):
        path = self.folder / "attention.json"
        path.write_bytes(json.dumps({"tokens": self.tokens, "attentions": self.layers.tolist()}).encode() + bytes(500))
        self.execute(re.search(r"`(.*)`", self.refusal(path)).group(1))
        self.right(path, tokens=self.tokens)

    def test_objects_become_texts_and_layers(self):
        layers = list(self.layers)
        np.savez(self.folder / "objects.npz", attentions=self.layers, tokens=np.array(self.tokens, dtype=object))
        said = " ".join(run("info", self.folder / "objects.npz")["warnings"])
        self.assertIn("The tokens are a Python pickle", said)
        tokens = self.tokens
        code = re.search(r"`tokens=(.*?)`", said).group(1)
        np.savez(self.folder / "texts.npz", attentions=self.layers, tokens=eval(code, {"numpy": np, "tokens": tokens}))
        self.right(self.folder / "texts.npz", tokens=self.tokens)
        ragged = np.empty(len(layers), dtype=object)
        ragged[:] = layers
        np.savez(self.folder / "layers.npz", attentions=ragged)
        said = self.refusal(self.folder / "layers.npz")
        self.assertIn("never read", said)
        self.execute(re.search(r"`(numpy.savez.*?)`", said).group(1), numpy=np, layers=layers)
        self.right(self.folder / "attention.npz")


if __name__ == "__main__":
    unittest.main()
