# SPDX-License-Identifier: MIT
"""Small models of PyTorch's own modules with the outputs of Hugging Face's classes: the same names, tuples, None.

They replace the library where it is not installed. tests/python/real has the library itself.
"""

import math
from collections import OrderedDict

import torch
from torch import nn


class Output(OrderedDict):
    """transformers.utils.ModelOutput, with members and keys. Members that are None are no keys."""

    def __init__(self, **fields):
        super().__init__({key: value for key, value in fields.items() if value is not None})
        self.__dict__.update(fields)


def attend(query, key, value, heads, mask=None, bias=None):
    """Eager attention. Returns the product and the weights [B, H, q, k]."""
    split = lambda x: x.reshape(*x.shape[:2], heads, -1).transpose(1, 2)
    q, k, v = split(query), split(key), split(value)
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if bias is not None:
        scores = scores + bias
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    return (weights @ v).transpose(1, 2).reshape(query.shape[0], query.shape[1], -1), weights


# ---- BERT: post-norm, names as transformers gives them ------------------------------------------------------------


class BertSelfAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))

    def forward(self, states, mask):
        return attend(self.query(states), self.key(states), self.value(states), self.heads, mask)


class BertSelfOutput(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.dense = nn.Linear(width, width)
        self.LayerNorm = nn.LayerNorm(width, eps=1e-6)

    def forward(self, states, input_tensor):
        return self.LayerNorm(self.dense(states) + input_tensor)


class BertAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.self = BertSelfAttention(width, heads)
        self.output = BertSelfOutput(width)

    def forward(self, states, mask):
        mixed, weights = self.self(states, mask)
        return self.output(mixed, states), weights


class BertLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = BertAttention(width, heads)
        self.intermediate = nn.Linear(width, 2 * width)
        self.output = BertSelfOutput(width)
        self.output.dense = nn.Linear(2 * width, width)

    def forward(self, states, mask):
        states, weights = self.attention(states, mask)
        return self.output(nn.functional.gelu(self.intermediate(states)), states), weights


class Bert(nn.Module):
    def __init__(self, layers=3, heads=2, width=8, words=30, classes=3, attn_implementation="eager"):
        super().__init__()
        self.attn_implementation = attn_implementation
        self.embeddings = nn.Embedding(words, width)
        self.positions = nn.Embedding(64, width)
        self.layer = nn.ModuleList(BertLayer(width, heads) for _ in range(layers))
        self.classifier = nn.Linear(width, classes)

    def get_input_embeddings(self):
        return self.embeddings

    def forward(self, input_ids=None, attention_mask=None, inputs_embeds=None, output_attentions=False):
        states = self.embeddings(input_ids) if inputs_embeds is None else inputs_embeds
        states = states + self.positions(torch.arange(states.shape[1]))
        mask = None if attention_mask is None else attention_mask[:, None, None, :].bool()
        seen = []
        for layer in self.layer:
            states, weights = layer(states, mask)
            seen.append(weights if self.attn_implementation == "eager" else None)
        return Output(logits=self.classifier(states[:, 0]), hidden_states=None, attentions=tuple(seen) if output_attentions else None)


# ---- GPT-2: pre-norm, causal, a cache, generate() ----------------------------------------------------------------


class Gpt(nn.Module):
    def __init__(self, layers=2, heads=2, width=8, words=20):
        super().__init__()
        self.heads = heads
        self.wte, self.wpe = nn.Embedding(words, width), nn.Embedding(64, width)
        self.h = nn.ModuleList(nn.ModuleDict(dict(ln_1=nn.LayerNorm(width), c_attn=nn.Linear(width, 3 * width), c_proj=nn.Linear(width, width),
                                                  ln_2=nn.LayerNorm(width), mlp=nn.Linear(width, width))) for _ in range(layers))
        self.lm_head = nn.Linear(width, words, bias=False)

    def forward(self, input_ids, attention_mask=None, past_key_values=None, output_attentions=False):
        past = 0 if past_key_values is None else past_key_values[0][0].shape[1]
        n = input_ids.shape[1]
        at = torch.arange(past, past + n)
        states = self.wte(input_ids) + self.wpe(at)
        mask = (torch.arange(past + n)[None] <= at[:, None])[None, None]
        if attention_mask is not None:
            mask = mask & attention_mask[:, None, None, :].bool()
        seen, kept = [], []
        for i, layer in enumerate(self.h):
            query, key, value = layer["c_attn"](layer["ln_1"](states)).chunk(3, -1)
            if past:
                key, value = torch.cat([past_key_values[i][0], key], 1), torch.cat([past_key_values[i][1], value], 1)
            kept.append((key, value))
            mixed, weights = attend(query, key, value, self.heads, mask)
            states = states + layer["c_proj"](mixed)
            states = states + torch.relu(layer["mlp"](layer["ln_2"](states)))
            seen.append(weights)
        return Output(logits=self.lm_head(states), past_key_values=tuple(kept), attentions=tuple(seen) if output_attentions else None)

    @torch.no_grad()
    def generate(self, input_ids, max_new_tokens, use_cache=True, attention_mask=None):
        """GenerateDecoderOnlyOutput with output_attentions=True, greedy."""
        past, steps, ids, mask = None, [], input_ids, attention_mask
        for _ in range(max_new_tokens):
            given = ids if past is None or not use_cache else ids[:, -1:]
            made = self(given, mask, past if use_cache else None, True)
            past = made.past_key_values
            steps.append(made.attentions)
            ids = torch.cat([ids, made.logits[:, -1].argmax(-1, keepdim=True)], 1)
            if mask is not None:
                mask = torch.cat([mask, mask.new_ones(len(mask), 1)], 1)
        return Output(sequences=ids, scores=None, attentions=tuple(steps))


# ---- T5: encoder-decoder with a relative position bias ---------------------------------------------------------------


class T5Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width, bias=False) for _ in range(4))
        self.relative = nn.Embedding(65, heads)

    def forward(self, states, others, mask=None, bias=True):
        where = torch.arange(others.shape[1])[None] - torch.arange(states.shape[1])[:, None] + 32
        shift = self.relative(where).permute(2, 0, 1) if bias else None
        mixed, weights = attend(self.q(states), self.k(others), self.v(others), self.heads, mask, shift)
        return self.o(mixed), weights


