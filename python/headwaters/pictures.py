# SPDX-License-Identifier: MIT
"""Pictures, video frames and their patches."""

from __future__ import annotations

import base64
import io
import os
import struct
import zlib
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from .arrays import _counted, _is_array, _is_list, _is_number, _numpy, _plain, _shape
from .errors import HeadwatersError
from .items import _Item


def _grids(width: int, first: Optional[int], ratio: float) -> List[Tuple[int, int, int]]:
    """Rows, columns and first patch of grids with that ratio of rows to columns, after 1 ([CLS]), 0, 2 (DeiT) or 5 (registers)
    other tokens."""
    found = []
    for before in (1, 0, 2, 5) if first is None else (first,):
        rows = round((max(width - before, 0) * ratio) ** 0.5)
        if rows > 0 and (width - before) % rows == 0 and abs(rows * rows / (width - before) / ratio - 1) < 1e-6:
            found.append((rows, (width - before) // rows, before))
    return found


def _ratio(image: Any) -> Tuple[float, bool]:
    """Height : width of a picture, and whether it is the model's own input (an array, as from processors). 1 if unknown."""
    if _is_array(image) and image.ndim in (3, 4):
        sizes = [int(size) for size in image.shape[-3:]]
        first = sizes[0] in (1, 3) and sizes[2] not in (1, 3, 4)
        return (sizes[1] / sizes[2] if first else sizes[0] / sizes[1]), first
    size = getattr(image, "size", None)  # PIL: width, height
    return (size[1] / size[0], False) if isinstance(size, tuple) and len(size) == 2 and min(size) > 0 else (1.0, False)


def _guessed_grid(image: Any, first: Optional[int], width: int) -> Tuple[int, int, int]:
    """The grid of patches if none was given: a square, or one with the picture's own shape."""
    ratio, seen = _ratio(image)
    square, own = _grids(width, first, 1), _grids(width, first, ratio)
    if seen and own:
        return own[0]
    if ratio != 1 and own and square:
        raise HeadwatersError(
            f"{width} tokens may be {square[0][0]} x {square[0][1]} patches, or {own[0][0]} x {own[0][1]} as in the picture's shape. Choose with grid=(rows, columns)."
        )
    if (not square and not own) or seen:
        others = "0, 1, 2 or 5 others" if first is None else _counted(first, "other")
        raise HeadwatersError(
            f"The grid of patches is unknown: {width} tokens with {others} before it are not square{' or of the shape of the picture' if seen else ''}. "
            "Give grid=(rows, columns) and first_patch_token."
        )
    return (square or own)[0]


def _image(image: Any, grid: Any, first: Optional[int], width: int) -> Tuple[Dict[str, Any], int]:
    """The picture as stored in the file, and the number of the first patch."""
    if grid is None:
        rows, cols, first = _guessed_grid(image, first, width)
    else:
        rows, cols = (int(size) for size in grid)
        first = width - rows * cols if first is None else first
    if rows < 1 or cols < 1 or first < 0 or first + rows * cols > width:
        raise HeadwatersError(f"A grid of {rows} x {cols} patches from token {first} on does not fit {width} tokens.")
    said: Dict[str, Any] = {"grid": [rows, cols], "firstPatchToken": int(first)}
    return ({"data": _data_url(image), **said} if image is not None else said), int(first)


def _frames(pictures: Any, grid: Sequence[int], first: Optional[int], width: int) -> Tuple[Dict[str, Any], int]:
    """A video: [frames, rows, columns] of patches, and a picture for each frame, for some (None among them), or none."""
    count, rows, cols = (int(size) for size in grid)
    _, first = _image(None, (count * rows, cols), first, width)  # checks that they fit
    said: Dict[str, Any] = {"grid": [count, rows, cols], "firstPatchToken": first}
    if pictures is None:
        return said, first
    if len(pictures) != count:
        raise HeadwatersError(f"There are {len(pictures)} pictures for {count} frames. Give one for each, or None for frames without one.")
    return {"data": [None if one is None else _data_url(one) for one in pictures], **said}, first


def _regions(regions: Sequence[Any], width: int) -> List[Dict[str, Any]]:
    """Pictures among text, each as (picture or None, (rows, columns), first token)."""
    if not all(_is_list(one) and len(one) == 3 and _is_list(one[1]) and len(one[1]) == 2 and _is_number(one[2]) for one in regions):
        raise HeadwatersError("image_regions is invalid. Give [(picture or None, (rows, columns), first token), ...].")
    said = [_image(picture, grid, int(first), width)[0] for picture, grid, first in regions]
    said.sort(key=lambda one: one["firstPatchToken"])
    for one, after in zip(said, said[1:]):
        if one["firstPatchToken"] + one["grid"][0] * one["grid"][1] > after["firstPatchToken"]:
            raise HeadwatersError(f"Two pictures share token {after['firstPatchToken']}. Give each its own first token.")
    return said


def _data_url(image: Any) -> str:
    """A picture as data:image/..., from a file, its bytes, a PIL image, or an array [h, w], [h, w, 3|4], [3, h, w]."""
    if isinstance(image, str) and image.startswith("data:image/"):
        return image
    if isinstance(image, (str, os.PathLike)):
        content = Path(image).read_bytes()
    elif isinstance(image, (bytes, bytearray)):
        content = bytes(image)
    elif hasattr(image, "save") and hasattr(image, "convert"):  # PIL
        buffer = io.BytesIO()
        image.convert("RGB").save(buffer, "PNG")
        content = buffer.getvalue()
    elif isinstance(image, (list, tuple)) and _shape(_plain(image)) is None:
        raise HeadwatersError(f"Expected one picture, but got a list of {len(image)}. Give a file, bytes, a PIL image or an array.")
    else:
        content = _png(_numpy(image))
    kinds = ((b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"))
    kind = next((name for magic, name in kinds if content.startswith(magic)), None)
    if kind is None and content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        kind = "webp"
    if kind is None:
        raise HeadwatersError("The picture is not a PNG, JPEG, GIF or WebP. Give one of these, a PIL image or an array.")
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def _png(pixels: np.ndarray) -> bytes:
    """An array of a picture as PNG. Fractions in [0, 1] become 0..255. Others, as from a processor that normalises them, are
    stretched from their smallest to their largest."""
    pixels = pixels[0] if pixels.ndim == 4 and len(pixels) == 1 else pixels
    if pixels.ndim == 3 and pixels.shape[0] in (1, 3) and pixels.shape[2] not in (1, 3, 4):
        pixels = np.moveaxis(pixels, 0, 2)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.ndim != 3 or pixels.shape[2] not in (1, 3, 4):
        raise HeadwatersError(
            f"The picture has the shape {list(pixels.shape)}. Expected [height, width], [height, width, 3] or [3, height, width]."
        )
    if pixels.dtype != np.uint8:
        values = pixels.astype(np.float64)
        low, high = float(values.min()), float(values.max())
        if low < 0 or high > (1 if pixels.dtype.kind == "f" else 255):
            values = (values - low) / max(high - low, 1e-12) * 255
        elif pixels.dtype.kind == "f":
            values = values * 255
        pixels = np.clip(np.rint(values), 0, 255).astype(np.uint8)
    height, width, channels = pixels.shape
    raw = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], 1).tobytes()

    def chunk(name: Any, body: Any) -> Any:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)
    png: bytes = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
    return png


def _pictures(options: Dict[str, Any], item: _Item, n: int, extras: Dict[str, Any]) -> Optional[int]:
    """Adds a vision model's input to `extras`. Returns the number of the first patch of a single picture."""
    if options["image_regions"] is not None:
        regions = options["image_regions"]
        extras["imageRegions"] = _regions(regions if item.batch == 1 else item.own(regions, "image_regions"), n)
        return None
    if options["image"] is None and options["grid"] is None:
        return None
    picture, grid = options["image"], options["grid"]
    if picture is not None and item.batch > 1:
        one = isinstance(picture, (str, os.PathLike, bytes)) or (_is_array(picture) and picture.ndim < 4) or hasattr(picture, "convert")
        if not (one and (options["item"] is not None or item.shared)):
            picture = item.own([picture] if one else picture, "image")
    if grid is not None and len(grid) == 3:
        extras["image"], first = _frames(picture, grid, options["first_patch_token"], n)
    else:
        extras["image"], first = _image(picture, grid, options["first_patch_token"], n)
    return first


def _on_white(points: np.ndarray) -> np.ndarray:
    """Red, green, blue and opacity, [h, w, 4], combined with a white background."""
    colours, opacity = points[..., :3].astype(np.int32), points[..., 3:].astype(np.int32)
    return ((colours * opacity + 255 * (255 - opacity)) // 255).astype(np.uint8)


def _picture_points(image: Any) -> np.ndarray:
    """A picture as [h, w, 3] from 0 to 255, from a file, a PIL image, or an array [h, w], [h, w, 1|3|4] or [3, h, w] of fractions or
    integers."""
    if isinstance(image, (str, os.PathLike, bytes, bytearray)):
        from PIL import Image, ImageOps

        image = ImageOps.exif_transpose(Image.open(io.BytesIO(image) if isinstance(image, (bytes, bytearray)) else image))
    if hasattr(image, "convert"):
        image = np.asarray(image.convert("RGBA"))
    points = _numpy(image)
    points = points[0] if points.ndim == 4 and len(points) == 1 else points
    if points.ndim == 3 and points.shape[0] in (1, 3) and points.shape[2] not in (1, 3, 4):
        points = np.moveaxis(points, 0, 2)
    points = points[:, :, None] if points.ndim == 2 else points
    if points.ndim != 3 or points.shape[2] not in (1, 3, 4) or not points.size:
        raise HeadwatersError(
            f"The picture has the shape {list(points.shape)}. Expected [height, width], [height, width, 3] or [3, height, width]."
        )
    if points.dtype.kind == "f":
        if points.min() < 0 or points.max() > 1:
            raise HeadwatersError(
                "Pictures of floating-point numbers must be from 0 to 1. Give the picture before the processor changed it."
            )
        points = points * 255
    points = np.clip(np.rint(points), 0, 255).astype(np.uint8)
    return _on_white(points) if points.shape[2] == 4 else np.ascontiguousarray(np.repeat(points, 3, 2) if points.shape[2] == 1 else points)
