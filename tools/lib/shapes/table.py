# SPDX-License-Identifier: MIT
"""How often the first patch of each method lies on the object that a question of the model "shapes" asks about.

    python tools/lib/shapes/table.py build/native/headwaters [--pictures 300] [--methods hide,wipe] [--out FILE.json]

Needs NumPy. Draws unseen pictures (pictures.py) and asks `headwaters ask --question patches` with each method. Only questions that the model
answers correctly count. Prints a table like that of docs, with 95 % Wilson intervals.
"""
import argparse
import json
import math
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np

import pictures as P

MODEL = Path(__file__).resolve().parents[3] / "web/models/shapes"
TEST, START, SIZE = 36, 500, 50  # the stream of unseen pictures, its first batch, pictures in a batch
METHODS = ["rollout", "rollout-tower", "attention", "relevance", "relevance-tower", "gradient", "pixels", "hide", "wipe", "grey", "flow"]
LAYERS = 4


def png(pixels):
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", P.SIZE, P.SIZE, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def scores(program, methods, picture, question, answer):
    """Each method's 36 values, of attention for each layer. The target is a number, because some answers are digits."""
    out = {}
    common = [program, "ask", str(MODEL), "--image", picture, "--text", "<image> " + question, "--target", str(P.ID[answer]), "--as", "log-probability", "--question", "patches"]
    lines = run(*common, "--with", "method=" + ",".join(methods)).splitlines()
    for method, line in zip(methods, lines, strict=True):
        out[method] = json.loads(line)["frames"][0]["values"]
    if out.pop("attention", None) is None:
        return out
    for layer, line in enumerate(run(*common, "--with", "method=attention", "--with", "layer=" + ",".join(map(str, range(LAYERS)))).splitlines()):
        out[f"attention, layer {layer + 1}"] = json.loads(line)["frames"][0]["values"]
    return out


def wilson(hits, count):
    if count == 0:
        return [0, 0, 0]
    p, z = hits / count, 1.96
    middle, half = (p + z * z / 2 / count) / (1 + z * z / count), z * math.sqrt(p * (1 - p) / count + z * z / 4 / count / count) / (1 + z * z / count)
    return [round(p, 4), round(middle - half, 4), round(middle + half, 4)]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--pictures", type=int, default=300)
    arguments.add_argument("--methods", default=",".join(METHODS))
    arguments.add_argument("--out")
    asked = arguments.parse_args()
    found = {}
    right = np.zeros(4, int)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        for number in range(asked.pictures):
            if number % SIZE == 0:
                scene, random = P.stream(TEST, START + number // SIZE, SIZE)
                questions = [P.ask(random, scene, form) for form in range(4)]
                on = scene["patches"] & scene["present"][..., None]
            at = number % SIZE
            file.write_bytes(png(scene["picture"][at]))
            for form, (words, answers, objects, references, _) in enumerate(questions):
                said = run(asked.program, "run", str(MODEL), "--image", str(file), "--text", "<image> " + words[at], "--generate", "1")
                if said.split()[-1] != answers[at]:
                    continue
                right[form] += 1
                own, other = on[at, objects[at]], on[at, references[at]] & (references[at] >= 0)
                for method, values in scores(asked.program, asked.methods.split(","), str(file), words[at], answers[at]).items():
                    first = int(np.argmax(values))
                    row = found.setdefault(method, np.zeros((4, 4), int))
                    row[form] += [own[first], other[first], own[first] or other[first], on[at][:, first].any()]
    columns = ("object", "reference", "object or reference", "any")
    result = {"pictures": asked.pictures, "right": right.tolist(), "methods": {}}
    print("| method | attributes: object | neighbours: object | reference | either | any object |\n| --- | --- | --- | --- | --- | --- |")
    for method, row in found.items():
        result["methods"][method] = {
            name: {column: wilson(int(row[forms, i].sum()), int(right[forms].sum())) for i, column in enumerate(columns)}
            for name, forms in (("attribute", [0, 1]), ("relation", [2, 3]))
        }
        own = result["methods"][method]
        cells = [own["attribute"]["object"]] + [own["relation"][column] for column in columns]
        print("|", method, "|", " | ".join(f"{100 * p:.0f} ({100 * low:.0f} to {100 * high:.0f})" for p, low, high in cells), "|")
    if asked.out:
        Path(asked.out).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
