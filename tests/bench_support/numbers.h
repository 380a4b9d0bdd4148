// SPDX-License-Identifier: MIT
// The whole numbers on a measurement's command line, such as "64,128".
#pragma once

#include <cstdlib>
#include <vector>

namespace hw::bench {

/// Separated by any one character. Empty if anything is not a number.
inline std::vector<int> numbers(const char* text) {
    std::vector<int> result;
    for (const char* at = text; *at != '\0';) {
        char* end = nullptr;
        result.push_back(static_cast<int>(std::strtol(at, &end, 10)));
        if (end == at) return {};
        at = *end == '\0' ? end : end + 1;
    }
    return result;
}

}  // namespace hw::bench
