// SPDX-License-Identifier: MIT
#include "io/inflate/crc32.h"

#include <zlib.h>

namespace hw::io {

std::uint32_t crc32Of(std::uint32_t crc, std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()),
                                              static_cast<z_size_t>(bytes.size())));
}

}  // namespace hw::io
