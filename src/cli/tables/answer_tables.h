// SPDX-License-Identifier: MIT
// Answers as tables, for people at a terminal. They are made from the JSON that a pipe gets, so that the content is the
// same.
#pragma once

#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw::cli {

/// How a table is drawn.
struct Drawing {
    bool hasColour = false;
};

/// A method's result in the last layer. For one output token all inputs with bars, for all output tokens the three
/// largest inputs of each. Texts of the file have no control characters. Errors: those of JSON.
Result<std::string> methodTable(std::string_view json, Drawing drawing);
/// The answer of ask, with the question in words, the effect of each cut, and the scores of tokens. Other answers are
/// unchanged.
Result<std::string> askAnswerTable(std::string_view json, Drawing drawing);
/// The tokens of each text.
Result<std::string> tokenTable(std::string_view json, Drawing drawing);

}  // namespace hw::cli
