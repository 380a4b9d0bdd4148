# SPDX-License-Identifier: MIT
"""Random tokenizer.json files (random_tokenizers.py), and the results of the command line and the tokenizers library for texts.

HEADWATERS_SEED repeats a run, HEADWATERS_COUNT sets the number of tokenizers.
"""

import json
import os
import random
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import program

from .library import whole
from .random_tokenizers import Maker

try:
    import tokenizers
except ImportError:
    tokenizers = None

#: Not in every tokenizer, and refused by name.
refusals = r"lacks some of the text’s characters and (has no unknown token|the unknown token \")|possibly empty part isn’t supported|isn't supported in a pattern"


def theirs(tree, texts):
    """The library's result, or None if it refuses the file or a text, or is itself unreliable."""
    try:
        tokenizer = tokenizers.Tokenizer.from_str(json.dumps(tree))
        normal = [tokenizer.normalizer.normalize_str(token["content"]) if tokenizer.normalizer else token["content"] for token in tree["added_tokens"] if token["normalized"]]
        if "" in normal or len(set(normal)) < len(normal):
            return None  # the choice among equal tokens changes from run to run
        encodings = [tokenizer.encode(*([text] if isinstance(text, str) else text)) for text in texts]
    except BaseException:  # a panic of Rust is no Exception
        return None
    return [dict(ids=one.ids, offsets=[list(at) for at in one.offsets], type_ids=one.type_ids, special=one.special_tokens_mask) for one in encodings]


def ours(tree, texts, folder):
    """The command line's result, which is the lines or the message."""
    (folder / "tokenizer.json").write_text(json.dumps(tree), encoding="utf-8")
    (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    done = subprocess.run([program, "tokenize", str(folder / "tokenizer.json"), "--texts", str(folder / "texts.json")], capture_output=True, text=True, encoding="utf-8", timeout=60)
    if done.returncode:
        return done.stderr.strip()
    return [json.loads(line) for line in done.stdout.split("\n") if line]


@unittest.skipIf(tokenizers is None or tuple(map(int, tokenizers.__version__.split(".")[:2])) < (0, 23), "tokenizers 0.23 is not installed")
class RandomTokenizers(unittest.TestCase):
    def test_random_tokenizers_give_the_librarys_ids_and_offsets(self):
        seed = int(os.environ.get("HEADWATERS_SEED", time.time_ns() % 2**31 if whole else 1))
        count = int(os.environ.get("HEADWATERS_COUNT", 2000 if whole else 100))
        compared = 0
        with tempfile.TemporaryDirectory() as folder:
            for at in range(count):
                maker = Maker(random.Random(f"{seed} {at}"))
                tree = maker.tokenizer()
                texts = maker.texts(tree)
                expected = theirs(tree, texts)
                if expected is None:
                    continue
                given = ours(tree, texts, Path(folder))
                with self.subTest(seed=seed, at=at):
                    if isinstance(given, str):
                        self.assertRegex(given, refusals)
                        continue
                    compared += 1
                    for text, line, wanted in zip(texts, given, expected, strict=True):
                        self.assertEqual({key: line[key] for key in wanted}, wanted, json.dumps(text))
        self.assertGreater(compared, count // 2)


if __name__ == "__main__":
    unittest.main()
