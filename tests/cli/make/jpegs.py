#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes tests/data/jpeg/decoded.json, which has small JPEGs that PIL writes, and the pixels that it reads from them.

    jpegs.py OUT.json       (Pillow with libjpeg-turbo)
"""

import base64
import io
import json
import sys

import numpy
from PIL import Image, ImageOps


def main(out: str) -> None:
    rows, columns = numpy.mgrid[0:11, 0:19]
    pixels = numpy.stack([rows * 21, columns * 13, (rows * columns) % 256], axis=-1).astype(numpy.uint8)
    kinds = {
        "colour": ("RGB", {"quality": 90}),
        "whole chroma": ("RGB", {"quality": 80, "subsampling": 0}),
        "half chroma, restarts": ("RGB", {"quality": 80, "subsampling": 1, "restart_marker_rows": 1}),
        "progressive": ("RGB", {"quality": 70, "progressive": True}),
        "grey": ("L", {"quality": 80}),
        "print": ("CMYK", {"quality": 80}),
    }
    cases = []

    def add(name: str, mode: str, how: dict, orientation: int = 0) -> None:
        exif = Image.Exif()
        if orientation:
            exif[0x112] = orientation
        file = io.BytesIO()
        Image.fromarray(pixels).convert(mode).save(file, "JPEG", exif=exif, optimize=True, **how)
        seen = ImageOps.exif_transpose(Image.open(file)).convert("RGB")
        cases.append({"name": name, "width": seen.width, "height": seen.height,
                      "jpeg": file.getvalue().hex(), "rgb": "" if mode == "CMYK" else seen.tobytes().hex()})

    for name, (mode, how) in kinds.items():
        add(name, mode, how)
    for orientation in range(1, 9):
        add(f"orientation {orientation}", "L", {"quality": 60}, orientation)
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"cases": cases}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
