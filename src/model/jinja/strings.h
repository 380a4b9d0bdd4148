// SPDX-License-Identifier: MIT
// Strings with Python's meaning, where letters are code points.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/jinja/value.h"

namespace hw::model::jinja {

/// White space as in Python's str.isspace(), and `text` without it at its ends.
bool isSpace(char32_t letter);
std::string_view strippedLeft(std::string_view text);
std::string_view strippedRight(std::string_view text);

/// Byte offsets of the code points of a text, and its end.
std::vector<std::size_t> lettersOf(std::string_view bytes);
/// `text` without the letters of `letters` (white space if empty) at its left, its right or both.
Text stripped(const Text& text, std::string_view letters, bool left, bool right);
/// Replaces `from` by `to`, at most `most` times unless it is negative. Spends from the budget of `in`.
Text replaced(Interpreter& in, const Text& text, const Text& from, const Text& to,
              std::int64_t most);
/// Each letter in lower case, or in upper case, which only ASCII letters have here.
std::string inCase(std::string_view text, bool isUpper);

}  // namespace hw::model::jinja
