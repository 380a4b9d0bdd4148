// SPDX-License-Identifier: MIT
// Results as NumPy .npy files: bytes and headers.
// Source: NumPy Enhancement Proposal 1, version 1.0 of the format.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hw::cli {

/// Every header has this size, so that it can be rewritten as the array grows.
constexpr std::size_t npyHeaderSize = 192;

/// `type` in NumPy's notation: "<i8", "<f4". `sizes` are those of the axes, outermost first.
std::string npyHeader(std::string_view type, std::span<const std::uint64_t> sizes);

/// Appends numbers in little-endian order.
template <class Number>
void appendBytes(std::string& bytes, std::span<const Number> numbers) {
    for (const Number number : numbers) {
        auto raw = std::bit_cast<std::array<char, sizeof(Number)>>(number);
        if constexpr (std::endian::native == std::endian::big) std::reverse(raw.begin(), raw.end());
        bytes.append(raw.data(), raw.size());
    }
}
template <class Number>
std::string bytesOf(Number number) {
    std::string bytes;
    appendBytes(bytes, std::span<const Number>(&number, 1));
    return bytes;
}

/// The columns besides `values`, in the order of the files; each has an element of 8 bytes per example.
constexpr std::array<std::string_view, 7> npyColumns{"line",    "example", "first_layer", "layers",
                                                     "queries", "keys",    "offset"};

}  // namespace hw::cli
