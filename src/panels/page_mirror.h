// SPDX-License-Identifier: MIT
// The page in words and numbers, for the DOM mirror. It is the view models as JSON, so that a screen reader finds the
// content of the screen. web/mirror/mirror.js turns it into elements, and its types Page and Document describe it.
// Layers and tokens count from 0. A value of null has not arrived yet. Shown panels add their numbers, unrounded, under
// their own names ("compare", "image", "faithfulness").
//
// CONTROL is one of
//   {"kind": "section", "key", "label"}    groups all controls up to the next section
//   {"kind": "adds", "key", "label"}       adds a token to the chosen ones, as with Shift
//   {"kind": "choice", "key", "label", "options": [{"id", "label", "fields", "selected", "available", "why"}]}
//   {"kind": "set",    "key", "label", "text", "options": as above, each toggles}
//   {"kind": "switch", "key", "label", "on", "fields"}
//   {"kind": "number", "key", "label", "value", "min", "max", "step", "prefix", "suffix"}
//   (fields: prefix + value + suffix). Each may have a "tip", a sentence on its effect.
//
// "key" and "id" name a control and its options for programs and tests: `method`, `method/rollout`
// (docs/architecture.md, "What controls are called").
//
// `fields` has the changes of a choice (ApplyFields), as `key=value` text like in the URL.
#pragma once

#include <string>

#include "panels/page_model.h"

namespace hw {

/// The whole page. O(tokens).
std::string mirrorJson(const PageModel& page, const AppState& state);

}  // namespace hw
