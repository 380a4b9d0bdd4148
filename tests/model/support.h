// SPDX-License-Identifier: MIT
// Models of a few bytes, made in memory, for the tests of model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/files/model_files.h"

namespace hw::test {

inline std::vector<std::byte> bytesOf(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

inline std::string readBytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline model::Part part(std::string name, std::string_view bytes) {
    return {std::move(name), model::inMemory(bytesOf(bytes))};
}

/// A file on disk as a part with its own name.
inline model::Part partOf(const std::string& path) {
    return part(path.substr(path.find_last_of('/') + 1), readBytes(path));
}

template <class Number>
std::string rawBytes(const std::vector<Number>& values) {
    std::string bytes(values.size() * sizeof(Number), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// A safetensors file of this header and data, both unchanged.
inline std::string safetensors(std::string_view header, std::string_view data) {
    return rawBytes(std::vector<std::uint64_t>{header.size()}).append(header).append(data);
}

/// Numbers of a normal distribution, the same at every run.
inline std::vector<float> randomFloats(std::size_t count, unsigned seed, float scale = 1.0F) {
    std::mt19937 random(seed);
    std::vector<float> values(count);
    // Not std::normal_distribution, because every library implements it differently.
    for (float& value : values) {
        double sum = -6.0;
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(random()) / 4294967296.0;
        value = scale * static_cast<float>(sum);
    }
    return values;
}

}  // namespace hw::test
