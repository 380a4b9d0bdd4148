// SPDX-License-Identifier: MIT
// Lists and objects that a binary file holds as a text: JSON in safetensors' metadata, or in a NumPy text.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/tree/tree.h"

namespace hw::io {

/// Adds a text below `parent`. One that is JSON with `[` or `{` around it becomes what it says, numbers as
/// double; any other stays a string. Takes at most `memoryBytes` to read. O(text).
NodeId addWritten(Tree& tree, NodeId parent, std::string_view key, std::string_view text,
                  std::uint64_t memoryBytes);

}  // namespace hw::io
