// SPDX-License-Identifier: MIT
// Unicode's normal forms (UAX 15), with what became of each code point, as the library's alignment needs it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hw::model {

enum class NormalForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

/// One code point of a new text: 0 replaces the next of the old text, above 0 is added beside the one before, below 0
/// replaces the next one and removes so many after it.
struct Change {
    char32_t letter = 0;
    int change = 0;
};

/// True if the form certainly leaves the text as it is; false says nothing. O(length).
bool isNormal(std::string_view text, NormalForm form);
/// The text in the form, appended. Cost: O(length) for texts that people write.
void normalise(std::string_view text, NormalForm form, std::vector<Change>& out);

}  // namespace hw::model
