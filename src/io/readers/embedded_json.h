// SPDX-License-Identifier: MIT
// Lists and objects that a binary file contains as text, which is JSON in safetensors' metadata, or in a NumPy text.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/tree/tree.h"

namespace hw::io {

/// Adds a text below `parent`. If it is JSON in `[` or `{`, adds its content, with numbers as double. Any other text
/// stays a string. Parsing uses at most `memoryBytes`. O(text).
NodeId addEmbeddedJson(Tree& tree, NodeId parent, std::string_view key, std::string_view text,
                       std::uint64_t memoryBytes);

}  // namespace hw::io
