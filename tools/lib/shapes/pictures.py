# SPDX-License-Identifier: MIT
"""Pictures of coloured shapes and digits, and questions with one right answer.

Everything follows from the seed: picture stream (seed, n) is the same on every machine with the
same NumPy. Coordinates are pixels, x to the right and y down. Cells and patches count from 0.
"""
import numpy as np

SIZE, CELL, PATCH = 48, 16, 8            # picture, cell and patch: 3 x 3 cells, 6 x 6 patches
CELLS, ACROSS = SIZE // CELL, SIZE // PATCH
SHAPES = ["circle", "square", "triangle", "cross", "ring", "diamond"]
DIGITS = ["2", "3", "4", "7"]
KINDS = SHAPES + DIGITS
COLOURS = {"red": (225, 45, 40), "green": (50, 185, 60), "blue": (55, 95, 240),
           "yellow": (240, 215, 50), "purple": (185, 65, 215), "white": (240, 240, 240)}
NAMES = list(COLOURS)
RGB = np.array([COLOURS[c] for c in NAMES], np.float32)
FONT = {"2": "01110 10001 00001 00110 01000 10000 11111", "3": "11110 00001 00001 01110 00001 00001 11110",
        "4": "00010 00110 01010 10010 11111 00010 00010", "7": "11111 00001 00010 00100 01000 01000 01000"}
GLYPHS = np.stack([np.array([[int(b) for b in row] for row in FONT[d].split()], np.float32) for d in DIGITS])
# word -> where the answer lies, seen from the object that is named (dy, dx)
RELATIONS = [("left of", 0, -1), ("right of", 0, 1), ("above", -1, 0), ("below", 1, 0)]
SPECIALS = ["<unk>", "<s>", "</s>", "<pad>", "<image>"]
WORDS = ["what", "colour", "is", "the", "thing", "left", "right", "of", "above", "below", "?"] + NAMES + KINDS
VOCABULARY = SPECIALS + WORDS
ID = {w: i for i, w in enumerate(VOCABULARY)}
MIN_PIXELS = 4                            # a patch lies on an object that covers this many of its pixels


def scenes(rng, count):
    """count scenes: 3 to 5 objects, no two with the same colour and kind; at least one pair of
    neighbours, one kind that occurs once and one colour that occurs once."""
    found = {k: [] for k in ("cell", "kind", "colour", "present")}
    left = count
    while left > 0:
        m = 2 * left + 8
        n = rng.integers(3, 6, m)
        cell = np.argsort(rng.random((m, CELLS * CELLS)), 1)[:, :5]
        kind = rng.integers(0, len(KINDS), (m, 5))
        colour = rng.integers(0, len(NAMES), (m, 5))
        present = np.arange(5)[None] < n[:, None]
        both = present[:, :, None] & present[:, None] & ~np.eye(5, dtype=bool)
        same_kind = ((kind[:, :, None] == kind[:, None]) & both)
        same_colour = ((colour[:, :, None] == colour[:, None]) & both)
        y, x = cell // CELLS, cell % CELLS
        near = (np.abs(y[:, :, None] - y[:, None]) + np.abs(x[:, :, None] - x[:, None]) == 1) & both
        good = (~(same_kind & same_colour).any((1, 2)) & near.any((1, 2))
                & (present & ~same_kind.any(2)).any(1) & (present & ~same_colour.any(2)).any(1))
        take = np.nonzero(good)[0][:left]
        for k, v in (("cell", cell), ("kind", kind), ("colour", colour), ("present", present)):
            found[k].append(v[take])
        left -= len(take)
    return {k: np.concatenate(v) for k, v in found.items()}


