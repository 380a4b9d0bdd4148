# SPDX-License-Identifier: MIT
"""A small model of next words, and the output of the Hugging Face library's generate(do_sample=False) with different settings of its
repository.

    python generation.py tests/data/model/generation

Has the same requirements as sentences.py. expected.json has for each generation_config.json the text, the maximum number of new tokens, and
the ids.
"""
import json
import shutil
import sys
from pathlib import Path

import torch
import transformers as T

from sentences import body, tokenizer

END = 3
SUPPRESSED = [5, 6, 7, 12, 13, 19]
SETTINGS = [
    {},
    {"repetition_penalty": 1.7},
    {"repetition_penalty": 1.3, "no_repeat_ngram_size": 2},
    {"no_repeat_ngram_size": 1},
    {"suppress_tokens": SUPPRESSED},
    {"begin_suppress_tokens": [11, 12]},
    {"begin_suppress_tokens": [9, 12], "forced_bos_token_id": 8},
    {"bad_words_ids": [[16], [10, 15], [3]]},
    {"min_length": 14, "suppress_tokens": SUPPRESSED},
    {"min_new_tokens": 10, "suppress_tokens": SUPPRESSED},
    {"forced_eos_token_id": 9},
    {"num_beams": 1, "temperature": 0.6, "top_p": 0.9, "do_sample": True, "max_length": 7, "repetition_penalty": 1.3},
]
TEXTS = [("the key to", 12), ("a", 6)]


def main(folder):
    torch.manual_seed(11)
    shutil.rmtree(folder, ignore_errors=True)
    body("qwen3", folder, eos_token_id=END, pad_token_id=0, bos_token_id=2)
    (folder / "generation_config.json").unlink(missing_ok=True)
    tokenizer(folder, around=False)
    model = T.AutoModelForCausalLM.from_pretrained(folder).double().eval()
    words = T.AutoTokenizer.from_pretrained(folder)
    found = []
    for settings in SETTINGS:
        own = {"bos_token_id": 2, "eos_token_id": END, "pad_token_id": 0, **settings}
        for text, most in TEXTS:
            ids = words(text, return_tensors="pt")["input_ids"]
            made = model.generate(ids, generation_config=T.GenerationConfig(**(own | {"do_sample": False, "max_new_tokens": most} | ({"max_length": None} if "max_length" in own else {}))))
            found.append(dict(config=json.dumps(own), text=text, most=most, ids=made[0].tolist()))
            print(settings, text, made[0].tolist())
    (folder / "expected.json").write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
