// SPDX-License-Identifier: MIT
// A picture as points.
#pragma once

#include <string>

namespace hw {

/// Red, green, blue of each point, 0 to 255, rows from the top; what was transparent stands over white. 0 x 0: none.
struct PicturePoints {
    int width = 0;
    int height = 0;
    std::string rgb;
};

}  // namespace hw
