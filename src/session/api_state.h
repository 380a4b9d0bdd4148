// SPDX-License-Identifier: MIT
// The state in the form of window.headwaters (docs/api.md): plain JSON, everything counted from 0.
#pragma once

#include <string>
#include <string_view>

#include "page/state/app_state.h"

namespace hw {

std::string apiStateJson(const AppState& state);

/// What a paper needs to cite the present method and settings: {"sentence", "bibtex"} (core/report/cited.h).
/// `address`: of the program; `date`: "2026-11-22".
std::string citationJson(const AppState& state, std::string_view address, std::string_view date);

/// The examples of the open file: {"titles": [...], "texts": [...]}, both empty if there is none.
std::string examplesJson(const AppState& state);

/// The line of an open model: {"text", "problem", "isShown", "isListed"} (ModelLine; isShown: in the views; isListed: as the newest of the list).
std::string lineJson(const AppState& state);

/// What the open model has run: {"texts": recipes that were shown, newest first, "before": the recipe of each step of UndoSteps::back,
/// '' where no model made it}.
std::string runsJson(const AppState& state);

}  // namespace hw
