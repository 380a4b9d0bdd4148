// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

struct HeaderModel {
    std::string title;
    bool titleIsGiven = false;  ///< the sender of the analysis gave it
    std::string sizes;          ///< such as "6 layers, 8 heads, 11 tokens"
    std::string subtitle;       ///< such as "agreement encoder · 6 layers, 8 heads, 11 tokens"
    std::string exampleText;    ///< "Example 2 of 6", or "" if there is only one
    std::string checkText;      ///< "Check: 2 findings", or "" without a document
    int findings = 0;
    bool canUndo = false;
    bool canRedo = false;
    bool opening = false;  ///< shown after half a second
    std::string openingText;
    double openingFraction = -1;
};

/// The example's title, or the file's. The page has the titles of samples in its languages. Needs a document.
std::string documentTitle(const AppState& state);

/// "6 layers, 8 heads, 11 tokens", or across an encoder-decoder model "6 + 3 layers, 8 heads, 11 + 9 tokens".
std::string sizesText(const AppState& state);

HeaderModel headerModel(const AppState& state);

}  // namespace hw
