# SPDX-License-Identifier: MIT
"""Pictures and tables of positions of other sizes, as Pillow 13 and torch make them.

    python resizing.py tests/data/model/resizing.json

The picture has ((x * 13 + y * 5) % 256, (x * y * 3) % 256, (255 - x * 12) % 256) at (x, y). The table of positions has ((i * 37) % 101) /
50 - 1 as its number i.
"""
import json
import sys
from pathlib import Path

import numpy as np
import torch
from PIL import Image

PICTURES = [((64, 48), (6, 5)), ((20, 64), (12, 5)), ((64, 20), (5, 12)), ((48, 64), (44, 4)), ((30, 40), (10, 3)), ((7, 5), (12, 9)), ((9, 40), (9, 6)), ((33, 47), (29, 6))]
TABLES = [(5, 3, 4), (5, 7, 6), (4, 4, 2), (6, 6, 9)]


def picture(width, height):
    y, x = np.mgrid[0:height, 0:width]
    return Image.fromarray(np.stack([(x * 13 + y * 5) % 256, (x * y * 3) % 256, (255 - x * 12) % 256], -1).astype(np.uint8))


def main(path):
    pictures = [dict(size=size, to=to, filter=kind, rgb=np.asarray(picture(*size).resize(to, kind)).reshape(-1).tolist()) for size, to in PICTURES for kind in (2, 3)]
    tables = []
    for side, rows, columns in TABLES:
        table = torch.tensor([((i * 37) % 101) / 50 - 1 for i in range(side * side * 2)]).reshape(1, side, side, 2).permute(0, 3, 1, 2)
        for smooth in (False, True):
            made = torch.nn.functional.interpolate(table, size=(rows, columns), mode="bicubic", align_corners=False, antialias=smooth)
            tables.append(dict(side=side, rows=rows, columns=columns, smooth=int(smooth), values=[float("%.7g" % value) for value in made[0].permute(1, 2, 0).reshape(-1).tolist()]))
    path.write_text(json.dumps(dict(pictures=pictures, tables=tables)) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
