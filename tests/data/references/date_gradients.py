# SPDX-License-Identifier: MIT
"""Makes date_gradients.json with attention and its gradients of a small encoder-decoder that rewrites dates, and
date_gradients.expected.json with Chefer's relevance between both sides, computed from the printed numbers.

Needs PyTorch (written with 1.13). Trains for some minutes on one processor: python3 date_gradients.py
"""
import datetime
import json
import math
import random

import torch
from torch import nn

LAYERS, HEADS, WIDTH, STEPS = 3, 4, 64, 2500
MONTHS = ("january february march april may june july august september october november december").split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
SIGNS = ["<pad>", "<s>", "</s>", "-", "/", ",", "the", "of", "st", "nd", "rd", "th"]
VOCABULARY = SIGNS + [str(digit) for digit in range(10)] + MONTHS + WEEKDAYS
NUMBER = {token: number for number, token in enumerate(VOCABULARY)}


def ordinal(day):
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def written(date, form):
    """Tokens of a date as people write it."""
    day, year, month = list(str(date.day)), list(str(date.year)), MONTHS[date.month - 1]
    if form == 0:
        return [WEEKDAYS[date.weekday()], "the", *day, ordinal(date.day), "of", month, ",", *year]
    if form == 1:
        return [month, *day, ",", *year]
    if form == 2:
        return [*day, month, *year]
    return [*day, "/", *list(str(date.month)), "/", *year]


class Attention(nn.Module):
    """Scaled dot-product attention that keeps its weights, with gradients."""

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.weights = None

    def forward(self, rows, columns, hidden):
        def heads(tensor):
            return tensor.view(*tensor.shape[:2], HEADS, -1).transpose(1, 2)

        scores = heads(self.query(rows)) @ heads(self.key(columns)).transpose(2, 3) / math.sqrt(WIDTH // HEADS)
        self.weights = scores.masked_fill(hidden, -math.inf).softmax(-1)
        if self.weights.requires_grad:
            self.weights.retain_grad()
        mixed = self.weights @ heads(self.value(columns))
        return self.out(mixed.transpose(1, 2).reshape(rows.shape))


class Layer(nn.Module):
    def __init__(self, decodes):
        super().__init__()
        self.own = Attention()
        self.cross = Attention() if decodes else None
        self.forward_net = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(3))

    def forward(self, rows, hidden, encoded=None, padded=None):
        rows = self.norms[0](rows + self.own(rows, rows, hidden))
        if self.cross is not None:
            rows = self.norms[1](rows + self.cross(rows, encoded, padded))
        return self.norms[2](rows + self.forward_net(rows))


