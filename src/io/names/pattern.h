// SPDX-License-Identifier: MIT
// Names in which `*` matches any text.
#pragma once

#include <string_view>

namespace hw::io {

/// Whether a name matches a pattern, such as "blocks.*.attn" for "blocks.10.attn". O(name * pattern).
bool matches(std::string_view name, std::string_view pattern);

}  // namespace hw::io
