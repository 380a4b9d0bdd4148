// SPDX-License-Identifier: MIT
// Lists and objects that a binary file holds as text: JSON in safetensors' metadata, or in a NumPy text.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/tree/tree.h"

namespace hw::io {

/// Adds a text below `parent`. If it is JSON in `[` or `{`, its content is added, numbers as
/// double; any other text stays a string. Parsing uses at most `memoryBytes`. O(text).
NodeId addWritten(Tree& tree, NodeId parent, std::string_view key, std::string_view text,
                  std::uint64_t memoryBytes);

}  // namespace hw::io