def cover(kind, u, v, size):
    """How far each pixel (u, v from the object's centre) belongs to the object: 0 to 1."""
    h = size[:, None] / 2
    au, av = np.abs(u), np.abs(v)
    r = np.sqrt(u * u + v * v)
    d = np.empty((len(kind),) + u.shape[1:], np.float32)
    soft = lambda distance: np.clip(0.5 - distance, 0, 1)
    out = np.zeros_like(d)
    for k in range(len(KINDS)):
        i = np.nonzero(kind == k)[0]
        if not len(i):
            continue
        U, V, AU, AV, R, H = u[i], v[i], au[i], av[i], r[i], h[i]
        name = KINDS[k]
        if name == "circle":
            m = soft(R - H)
        elif name == "square":
            m = soft(np.maximum(AU, AV) - 0.88 * H)
        elif name == "triangle":
            m = soft(np.maximum(V - 0.85 * H, (AU * 2 - (V + H)) / 2.236))
        elif name == "cross":
            m = soft(np.maximum(np.minimum(AU, AV) - 0.3 * H, np.maximum(AU, AV) - H))
        elif name == "ring":
            m = soft(np.maximum(R - H, 0.55 * H - R))
        elif name == "diamond":
            m = soft((AU + AV - 1.1 * H) / 1.414)
        else:                              # digits: 5 x 7 squares, bilinear, as high as the object
            g = np.pad(GLYPHS[k - len(SHAPES)], 2)
            unit = 2 * H / 7
            gx, gy = U / unit + 4, V / unit + 5
            x0, y0 = np.floor(gx).astype(int), np.floor(gy).astype(int)
            fx, fy = gx - x0, gy - y0
            c = lambda yy, xx: g[np.clip(yy, 0, 10), np.clip(xx, 0, 8)]
            m = ((c(y0, x0) * (1 - fx) + c(y0, x0 + 1) * fx) * (1 - fy)
                 + (c(y0 + 1, x0) * (1 - fx) + c(y0 + 1, x0 + 1) * fx) * fy)
            m = np.clip(1.6 * m - 0.3, 0, 1)
        out[i] = m
    return out


def draw(rng, s):
    """Pixels [B, 48, 48, 3] (8 bits), boxes [B, 5, 4] (x0, y0, x1, y1), patches [B, 5, 36]."""
    count = len(s["cell"])
    size = rng.uniform(9.5, 13.5, (count, 5)).astype(np.float32)
    room = (CELL - 1 - size) / 2
    cx = (s["cell"] % CELLS) * CELL + CELL / 2 + rng.uniform(-1, 1, (count, 5)) * room
    cy = (s["cell"] // CELLS) * CELL + CELL / 2 + rng.uniform(-1, 1, (count, 5)) * room
    light = rng.uniform(0.78, 1.06, (count, 5, 1))
    paint = np.clip(RGB[s["colour"]] * light + rng.normal(0, 7, (count, 5, 3)), 0, 255).astype(np.float32)
    ground = rng.uniform(15, 70, (count, 1, 1, 1)) + rng.normal(0, 5, (count, 1, 1, 3))
    slope = rng.uniform(-9, 9, (count, 2))
    ramp = np.linspace(-1, 1, SIZE)
    ground = ground + (slope[:, 0, None, None] * ramp[None, :, None] + slope[:, 1, None, None] * ramp[None, None])[..., None]
    picture = np.broadcast_to(ground, (count, SIZE, SIZE, 3)).astype(np.float32).copy()
    y0, x0 = s["cell"] // CELLS * CELL, s["cell"] % CELLS * CELL
    at = np.arange(CELL) + 0.5
    u = (x0[..., None, None] + at[None, None, None, :] - cx[..., None, None])
    v = (y0[..., None, None] + at[None, None, :, None] - cy[..., None, None])
    u, v = np.broadcast_arrays(u, v)
    m = cover(s["kind"].reshape(-1), u.reshape(-1, CELL * CELL).astype(np.float32),
              v.reshape(-1, CELL * CELL).astype(np.float32), size.reshape(-1)).reshape(count, 5, CELL, CELL)
    m *= s["present"][..., None, None]
    whole = np.zeros((count, 5, SIZE, SIZE), np.float32)
    b = np.arange(count)
    for o in range(5):
        yy = y0[:, o, None, None] + np.arange(CELL)[None, :, None]
        xx = x0[:, o, None, None] + np.arange(CELL)[None, None, :]
        k = m[:, o, ..., None]
        bb = b[:, None, None]
        picture[bb, yy, xx] = picture[bb, yy, xx] * (1 - k) + paint[:, o, None, None] * k
        whole[bb, o, yy, xx] = m[:, o]
    picture += rng.normal(0, 5, picture.shape)
    inside = whole > 0.5
    boxes = np.zeros((count, 5, 4), int)
    rows, columns = inside.any(3), inside.any(2)
    boxes[..., 0], boxes[..., 1] = columns.argmax(-1), rows.argmax(-1)
    boxes[..., 2] = SIZE - columns[..., ::-1].argmax(-1)
    boxes[..., 3] = SIZE - rows[..., ::-1].argmax(-1)
    patches = inside.reshape(count, 5, ACROSS, PATCH, ACROSS, PATCH).sum((3, 5)).reshape(count, 5, -1) >= MIN_PIXELS
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8), boxes, patches


