// SPDX-License-Identifier: MIT
// Formatting of numbers and shapes in messages.
#pragma once

#include <cstdint>
#include <string>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

/// 1234567 -> "1 234 567".
std::string grouped(std::uint64_t value);
/// 1288490188 -> "1.2 GB" (powers of 1000, one decimal below 10).
std::string bytesText(std::uint64_t bytes);
/// "byte 1 234 567"
std::string byteText(std::uint64_t byte);
/// count(1, "row") -> "1 row", count(3, "row") -> "3 rows".
std::string count(std::uint64_t number, std::string_view noun);
/// {12, 8, 9, 9} -> "12 x 8 x 9 x 9"
std::string shapeText(const Shape& shape);
/// "attentions", 3 -> "attentions[3]"
std::string at(std::string_view place, std::uint64_t index);
/// "meta", "grid" -> "meta.grid"; a key that is not an identifier -> meta["a b"]
std::string under(std::string_view place, std::string_view key);
/// The first characters of any text, made safe to print on one line.
std::string excerpt(std::string_view text, std::size_t limit = 40);

/// "Reading this file needs about 5 GB of memory, and 2 GB are allowed here.", with the ways out.
/// `begin` is the start of the sentence, up to the number.
Problem memoryProblem(std::string_view begin, std::uint64_t needed, std::uint64_t allowed,
                      std::string place = {});

/// With place and byte in one phrase: "attentions[3], byte 1 234".
Problem problemAt(Code code, std::string_view place, std::uint64_t byte, std::string finding,
                  std::string remedy);

}  // namespace hw::io
