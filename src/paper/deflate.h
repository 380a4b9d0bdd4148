// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hw::paper {

/// The bytes as a zlib stream (RFC 1950), with matches found by hash chains, in blocks of fixed codes (RFC 1951,
/// section 3.2.6). It does not depend on a machine's zlib, so that the same figure always gives the same file.
/// O(bytes).
std::string zlibStream(std::string_view bytes);

}  // namespace hw::paper
