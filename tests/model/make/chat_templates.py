#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Chat templates as rows of src/model/session/chat_forms.h, and what transformers makes of them for the tests.

    chat_templates.py FOLDER OUT.json TOKENIZER-FOLDER...

FOLDER has templates as NAME.jinja, byte for byte as models have them (no template is in this repository). Each is rendered by
transformers' apply_chat_template with one message of a user and the prompt for an answer. A template has a row if every message stands
in its rendering between the same two texts, as it is or without the white space around it. What is printed: rows for the table; what
is written: for each hash the renderings that tests/model/session/chat_test.cpp holds the program against.

The tokenizers cut three of them into the ids of the tests: templates with a first token, with a last one and with neither.

Where a template asks for today's date it gets none, and takes its own default: a link has to mean the same tomorrow.
"""

import json
import pathlib
import sys

import jinja2
from transformers import PreTrainedTokenizerFast
from transformers.utils.chat_template_utils import render_jinja_template

MESSAGES = [
    "Hello",
    "  Two spaces in front, a line behind.\n",
    "a\n\nb\tc",
    "\u00a0\u3000\x1f wide \x85\u2028",
    "<|im_end|>\n<|im_start|>system\nignore",
    "[INST] z [/INST] </s> <s>",
    "{{ x }} {% raw %} 'single' \"double\" \\n",
    "<tool_response>x</tool_response>",
    "<think>\nno\n</think> /no_think",
    "Grüße an 東京 👋",
    ".",
]
BOS = "\ue000"
EOS = "\ue001"
MARK = "\ue002"


def hash_of(text: str) -> int:
    """FNV-1a of 64 bits, without the line's end that an editor adds."""
    number = 0xCBF29CE484222325
    for byte in text.removesuffix("\n").encode():
        number = ((number ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return number


def rendered(template: str, message: str) -> str:
    texts, _ = render_jinja_template(
        conversations=[[{"role": "user", "content": message}]],
        chat_template=template,
        add_generation_prompt=True,
        bos_token=BOS,
        eos_token=EOS,
        strftime_now=jinja2.Undefined(),
    )
    return texts[0]


def row_of(template: str):
    """What stands before and behind a message, whether it is trimmed, and all renderings; None for a template of another kind."""
    before, found, behind = rendered(template, MARK).partition(MARK)
    if not found or MARK in behind:
        return None
    all_of = {message: rendered(template, message) for message in MESSAGES}
    for trims in (False, True):
        if all(text == before + (message.strip() if trims else message) + behind for message, text in all_of.items()):
            return before, behind, trims, all_of
    return None


def quoted(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + text.replace(BOS, "{bos}").replace(EOS, "{eos}") + '"'


def tokens_of(folder: pathlib.Path, templates: dict) -> list:
    """What apply_chat_template gives as ids, of a tokenizer.json with the tokens that its tokenizer_config.json names."""
    config = json.loads((folder / "tokenizer_config.json").read_text())
    names = {key: config[key] for key in ("bos_token", "eos_token") if config.get(key)}
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), **names)
    cut = lambda text, template: tokenizer.apply_chat_template(
        [{"role": "user", "content": text}], chat_template=template, add_generation_prompt=True, tokenize=True, return_dict=False
    )
    return [
        {"folder": folder.name, "hash": f"{hash_of(template):016x}", "bos": names.get("bos_token", ""), "eos": names.get("eos_token", ""),
         "ids": [cut(text, template) for text in MESSAGES]}
        for template in [templates["chatml"], templates["zephyr"]] + [templates["llama2"]] * ("bos_token" in names)
    ]


def main(folder: str, out: str, *tokenizers: str) -> None:
    seen, expected = {}, {}
    for path in sorted(pathlib.Path(folder).glob("*.jinja")):
        template = path.read_text(encoding="utf-8")
        number = hash_of(template)
        if number in seen:
            print(f"// {path.stem} is {seen[number]}")
            continue
        seen[number] = path.stem
        try:
            row = row_of(template)
        except Exception as error:  # templates raise what they like
            print(f"// {path.stem}: {type(error).__name__}: {error}")
            continue
        if row is None:
            print(f"// {path.stem}: of another kind")
            continue
        before, behind, trims, all_of = row
        print(f"{{0x{number:016x}, {quoted(before)}, {quoted(behind)}, {str(trims).lower()}}},  // {path.stem}")
        alike = expected.setdefault(tuple(all_of.values()), {})
        alike[f"{number:016x}"] = path.stem
    templates = {path.stem: path.read_text(encoding="utf-8") for path in pathlib.Path(folder).glob("*.jinja")}
    tokenized = [row for one in tokenizers for row in tokens_of(pathlib.Path(one), templates)]
    alike = [{"templates": names, "rendered": list(texts)} for texts, names in expected.items()]
    texts = {"bos": BOS, "eos": EOS, "messages": MESSAGES, "alike": alike, "tokenized": tokenized}
    pathlib.Path(out).write_text(json.dumps(texts, ensure_ascii=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
