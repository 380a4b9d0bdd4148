# SPDX-License-Identifier: MIT
"""Pictures and their patches, as a live model reads them."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ..arrays import _numpy
from ..errors import HeadwatersError
from ..names import _get
from ..pictures import _on_white, _picture_points
from .cuts import _Cuts
from .model import LiveModel
from .runs import _Pass, _Written
from .sizes import _MOST_PICTURES, _Sizes


class _LivePixels(LiveModel):
    """The inputs of a model that reads pictures: pixels and patches."""

    _seesPictures = True

    def _reading_config(self) -> Any:
        return getattr(self.model.config, "vision_config", None) or self.model.config

    def _begin(self) -> None:
        name, config = type(self.model).__name__, self._reading_config()
        processor = self.tokenizer
        if not callable(processor) or isinstance(processor, str) or hasattr(processor, "convert_ids_to_tokens"):
            raise HeadwatersError(
                f"live() takes the processor of {name} as its second argument (AutoImageProcessor, or AutoProcessor of CLIP), not a {type(processor).__name__}."
            )
        self.reader = getattr(processor, "image_processor", processor)
        self.comparesTexts = hasattr(self.model, "vision_model") and hasattr(self.model, "text_projection")
        self._tower: Any = next((module for module in self.model.modules() if self._projection_of(module) is not None), None)
        if (
            self._tower is None
            or not isinstance(getattr(config, "num_attention_heads", None), int)
            or (hasattr(self.model.config, "vision_config") and not self.comparesTexts and hasattr(self.model.config, "text_config"))
        ):
            raise HeadwatersError(f"live() doesn't support {name}, only ViT, DeiT, DINOv2, BEiT and CLIP. Use show() for its outputs.")
        self._pictures: Dict[str, Tuple[str, np.ndarray]] = {}
        self._sent: List[str] = []  # pictures from the page, oldest first
        self._fresh: Tuple[str, Any] = ("", None)
        self._among: List[str] = []
        self._features: Any = None
        self._whole = self.kind
        self.examples = [self._named(one) for one in self.examples]
        grey = np.full((64, 64, 3), 127, np.uint8)
        self._grid = self._grid_of(self._pixels_of(grey))

    @staticmethod
    def _kind_of(name: str) -> str:
        return "classes" if "ForImageClassification" in name else "embedding" if name.endswith(("Model", "WithProjection")) else "none"

    @staticmethod
    def _projection_of(module: Any) -> Any:
        """The submodule that projects patches, in a module that makes their rows."""
        own = getattr(module, "embeddings", None)
        return getattr(own, "patch_embeddings", getattr(own, "patch_embedding", None))

    def _named(self, text: Any) -> str:
        """The name of a picture, which is stored under it. A name stays as it is."""
        if isinstance(text, str) and text.startswith(("photo:", "draw:")):
            return text
        pixels = _picture_points(text)
        name = f"photo:{hashlib.sha256(str(pixels.shape).encode() + pixels.tobytes()).hexdigest()[:16]}"
        title = Path(text).name if isinstance(text, (str, os.PathLike)) else Path(str(getattr(text, "filename", "") or "")).name
        self._pictures[name] = (title or "Picture", pixels)
        return name

    def _take_picture(self, call: Mapping[str, Any], buffers: Sequence[Any]) -> None:
        """Stores a picture from the page, on white if it is not opaque."""
        name, size = str(call.get("name") or ""), (int(call.get("height") or 0), int(call.get("width") or 0), 4)
        if not buffers or min(size) < 1 or len(memoryview(buffers[0]).cast("B")) != size[0] * size[1] * 4:
            raise HeadwatersError("The picture can't be read. Use another one.")
        if name in self._pictures and name not in self._sent:
            return
        points = np.frombuffer(memoryview(buffers[0]).cast("B"), np.uint8).reshape(size).astype(np.int32)
        self._pictures[name] = (str(call.get("title") or "Picture"), _on_white(points))
        self._sent = [*(one for one in self._sent if one != name), name]
        for old in self._sent[:-_MOST_PICTURES]:
            self._pictures.pop(old, None)
        self._sent = self._sent[-_MOST_PICTURES:]

    def _pixels_of(self, points: np.ndarray) -> Any:
        """The model's input, [1, 3, h, w]."""
        import torch

        given: Any = points
        with contextlib.suppress(ImportError):
            from PIL import Image

            given = Image.fromarray(points)
        made = self.reader(images=given, return_tensors="pt")
        pixels = _get(made, "pixel_values")
        if not torch.is_tensor(pixels) or pixels.ndim != 4 or pixels.shape[0] != 1 or pixels.shape[1] != 3:
            raise HeadwatersError(
                f"The processor ({type(self.reader).__name__}) doesn't make a single picture with three colours. "
                "Use the model's own processor."
            )
        return pixels.to(self.model.device, self.model.dtype)

    def _grid_of(self, pixels: Any) -> Tuple[int, int, int]:
        """Rows and columns of patches, and the number of tokens before them."""
        size = self._reading_config().patch_size
        down, across = size if isinstance(size, (tuple, list)) else (size, size)
        self._patch = int(down), int(across)
        before = sum(int(one.shape[1]) if one.ndim == 3 else 1 for _, one in self._leading())
        return int(pixels.shape[2]) // self._patch[0], int(pixels.shape[3]) // self._patch[1], before

    def _leading(self) -> List[Tuple[str, Any]]:
        """The learned rows before the patches."""
        own = self._tower.embeddings
        there = [(name, getattr(own, name, None)) for name in ("cls_token", "class_embedding", "distillation_token", "register_tokens")]
        return [(name, one) for name, one in there if one is not None]

    def _sees(self) -> Dict[str, Any]:
        """The part of a picture that the model sees, for the page."""
        rows, columns, before = self._grid
        height, width = rows * self._patch[0], columns * self._patch[1]
        size, crop = _get(self.reader, "size"), _get(self.reader, "crop_size")

        def side(of: Any, name: Any) -> Any:
            return int(_get(of, name) or 0) if of is not None else 0

        shortest = side(size, "shortest_edge") if getattr(self.reader, "do_resize", True) else 0
        crops = bool(getattr(self.reader, "do_center_crop", False)) and side(crop, "width") > 0

        def share(name: Any, whole: Any) -> Any:
            return side(crop, name) / max(shortest or whole, 1) if crops else 1.0

        return {
            "width": width,
            "height": height,
            "rows": rows,
            "columns": columns,
            "firstPatch": before,
            "isShortest": shortest > 0,
            "seenAcross": share("width", side(size, "width")),
            "seenDown": share("height", side(size, "height")),
            "comparesTexts": self.comparesTexts,
        }

    def _seen(self, pixels: Any) -> np.ndarray:
        """The model's view of the picture, [h, w, 3] from 0 to 255."""
        values = _numpy(pixels)[0].astype(np.float64)
        if getattr(self.reader, "do_normalize", False):
            values = values * np.reshape(self.reader.image_std, (3, 1, 1)) + np.reshape(self.reader.image_mean, (3, 1, 1))
        scale = float(getattr(self.reader, "rescale_factor", 0) or 1 / 255) if getattr(self.reader, "do_rescale", True) else 1.0
        return np.moveaxis(np.clip(np.rint(values / scale), 0, 255).astype(np.uint8), 0, 2)

    def _blank(self, pixels: Any, patches: Sequence[int]) -> Any:
        """The same with blank patches, whose pixels are 0."""
        pixels, (down, across) = pixels.clone(), self._patch
        for patch in patches:
            top, left = patch // self._grid[1] * down, patch % self._grid[1] * across
            pixels[..., top : top + down, left : left + across] = 0
        return pixels

    def _tokens_in(self) -> int:
        return self._grid[2] + self._grid[0] * self._grid[1]

    def _sizes_of(self, inputs: Mapping[str, Any]) -> _Sizes:
        return _Sizes((self.layers, 0), (self.heads, 0), (self._tokens_in(), 0))

    def _some_inputs(self) -> Dict[str, Any]:
        return {"pixel_values": self._fresh[1] if self._fresh[1] is not None else self._pixels_of(np.full((64, 64, 3), 127, np.uint8))}

    def _called(self, inputs: Mapping[str, Any]) -> Any:
        outputs = self._runs(**inputs, output_attentions=True)
        made = {"attentions": _get(outputs, "attentions"), "logits": _get(outputs, "logits")}
        if self._whole == "embedding":
            vector = (
                outputs.pooler_output
                if self.comparesTexts or self.model.config.model_type in ("clip_vision_model", "beit")
                else outputs.last_hidden_state[:, 0]
            )
            vector = _get(outputs, "image_embeds") if _get(outputs, "image_embeds") is not None else vector
            made["vector"] = self.model.visual_projection(vector) if self.comparesTexts else vector
            made["logits"] = (
                None if self.kind == "embedding" else made["vector"] / made["vector"].norm(dim=-1, keepdim=True) @ self._features.T
            )
        return made

    def _vectors_of(self, outputs: Any, runs: Sequence[_Cuts]) -> Any:
        return outputs["vector"]

    def _follow_words(self, seen: List[Any], graph: bool, words: Optional[Callable[[Any], Any]]) -> List[Any]:
        """The rows of the patches and of the tokens before them, without position embeddings, which are added again."""
        import torch

        patches: List[Any] = []

        def project(_: Any, __: Any, made: Any) -> None:
            patches.append(made[0] if isinstance(made, tuple) else made)

        def follow(_: Any, __: Any, made: Any) -> Any:
            if seen or not patches:
                return None
            whole = made[0] if isinstance(made, tuple) else made
            own = patches[-1].flatten(2).transpose(1, 2) if patches[-1].ndim == 4 else patches[-1]
            rows = torch.cat(
                [*(one.reshape(1, -1, one.shape[-1]).expand(own.shape[0], -1, -1).to(own) for _, one in self._leading()), own], 1
            )
            rows = rows if rows.shape == whole.shape else whole
            places = (whole - rows).detach()
            rows = words(rows) if words else rows
            seen.append(rows if rows.requires_grad or not graph else rows.detach().requires_grad_())
            new = seen[-1] + places
            return (new, *made[1:]) if isinstance(made, tuple) else new

        return [self._projection_of(self._tower).register_forward_hook(project), self._tower.embeddings.register_forward_hook(follow)]

    def _encoded(self, recipe: Mapping[str, Any]) -> Tuple[Any, Dict[str, Any]]:
        name = str(recipe.get("text") or "")
        if self._fresh[0] != name:
            if name not in self._pictures:
                raise HeadwatersError("This picture is missing. Give it again, or draw one.")
            pixels = self._pixels_of(self._pictures[name][1])
            if self._grid_of(pixels) != self._grid:
                raise HeadwatersError("The processor gives this picture another grid of patches. Use a processor that crops to one size.")
            self._fresh = (name, pixels)
        pixels = self._fresh[1]
        wiped = [int(one) for one in str(recipe.get("wiped") or "").split(";") if one]
        if any(one < 0 or one >= self._grid[0] * self._grid[1] for one in wiped):
            raise HeadwatersError(f"There is no patch {max(wiped)}; the picture has {self._grid[0] * self._grid[1]}. Patches count from 0.")
        return None, {"pixel_values": self._blank(pixels, wiped) if wiped else pixels}

    def _passed(self, recipe: Mapping[str, Any], cuts: Optional[_Cuts], graph: bool, output: Optional[_Written] = None) -> _Pass:
        _, inputs = self._encoded(recipe)
        ran = self._ran(inputs, [cuts] if cuts else [], graph)
        n = self._tokens_in()
        special = [at < self._grid[2] for at in range(n)]
        return _Pass(
            list(range(n)),
            special,
            [0] * n,
            None,
            ran.attentions,
            None if ran.logits is None else ran.logits[0],
            ran.embedded,
            inputs,
            ran.sizes,
        )

    def _pooled(self) -> str:
        name = str(self.model.config.model_type)
        return "both" if name.startswith("dinov2") and self._whole == "classes" else "first"
