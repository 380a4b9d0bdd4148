// SPDX-License-Identifier: MIT
// The bytes that tools/lib/unicode_tables.py wrote, numbers with seven bits per byte, the lowest first.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hw::model {

extern const std::uint8_t profileData[];
extern const std::size_t profileDataSize;
extern const std::uint8_t lowercaseData[];
extern const std::size_t lowercaseDataSize;
extern const std::uint8_t classData[];
extern const std::size_t classDataSize;
extern const std::uint8_t decompositionData[];
extern const std::size_t decompositionDataSize;
extern const std::uint8_t scriptData[];
extern const std::size_t scriptDataSize;

/// Reads such numbers one after the other. The data belong to the program, so nothing is checked.
class TableReader {
public:
    TableReader(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
    bool done() const { return at_ == end_; }
    std::uint32_t number() {
        std::uint32_t value = 0;
        for (int shift = 0;; shift += 7) {
            const std::uint32_t byte = *at_++;
            value |= (byte & 127) << shift;
            if (byte < 128) return value;
        }
    }
    std::int32_t difference() {
        const std::uint32_t value = number();
        const auto half = static_cast<std::int32_t>(value >> 1);
        return (value & 1) != 0 ? -half - 1 : half;
    }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

}  // namespace hw::model
