// SPDX-License-Identifier: MIT
#include "io/write/npy.h"

#include "core/number_text.h"

namespace hw {

std::string npyHeader(std::string_view type, std::span<const std::uint64_t> sizes,
                      std::size_t bytes) {
    std::string literal =
        "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (";
    for (const std::uint64_t size : sizes) {
        literal += numberText(size);
        literal += ',';
    }
    literal += "), }";
    const std::string magic("\x93NUMPY\x01\x00", 8);
    const std::size_t front = magic.size() + sizeof(std::uint16_t);
    if (bytes == 0) bytes = (front + literal.size() + 64) / 64 * 64;  // with the line's end
    literal.resize(bytes - front - 1, ' ');
    literal += '\n';
    return magic + bytesOf(static_cast<std::uint16_t>(literal.size())) + literal;
}

}  // namespace hw
