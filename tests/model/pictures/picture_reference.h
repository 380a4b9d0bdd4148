// SPDX-License-Identifier: MIT
// Pictures on disk, and comparisons with the library's tensors.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <span>
#include <string>
#include <vector>

#include "io/packed/picture.h"
#include "model/checkpoint.h"

namespace hw::test {

inline PicturePoints pictureOf(const std::string& path) {
    const auto picture = io::readPng(readBytes(path));
    REQUIRE(picture);
    return *picture;
}

/// Does nothing if the case has no such tensor.
inline void closeBy(const Expected& expected, const std::string& name, std::string_view quantity,
                    std::span<const float> found, double factor = 1) {
    if (!expected.has(name)) return;
    std::vector<float> wanted = expected.tensor(name);
    for (float& value : wanted) value = static_cast<float>(value / factor);
    INFO(name);
    CHECK(largestDifference(found, wanted) <= expected.allowed(quantity, largestOf(wanted)));
}

}  // namespace hw::test
