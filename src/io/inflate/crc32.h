// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace hw::io {

/// CRC-32 of zip and gzip, continued from `crc` (start with 0).
std::uint32_t crc32Of(std::uint32_t crc, std::string_view bytes);

}  // namespace hw::io
