# SPDX-License-Identifier: MIT
"""BertViz's functions with their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Sequence

from .options import Cell
from .page import Page, show

if TYPE_CHECKING:
    from typing import Unpack


def _bertviz(
    attention: Any,
    tokens: Any,
    sentence_b_start: Optional[int],
    include_layers: Optional[Sequence[int]],
    named: Dict[str, Any],
    encoder_tokens: Any,
    decoder_tokens: Any,
    state: Dict[str, Any],
    html_action: str,
    more: Mapping[str, Any],
) -> Optional[Page]:
    if html_action not in ("view", "return"):
        raise ValueError('"html_action" must be "view" or "return"')
    parts = {f"{part}_attentions": given for part, given in named.items() if given is not None}
    if (attention is not None) == bool(parts):
        raise ValueError("The attention is missing. Give `attention`, or encoder_attention, decoder_attention and cross_attention.")
    own = tokens if attention is not None or encoder_tokens is None else encoder_tokens
    if attention is None and set(parts) == {"decoder_attentions"}:
        own, decoder_tokens = decoder_tokens, None
    options: Dict[str, Any] = {"decoder_tokens": decoder_tokens, "layers": include_layers}
    if sentence_b_start is not None:
        options["segments"] = [int(i >= sentence_b_start) for i in range(len(own))]
    page = show(attention if attention is not None else parts, own, state=state, **options, **more)
    if html_action == "return":
        return page
    try:
        from IPython.display import HTML, display
    except ImportError:
        return page
    display(HTML(page.html))
    return None


def head_view(
    attention: Any = None,
    tokens: Any = None,
    sentence_b_start: Optional[int] = None,
    prettify_tokens: bool = True,
    layer: Optional[int] = None,
    heads: Optional[Sequence[int]] = None,
    encoder_attention: Any = None,
    decoder_attention: Any = None,
    cross_attention: Any = None,
    encoder_tokens: Any = None,
    decoder_tokens: Any = None,
    include_layers: Optional[Sequence[int]] = None,
    html_action: str = "view",
    **more: Unpack[Cell],
) -> Optional[Page]:
    """BertViz's head_view, with its arguments. Shows raw attention of chosen heads as lines between tokens, one layer at a time.

    `layer` and `heads` count from 0, `layer` among the model's layers. `more` goes to show(): page, height, ...
    """
    state: Dict[str, Any] = {
        "method": "raw",
        "panel": "graph",
        "graph": "lines",
        "rawTokens": not prettify_tokens,
        "settings": {"heads": list(heads or [])},
    }
    if layer is not None:
        state["layer"] = layer if include_layers is None else list(include_layers).index(layer)
    named = {"encoder": encoder_attention, "decoder": decoder_attention, "cross": cross_attention}
    return _bertviz(attention, tokens, sentence_b_start, include_layers, named, encoder_tokens, decoder_tokens, state, html_action, more)


def model_view(
    attention: Any = None,
    tokens: Any = None,
    sentence_b_start: Optional[int] = None,
    prettify_tokens: bool = True,
    display_mode: str = "dark",
    encoder_attention: Any = None,
    decoder_attention: Any = None,
    cross_attention: Any = None,
    encoder_tokens: Any = None,
    decoder_tokens: Any = None,
    include_layers: Optional[Sequence[int]] = None,
    include_heads: Optional[Sequence[int]] = None,
    html_action: str = "view",
    **more: Unpack[Cell],
) -> Optional[Page]:
    """BertViz's model_view, with its arguments. Shows all heads of all layers.

    `display_mode` is ignored, because the page follows the browser's light or dark. `include_heads` chooses the fused heads, but all heads
    stay in view. `more` goes to show().
    """
    state = {"method": "raw", "panel": "heads", "rawTokens": not prettify_tokens, "settings": {"heads": list(include_heads or [])}}
    named = {"encoder": encoder_attention, "decoder": decoder_attention, "cross": cross_attention}
    return _bertviz(attention, tokens, sentence_b_start, include_layers, named, encoder_tokens, decoder_tokens, state, html_action, more)
