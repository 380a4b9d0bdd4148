# SPDX-License-Identifier: MIT
"""tokenizer.json files of random steps, models and added tokens, and texts that reach their limits. The same for each seed."""

import base64
import struct

letters = list("abcABC") + list(" ' .,-_#\u2581\u0120") + list("12\u00b2\u00e9\u00df\u00c4\u0301\u0327\u00a0\u3000\u200d\u0130\u03a3\u732b\u3042\u30ab\ud55c\u1112\u1161\u11ab\ufb01\ufffd\u0643\u0e33\u2126\U0001f600\U0001f1e9\U00020000\n\t\r\x00\x7f\x85\u200b")
words = ["ab", "cab", "Abc", "a b", "  ", "\u2581a", "\u0120b", "don't", "we'LL", "12 12", "e\u0301", "\u00e9a", "\u732b\u3042", "<s>", "[MASK]", "[UNK]", "##a", "b</w>", "\r\n", " \n ", "\U0001f468\u200d\U0001f469", "\ufdfa", "\u00bd", "..", "a_b", "\u0e01\u0e33"]
patterns = [r"\s+", r"\w+|[^\w\s]+", r"[\w']+", r"\p{N}{1,3}", r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+", r"(?i:'s|'ll|'t)", r"[^\r\n\p{L}\p{N}]?\p{L}+", r"a|ab", r"b*", r"(?<=a)b", r"(?<! )c", r"\b", r"^ ",
            r" $", r"[a-c&]", r".", r"\p{Han}+", r"[^a]", r"a++b?", r"\A.|.\z", r"[\W]", r"\S\s", r"(?:ab)+?", r"\d|\D\d", r"[\p{M}\p{P}]", r""]
behaviors = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"]


def double_array(texts):
    """SentencePiece's table of replacements, which is a trie in Darts' form, and the new texts between zeros."""
    units, used, blob, places = [0] * 4096, {0}, b"", {}
    for old, new in texts.items():
        places[old.encode()] = len(blob)
        blob += new.encode() + b"\0"

    def place(at, prefix):
        labels = sorted({key[len(prefix)] if len(key) > len(prefix) else 0 for key in places if key.startswith(prefix)})
        base = next(base for base in range(1, 4096) if not used & {at ^ base ^ label for label in labels})
        used.update(at ^ base ^ label for label in labels)
        units[at] |= base << 10 | (256 if 0 in labels else 0)
        for label in labels:
            child = at ^ base ^ label
            if label:
                units[child] = label
                place(child, prefix + bytes([label]))
            else:
                units[child] = 1 << 31 | places[prefix]

    place(0, b"")
    return base64.b64encode(struct.pack("<I", 4 * len(units)) + struct.pack("<%dI" % len(units), *units) + blob).decode()


tables = [dict(type="Precompiled", precompiled_charsmap=double_array(texts)) for texts in (
    {"\u00a0": " ", "\u3000": " ", "\t": " ", "\n": " ", "\u200b": "", "\ufb01": "fi", "\u00bd": "1\u20442", "\u0130": "I\u0307", "A": "a", "e\u0301": "\u00e9", "\ufdfa": "abc cab", "\u0e33": "\u0e4d\u0e32"},
    {"ab": "", "\u732b": "\u3042\u3042", " ": "\u2581", "\U0001f600": ":)", "\r\n": "\n", "\u00e9": "e"},
)]


class Maker:
    def __init__(self, rng):
        self.rng, self.pick = rng, rng.choice

    def truth(self):
        return self.rng.random() < 0.5

    def some(self, most, least=0):
        return range(self.rng.randint(least, most))

    def text(self, most=3, least=0):
        return "".join(self.pick(letters) if self.rng.random() < 0.6 else self.pick(words) for _ in self.some(most, least))

    def pattern(self):
        return {"Regex": self.pick(patterns)} if self.truth() else {"String": self.text(2)}

    def sequence(self, name, make, most):
        steps = [make() for _ in self.some(most)]
        if not steps:
            return None
        return steps[0] if len(steps) == 1 and self.truth() else {"type": "Sequence", name: steps}

    def normalizer(self):
        kind = self.pick(["BertNormalizer", "Form", "Lowercase", "Strip", "StripAccents", "Replace", "Replace", "Prepend", "Nmt", "ByteLevel", "Precompiled"])
        return {
            "BertNormalizer": lambda: dict(type=kind, clean_text=self.truth(), handle_chinese_chars=self.truth(), strip_accents=self.pick([None, True, False]), lowercase=self.truth()),
            "Form": lambda: dict(type=self.pick(["NFC", "NFD", "NFKC", "NFKD"])),
            "Strip": lambda: dict(type=kind, strip_left=self.truth(), strip_right=self.truth()),
            "Replace": lambda: dict(type=kind, pattern=self.pattern(), content=self.text(2)),
            "Prepend": lambda: dict(type=kind, prepend=self.text(2, 1)),
            "Precompiled": lambda: self.pick(tables),
        }.get(kind, lambda: dict(type=kind))()

    def pre_tokenizer(self):
        kind = self.pick(["BertPreTokenizer", "ByteLevel", "ByteLevel", "Metaspace", "Metaspace", "Split", "Split", "Whitespace", "WhitespaceSplit", "Punctuation", "Digits", "UnicodeScripts", "FixedLength", "CharDelimiterSplit"])
        return {
            "ByteLevel": lambda: dict(type=kind, add_prefix_space=self.truth(), trim_offsets=self.truth(), use_regex=self.truth()),
            "Metaspace": lambda: dict(type=kind, replacement=self.pick("\u2581_"), prepend_scheme=self.pick(["always", "first", "never"]), split=self.truth()),
            "Split": lambda: dict(type=kind, pattern=self.pattern(), behavior=self.pick(behaviors), invert=self.truth()),
            "Punctuation": lambda: dict(type=kind, behavior=self.pick(behaviors)),
            "Digits": lambda: dict(type=kind, individual_digits=self.truth()),
            "FixedLength": lambda: dict(type=kind, length=self.rng.randint(1, 4)),
            "CharDelimiterSplit": lambda: dict(type=kind, delimiter=self.pick(letters)),
        }.get(kind, lambda: dict(type=kind))()

    def vocabulary(self, bytes_too):
        texts = ["[UNK]", "<s>", "</s>"] + [self.pick(letters) for _ in self.some(30, 6)] + [self.text(2, 1) for _ in self.some(12)]
        if bytes_too:
            texts += [f"<0x{byte:02X}>" for byte in range(256) if self.rng.random() < 0.9]
        if self.truth():  # GPT-2's letters for bytes
            texts += list("abc\u0120\u010a\u00c3\u00a9\u00e7\u012e\u00ab") + ["\u0120a", "\u0120ab"]
        return list(dict.fromkeys(texts))

    def model(self):
        kind = self.pick(["BPE", "BPE", "WordPiece", "Unigram", "Unigram", "WordLevel"])
        fallback = self.rng.random() < 0.3
        texts = self.vocabulary(fallback)
        prefix, suffix = (self.pick(["", "", "##"]), self.pick(["", "", "</w>"])) if kind == "BPE" else ("##" if kind == "WordPiece" else "", "")
        if prefix:
            texts += [prefix + text for text in texts[3:] if len(text) < 3 and self.truth()]
        if suffix:
            texts += [text + suffix for text in texts[3:] if len(text) < 4 and self.truth()]
        unknown = self.pick(["[UNK]", "[UNK]", None]) if kind == "BPE" else "[UNK]"
        if kind == "BPE":
            merges = []
            for _ in self.some(14):
                first, second = self.pick(texts[3:]), self.pick(texts[3:])
                if (prefix and not second.startswith(prefix)) or " " in first + second or (suffix and first.endswith(suffix)):
                    continue
                joined = first + second[len(prefix):]
                if joined not in texts:
                    texts.append(joined)
                if [first, second] not in merges:
                    merges.append([first, second])
            texts = list(dict.fromkeys(texts))
            return dict(type=kind, dropout=None, unk_token=unknown, continuing_subword_prefix=prefix or None, end_of_word_suffix=suffix or None, fuse_unk=self.truth(), byte_fallback=fallback,
                        ignore_merges=self.truth(), vocab={text: at for at, text in enumerate(texts)}, merges=merges)
        texts = list(dict.fromkeys(texts))
        if kind == "Unigram":
            return dict(type=kind, unk_id=0, vocab=[[text, round(-self.rng.random() * 9, 3)] for text in texts], byte_fallback=fallback)
        vocab = {text: at for at, text in enumerate(texts)}
        if kind == "WordPiece":
            return dict(type=kind, unk_token=unknown, continuing_subword_prefix=prefix, max_input_chars_per_word=self.pick([100, 3]), vocab=vocab)
        return dict(type=kind, vocab=vocab, unk_token=unknown)

    def post_processor(self):
        kind = self.pick(["BertProcessing", "RobertaProcessing", "RobertaProcessing", "ByteLevel", "ByteLevel", "TemplateProcessing"])
        around = dict(sep=["</s>", 2], cls=["<s>", 1])
        trims = dict(trim_offsets=self.truth(), add_prefix_space=self.truth())
        if kind == "TemplateProcessing":
            part = lambda name, at: {"Sequence": {"id": name, "type_id": at}}
            token = lambda at: {"SpecialToken": {"id": self.pick(["<s>", "</s>"]), "type_id": at}}
            maybe = lambda at: [token(at)] if self.truth() else []
            tokens = {name: dict(id=name, ids=[at] * self.pick([1, 1, 2]), tokens=[name]) for at, name in ((1, "<s>"), (2, "</s>"))}
            for one in tokens.values():
                one["tokens"] *= len(one["ids"])
            return dict(type=kind, single=maybe(0) + [part("A", self.pick([0, 1]))] + maybe(0), pair=maybe(0) + [part("A", 0)] + maybe(0) + [part("B", 1)] + maybe(1), special_tokens=tokens)
        return {"BertProcessing": lambda: dict(type=kind, **around), "RobertaProcessing": lambda: dict(type=kind, **around, **trims), "ByteLevel": lambda: dict(type=kind, use_regex=True, **trims)}[kind]()

    def post_processors(self):
        one = self.post_processor()
        if self.rng.random() < 0.2:
            return None
        if self.rng.random() < 0.3 and one["type"] == "ByteLevel":
            return dict(type="Sequence", processors=[one, self.post_processor()])
        return one

    def added(self, vocab):
        size, seen, out = len(vocab), set(), []
        for _ in self.some(4):
            content = self.pick(["<s>", "</s>", "[MASK]", " ", "a", "ab ", "\u00e9", self.text(3, 1), self.text(2, 1)])
            if content in seen:
                continue
            seen.add(content)
            known = content in vocab
            out.append(dict(id=vocab[content] if known else size, content=content, single_word=self.truth() and self.truth(), lstrip=self.truth() and self.truth(), rstrip=self.truth() and self.truth(),
                            normalized=self.truth(), special=self.truth()))
            size += not known
        return sorted(out, key=lambda token: token["id"])

    def tokenizer(self):
        model = self.model()
        vocab = model["vocab"] if isinstance(model["vocab"], dict) else {text: at for at, (text, _) in enumerate(model["vocab"])}
        return dict(version="1.0", truncation=None, padding=None, added_tokens=self.added(vocab), normalizer=self.sequence("normalizers", self.normalizer, 3), pre_tokenizer=self.sequence("pretokenizers", self.pre_tokenizer, 3),
                    post_processor=self.post_processors(), decoder=None, model=model)

    def texts(self, tokenizer):
        """Some texts of random letters, some of the tokenizer's own tokens, and a pair."""
        vocab = [item if isinstance(item, str) else item[0] for item in tokenizer["model"]["vocab"]] + [token["content"] for token in tokenizer["added_tokens"]]
        own = lambda: "".join(self.pick(vocab) if self.truth() else self.text(2) for _ in self.some(6))
        return ["", self.text(12), self.text(12), self.text(30), own(), own(), own(), "  " + self.text(6) + "  ", [self.text(6), self.text(6)], [own(), own()]]
