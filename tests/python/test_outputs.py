# SPDX-License-Identifier: MIT
"""The places where save(), figures and pages write. Only needs NumPy."""

import os
import types
import unittest
import unittest.mock

import numpy as np
from support import Case, attention, headwaters


class Outputs(Case):
    """The rule of docs/security.md. An output is no input, no link, no pipe, and is written whole or not at all."""

    def test_goes_through_no_link_and_into_nothing_but_a_file(self):
        layers = attention(self.rng, 1, 1, 2, 2)
        target, _ = self.save("target.json", layers)
        before = target.read_bytes()
        places = {"link": lambda path: path.symlink_to(target), "dangling": lambda path: path.symlink_to(target.with_name("none.json")),
                  "pipe": lambda path: os.mkfifo(path), "folder": lambda path: path.mkdir()}
        for name, make in places.items():
            path = target.with_name(f"{name}.json")
            make(path)
            for write in (lambda: headwaters.save(path, layers, quiet=True), lambda: headwaters.Page("<p>").save(path)):
                with self.subTest(name=name), self.assertRaisesRegex(headwaters.HeadwatersError, "is a symbolic link|pipe or device|is a folder"):
                    write()
        self.assertEqual(target.read_bytes(), before)
        self.assertFalse(target.with_name("none.json").exists())
        lines = target.with_name("data.jsonl")
        lines.symlink_to(target)
        with self.assertRaisesRegex(headwaters.HeadwatersError, "is a symbolic link"):
            headwaters.save(lines, layers, append=True, quiet=True)

    def test_is_never_an_input(self):
        layers = attention(self.rng, 1, 1, 2, 2)
        path, _ = self.save("a.json", layers)
        before = path.read_bytes()
        hard = path.with_name("hard.json")
        os.link(path, hard)
        np.save(path.with_name("layers.npy"), layers)
        os.link(path.with_name("layers.npy"), path.with_name("layers.json"))
        mapped = np.load(path.with_name("layers.npy"), mmap_mode="r")
        folder = path.with_name("model")
        folder.mkdir()
        (folder / "config.json").write_text("{}")
        model = types.SimpleNamespace(name_or_path=str(folder), config=types.SimpleNamespace(name_or_path=str(folder)))
        read = headwaters.read(path)[0]
        for write in (lambda: headwaters.save(path, read, quiet=True), lambda: headwaters.save(hard, read, quiet=True),
                      lambda: headwaters.save(path.with_name("layers.json"), mapped, quiet=True),
                      lambda: headwaters.save(folder / "config.json", layers, model=model, quiet=True),
                      lambda: headwaters.Page("<p>", source=path).save(hard)):
            with self.assertRaisesRegex(headwaters.HeadwatersError, "is also an input"):
                write()
        self.assertEqual((path.read_bytes(), (folder / "config.json").read_text()), (before, "{}"))
        picture = path.with_name("figure.svg")
        os.link(path, picture)
        with self.assertRaisesRegex(headwaters.HeadwatersError, "is also an input"):
            headwaters.plot(str(path)).save(picture)
        self.assertEqual(path.read_bytes(), before)

    def test_is_written_whole_or_not_at_all(self):
        layers = attention(self.rng, 1, 1, 2, 2)
        path, _ = self.save("a.json", layers)
        lines, _ = self.save("a.jsonl", layers)
        os.chmod(path, 0o640)
        before = path.read_bytes(), lines.read_bytes()
        with unittest.mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")):
            for file, append in ((path, False), (lines, True)):
                with self.assertRaisesRegex(OSError, "No space left"):
                    headwaters.save(file, layers * 0.5, append=append, quiet=True)
        self.assertEqual((path.read_bytes(), lines.read_bytes()), before)
        self.assertEqual([one.name for one in path.parent.iterdir() if one.name.startswith(".headwaters")], [])
        headwaters.save(path, layers, quiet=True)
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)


if __name__ == "__main__":
    unittest.main()
