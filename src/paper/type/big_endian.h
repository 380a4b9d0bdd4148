// SPDX-License-Identifier: MIT
// Numbers in the byte order of fonts, PNG and PDF: the highest byte first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hw::paper {

// Reads at an offset. Beyond the end, all is 0.
inline int u8At(std::string_view bytes, std::size_t at) {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}
inline int u16At(std::string_view bytes, std::size_t at) {
    return (u8At(bytes, at) << 8) | u8At(bytes, at + 1);
}
inline int s16At(std::string_view bytes, std::size_t at) {
    return static_cast<std::int16_t>(u16At(bytes, at));
}
inline std::uint32_t u32At(std::string_view bytes, std::size_t at) {
    return (static_cast<std::uint32_t>(u16At(bytes, at)) << 16U) |
           static_cast<std::uint32_t>(u16At(bytes, at + 2));
}

// Appends the lowest 16 bits.
inline void put16(std::string& out, int value) {
    out += static_cast<char>((value >> 8) & 0xFF);
    out += static_cast<char>(value & 0xFF);
}
inline void put32(std::string& out, std::uint32_t value) {
    put16(out, static_cast<int>(value >> 16U));
    put16(out, static_cast<int>(value & 0xFFFFU));
}

}  // namespace hw::paper
