# SPDX-License-Identifier: MIT
"""Small sentence encoders and cross-encoders, and the results of sentence-transformers for them.

    python sentences.py tests/data/model/sentences [name ...]

Needs torch, transformers 5.24, tokenizers and sentence-transformers 6.2. Each folder has the files that save_pretrained() writes, with
weights of some kilobytes. expected.json next to them has for each text the ids, the result of encode(), and the prompt, and for each pair
the score.
"""
import json
import shutil
import sys
from pathlib import Path

import torch
import transformers as T
from sentence_transformers import CrossEncoder, SentenceTransformer
from sentence_transformers import models as M
from tokenizers import Tokenizer, normalizers, pre_tokenizers, processors
from tokenizers.models import WordPiece

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "key", "##s", "to", "cabinet", "are", "on", "table", "query", "passage", "find", ":", ".", "a", "cat", "Key"]
TEXTS = ["The keys to the cabinet are on the table.", "a cat", "Keys"]
PROMPTS = {"query": "query: ", "passage": "passage: ", "long": "query: find "}


def tokenizer(folder, around=True, cased=False):
    made = Tokenizer(WordPiece({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.normalizer = normalizers.Sequence([normalizers.NFC()] if cased else [normalizers.NFC(), normalizers.Lowercase()])
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    if around:
        made.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    T.PreTrainedTokenizerFast(tokenizer_object=made, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]", mask_token="[UNK]").save_pretrained(folder)


def body(kind, folder, **more):
    """A model of random weights, wide enough that attention is not even."""
    bert = dict(vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=24, max_position_embeddings=40)
    t5 = dict(vocab_size=len(WORDS), d_model=16, num_layers=2, num_heads=2, d_kv=8, d_ff=24)
    qwen = dict(vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, head_dim=8, intermediate_size=24, tie_word_embeddings=True)
    config, model, keys = {
        "bert": ("BertConfig", "BertModel", bert), "mpnet": ("MPNetConfig", "MPNetForMaskedLM", bert), "t5": ("T5Config", "T5EncoderModel", t5), "qwen3": ("Qwen3Config", "Qwen3ForCausalLM", qwen),
        "pairs": ("BertConfig", "BertForSequenceClassification", bert), "llama": ("LlamaConfig", "LlamaForSequenceClassification", qwen), "gemma2": ("Gemma2Config", "Gemma2ForSequenceClassification", {key: value for key, value in qwen.items() if key != "tie_word_embeddings"}), "gpt2": ("GPT2Config", "GPT2ForSequenceClassification",
        dict(vocab_size=len(WORDS), n_embd=16, n_layer=2, n_head=2, n_positions=40))}[kind]
    made = getattr(T, model)(getattr(T, config)(**(keys | more))).eval()
    with torch.no_grad():
        for name, value in made.named_parameters():
            value.copy_(torch.randn_like(value) * (0.6 if value.ndim > 1 else 0.3) + (1 if "norm" in name.lower() and name.endswith("weight") else 0))
    made.save_pretrained(folder)


def dense(width, out, activation, bias):
    made = M.Dense(width, out, bias=bias, activation_function=activation)
    with torch.no_grad():
        for value in made.parameters():
            value.copy_(torch.randn_like(value) * 0.5)
    return made


def pooling(modes, **more):
    return M.Pooling(16, pooling_mode=modes, **more)


CASES = {
    # LaBSE has the first token, Dense with tanh, and Normalize, here in the files of versions before 3.
    "labse": dict(kind="bert", modules=lambda: [pooling("cls"), dense(16, 12, torch.nn.Tanh(), True), M.Normalize()], old=True),
    # distiluse: no Normalize.
    "distiluse": dict(kind="bert", modules=lambda: [pooling("mean"), dense(16, 12, torch.nn.Tanh(), True)]),
    # sentence-t5 has no bias and no activation.
    "sentence-t5": dict(kind="t5", modules=lambda: [pooling("mean"), dense(16, 12, torch.nn.Identity(), False), M.Normalize()], around=False),
    # all-mpnet is saved with an unused head.
    "all-mpnet": dict(kind="mpnet", modules=lambda: [pooling("mean"), M.Normalize()]),
    "last": dict(kind="qwen3", modules=lambda: [pooling("lasttoken"), M.Normalize()], prompts=True, usual="query"),
    # INSTRUCTOR does not pool the prompt's tokens.
    "instructor": dict(kind="t5", modules=lambda: [pooling("mean", include_prompt=False), dense(16, 12, torch.nn.Identity(), False), M.Normalize()], around=False, prompts=True),
    "side-by-side": dict(kind="bert", modules=lambda: [pooling(("cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"), include_prompt=False), M.Normalize(), dense(96, 8, torch.nn.ReLU(), True), M.LayerNorm(8)],
                         prompts=True),
    # The sum divided by the root of the length, and letters lowercased by the encoder.
    "lowered": dict(kind="bert", modules=lambda: [pooling("mean_sqrt_len_tokens")], cased=True, lowers=True),
    "cross": dict(kind="pairs", labels=1),
    "cross-plain": dict(kind="pairs", labels=1, activation=torch.nn.Identity()),
    # The last token that is not padding, in the middle of the tokenizer's output.
    "padded-llama": dict(kind="llama", labels=2, padding=3),
    "padded-gpt2": dict(kind="gpt2", labels=2, padding=3),
    # Only its words are capped.
    "padded-gemma2": dict(kind="gemma2", labels=2, padding=3),
}


def old_files(folder):
    """modules.json and the pooling's keys as before version 5, with the weights of Dense as a pickle."""
    modules = json.loads((folder / "modules.json").read_text())
    for one in modules:
        one["type"] = "sentence_transformers.models." + one["type"].split(".")[-1]
    (folder / "modules.json").write_text(json.dumps(modules, indent=2) + "\n")
    (folder / "1_Pooling/config.json").write_text(json.dumps(dict(word_embedding_dimension=16, pooling_mode_cls_token=True, pooling_mode_mean_tokens=False, pooling_mode_max_tokens=False,
                                                                  pooling_mode_mean_sqrt_len_tokens=False)) + "\n")
    from safetensors.torch import load_file
    torch.save(load_file(folder / "2_Dense/model.safetensors"), folder / "2_Dense/pytorch_model.bin")
    (folder / "2_Dense/model.safetensors").unlink()


def numbers(values):
    return [float("%.7g" % value) for value in values]


def make(name, folder):
    torch.manual_seed(sum(map(ord, name)))
    case = CASES[name]
    shutil.rmtree(folder, ignore_errors=True)
    start = folder / "start"
    keys = dict(num_labels=case["labels"]) if "labels" in case else {}
    body(case["kind"], start, **keys, **({"pad_token_id": case["padding"]} if "padding" in case else {}))
    tokenizer(start, case.get("around", True), case.get("cased", False))
    if "padding" in case:
        for path in start.iterdir():
            shutil.move(path, folder / path.name)
        model = T.AutoModelForSequenceClassification.from_pretrained(folder).double().eval()
        found = []
        for text in TEXTS:
            ids = T.AutoTokenizer.from_pretrained(folder)(text)["input_ids"]
            found.append(dict(text=text, ids=ids, logits=numbers(model(torch.tensor([ids])).logits[0].tolist())))
    elif "modules" in case:
        transformer = M.Transformer(str(start), max_seq_length=32, do_lower_case=case.get("lowers", False))
        model = SentenceTransformer(modules=[transformer, *case["modules"]()], prompts=PROMPTS if case.get("prompts") else None, default_prompt_name=case.get("usual"), device="cpu")
        model.save_pretrained(str(folder), create_model_card=False)
        if case.get("old"):
            old_files(folder)
        if case.get("lowers"):
            # As versions before 6 write it. Later ones change the tokenizer's own file.
            tokenizer(folder, cased=True)
            (folder / "sentence_bert_config.json").write_text(json.dumps(dict(max_seq_length=12, do_lower_case=True)) + "\n")
        model = SentenceTransformer(str(folder), device="cpu").double()
        found = []
        for text in TEXTS:
            for prompt in [None, *(PROMPTS if case.get("prompts") else [])]:
                # Without a name the library takes the usual one.
                used = model.prompts.get(prompt or model.default_prompt_name) or ""
                ids = model.tokenizer(used + text, truncation=True)["input_ids"]
                found.append(dict(text=text, **({"prompt": prompt} if prompt else {}), ids=ids, vector=numbers(model.encode(text, prompt_name=prompt).tolist())))
    else:
        model = CrossEncoder(str(start), device="cpu", **({"activation_fn": case["activation"]} if "activation" in case else {}))
        model.save_pretrained(str(folder), create_model_card=False)
        model = CrossEncoder(str(folder), device="cpu")
        pairs = [[TEXTS[1], TEXTS[0]], [TEXTS[2], TEXTS[0]], [TEXTS[0], TEXTS[1]]]
        found = [dict(text=a, pair=b, ids=model.tokenizer(a, b)["input_ids"], score=numbers([float(model.predict([[a, b]])[0])])) for a, b in pairs]
    shutil.rmtree(start)
    for extra in ("README.md", "generation_config.json", "special_tokens_map.json"):
        (folder / extra).unlink(missing_ok=True)
    (folder / "expected.json").write_text(json.dumps(found) + "\n")
    print(name, {str(path.relative_to(folder)): path.stat().st_size for path in sorted(folder.rglob("*")) if path.is_file()})


if __name__ == "__main__":
    for one in sys.argv[2:] or CASES:
        make(one, Path(sys.argv[1]) / one)
