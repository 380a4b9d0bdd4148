// SPDX-License-Identifier: MIT
// "What am I looking at?": what a view shows, with the present method and settings, and what it does
// not show, with the numbers for it from these data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/answers/questions.h"
#include "page/state/app_state.h"

namespace hw {

struct AboutModel {
    std::string title;
    std::vector<std::string> paragraphs;  ///< the view in general, then what it shows now
    std::vector<std::string> limits;      ///< of the view, of the chosen method, then of these data
};

/// O(queries * keys) if the present layer's matrix has arrived, else O(keys).
AboutModel aboutModel(const AppState& state, ResultStore& results, Panel panel);

/// What to know about the present data before comparing their values: values at their ceiling,
/// ties, position bias, identical rows, tokens left out. Empty without results.
std::vector<std::string> limitsOfData(const AppState& state, ResultStore& results);

/// What the numbers of the chosen method say at most, in one line. O(1).
std::string_view limitInShort(const AppState& state);

/// {"title", "paragraphs": [...], "limits": [...]}
std::string aboutJson(const AboutModel& model);

}  // namespace hw
