// SPDX-License-Identifier: MIT
// "What am I looking at?" describes a view with the present method and settings, and its limits, with numbers from the
// present data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/answers/questions.h"
#include "page/state/app_state.h"

namespace hw {

struct AboutModel {
    std::string title;
    std::vector<std::string> paragraphs;  ///< the view in general, then the present content
    std::vector<std::string> limits;      ///< of the view, of the chosen method, then of these data
};

/// O(queries * keys) if the present layer's matrix has arrived, else O(keys).
AboutModel aboutModel(const AppState& state, ResultStore& results, Panel panel);

/// Limits of the present data for comparing values: saturated inputs, ties, position bias, identical rows, hidden
/// tokens. Empty without results.
std::vector<std::string> limitsOfData(const AppState& state, ResultStore& results);

/// The limit of the chosen method's numbers, in one line. O(1).
std::string_view limitInShort(const AppState& state);

/// {"title", "paragraphs": [...], "limits": [...]}
std::string aboutJson(const AboutModel& model);

}  // namespace hw
