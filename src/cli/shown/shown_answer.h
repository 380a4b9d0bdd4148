// SPDX-License-Identifier: MIT
// Answers as tables, for people at a terminal: made of the JSON that a pipe gets, so that both say the same.
#pragma once

#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw::cli {

/// How a table is drawn.
struct Drawing {
    bool hasColour = false;
};

/// A method's result: the last layer; of one output token all inputs with bars, of all of them the three largest inputs each. Texts of the
/// file have no control characters. Errors: those of JSON.
Result<std::string> methodTable(std::string_view json, Drawing drawing);
/// What ask says: the question in words, the effect of each cut, the scores of tokens; another answer as it is.
Result<std::string> shownAsk(std::string_view json, Drawing drawing);
/// The tokens of each text.
Result<std::string> shownTokens(std::string_view json, Drawing drawing);

}  // namespace hw::cli
