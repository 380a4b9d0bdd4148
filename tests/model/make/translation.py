# SPDX-License-Identifier: MIT
"""Checkpoints of encoders and decoders, and the Hugging Face library's numbers and texts for them, for
tests/model/{translation,decoding}_test.cpp.

    python translation.py tests/data/model [NAME]

Needs torch, sentencepiece and transformers 4.57. Weights are random, numbers in double precision, texts by generate() in float32. Each
folder's model.safetensors is in half precision, which both sides widen.
"""
import io
import json
import sys
from pathlib import Path

import sentencepiece
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from tokenizers.decoders import Metaspace as MetaspaceDecoder
from tokenizers.models import Unigram
from tokenizers.pre_tokenizers import Metaspace
from tokenizers.processors import TemplateProcessing
from transformers import (BartConfig, BartForConditionalGeneration, MarianConfig, MarianMTModel, MarianTokenizer, T5Config, T5ForConditionalGeneration)

SIZES = dict(d_model=24, encoder_layers=3, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=3, encoder_ffn_dim=40, decoder_ffn_dim=56,
             max_position_embeddings=40)
MODELS = {
    "t5_small": (T5ForConditionalGeneration, T5Config(vocab_size=61, d_model=20, d_kv=6, num_layers=1, num_decoder_layers=3, num_heads=2, d_ff=30,
                 relative_attention_num_buckets=8, relative_attention_max_distance=11, feed_forward_proj="gated-silu", tie_word_embeddings=False,
                 pad_token_id=0, eos_token_id=1, decoder_start_token_id=0), {}),
    "t5_tied": (T5ForConditionalGeneration, T5Config(vocab_size=53, d_model=16, d_kv=10, num_layers=3, num_heads=3, d_ff=28, relative_attention_num_buckets=12,
                relative_attention_max_distance=9, feed_forward_proj="relu", pad_token_id=0, eos_token_id=1, decoder_start_token_id=0), {}),
    "bart_small": (BartForConditionalGeneration, BartConfig(**SIZES, vocab_size=59, scale_embedding=True, activation_function="gelu_new", pad_token_id=1,
                   bos_token_id=0, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2),
                   dict(num_beams=4, forced_bos_token_id=0, no_repeat_ngram_size=2, length_penalty=2.0, early_stopping=True, min_length=6, max_length=16)),
    "marian_small": (MarianMTModel, MarianConfig(**SIZES, vocab_size=57, activation_function="swish", scale_embedding=True, pad_token_id=56, bos_token_id=0,
                     eos_token_id=0, decoder_start_token_id=56, forced_eos_token_id=0),
                     dict(bad_words_ids=[[56], [7, 8]], renormalize_logits=True, max_length=15, suppress_tokens=[3])),
}
SOURCES = [[5, 9, 2], [11, 4, 33, 8, 20, 5, 5, 41, 17, 30, 12, 6, 3]]


def searches(model, source, start):
    ids = torch.tensor([source])
    settings = [dict(num_beams=1), dict(num_beams=4), dict(num_beams=3, early_stopping=True, length_penalty=0.6), dict(num_beams=2, early_stopping="never", length_penalty=1.4),
                dict(num_beams=4, repetition_penalty=1.3, no_repeat_ngram_size=3), dict(num_beams=1, repetition_penalty=1.2), dict(num_beams=4, max_new_tokens=5), dict(num_beams=5, length_penalty=-0.7)]
    for own in settings:
        with torch.no_grad():
            # eager, which is the library without its faster kernels
            made = model.generate(ids, attention_mask=torch.ones_like(ids), do_sample=False, use_cache=False, return_dict_in_generate=True, output_scores=True, **({"max_new_tokens": 14} | own if model.generation_config.max_length == 20 else own))
        yield {"settings": own, "ids": made.sequences[0].tolist(), "score": float(made.sequences_scores[0]) if own["num_beams"] > 1 else 0}


def spelling(size, out):
    """A tokenizer with few words that otherwise spells letters and punctuation."""
    words = ["▁the", "▁keys", "▁to", "▁door", "▁are", "▁is", "▁on", "▁a", "▁table", "s", "▁"]
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", -20.0), *((word, -3.0) for word in words), *((letter, -6.0) for letter in "abcdefghijklmnopqrtuvwxyz.,?!'-")]
    pieces += [(digit, -7.0) for digit in "0123456789"][:size - len(pieces)]
    tokenizer = Tokenizer(Unigram(pieces, unk_id=2))
    tokenizer.pre_tokenizer = Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = MetaspaceDecoder(replacement="▁", prepend_scheme="always")
    tokenizer.post_processor = TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    tokenizer.add_special_tokens(["<pad>", "</s>", "<unk>"])
    assert tokenizer.get_vocab_size() <= size
    tokenizer.save(str(out / "tokenizer.json"))


