// SPDX-License-Identifier: MIT
// Formatting of numbers and shapes in messages.
#pragma once

#include <cstdint>
#include <string>

#include "core/localized_text.h"
#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

/// 1234567 -> "1 234 567".
std::string grouped(std::uint64_t value);
/// 1288490188 -> "1.2 GB" (powers of 1000, one decimal below 10).
std::string bytesText(std::uint64_t bytes);
/// "byte 1 234 567"
std::string byteText(std::uint64_t byte);
/// count(1234, "{} row|{} rows"_tr) -> "1 234 rows".
std::string count(std::uint64_t number, LocalizedText forms);
/// A number that takes the same form of a text, for sayCount.
int formNumber(std::uint64_t number);
/// {12, 8, 9, 9} -> "12 x 8 x 9 x 9"
std::string shapeText(const Shape& shape);
/// "attentions", 3 -> "attentions[3]"
std::string at(std::string_view place, std::uint64_t index);
/// "meta", "grid" -> "meta.grid". A key that is not an identifier -> meta["a b"]
std::string under(std::string_view place, std::string_view key);
/// "'{'", or "the byte 7" for a character that cannot be printed.
std::string shownCharacter(char c);
/// The first characters of any text, made safe to print on one line.
std::string excerpt(std::string_view text, std::size_t limit = 40);

/// More memory is needed than is allowed, according to `finding`, with the ways out.
Problem memoryProblem(std::string finding, std::string place = {});

/// With place and byte in one phrase, as "attentions[3], byte 1 234".
Problem problemAt(Code code, std::string_view place, std::uint64_t byte, std::string finding,
                  std::string remedy);

}  // namespace hw::io
