# SPDX-License-Identifier: MIT
"""Vocabularies with random settings in tokenizer_config.json and its companions. Compares the ids of AutoTokenizer and of the command line.

HEADWATERS_SEED repeats a run, HEADWATERS_COUNT sets the number of folders. The classes are those of transformers 5.
"""

import json
import os
import random
import shutil
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import program

from .library import transformers, version, whole

texts = ["the Cat's hat", "  Émile 12\tA\n b ", "a", "<u>the  cat<p></s> hat[MASK] <mask>e\u0301", " the[SEP]", "猫the ``cat''", "<extra_id_0> a<extra_id_1>"]
pairs = [["the cat", "a hat"], ["a", " b"]]

words = ["the", "cat", "hat", "a", "b", "e", "é", "'", "s", "1", "2", "The", "Cat", "猫"]
bert = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words, "##t", "##s", "##e"]
roberta = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "t", "h", "e", "c", "a", "b", "s", "'", "1", "2", "A", "C", "T", "Ġ", "Ċ", "ĉ", "Ã", "©", "th", "the", "Ġa", "Ġthe"]
merges = ["t h", "th e", "Ġ a", "Ġ the"]
clip = [letter + end for letter in "theacbs'12" for end in ("", "</w>")] + ["th", "the</w>", "<|startoftext|>", "<|endoftext|>"]
marked = [("▁", -2.0), ("▁the", -1.0), ("▁a", -1.5), ("c", -3.0), ("a", -3.0), ("t", -3.0), ("h", -3.0), ("e", -3.0), ("b", -3.5), ("▁cat", -1.2), ("'", -4.0), ("s", -4.0), ("1", -4.0), ("▁▁", -5.0)]
#: Type of model -> the class, the file, and the first tokens of the vocabulary.
kinds = {
    "bert": ("BertTokenizer", "vocab.txt", bert), "mpnet": ("MPNetTokenizer", "vocab.txt", bert), "distilbert": ("BertTokenizer", "vocab.txt", bert),
    "gpt2": ("GPT2Tokenizer", "merges.txt", roberta + ["<|endoftext|>"]), "roberta": ("RobertaTokenizer", "merges.txt", roberta), "gpt_neox": ("GPTNeoXTokenizer", "merges.txt", roberta + ["<|endoftext|>"]),
    "qwen2": ("Qwen2Tokenizer", "merges.txt", roberta + ["<|endoftext|>"]), "deberta": ("DebertaTokenizer", "merges.txt", roberta + bert[:5]), "clip": ("CLIPTokenizer", "merges.txt", clip),
    "llama": ("LlamaTokenizer", "tokenizer.model", ["<unk>", "<s>", "</s>"]), "gemma": ("GemmaTokenizer", "tokenizer.model", ["<pad>", "<eos>", "<bos>", "<unk>"]),
    "t5": ("T5Tokenizer", "spiece.model", ["<pad>", "</s>", "<unk>"]), "xlm-roberta": ("XLMRobertaTokenizer", "sentencepiece.bpe.model", ["<unk>", "<s>", "</s>"]),
    "camembert": ("CamembertTokenizer", "sentencepiece.bpe.model", ["<unk>", "<s>", "</s>"]), "albert": ("AlbertTokenizer", "spiece.model", ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"]), "deberta-v2": ("DebertaV2Tokenizer", "spm.model", ["[PAD]", "[CLS]", "[SEP]", "[UNK]"]),
}


def varint(number):
    return (bytes([number & 127 | 128]) + varint(number >> 7)) if number > 127 else bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def sentence_piece(first, is_bpe):
    pieces = [(text, 0.0, 2 if "unk" in text.lower() else 3) for text in first] + [(text, score, 1) for text, score in marked]
    blob = b"".join(field(1, field(1, text.encode()) + b"\x15" + struct.pack("<f", score) + b"\x18" + varint(kind)) for text, score, kind in pieces)
    return blob + field(2, b"\x18" + varint(2 if is_bpe else 1)) + field(3, field(1, b"identity") + b"\x18\x01\x20\x00\x28\x01")


def write_vocabulary(folder, file, first, pick):
    if file.endswith(".model"):
        (folder / file).write_bytes(sentence_piece(first, file == "tokenizer.model"))
        return
    vocab = {text: at for at, text in enumerate(dict.fromkeys(first))}
    added = [dict(id=at, content=text, special=True, normalized=False, lstrip=False, rstrip=False, single_word=False) for text, at in vocab.items() if text[0] in "[<" and len(text) > 2]
    if file == "vocab.txt":
        model = dict(type="WordPiece", unk_token="[UNK]", continuing_subword_prefix="##", max_input_chars_per_word=100, vocab=vocab)
        steps = dict(normalizer=dict(type="BertNormalizer", clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=pick([True, False])), pre_tokenizer=dict(type="BertPreTokenizer"),
                     post_processor=dict(type="BertProcessing", sep=["[SEP]", 3], cls=["[CLS]", 2]))
        (folder / file).write_text("".join(text + "\n" for text in vocab), encoding="utf-8")
    else:
        model = dict(type="BPE", dropout=None, unk_token=None, continuing_subword_prefix="", end_of_word_suffix="", fuse_unk=False, byte_fallback=False, vocab=vocab, merges=[] if "a</w>" in vocab else merges)
        steps = dict(normalizer=None, pre_tokenizer=dict(type="ByteLevel", add_prefix_space=pick([True, False]), trim_offsets=True, use_regex=True), post_processor=None)
        (folder / "vocab.json").write_text(json.dumps(vocab), encoding="utf-8")
        (folder / file).write_text("#version: 0.2\n" + "".join(merge + "\n" for merge in (["t h", "th e</w>"] if "a</w>" in vocab else merges)), encoding="utf-8")
    if "a</w>" not in vocab and pick([True, False]):
        (folder / "tokenizer.json").write_text(json.dumps(dict(version="1.0", truncation=None, padding=None, added_tokens=added, decoder=None, model=model, **steps)), encoding="utf-8")


def write_folder(folder, rng):
    pick = rng.choice
    kind = pick(list(kinds))
    name, file, first = kinds[kind]
    write_vocabulary(folder, file, first, pick)
    (folder / "config.json").write_text(json.dumps(dict(model_type=kind)))
    maybe = lambda share=0.3: rng.random() < share
    config = {}
    if maybe(0.5):
        config["tokenizer_class"] = pick([name, name, name + "Fast", "PreTrainedTokenizerFast"]) if (folder / "tokenizer.json").exists() else name
    for key in ("do_lower_case", "strip_accents", "add_prefix_space", "tokenize_chinese_chars", "legacy", "add_bos_token", "add_eos_token", "keep_accents", "split_by_punct"):
        if maybe():
            config[key] = pick([True, False])
    if maybe():
        config["extra_ids"] = pick([0, 3])
    if maybe():
        config["model_input_names"] = pick([["input_ids", "attention_mask"], ["input_ids", "token_type_ids", "attention_mask"]])
    if maybe():
        config["pad_token"] = pick(["<p>", "<pad>", "[PAD]"])
    if maybe(0.2) and kind != "t5":
        config["additional_special_tokens"] = pick([["<u>"], ["<u>", "<p>"]])
    flags = lambda: dict(lstrip=maybe(), rstrip=maybe(), single_word=maybe(), normalized=maybe(), special=maybe(0.5))
    if maybe(0.25):
        config["added_tokens_decoder"] = {str(at): dict(content=text, **flags()) for at, text in ((900, "<u>"), (700, " hat"), (800, "12")) if maybe(0.7)}
    elif maybe(0.25):
        (folder / "added_tokens.json").write_text(json.dumps({"<u>": 901, "<p>": 900}))
    if maybe(0.8) or config:
        (folder / "tokenizer_config.json").write_text(json.dumps(config))
    if maybe(0.2):
        (folder / "special_tokens_map.json").write_text(json.dumps({"pad_token": pick(["<p>", {"content": "<p>", "lstrip": True, "rstrip": False, "single_word": False, "normalized": False}])}))
    return f"{kind}: {sorted(path.name for path in folder.iterdir())} {json.dumps(config)}"


def theirs(folder):
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        singles = [tokenizer(text)["input_ids"] for text in texts]
        both = [tokenizer(*pair) for pair in pairs]
    except BaseException:  # a panic of Rust is no Exception
        return None
    return singles, [(one["input_ids"], one.get("token_type_ids", [0] * len(one["input_ids"]))) for one in both]


def ours(folder, list_file):
    list_file.write_text(json.dumps(texts + pairs), encoding="utf-8")
    done = subprocess.run([program, "tokenize", str(folder), "--texts", str(list_file)], capture_output=True, text=True, encoding="utf-8", timeout=60)
    if done.returncode:
        return done.stderr.strip()
    lines = [json.loads(line) for line in done.stdout.split("\n") if line]
    return [line["ids"] for line in lines[: len(texts)]], [(line["ids"], line["type_ids"]) for line in lines[len(texts):]]


@unittest.skipIf(transformers is None or version < (5, 20), "transformers 5.20 is not installed")
class TokenizerClasses(unittest.TestCase):
    def test_folders_of_random_settings_give_the_librarys_ids(self):
        seed = int(os.environ.get("HEADWATERS_SEED", time.time_ns() % 2**31 if whole else 1))
        count = int(os.environ.get("HEADWATERS_COUNT", 1000 if whole else 60))
        compared = 0
        with tempfile.TemporaryDirectory() as room:
            folder = Path(room) / "model"
            for at in range(count):
                folder.mkdir()
                about = write_folder(folder, random.Random(f"{seed} {at}"))
                expected = theirs(folder)
                if expected is not None:
                    compared += 1
                    with self.subTest(seed=seed, at=at, about=about):
                        self.assertEqual(ours(folder, Path(room) / "texts.json"), expected)
                shutil.rmtree(folder)
        self.assertGreater(compared, count // 4)  # without sentencepiece the library reads fewer


if __name__ == "__main__":
    unittest.main()