def two_languages(size, out):
    """The files of MarianTokenizer, with a SentencePiece model for each language, and numbers for the pieces of both."""
    english = ["the keys to the door are on the table", "the house is small", "a key to the table is on the door", "the cat is on the house", "is the door small?",
               "a small cat and a small key", "the cats and the keys are small", "they are to eat the tea"] * 6
    german = ["die schlüssel zur tür sind auf dem tisch", "das haus ist klein", "ein schlüssel zum tisch ist an der tür", "die katze ist auf dem haus", "ist die tür klein?",
              "eine kleine katze und ein kleiner schlüssel"] * 6
    vocabulary = ["</s>", "<unk>"]
    for name, lines, pieces in [("source", english, 32), ("target", german, 36)]:
        trained = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(lines), model_writer=trained, vocab_size=pieces, model_type="unigram", bos_id=-1, eos_id=0, unk_id=1, pad_id=-1,
                                                 character_coverage=1.0, minloglevel=2, normalization_rule_name="identity")
        (out / f"{name}.spm").write_bytes(trained.getvalue())
        model = sentencepiece.SentencePieceProcessor(model_proto=trained.getvalue())
        vocabulary += [piece for piece in map(model.id_to_piece, range(model.get_piece_size())) if piece not in vocabulary]
    vocabulary += [">>de<<", ">>fr<<"]
    vocabulary += [f"▁word{i}" for i in range(size - 1 - len(vocabulary))] + ["<pad>"]
    (out / "vocab.json").write_text(json.dumps({piece: id for id, piece in enumerate(vocabulary)}, ensure_ascii=False))
    tokenizer = MarianTokenizer(str(out / "source.spm"), str(out / "target.spm"), str(out / "vocab.json"))
    texts = ["the keys to the door", "is a small cat on the house?", "The Zebra  eats 7 keys", " the house ", "die tür", ">>de<< the house is small", ">>fr<<the cat", "über"]
    (out / "expected_pieces.json").write_text(json.dumps([{"text": text, "ids": tokenizer(text).input_ids, "target": tokenizer(text_target=text).input_ids} for text in texts], ensure_ascii=False) + "\n")


def make(name, out):
    torch.manual_seed(sum(map(ord, name)))
    kind, config, generation = MODELS[name]
    config._attn_implementation = "eager"
    model = kind(config)
    with torch.no_grad():
        for key, value in model.named_parameters():
            if "embed_positions" in key and kind is MarianMTModel:
                continue
            # Wide enough that attention is not even. Below, ends are more likely.
            value.copy_(torch.randn_like(value) * (0.3 if value.ndim > 1 else 0.1) + (1 if "norm" in key and key.endswith("weight") else 0))
        if hasattr(model, "final_logits_bias"):
            model.final_logits_bias.copy_(torch.randn_like(model.final_logits_bias) * 0.4)
            model.final_logits_bias[0, config.eos_token_id] += 2
        else:
            model.lm_head.weight[config.eos_token_id] *= 1.75
        for key, value in [*model.named_parameters(), *model.named_buffers()]:
            # MarianMT's positions are in no file.
            if value.is_floating_point() and not (kind is MarianMTModel and "embed_positions" in key):
                value.copy_(value.half().float())
    model.eval()
    for key, value in generation.items():
        setattr(model.generation_config, key, value)
    out.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(out)
    stored = {}
    seen = set()
    for key, value in model.state_dict().items():
        if value.data_ptr() in seen or (kind is MarianMTModel and "embed_positions" in key):
            continue
        seen.add(value.data_ptr())
        stored[key] = value.half().contiguous()
    save_file(stored, out / "model.safetensors", metadata={"format": "pt"})
    cases, tensors = [], {}
    for n, source in enumerate(SOURCES):
        found = list(searches(model, source, config.decoder_start_token_id))
        double = kind(config).double().eval()
        double.load_state_dict({k: v.double() for k, v in model.state_dict().items()})
        target = found[0]["ids"][:9]
        out_ = double(input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([target]), output_attentions=True, output_hidden_states=True, use_cache=False)
        groups = {"encoder": out_.encoder_attentions, "decoder": out_.decoder_attentions, "cross": out_.cross_attentions}
        for group in groups.values():
            for layer in group:
                layer.retain_grad()
        value, index = out_.logits[0, -1].max(-1)
        value.backward()
        for stack, layers in groups.items():
            tensors[f"t{n}.{stack}.attention"] = torch.cat(layers)
            tensors[f"t{n}.{stack}.attention_gradient"] = torch.cat([layer.grad for layer in layers])
        tensors[f"t{n}.logits"] = out_.logits[0, -1]
        cases.append({"name": f"t{n}", "ids": source, "decoder_ids": target, "target": {"kind": "seq2seq", "index": int(index), "value": float(value)},
                      "searches": found})
    save_file({k: v.detach().float().contiguous() for k, v in tensors.items()}, out / "expected.safetensors")
    if name == "t5_tied":
        spelling(config.vocab_size, out)
    if name == "marian_small":
        two_languages(config.vocab_size, out)
    (out / "expected.json").write_text(json.dumps({"checkpoint": name, "cases": cases}) + "\n")


if __name__ == "__main__":
    for chosen in sys.argv[2:] or MODELS:
        make(chosen, Path(sys.argv[1]) / chosen)
