// SPDX-License-Identifier: MIT
// A template as tokens, with transformers' settings: trim_blocks and lstrip_blocks are on, a last line end is dropped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace hw::model::jinja {

struct Token {
    enum class Kind : std::uint8_t {
        data,
        variableBegin,
        variableEnd,
        blockBegin,
        blockEnd,
        name,
        string,
        integer,
        real,
        sign,  ///< an operator or a bracket
        end,
    };
    Kind kind = Kind::end;
    /// For a string, its value without quotation marks and with escapes resolved.
    std::string text;
    int line = 1;
};

/// Ends with a token of kind `end`. Errors: syntax, with the line. O(text).
Result<std::vector<Token>> lex(std::string_view source);

/// "chat template, line 3".
Problem templateProblem(Code code, int line, std::string finding);

}  // namespace hw::model::jinja
