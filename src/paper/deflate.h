// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hw::paper {

/// The bytes as a zlib stream (RFC 1950): matches found by hash chains, in blocks of fixed codes (RFC 1951, section
/// 3.2.6). The program's own, so that the same figure is the same file whichever zlib a machine has. O(bytes).
std::string zlibStream(std::string_view bytes);

}  // namespace hw::paper