class Rewriter(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(len(VOCABULARY), WIDTH)
        self.places = nn.Parameter(torch.randn(2, 32, WIDTH) * 0.1)
        self.encoder = nn.ModuleList(Layer(False) for _ in range(LAYERS))
        self.decoder = nn.ModuleList(Layer(True) for _ in range(LAYERS))
        self.out = nn.Linear(WIDTH, len(VOCABULARY))

    def forward(self, source, target):
        padded = (source == 0)[:, None, None, :]
        later = torch.triu(torch.ones(target.shape[1], target.shape[1], dtype=torch.bool), 1)[None, None]
        encoded = self.tokens(source) + self.places[0, : source.shape[1]]
        for layer in self.encoder:
            encoded = layer(encoded, padded)
        rows = self.tokens(target) + self.places[1, : target.shape[1]]
        for layer in self.decoder:
            rows = layer(rows, later, encoded, padded)
        return self.out(rows)


def numbers(tokens):
    return [NUMBER[token] for token in tokens]


def batch(dates):
    sources = [numbers([*written(date, random.randrange(4)), "</s>"]) for date in dates]
    longest = max(map(len, sources))
    sources = torch.tensor([source + [0] * (longest - len(source)) for source in sources])
    targets = torch.tensor([numbers(["<s>", *date.isoformat(), "</s>"]) for date in dates])
    return sources, targets


def train():
    random.seed(1)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    model = Rewriter()
    optimiser = torch.optim.AdamW(model.parameters(), 1e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 2e-3, STEPS)
    for step in range(STEPS):
        dates = [datetime.date.fromordinal(random.randrange(datetime.date(1900, 1, 1).toordinal(), datetime.date(2100, 1, 1).toordinal())) for _ in range(48)]
        sources, targets = batch(dates)
        guess = model(sources, targets[:, :-1])
        loss = nn.functional.cross_entropy(guess.flatten(0, 1), targets[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 250 == 0 or step == STEPS - 1:
            right = (guess.argmax(-1) == targets[:, 1:]).all(1).float().mean()
            print(step, float(loss), float(right), flush=True)
    return model.double().eval()


def rounded(tensor):
    """Seven digits, as they are printed."""
    return [[[[float(f"{value:.6g}") for value in row] for row in head] for head in layer] for layer in tensor.tolist()]


def analyse(model, date, form, step):
    source = [*written(date, form), "</s>"]
    target = ["<s>", *date.isoformat()]
    guess = model(torch.tensor([numbers(source)]), torch.tensor([numbers(target)]))
    predicted = [VOCABULARY[number] for number in guess[0].argmax(-1)]
    assert predicted == [*date.isoformat(), "</s>"], predicted
    guess[0, step, NUMBER[predicted[step]]].backward()

    def part(layers, name):
        kept = [getattr(layer, name).weights for layer in layers]
        return {
            "attentions": rounded(torch.stack([weights[0] for weights in kept])),
            "gradients": rounded(torch.stack([weights.grad[0] for weights in kept])),
        }

    return {
        "format": "headwaters/1",
        "model": f"Date rewriter, {LAYERS} + {LAYERS} layers, {HEADS} heads",
        "title": f"Where the “{predicted[step]}” comes from: " + " ".join(written(date, form)),
        "outputToken": step,
        "encoder": {"tokens": source, **part(model.encoder, "own")},
        "decoder": {"tokens": target, "predicted": predicted, **part(model.decoder, "own")},
        "cross": part(model.decoder, "cross"),
    }


def relevance(data):
    """Chefer, Gur & Wolf 2021, equations 5 to 10, unchanged, in float64."""

    def weighted(part):
        attentions, gradients = (torch.tensor(part[name], dtype=torch.float64) for name in ("attentions", "gradients"))
        return (gradients * attentions).clamp(min=0).mean(1)

    def normalised(total):
        more = total - torch.eye(len(total), dtype=torch.float64)
        sums = more.sum(-1, keepdim=True)
        return torch.where(sums > 0, more / sums, more) + torch.eye(len(total), dtype=torch.float64)

    encoder, decoder, cross = (weighted(data[name]) for name in ("encoder", "decoder", "cross"))
    inputs = torch.eye(encoder.shape[1], dtype=torch.float64)
    outputs = torch.eye(decoder.shape[1], dtype=torch.float64)
    between = torch.zeros(cross.shape[1:], dtype=torch.float64)
    for layer in encoder:
        inputs = inputs + layer @ inputs
    layers = []
    for own, across in zip(decoder, cross):
        outputs, between = outputs + own @ outputs, between + own @ between
        between = between + normalised(outputs).T @ across @ normalised(inputs)
        layers.append(between)
    return inputs, outputs, layers


def main():
    model = train()
    data = analyse(model, datetime.date(2019, 11, 22), 0, 5)
    inputs, outputs, layers = relevance(data)
    expected = {
        "file": "date_gradients.json",
        "definition": "E = mean over heads of relu(gradient * attention); relevance_enc, relevance_dec: R = I, R += E R over all layers of a side; relevance_cross: R_qi after each decoder layer by equations 6 to 10 of Chefer, Gur & Wolf 2021, where a row of R - I that sums to 0 stays 0 instead of being divided",
        "relevance_enc": inputs.tolist(),
        "relevance_dec": outputs.tolist(),
        "relevance_cross": [layer.tolist() for layer in layers],
    }
    for name, content in (("date_gradients.json", data), ("date_gradients.expected.json", expected)):
        with open(name, "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False, separators=(",", ":"))
            file.write("\n")


if __name__ == "__main__":
    main()
