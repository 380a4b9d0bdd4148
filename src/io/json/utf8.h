// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hw::io {

/// Appends a code point as UTF-8. `codePoint` is a Unicode scalar value (not a surrogate, below 0x110000).
void appendUtf8(std::string& out, std::uint32_t codePoint);

/// Replaces each maximal invalid sequence by U+FFFD (as WHATWG decoders do). Returns the number of replacements. 0
/// leaves the text unchanged. Cost: one pass.
std::size_t repairUtf8(std::string& text);

}  // namespace hw::io
