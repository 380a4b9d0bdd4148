// SPDX-License-Identifier: MIT
// GGUF files made byte by byte, valid and invalid ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace hw::test {

template <class Number>
std::string littleEndian(Number value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

inline std::string ggufText(std::string_view text) {
    return littleEndian(std::uint64_t{text.size()}).append(text);
}

/// A file of entries and tensors, each given as its bytes. `data` begins at the next multiple of 32.
struct GgufBytes {
    std::uint32_t version = 3;
    std::string entries;
    std::uint64_t entryCount = 0;
    std::string tensors;
    std::uint64_t tensorCount = 0;
    std::string data;

    GgufBytes& entry(std::string_view key, std::uint32_t type, std::string_view value) {
        entries += ggufText(key) + littleEndian(type);
        entries += value;
        ++entryCount;
        return *this;
    }
    /// `sizes` begins with the innermost, as in the format.
    GgufBytes& tensor(std::string_view name, const std::vector<std::uint64_t>& sizes,
                      std::uint32_t type, std::uint64_t offset) {
        tensors += ggufText(name) + littleEndian(static_cast<std::uint32_t>(sizes.size()));
        for (const std::uint64_t size : sizes) tensors += littleEndian(size);
        tensors += littleEndian(type) + littleEndian(offset);
        ++tensorCount;
        return *this;
    }
    std::string bytes() const {
        std::string all = "GGUF" + littleEndian(version) + littleEndian(tensorCount) +
                          littleEndian(entryCount) + entries + tensors;
        if (!data.empty()) all.resize((all.size() + 31) / 32 * 32, '\0');
        return all + data;
    }
};

}  // namespace hw::test