class T5(nn.Module):
    def __init__(self, layers=2, heads=2, width=8, words=20):
        super().__init__()
        self.shared = nn.Embedding(words, width)
        stack = lambda: nn.ModuleList(T5Attention(width, heads) for _ in range(layers))
        self.encoder, self.decoder, self.cross = stack(), stack(), stack()
        self.lm_head = nn.Linear(width, words, bias=False)

    def encode(self, input_ids, attention_mask=None):
        states, seen = self.shared(input_ids), []
        mask = None if attention_mask is None else attention_mask[:, None, None, :].bool()
        for layer in self.encoder:
            mixed, weights = layer(states, states, mask)
            states = states + mixed
            seen.append(weights)
        return states, tuple(seen)

    def forward(self, input_ids, decoder_input_ids, attention_mask=None, output_attentions=True, encoded=None):
        encoded, encoder_seen = encoded or self.encode(input_ids, attention_mask)
        mask = None if attention_mask is None else attention_mask[:, None, None, :].bool()
        n = decoder_input_ids.shape[1]
        causal = torch.ones(n, n).tril().bool()
        states, seen, crossed = self.shared(decoder_input_ids), [], []
        for layer, cross in zip(self.decoder, self.cross):
            mixed, weights = layer(states, states, causal)
            states = states + mixed
            seen.append(weights)
            mixed, weights = cross(states, encoded, mask, bias=False)
            states = states + mixed
            crossed.append(weights)
        return Output(logits=self.lm_head(states), encoder_attentions=encoder_seen, decoder_attentions=tuple(seen), cross_attentions=tuple(crossed))

    @torch.no_grad()
    def generate(self, input_ids, max_new_tokens):
        """GenerateEncoderDecoderOutput, with only each step's decoder row, as with a cache."""
        encoded, steps, crossed = self.encode(input_ids), [], []
        ids = torch.zeros(len(input_ids), 1, dtype=torch.long)
        for _ in range(max_new_tokens):
            made = self(input_ids, ids, encoded=encoded)
            steps.append(tuple(layer[:, :, -1:] for layer in made.decoder_attentions))
            crossed.append(tuple(layer[:, :, -1:] for layer in made.cross_attentions))
            ids = torch.cat([ids, made.logits[:, -1].argmax(-1, keepdim=True)], 1)
        return Output(sequences=ids, encoder_attentions=encoded[1], decoder_attentions=tuple(steps), cross_attentions=tuple(crossed))


# ---- ViT: patches and [CLS] ------------------------------------------------------------------------------------------


class Vit(nn.Module):
    def __init__(self, layers=2, heads=2, width=8, size=4, patch=2, classes=3):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.cls = nn.Parameter(torch.randn(1, 1, width))
        self.positions = nn.Parameter(torch.randn(1, (size // patch) ** 2 + 1, width))
        self.layer = nn.ModuleList(BertLayer(width, heads) for _ in range(layers))
        self.classifier = nn.Linear(width, classes)

    def forward(self, pixel_values, output_attentions=True):
        states = self.patches(pixel_values).flatten(2).transpose(1, 2)
        states = torch.cat([self.cls.expand(len(states), -1, -1), states], 1) + self.positions
        seen = []
        for layer in self.layer:
            states, weights = layer(states, None)
            seen.append(weights)
        return Output(logits=self.classifier(states[:, 0]), attentions=tuple(seen))
