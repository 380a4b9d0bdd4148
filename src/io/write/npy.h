// SPDX-License-Identifier: MIT
// Arrays as NumPy .npy files, with headers and bytes.
// Source: NumPy Enhancement Proposal 1, version 1.0 of the format.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hw {

/// `type` is in NumPy's notation, "<i8", "<f4". `sizes` are those of the axes, outermost first. `bytes` is the header's
/// length, a multiple of 64 that it fits into, so that it can be rewritten as the array grows. 0 means the smallest
/// one.
std::string npyHeader(std::string_view type, std::span<const std::uint64_t> sizes,
                      std::size_t bytes = 0);

/// Appends numbers in little-endian order.
template <class Number>
void appendBytes(std::string& bytes, std::span<const Number> numbers) {
    static_assert(std::endian::native == std::endian::little);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}
template <class Number>
std::string bytesOf(Number number) {
    std::string bytes;
    appendBytes(bytes, std::span<const Number>(&number, 1));
    return bytes;
}

}  // namespace hw
