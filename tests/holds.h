// SPDX-License-Identifier: MIT
// Whether a text contains a part, for checks of words.
#pragma once

#include <string_view>

namespace hw::test {

inline bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace hw::test
