// SPDX-License-Identifier: MIT
// Results as NumPy .npy files, which grow.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "io/write/npy.h"

namespace hw::cli {

/// Every header has this size, so that it can be rewritten as the array grows.
constexpr std::size_t npyHeaderSize = 192;

/// The columns other than `values`, in the order of the files. Each has 8 bytes per example.
constexpr std::array<std::string_view, 7> npyColumns{"line",    "example", "first_layer", "layers",
                                                     "queries", "keys",    "offset"};

}  // namespace hw::cli
