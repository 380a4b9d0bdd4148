// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hw::bench {

/// Another parser that reads the same text into one array of floats. Returns their number.
struct Other {
    std::string name;
    std::size_t (*read)(std::string_view text, std::size_t expected);
};

std::vector<Other> others();

}  // namespace hw::bench
