// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hw::model {

/// Memory into which the products unpack weights, kept between calls. One for each thread.
struct Workspace {
    std::vector<float> floats;
    std::vector<std::int16_t> shorts;

    /// At least `count` floats. Their old values are lost.
    float* room(std::size_t count) {
        if (floats.size() < count) floats.resize(count);
        return floats.data();
    }
};

}  // namespace hw::model
