// SPDX-License-Identifier: MIT
// Unicode's normal forms (UAX 15), with the change to each code point, for the library's alignment.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hw::model {

enum class NormalForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

/// One code point of a new text. 0 replaces the next one of the old text, a positive number is added to the one before,
/// a negative one replaces the next one and removes as many after it.
struct Change {
    char32_t letter = 0;
    int change = 0;
};

/// True if the form certainly does not change the text. False means nothing. O(length).
bool isNormal(std::string_view text, NormalForm form);
/// Appends the text in the form. Cost: O(length) for normal texts.
void normalise(std::string_view text, NormalForm form, std::vector<Change>& out);

}  // namespace hw::model
