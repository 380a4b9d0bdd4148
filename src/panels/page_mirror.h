// SPDX-License-Identifier: MIT
// The page in words and numbers, for the DOM mirror: the view models as JSON, so that a screen reader
// finds what the screen shows. web/mirror/mirror.js turns it into elements, and its types Page and Document
// are the form of it. Layers and tokens count from 0; a value of null has not arrived yet. Panels that are shown
// add their numbers, unrounded, under their own names ("compare", "image", "faithfulness").
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
