// SPDX-License-Identifier: MIT
// Names with `*` for any text in them.
#pragma once

#include <string_view>

namespace hw::io {

/// Whether a name is one that a pattern means: "blocks.*.attn" of "blocks.10.attn". O(name * pattern).
bool matches(std::string_view name, std::string_view pattern);

}  // namespace hw::io
