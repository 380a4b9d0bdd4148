#!/usr/bin/env python3
"""tools/lib/unicode_tables.py writes src/model/unicode/tables.cpp, the tokenizer's data about every code point.

The Hugging Face library mixes several versions of Unicode. Its patterns use Oniguruma's categories, its lists of punctuation and marks and
its normalisation are older, and its lower case is the newest. No single standard describes that, so this script queries the library for
every code point. It needs the Python packages tokenizers and regex (for grapheme clusters). Run it again when the library's results change.
tests/model/unicode_test.cpp has checksums of its output.
"""
import os
import unicodedata

import regex
from tokenizers import Regex, normalizers, pre_tokenizers

POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
# In the order of the enum Category (src/model/unicode/code_points.h).
CATEGORIES = ["Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
              "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co"]
# In the order of the enum Break. The rest is 0.
BREAKS = ["CR", "LF", "Control", "Extend", "ZWJ", "Regional_Indicator", "Prepend", "SpacingMark", "L", "V", "T", "LV", "LVT"]
PICTOGRAPH = len(BREAKS) + 1


def matched(pattern):
    """The code points that a pattern for one code point matches in the library."""
    split = pre_tokenizers.Split(Regex(pattern), "removed", True)
    out = set()
    for at in range(0, len(POINTS), 4096):
        for piece, _ in split.pre_tokenize_str("".join(map(chr, POINTS[at:at + 4096]))):
            out.update(map(ord, piece))
    return out


def where(says):
    return {c for c in POINTS if says(chr(c))}


def profiles():
    """One number for each code point: category, break class and flags, as CodePoint unpacks them."""
    category = {}
    for index, name in enumerate(CATEGORIES):
        for c in matched(r"\p{%s}" % name):
            category[c] = index
    breaks = {}
    for index, name in enumerate(BREAKS):
        one = regex.compile(r"\p{GCB=%s}" % name)
        for c in POINTS:
            if one.match(chr(c)):
                breaks[c] = index + 1
    pictograph = regex.compile(r"\p{Extended_Pictographic}")
    for c in POINTS:
        if c not in breaks and pictograph.match(chr(c)):
            breaks[c] = PICTOGRAPH
    bert = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    strip = normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False)
    punctuation, digits, word = pre_tokenizers.Punctuation("contiguous"), pre_tokenizers.Digits(False), pre_tokenizers.Whitespace()
    space = pre_tokenizers.WhitespaceSplit()
    accents = normalizers.StripAccents()
    flags = [
        where(lambda t: not space.pre_tokenize_str(t)),
        where(lambda t: len(digits.pre_tokenize_str("1" + t)) == 1),
        where(lambda t: len(punctuation.pre_tokenize_str("." + t)) == 1),
        where(lambda t: bert.normalize_str(t) == ""),
        where(lambda t: strip.normalize_str(t) == ""),
        where(lambda t: accents.normalize_str(t) == ""),
        where(lambda t: word.pre_tokenize_str("a" + t) == [("a" + t, (0, 2))]),
        matched(r"\w"),
        matched(r"\p{Han}"),
    ]
    out = []
    for c in range(0x110000):
        value = category.get(c, 0) | breaks.get(c, 0) << 5
        for bit, among in enumerate(flags):
            value |= (c in among) << (9 + bit)
        out.append(value)
    return out


class Bytes:
    """Numbers of any size, seven bits per byte, the lowest first."""

    def __init__(self):
        self.bytes = bytearray()

    def number(self, value):
        while value > 127:
            self.bytes.append(value & 127 | 128)
            value >>= 7
        self.bytes.append(value)

    def signed(self, value):
        self.number(value * 2 if value >= 0 else -value * 2 - 1)


def runs_of(values):
    """(value, other, length), a run of one value, or of two that alternate (as capital and small letters do)."""
    out, at = [], 0
    while at < len(values):
        end = at + 1
        while end < len(values) and values[end] == values[at]:
            end += 1
        turn = at + 1
        while turn < len(values) and turn + 1 <= len(values) and values[turn] == values[at + 1 - (turn - at + 1) % 2]:
            turn += 1
        if end == at + 1 and turn - at >= 4:
            out.append((values[at], values[at + 1], turn - at))
            at = turn
        else:
            out.append((values[at], None, end - at))
            at = end
    return out


def packed_profiles(values):
    """Count of profiles, each as a number, then runs of profile and length. A 0 precedes two profiles that alternate."""
    names = sorted(set(values), key=values.index)
    index = {value: i + 1 for i, value in enumerate(names)}
    out = Bytes()
    out.number(len(names))
    for value in names:
        out.number(value)
    for value, other, length in runs_of(values):
        if other is not None:
            out.number(0)
            out.number(index[value])
            out.number(index[other])
        else:
            out.number(index[value])
        out.number(length)
    return out.bytes


def packed_lowercase():
    """Runs of distance from the last, step, count, and difference to the small letter. U+0130 becomes two code points, which the C++ code does."""
    lower = normalizers.Lowercase()
    pairs = [(c, lower.normalize_str(chr(c))) for c in POINTS]
    pairs = [(c, t) for c, t in pairs if t != chr(c)]
    assert [c for c, t in pairs if len(t) > 1] == [0x130] and lower.normalize_str("\u0130") == "i\u0307"
    pairs = [(c, ord(t)) for c, t in pairs if len(t) == 1]
    out, at, last = Bytes(), 0, 0
    while at < len(pairs):
        first, difference = pairs[at][0], pairs[at][1] - pairs[at][0]
        best = (1, 1)
        for step in (1, 2):
            end = at + 1
            while end < len(pairs) and pairs[end] == (first + step * (end - at), pairs[end][0] + difference):
                end += 1
            best = max(best, (end - at, step))
        count, step = best
        out.number((first - last) * 2 + step - 1)
        out.number(count)
        out.signed(difference)
        last = first + step * (count - 1)
        at += count
    return out.bytes