FORMS = ["colour", "kind", "kind of neighbour", "colour of neighbour"]
LENGTHS = [6, 4, 8, 11]                   # words of the longest question of each form


def ask(rng, s, form):
    """One question of this form for each scene: words, answers, object asked about, object named
    as the reference (-1 if none), relation (-1 if none). Chosen evenly among those that are certain."""
    count = len(s["cell"])
    present, kind, colour, cell = s["present"], s["kind"], s["colour"], s["cell"]
    both = present[:, :, None] & present[:, None] & ~np.eye(5, dtype=bool)
    b = np.arange(count)
    if form < 2:
        own = kind if form == 0 else colour
        allowed = present & ~((own[:, :, None] == own[:, None]) & both).any(2)
        o = (rng.random((count, 5)) * allowed).argmax(1)
        ref = rel = np.full(count, -1)
        if form == 0:
            words = [f"what colour is the {KINDS[k]} ?" for k in kind[b, o]]
            answer = [NAMES[c] for c in colour[b, o]]
        else:
            words = [f"what is {NAMES[c]} ?" for c in colour[b, o]]
            answer = [KINDS[k] for k in kind[b, o]]
        return words, answer, o, ref, rel
    y, x = cell // CELLS, cell % CELLS
    allowed = np.stack([(y[:, :, None] == y[:, None] + dy) & (x[:, :, None] == x[:, None] + dx) & both
                        for _, dy, dx in RELATIONS], 3)             # [B, object, reference, relation]
    pick = (rng.random((count, 100)) * allowed.reshape(count, 100)).argmax(1)
    o, ref, rel = pick // 20, pick // 4 % 5, pick % 4
    named = [f"{RELATIONS[r][0]} the {NAMES[c]} {KINDS[k]} ?" for r, c, k in zip(rel, colour[b, ref], kind[b, ref])]
    if form == 2:
        return ["what is " + n for n in named], [KINDS[k] for k in kind[b, o]], o, ref, rel
    return ["what colour is the thing " + n for n in named], [NAMES[c] for c in colour[b, o]], o, ref, rel


def stream(seed, n, count):
    """Batch n of the stream: scenes and pictures. Every batch is made alone, in any order."""
    rng = np.random.default_rng([seed, n])
    s = scenes(rng, count)
    s["picture"], s["box"], s["patches"] = draw(rng, s)
    return s, rng


def normalised(picture):
    """What the processor makes of a picture: [B, 3, 48, 48], -1 to 1."""
    return np.ascontiguousarray(((picture.astype(np.float32) / 255 - 0.5) / 0.5).transpose(0, 3, 1, 2))
