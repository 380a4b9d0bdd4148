// SPDX-License-Identifier: MIT
// The state in the form of window.headwaters (docs/api.md), as plain JSON. All indices count from 0.
#pragma once

#include <string>
#include <string_view>

#include "page/state/app_state.h"

namespace hw {

std::string apiStateJson(const AppState& state);

/// The citation of the present method and settings: {"sentence", "bibtex"} (core/report/cited.h). `address` is the
/// program's, `date` is like "2026-11-22".
std::string citationJson(const AppState& state, std::string_view address, std::string_view date);

/// The examples of the open file: {"titles": [...], "texts": [...]}, both empty if there is none.
std::string examplesJson(const AppState& state);

/// The line of an open model: {"text", "problem", "isShown", "isListed"} (ModelLine). `isShown`: the views show it.
/// `isListed`: it is the newest of the list.
std::string lineJson(const AppState& state);

/// The runs of the open model: {"texts": recipes that were shown, newest first, "before": the recipe of each step of
/// UndoSteps::back, '' if no model made it}.
std::string runsJson(const AppState& state);

}  // namespace hw