def packed_classes():
    """Combining classes, as distance from the last range's end, length, class. Marks that the library does not reorder have class 0."""
    nfd = normalizers.NFD()
    classes = {}
    for c in POINTS:
        if unicodedata.combining(chr(c)) and (c == 0x345 or nfd.normalize_str("\u0345" + chr(c))[0] != "\u0345"):
            classes[c] = unicodedata.combining(chr(c))
    out, last, points = Bytes(), 0, sorted(classes)
    at = 0
    while at < len(points):
        end = at + 1
        while end < len(points) and points[end] == points[at] + end - at and classes[points[end]] == classes[points[at]]:
            end += 1
        out.number(points[at] - last)
        out.number(end - at)
        out.number(classes[points[at]])
        last = points[end - 1] + 1
        at = end
    return out.bytes


def packed_decompositions():
    """By columns, which compress better than rows. First the number of rows, then for each the distance from the last, then for each its
    number of code points and two flags (belongs to the compatible form, is composed again). Then for each position in turn the values of
    all rows of that length, each as its distance from the one before. Canonical and compatible forms that differ are two rows."""
    forms = {form: getattr(normalizers, form)() for form in ("NFC", "NFD", "NFKD")}
    rows = []
    for c in POINTS:
        if 0xAC00 <= c < 0xD7A4:
            continue  # Hangul syllables are computed
        canonical, compatible = forms["NFD"].normalize_str(chr(c)), forms["NFKD"].normalize_str(chr(c))
        entries = []
        if canonical != chr(c):
            entries.append((canonical, 0))
        if compatible != canonical:
            entries.append((compatible, 1))
        for text, kind in entries:
            pair = unicodedata.decomposition(chr(c)).split()
            composed = kind == 0 and len(pair) == 2 and forms["NFC"].normalize_str("".join(chr(int(p, 16)) for p in pair)) == chr(c)
            if composed:
                assert text[-1] == chr(int(pair[1], 16)) and forms["NFD"].normalize_str(chr(int(pair[0], 16))) == text[:-1]
            rows.append((c, text, kind * 2 + composed))
    out, last = Bytes(), 0
    out.number(len(rows))
    for c, _, _ in rows:
        out.number(c - last)
        last = c
    for _, text, flags in rows:
        assert len(text) < 32
        out.number(flags * 32 + len(text))
    for place in range(max(len(text) for _, text, _ in rows)):
        before = 0
        for _, text, _ in rows:
            if place < len(text):
                out.signed(ord(text[place]) - before)
                before = ord(text[place])
    return out.bytes


def packed_scripts():
    """Ranges of UnicodeScripts, as length and script, where 0 is any. Scripts are numbered in order of appearance."""
    pieces = pre_tokenizers.UnicodeScripts().pre_tokenize_str
    scripts = {}
    known = []
    for c in POINTS:
        letter = chr(c)
        if len(pieces("a" + letter + "\u732b")) == 2 and len(pieces("\u732b" + letter + "a")) == 2:
            first = pieces("a" + letter + "\u732b")[0][0], pieces("\u732b" + letter + "a")[0][0]
            if first == ("a" + letter, "\u732b" + letter):
                scripts[c] = 0
                continue
        if c - 1 in scripts and scripts[c - 1] and len(pieces(known[scripts[c - 1] - 1] + letter)) == 1:
            scripts[c] = scripts[c - 1]
            continue
        for index, other in enumerate(known):
            if len(pieces(other + letter)) == 1:
                scripts[c] = index + 1
                break
        else:
            known.append(letter)
            scripts[c] = len(known)
    out, at = Bytes(), 0
    while at < 0x110000:
        end = at + 1
        while end < 0x110000 and scripts.get(end, 0) == scripts.get(at, 0):
            end += 1
        out.number(end - at)
        out.number(scripts.get(at, 0))
        at = end
    return out.bytes


def listed(name, data):
    lines, line = [], ""
    for byte in data:
        if len(line) > 640:
            lines.append(line)
            line = ""
        line += f"{byte},"
    lines.append(line)
    return f"const std::uint8_t {name}[] = {{\n" + "\n".join(lines) + f"\n}};\nconst std::size_t {name}Size = sizeof {name};\n"


def main():
    tables = {
        "profileData": packed_profiles(profiles()),
        "lowercaseData": packed_lowercase(),
        "classData": packed_classes(),
        "decompositionData": packed_decompositions(),
        "scriptData": packed_scripts(),
    }
    for name, data in tables.items():
        print(f"{name}: {len(data)} bytes")
    path = os.path.join(os.path.dirname(__file__), "..", "..", "src", "model", "unicode", "tables.cpp")
    with open(path, "w", encoding="ascii") as file:
        file.write("// SPDX-License-Identifier: MIT\n// What the tokenizer knows about code points. Written by tools/lib/unicode_tables.py, which says what the bytes mean.\n"
                   "#include \"model/unicode/tables.h\"\n\nnamespace hw::model {\n// clang-format off\n\n")
        file.write("\n".join(listed(name, data) for name, data in tables.items()))
        file.write("\n// clang-format on\n}  // namespace hw::model\n")


main()
