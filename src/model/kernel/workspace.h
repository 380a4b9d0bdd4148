// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hw::model {

/// Room that the products unpack weights into, kept between calls. One for each thread.
struct Workspace {
    std::vector<float> floats;
    std::vector<std::int16_t> shorts;
    /// Products of one token with blocks of 4 or 8 bits may round the token's activations to 16 bits for each 32 of them: twice as
    /// fast, with errors of some 1e-5 of a product. For choosing the next token, whose text is run exactly afterwards.
    bool rounds = false;

    /// At least `count` floats; what was in it is gone.
    float* room(std::size_t count) {
        if (floats.size() < count) floats.resize(count);
        return floats.data();
    }
};

}  // namespace hw::model
