#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Chat templates, and the texts that transformers renders of them, for tests/model/jinja and tests/model/session/chat_test.cpp.

    chat_templates.py OUT.json SNIPPETS.json TOKENIZER-FOLDER...

TEMPLATES are our own, in the usual forms of models. SNIPPETS.json is a list of small templates, one for each part of the language (the list
"snippets" of an existing OUT.json can be used). transformers' apply_chat_template renders each with one message, with several turns, and
with the prompt for an answer. The tokenizers split three of them into ids: templates with a first token, with a last one and with neither.

If a template asks for a date, it gets none and uses its own default, because a link has to mean the same tomorrow.

To compare with templates of others, files on this machine:
    chat_templates.py --compare HEADWATERS GLOB     renders templates of others (files) by both, and prints the differences
"""

import glob
import json
import pathlib
import subprocess
import sys
import tempfile

import jinja2
from transformers import PreTrainedTokenizerFast
from transformers.utils.chat_template_utils import _compile_jinja_template

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
# Answers of a model. Each of these conversations has two of them.
ANSWERS = [*MESSAGES, "<think>\nno\n</think>\n\nyes  ", "a</think>b</think>\nc ", "<think>\nunended", "\n\nx\n", "</think>"]
TALKS = [[MESSAGES[i + 1], ANSWERS[2 * at], MESSAGES[i + 2], ANSWERS[2 * at + 1], MESSAGES[i]] for at, i in enumerate([0, 1, 2, 3, 4, 5, 6, 8])]

TEMPLATES = {
    "chatml": "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>' + '\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}",
    "with a system message": "{%- if messages[0].role != 'system' %}\n    {{- '<|im_start|>system\\nBe brief.<|im_end|>\\n' }}\n{%- endif %}\n"
    "{%- for m in messages %}\n    {{- '<|im_start|>' + m.role + '\\n' }}{{ m.content }}{{ '<|im_end|>\\n' -}}\n{% endfor %}\n"
    "{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}\n",
    "zephyr": "{% for m in messages %}\n{% if m['role'] == 'user' %}\n{{ '<|user|>\\n' + m['content'] + eos_token }}\n"
    "{% elif m['role'] == 'assistant' %}\n{{ '<|assistant|>\\n'  + m['content'] + eos_token }}\n{% endif %}\n"
    "{% if loop.last and add_generation_prompt %}\n{{ '<|assistant|>' }}\n{% endif %}\n{% endfor %}",
    "turns in brackets": "{% if messages[0]['role'] == 'system' %}{% set rest = messages[1:] %}{% set first = messages[0]['content'] %}"
    "{% else %}{% set rest = messages %}{% set first = false %}{% endif %}{% for m in rest %}"
    "{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Users and assistants must alternate.') }}{% endif %}"
    "{% if m['role'] == 'user' %}{{ bos_token + '[INST] ' + m['content'].strip() + ' [/INST]' }}"
    "{% else %}{{ ' '  + m['content'].strip() + ' ' + eos_token }}{% endif %}{% endfor %}",
    "headers and a date": "{{- bos_token }}\n{%- if not date_string is defined %}\n    {%- if strftime_now is defined %}\n"
    "        {%- set date_string = strftime_now('%d %b %Y') %}\n    {%- else %}\n        {%- set date_string = '1 Jan 2024' %}\n    {%- endif %}\n{%- endif %}\n"
    "{{- '<|start|>system<|end|>\\n\\nToday: ' + date_string + '\\n\\n<|eot|>' }}\n{%- for m in messages %}\n"
    "    {%- if not (m.role == 'ipython' or m.role == 'tool' or 'tool_calls' in m) %}\n"
    "        {{- '<|start|>' + m['role'] + '<|end|>\\n\\n'+ m['content'] | trim + '<|eot|>' }}\n    {%- endif %}\n{%- endfor %}\n"
    "{%- if add_generation_prompt %}\n    {{- '<|start|>assistant<|end|>\\n\\n' }}\n{%- endif %}\n",
    "other names of roles": "{{ bos_token }}{% for m in messages %}{% set role = 'model' if m.role == 'assistant' else m.role %}"
    "{{ '<turn>' + role + '\\n' + m['content'] | trim + '<end>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<turn>model\\n' }}{% endif %}",
    "thoughts are dropped": "{%- set ns = namespace(last=messages|length - 1) %}\n{%- for m in messages[::-1] %}\n    {%- set at = (messages|length - 1) - loop.index0 %}\n"
    "    {%- if ns.last == messages|length - 1 and m.role == 'user' and m.content is string and not(m.content.startswith('<tool_response>') and m.content.endswith('</tool_response>')) %}\n"
    "        {%- set ns.last = at %}\n    {%- endif %}\n{%- endfor %}\n{%- for m in messages %}\n    {%- if m.role == 'user' %}\n        {{- '<|u|>' + m.content + '\\n' }}\n"
    "    {%- elif m.role == 'assistant' %}\n        {%- set content = m.content %}\n        {%- if '</think>' in content %}\n"
    "            {%- set content = content.split('</think>')[-1].lstrip('\\n') %}\n        {%- endif %}\n        {{- '<|a|>' + content + '\\n' }}\n    {%- endif %}\n{%- endfor %}\n"
    "{%- if add_generation_prompt %}\n    {{- '<|a|>' }}\n{%- endif %}",
    "macros and lists": "{% macro turn(role, text, end=eos_token) -%}\n<{{ role | upper }}>{{ text | indent(2) }}{{ end }}\n{%- endmacro -%}\n"
    "{% for m in messages if m.content | length > 0 %}\n{{ turn(m.role, m.content) }}\n{%- if not loop.last %} | {% endif %}\n{% endfor %}\n{{ turn('assistant', '', end='') }}",
    "lines of another system": "{% for m in messages %}\r\n{{ m.role }}: {{ m.content }}\r\n{% endfor %}\r\nassistant:\r\n",
}


def turns(texts: list) -> list:
    """Messages of a user and answers, the first by the user."""
    return [{"role": ("user", "assistant")[i % 2], "content": text} for i, text in enumerate(texts)]


def rendered(template: str, texts: list):
    """The library's text, or None if it raises an error."""
    date = {"strftime_now": jinja2.Undefined(name="strftime_now")} if "strftime_now is defined" in template else {}
    try:
        return _compile_jinja_template(template).render(
            messages=turns(texts), tools=None, documents=None, add_generation_prompt=True, bos_token="<s>", eos_token="</s>", **date
        )
    except Exception:  # templates may raise anything
        return None


