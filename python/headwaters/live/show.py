# SPDX-License-Identifier: MIT
"""live(): the page in a cell with your own model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence

from ..errors import HeadwatersError
from ..options import View
from ..widget import Widget
from . import pair, picture  # noqa: F401 -- their classes register with LiveModel
from .model import LiveModel

if TYPE_CHECKING:
    from typing import Unpack


def live(
    model: Any,
    tokenizer: Any = None,
    text: Any = None,
    *,
    image: Any = None,
    texts: Optional[Sequence[str]] = None,
    wiped: Sequence[int] = (),
    cuts: Sequence[str] = (),
    rule: str = "zero",
    target: str = "",
    name: Optional[str] = None,
    examples: Sequence[str] = (),
    **view: Unpack[View],
) -> "Widget":
    """The page in a cell with your own model. Texts typed there, or set here, run in this process.

        view = headwaters.live(model, tokenizer, "The keys to the cabinet")
        view                            # as the last line of a cell: shows it
        view.text = "The key to the cabinets"
        view.cuts = ["2:0:4>1"]         # layer 2, head 0: from token 4 to token 1; read and observed as well
        view.target = "389-318"         # asks about this answer against that one, with gradients
        view.run.question               # {"before": ..., "after": ...}: the number without and with the cuts

        view = headwaters.live(vit, its_processor, image=picture)    # a picture in place of the text
        view.image, view.wiped = another, [3, 17]                    # another one, with two blank patches

    model, tokenizer   as for LiveModel, of any size, on any device, as loaded; attention is selected as in record()
    text               the first text, by default the first of `examples`
    image              in place of the text, for a model that reads pictures: a file, a PIL image, an array [h, w], [h, w, 3|4] or [3, h,
                       w], before processing
    texts              texts that CLIP compares the picture with
    wiped              blank patches, from 0, row by row
    cuts, rule, target as for LiveModel.run
    name               the model's name in the page
    view               options of Widget: method, panel, layer, height, page, ...

    Returns a Widget, and needs anywidget. Nothing leaves the notebook. Cuts apply while the model runs, and do not change the model.
    Cost: one pass for a text, another one with cuts, and a backward pass for a question.
    """
    asked = LiveModel(model, tokenizer, name, examples)
    first = image if image is not None else text
    if first is None and not asked.examples:
        raise HeadwatersError("The picture is missing. Use live(model, processor, image=picture).")
    if not asked._seesPictures and (image is not None or texts is not None or len(wiped)):
        raise HeadwatersError(f"{type(model).__name__} reads text. Remove image=, texts= and wiped=.")
    return Widget(
        asked, text=asked.examples[0] if first is None else first, texts=texts, wiped=wiped, cuts=cuts, rule=rule, target=target, **view
    )
