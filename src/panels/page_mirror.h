// SPDX-License-Identifier: MIT
// The page in words and numbers, for the DOM mirror: the view models as JSON, so that a screen reader
// finds what the screen shows. web/mirror/mirror.js turns it into elements and uses nothing else.
//
// {
//   "title", "subtitle", "example": "Example 2 of 6" | "",
//   "opening": null | {"text", "fraction": 0..1 | null},
//   "hasDocument", "panel", "panels": [...],          // the focused view; all that are shown
//   "panelWords": [text],                             // what each is called in sentences
//   "timeline": {"text", "layer", "layers", "start", "playing", "loop", "speed"},      // zero-based
//   "bars": {"title", "caption", "unit", "ready", "rows": [
//       {"token", "label", "value", "text", "rank", "rankChange", "output", "special",
//        "share": of the scale, "tokens": those of a word or span, "fields"}]},                                // display order; value null: not arrived yet
//   "outputs": [{"token", "label", "selected", "fields", "toggle"}],
//   "matrices": [{"title", "caption", "progress": "63 %" | "stopped at 63 %" | ""}],
//   "flow": null | {"title", "caption", "paths": [...]},
//   "tables": [{"title", "caption", "columns": [text], "rows": [{"label", "cells": [text]}]}],
//   "compare", "image", "faithfulness": {...},       // those that are shown, their numbers unrounded
//   "controls": [CONTROL...], "formula": [...], "preset", "presetChanges", "citation",
//   "limit", "limits", "limitDialog",                // what the values say at most; a link's words, and its dialog
//   "messages": [{"id", "kind": "error" | "warning" | "note", "place", "finding", "remedy",
//                "actions": [{"id", "label"}]}]
// }
//
// CONTROL is one of
//   {"kind": "section", "key", "label"}: what follows, up to the next, belongs together
//   {"kind": "adds", "key", "label"}: whether a token is added to those that are chosen, as with Shift
//   {"kind": "choice", "key", "label", "options": [{"id", "label", "fields", "selected", "available", "why"}]}
//   {"kind": "set",    "key", "label", "text", "options": as above, each toggles}
//   {"kind": "switch", "key", "label", "on", "fields"}
//   {"kind": "number", "key", "label", "value", "min", "max", "step", "prefix", "suffix"}
//   (fields: prefix + value + suffix); each may have a "tip": what it does, in a sentence
//
// "key" and "id" name a control and its options for programs and tests: `method`, `method/rollout`
// (docs/architecture.md, "What controls are called").
//
// `fields` is what choosing applies (ApplyFields): `key=value` text as in the address.
#pragma once

#include <string>

#include "panels/page_model.h"

namespace hw {

/// The whole page. O(tokens).
std::string mirrorJson(const PageModel& page, const AppState& state);

}  // namespace hw