def tokens_of(folder: pathlib.Path) -> list:
    """The ids of apply_chat_template, of a tokenizer.json with the tokens that its tokenizer_config.json names."""
    config = json.loads((folder / "tokenizer_config.json").read_text())
    names = {key: config[key] for key in ("bos_token", "eos_token") if config.get(key)}
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), **names)

    def cut(texts, template):
        return tokenizer.apply_chat_template(turns(texts), chat_template=template, add_generation_prompt=True, tokenize=True, return_dict=False)

    return [
        {"folder": folder.name, "template": name, "bos": names.get("bos_token", ""), "eos": names.get("eos_token", ""),
         "ids": [cut([text], TEMPLATES[name]) for text in MESSAGES], "talk": cut(TALKS[0], TEMPLATES[name])}
        for name in ["chatml", "zephyr"] + ["turns in brackets"] * ("bos_token" in names)
    ]


def compare(program: str, pattern: str) -> None:
    """Templates of others, with tokens for letters, so that ids are texts."""
    same = different = 0
    letters = {chr(i): i for i in range(32, 127) if chr(i) != "?"}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        texts = [text for text in MESSAGES if all(" " <= c <= "~" for c in text)]
        tokenizer = {"version": "1.0", "added_tokens": [], "normalizer": None, "pre_tokenizer": {"type": "Split", "pattern": {"Regex": "[\\s\\S]"}, "behavior": "Isolated", "invert": False},
                     "post_processor": None, "decoder": None, "model": {"type": "WordLevel", "vocab": letters | {"\n": 1, "?": 0}, "unk_token": "?"}}
        (root / "tokenizer.json").write_text(json.dumps(tokenizer))
        (root / "texts.json").write_text(json.dumps(texts))
        for path in sorted(glob.glob(pattern)):
            template = pathlib.Path(path).read_text(encoding="utf-8")
            (root / "tokenizer_config.json").write_text(json.dumps({"chat_template": template, "bos_token": "<s>", "eos_token": "</s>"}))
            ran = subprocess.run([program, "tokenize", folder, "--chat", "--texts", root / "texts.json"], capture_output=True, text=True, check=False)
            lines = [json.loads(line)["ids"] for line in ran.stdout.splitlines()]
            wanted = [rendered(template, [text]) for text in texts]
            if None in wanted or len(lines) != len(wanted):
                print(f"{path}: refused here: {ran.stderr.strip()[:150]}; by the library: {None in wanted}")
                different += (None in wanted) != (len(lines) != len(wanted))
                continue
            ids = [[letters.get(c, 1 if c == "\n" else 0) for c in text] for text in wanted]
            same, different = same + (ids == lines), different + (ids != lines)
            if ids != lines:
                print(f"{path}: differs")
    print(f"{same} passed, {different} failed")


def main(out: str, snippets: str, *tokenizers: str) -> None:
    given = json.loads(pathlib.Path(snippets).read_text(encoding="utf-8"))
    sources = given if isinstance(given, list) else [one["source"] for one in given["snippets"]]
    texts = {
        "bos": "<s>", "eos": "</s>", "messages": MESSAGES, "talks": TALKS,
        "templates": [
            {"name": name, "source": source, "rendered": [rendered(source, [text]) for text in MESSAGES], "talks": [rendered(source, talk) for talk in TALKS]}
            for name, source in TEMPLATES.items()
        ],
        # For the conversation ["a </think> b", "\n yes ", "Grüße"].
        "snippets": [{"source": source, "text": rendered(source, ["a </think> b", "\n yes ", "Grüße"])} for source in sources],
        "tokenized": [row for one in tokenizers for row in tokens_of(pathlib.Path(one))],
    }
    pathlib.Path(out).write_text(json.dumps(texts, ensure_ascii=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--compare"]:
        compare(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
