// SPDX-License-Identifier: MIT
// Numbers in arguments. One table of each option's range, and their parsing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw::cli {

/// The numbers that an option takes, from `least` to `most`. For a list, the range of each number. Shares and other
/// settings have their ranges in the table of settings (core/model/setting_fields.h).
struct NumberRange {
    std::string_view option;
    double least = 0;
    double most = 0;
    std::string_view remedy;  ///< what to do after another number
};

/// More than any model or text has. Sums and products of them stay far below the largest int.
inline constexpr double mostHeads = 65535;
inline constexpr double mostTokens = 16777215;

inline constexpr NumberRange numberRanges[] = {
    {"--threads", 1, 1024, "Use a number from 1 to 1024."},
    {"--share", 1e-6, 1, "Use a share of the edges, such as 0.05."},
    {"--example", 0, 1e9, "Examples count from 0."},
    {"--layer", 1, mostHeads, "Layers count from 1, at the input."},
    {"--start-layer", 1, mostHeads, "Layers count from 1, at the input."},
    {"--layers", 1, mostHeads, "Use all, or numbers from 1 such as 1,3,5-7."},
    {"--heads", 0, mostHeads, "Use all, or numbers from 0 such as 0,2,5-7."},
    {"--head-weights", 0, 1e9, "Use one number for each chosen head: 1,0.5,2."},
    {"--head-of-layer", 0, mostHeads, "Use a layer from 1 and a head from 0: 4:2."},
    {"--heads-at", 0, mostHeads,
     "Use a layer from 1 and its heads from 0, a fusion or weights, with ; between layers: "
     "4:0.2.5;6:max;7:0.1:w1,3."},
    {"--protect", -mostTokens, mostTokens,
     "Use one of: nothing, diagonal, corner, or the number of a token."},
    {"--spans", 0, mostTokens, "Give the numbers of two tokens or more, such as 3,4,5/8-9."},
    {"--terms", 1, 1000, "Use a number from 1 to 1000."},
    {"--error", 0.00002, 0.1, "Use a number from 0.00002 to 0.1, such as 0.002."},
    {"--room", 0, 1e9, "Use a number of characters; 0 is no limit."},
    {"--size", 16, 16384, "Use a width, or width x height, in pixels: 720x480."},
    {"--font-size", 4, 24, "Use points from 4 to 24: 7.5."},
    {"--dpi", 30, 2400, "Use dots per inch from 30 to 2400: 300, 600."},
    {"--most", 1, 65536, "Use a number from 1 to 65536."},
    {"--seed", 0, 2147483647, "Use a whole number from 0."},
    {"--steps", 1, 20000, "Use a whole number from 1 to 20000."},
    {"--at", 0, 20000, "Use a step from 0 to 20000."},
    {"--position", 0, mostTokens, "Tokens count from 0."},
    {"--first-tokens", 1, mostTokens, "Give how many tokens to keep, such as 9."},
    {"--generate", 1, 65536, "Use a number of tokens from 1 to 65536."},
    {"--temperature", 0, 100, "Use a number from 0, the likeliest always, to 100."},
    {"--top-k", 0, 1e6, "Use a number of words; 0 is no limit."},
    {"--top-p", 0.000001, 1, "Use a share above 0, up to 1."},
    {"--memory", 1, 1e15, "Use a number of bytes, such as 500MB or 2GB."},
};

/// The row of an option, or one with an empty range.
const NumberRange& rangeOf(std::string_view option);

/// Nullopt unless the whole text is one integer that fits an int, or the range.
std::optional<int> wholeNumber(std::string_view text);
std::optional<int> wholeNumber(std::string_view text, const NumberRange& range);
/// Nullopt unless the whole text is one finite number in the range.
std::optional<double> decimalNumber(std::string_view text);
std::optional<double> decimalNumber(std::string_view text, const NumberRange& range);

/// "0,2,5-7" -> 0 2 5 6 7. Nullopt if it is not such a list, or a number is out of range. At most 65536 numbers.
std::optional<std::vector<int>> numberList(std::string_view text, const NumberRange& range);
/// "1,0.5,2" -> 1 0.5 2. At most 65536 numbers.
std::optional<std::vector<double>> decimalList(std::string_view text, const NumberRange& range);
/// "2GB", "500MB", "800000" in bytes, in the range of --memory. Powers of 1000, as in the messages.
std::optional<std::uint64_t> byteCount(std::string_view text);

/// "a,b" -> "a" "b". Empty pieces are kept.
std::vector<std::string_view> pieces(std::string_view text, char separator);
/// Adds the pieces between commas. A repeated name counts once.
void addNames(std::vector<std::string>& names, std::string_view text);

}  // namespace hw::cli
