// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "model/tokenizer/models/vocabulary.h"

namespace hw::model {

/// Ids of "<0x00>" to "<0xFF>"; -1 for a missing one.
inline std::array<std::int32_t, 256> byteTokens(const Vocabulary& vocabulary) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::array<std::int32_t, 256> ids{};
    for (int byte = 0; byte < 256; ++byte) {
        const char name[] = {'<', '0', 'x', digits[byte / 16], digits[byte % 16], '>'};
        ids[byte] = vocabulary.find({name, sizeof name});
    }
    return ids;
}

}  // namespace hw::model
